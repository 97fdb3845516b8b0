"""TOML within bounds, with the line of every value."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.documents.bounds import DEEPEST, first_excess, named
from companion.documents.errors import DocumentError
from companion.documents.toml_lines import Path, find_lines, line_of

_MAX_KEY_PARTS = 16
_PART = r"""(?>[A-Za-z0-9_-]+|"(?>[^"\\\n]|\\.)*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"""(?<![A-Za-z0-9_-]){_PART}(?>[ \t]*\.[ \t]*{_PART}){{{_MAX_KEY_PARTS}}}""")
"""The time that the standard library takes grows with the cube of a key's parts."""
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True)
class TomlText:
    """A TOML text as read.

    Attributes:
        data: What it says.
        lines: Where each value stands.
    """

    data: dict[str, Any]
    lines: Mapping[Path, int]

    def line(self, path: Path) -> int:
        """The line of a value, or of the nearest thing around it that stands in the text; 0 for the whole document."""
        return line_of(self.lines, path)


def parse_toml(text: str, *, finite: bool = True) -> TomlText:
    """Reads TOML.

    Args:
        text: Its lines end in LF.
        finite: Whether infinities and NaN are refused; a reader that checks each value itself takes them.

    Raises:
        DocumentError: If it is none, or goes beyond the bounds of `companion.documents.bounds`.
    """
    long_key = _LONG_KEY.search(text)
    if long_key is not None:
        line = text.count("\n", 0, long_key.start()) + 1
        raise DocumentError(f"a key has {_MAX_KEY_PARTS} parts at most", line)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(str(error), text) from error
    except ValueError as error:
        raise DocumentError("holds a number of thousands of digits; write a shorter one") from error
    except RecursionError:
        raise DocumentError(f"its lists and tables stand too deep in one another; {DEEPEST} is the most") from None
    lines, excess = _lines(text), first_excess(data, finite=finite)
    if excess is not None:
        path, sentence = excess
        raise DocumentError(f"{named(path)}: {sentence}", line_of(lines, path))
    return TomlText(data, lines)


def _lines(text: str) -> Mapping[Path, int]:
    try:
        return find_lines(text)
    except RecursionError:
        return {}


def _no_toml(said: str, text: str) -> DocumentError:
    place = _PLACE.search(said)
    if place is None:
        return DocumentError(f"is not TOML: {said}")
    line = int(place[1]) if place[1] else max(1, len(text.splitlines()))
    return DocumentError(f"is not TOML: {said[: place.start()]}", line)
