"""On which line of a TOML text each value stands, so that a mistake can be pointed at.

The reader of the standard library gives values without places. This scanner walks a text which that reader has already
accepted; it therefore needs to know only where keys, strings, comments and brackets begin and end.
"""

import re
from collections.abc import Mapping

Path = tuple[str | int, ...]
"""Keys and indices from the top of a document to a value."""

_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'""")
_STRING = re.compile(r'\"{3}(?:[^\\]|\\.)*?\"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\]|\\.)*"|\'[^\']*\'', re.DOTALL)
_BARE = re.compile(r"[^\s,\]}#]+(?: [0-9][^\s,\]}#]*)?")
_SPACE = re.compile(r"(?:\s|#[^\n]*)*")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_SIMPLE = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """The line of a value, or of the nearest thing around it that stands in the text; 0 for the whole document."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 0)


def find_lines(text: str) -> dict[Path, int]:
    """The line, from 1, of every key and every element of a valid TOML text, by its path."""
    return _Scanner(text).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._lines: dict[Path, int] = {}
        self._table: Path = ()
        self._counts: dict[Path, int] = {}
        self._counted, self._line = 0, 1

    def scan(self) -> dict[Path, int]:
        while self._skip():
            if self._text.startswith("[[", self._at):
                self._header("]]", many=True)
            elif self._text[self._at] == "[":
                self._header("]", many=False)
            else:
                self._pair(self._table)
        return self._lines

    def _skip(self) -> bool:
        """Passes blanks and comments; whether anything is left."""
        self._take(_SPACE)
        return self._at < len(self._text)

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        assert found is not None, self._text[self._at : self._at + 40]  # noqa: S101 (the text is known to be valid)
        self._at = found.end()
        return found.group()

    def _note(self, path: Path) -> None:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        self._lines.setdefault(path, self._line)

    def _keys(self, within: Path) -> Path:
        """Reads a key, dotted or not, and notes each part of it that is new."""
        path = within
        while True:
            self._skip()
            path = (*path, _name(self._take(_KEY)))
            if path in self._counts:
                path = (*path, self._counts[path])
            self._note(path)
            self._skip()
            if self._text[self._at] != ".":
                return path
            self._at += 1

    def _header(self, closing: str, *, many: bool) -> None:
        self._at += len(closing)
        path = self._keys(())
        self._at += len(closing)
        if many:
            # The last part may already carry the number of the table before, which this one follows.
            name = path[:-1] if isinstance(path[-1], int) else path
            self._counts[name] = self._counts.get(name, -1) + 1
            path = (*name, self._counts[name])
            self._note(path)
        self._table = path

    def _pair(self, within: Path) -> None:
        path = self._keys(within)
        self._at += 1
        self._value(path)

    def _value(self, path: Path) -> None:
        self._skip()
        first = self._text[self._at]
        if first == "[":
            self._items("]", path)
        elif first == "{":
            self._items("}", path)
        elif first in "\"'":
            self._take(_STRING)
        else:
            self._take(_BARE)

    def _items(self, closing: str, path: Path) -> None:
        """The elements of an array or the pairs of an inline table."""
        self._at += 1
        index = 0
        while self._skip() and self._text[self._at] != closing:
            if self._text[self._at] == ",":
                self._at += 1
            elif closing == "}":
                self._pair(path)
            else:
                self._note((*path, index))
                self._value((*path, index))
                index += 1
        self._at += 1


def _name(key: str) -> str:
    if key.startswith('"'):
        return _ESCAPE.sub(_unescaped, key[1:-1])
    return key.strip("'")


def _unescaped(found: re.Match[str]) -> str:
    short, long, simple = found.groups()
    return _SIMPLE[simple] if simple else chr(int(short or long, 16))
