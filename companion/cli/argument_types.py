"""What the arguments of several commands have in common: languages, cameras and numbers."""

import argparse

from companion.texts import Language

LANGUAGES = tuple(language.value for language in Language)
"""The codes that `--language` takes."""

SOURCES = "usb:0, http://…, rtsp://…, file:match.mp4, images:DIR, recorded:FILE or sim:demo"
"""How a camera may be named, for the help."""


def positive(text: str) -> float:
    """Reads a finite number above 0.

    Raises:
        argparse.ArgumentTypeError: If the text is anything else.
    """
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"a number above 0 was expected, got {text!r}")
    return value


def seconds(text: str) -> float:
    """Reads a number of seconds, 0 or above.

    Raises:
        argparse.ArgumentTypeError: If the text is anything else.
    """
    return 0.0 if text.strip() in {"0", "0.0"} else positive(text)
