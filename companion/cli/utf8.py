"""Text goes in and out as UTF-8, whatever the console's own encoding is, and also where there is no console at all."""

import codecs
import io
import os
import sys
from typing import TextIO

ERRORS = "companion.unpaired"
"""Name of the handler for what UTF-8 has no bytes for."""


LAST_STREAM = 2


def restart_in_utf8() -> None:
    """Where files' names are not UTF-8, runs the same command once more in Python's UTF-8 mode, in this one's place.

    In a locale such as `C` or `en_US.ISO-8859-1` there is no file for a game of Аня and Юрко, and their names on the
    command line are not text. Windows and macOS have UTF-8 anyway.
    """
    named = codecs.lookup(sys.getfilesystemencoding()).name
    if os.name == "posix" and named != "utf-8" and sys.executable and not getattr(sys, "frozen", False):
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 (ourselves)


def write_utf8() -> None:
    """Makes both standard streams take any text; may be called more than once.

    Whoever starts the program by an icon has none of them: what is said is lost there, and nothing fails.
    """
    codecs.register_error(ERRORS, _as_it_came)
    if None in {sys.stdout, sys.stderr}:
        _close_gaps()
    sys.stdout = _taking_all(sys.stdout)
    sys.stderr = _taking_all(sys.stderr)


def _close_gaps() -> None:
    """Gives the system's numbers of closed streams to nothing, or our next file would get one, and strange words."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= LAST_STREAM:
        pass
    os.close(number)


def _taking_all(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 (as long as the program lives)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors=ERRORS)
    return stream


def _as_it_came(error: UnicodeError) -> tuple[bytes | str, int]:
    """Writes halves of characters: those that stand for bytes of a file's name as these bytes, others by number."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    half = error.object[error.start]
    try:
        return half.encode("utf-8", "surrogateescape"), error.start + 1
    except UnicodeEncodeError:
        return half.encode("ascii", "backslashreplace"), error.start + 1
