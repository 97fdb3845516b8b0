"""Reads TOML field by field; each fault becomes one sentence that names the file and the key."""

import json
import math
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from vision.errors import TableFileError, UnreadableFileError
from vision.file_bytes import read_bytes

SCHEMA = 1

MAX_BYTES = 1 << 20
"""Largest file accepted: a table with a thousand tags needs a tenth of it."""

MAX_ROWS = 1000
"""Most rows in a list, such as the corners of an outline."""

MAX_LETTERS = 1000
"""Most characters in a quoted string."""

_MAX_SHOWN = 60
_MAX_KEY_PARTS = 16
_PART = r"""(?>[A-Za-z0-9_-]+|"(?>[^"\\\n]|\\.)*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"""(?<![A-Za-z0-9_-]){_PART}(?>[ \t]*\.[ \t]*{_PART}){{{_MAX_KEY_PARTS}}}""")
"""Matches keys with too many parts: the time that the standard library takes grows with the cube of their number."""

_Value = TypeVar("_Value")


def read_text(path: Path | str) -> str:
    """Returns the text of a file.

    Raises:
        TableFileError: If the file cannot be read.
    """
    try:
        text = read_bytes(Path(path), MAX_BYTES).decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError:
        raise TableFileError(
            f"{path}: this is not a text file in UTF-8; give the table's file, or save it as UTF-8 if it is that"
        ) from None
    except UnreadableFileError as error:
        raise TableFileError(f"{path}: the file {error}") from error
    return text.replace("\r\n", "\n")


def quoted(text: str) -> str:
    """Returns a value as a TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


class Fields:
    """The keys of one TOML table. Each is taken once; a key left over is an error."""

    def __init__(self, data: dict[str, Any], file: str, place: str = "") -> None:
        """Wraps a table.

        Args:
            data: The parsed table.
            file: The file's name for messages.
            place: Where the table stands in the file, such as `base "greer"`; empty for the file itself.
        """
        self._left = dict(data)
        self._file = file
        self._place = place

    @classmethod
    def of_text(cls, text: str, file: str, kind: str = "") -> "Fields":
        """Returns the top-level fields of a file with a schema that this program knows.

        Args:
            text: TOML.
            file: The file's name for messages.
            kind: What such a file is and which command makes one, for whoever names another file; empty says neither.

        Raises:
            TableFileError: If the text is not TOML, or has another schema.
        """
        if _LONG_KEY.search(text) is not None:
            raise TableFileError(f"{file}: a key has {_MAX_KEY_PARTS} parts at most")
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise TableFileError(f"{file}: this is not TOML: {error}") from error
        except ValueError as error:
            raise TableFileError(f"{file}: this is not TOML that can be read: it holds a number without end") from error
        except RecursionError:
            raise TableFileError(f"{file}: its lists are too deep in one another") from None
        fields = cls(data, file)
        if kind and "schema" not in data:
            raise TableFileError(f"{file}: this is no {kind}: it lacks the line `schema = {SCHEMA}`")
        schema = fields.whole("schema")
        if schema != SCHEMA:
            raise fields.fault("schema", f"{SCHEMA} is the only schema this program knows", schema)
        return fields

    def named(self, place: str) -> "Fields":
        """Returns the same keys under a more specific name for messages."""
        return Fields(self._left, self._file, place)

    def fault(self, key: str, expected: str, came: object) -> TableFileError:
        """Returns the error to raise for an invalid value."""
        return TableFileError(f"{self._file}: {self._path(key)}: {expected}, not {_shown(came)}")

    def number(
        self, key: str, default: float | None = None, *, above: float | None = None, most: float = math.inf
    ) -> float:
        """Returns a finite number.

        Args:
            key: The key.
            default: Value if the key is missing; None if the key is required.
            above: Lower bound, exclusive.
            most: Upper bound of the absolute value.
        """
        value = self._take(key, default)
        number = self._as_number(key, value, most)
        if above is not None and number <= above:
            raise self.fault(key, f"expected a number above {above:g}", value)
        return number

    def whole(self, key: str) -> int:
        """Returns a whole number that is 0 or more."""
        value = self._take(key, None)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= sys.maxsize:
            raise self.fault(key, "expected a whole number, 0 or more", value)
        return value

    def text(self, key: str) -> str:
        """Returns a non-empty text."""
        value = self._take(key, None)
        if not isinstance(value, str) or not value.strip():
            raise self.fault(key, "expected a text in quotes", value)
        if len(value) > MAX_LETTERS:
            raise self.fault(key, f"expected a text of {MAX_LETTERS} letters at most", value)
        return value

    def optional(self, key: str, take: Callable[[str], _Value]) -> _Value | None:
        """Returns the result of `take`, or None if the key is missing."""
        return take(key) if key in self._left else None

    def flag(self, key: str, *, default: bool) -> bool:
        """Returns a Boolean value."""
        value = self._take(key, default)
        if not isinstance(value, bool):
            raise self.fault(key, "expected true or false", value)
        return value

    def numbers(self, key: str, count: int, *, most: float = math.inf) -> tuple[float, ...]:
        """Returns a list of `count` numbers; `most` limits each as in `number`."""
        return self._as_numbers(key, self._take(key, None), count, most)

    def size(self, key: str, *, most: float = math.inf) -> tuple[int, int]:
        """Returns two whole numbers above 0, such as width and height; `most` limits each as in `number`."""
        width, height = self.numbers(key, 2, most=most)
        if not (width.is_integer() and height.is_integer() and min(width, height) > 0):
            raise self.fault(key, "expected two whole numbers above 0", [width, height])
        return int(width), int(height)

    def texts(self, key: str) -> tuple[str, ...]:
        """Returns a list of texts; empty if the key is missing."""
        value = self._take(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            raise self.fault(key, "expected a list of texts in quotes", value)
        return tuple(value)

    def rows(self, key: str, width: int, *, most: float = math.inf) -> tuple[tuple[float, ...], ...]:
        """Returns a list of lists of `width` numbers each; `most` limits each number as in `number`."""
        value = self._take(key, None)
        if not isinstance(value, list):
            raise self.fault(key, f"expected a list of lists of {width} numbers", value)
        if len(value) > MAX_ROWS:
            raise self.fault(key, f"expected {MAX_ROWS} lists at most", len(value))
        return tuple(self._as_numbers(key, row, width, most) for row in value)

    def whole_rows(self, key: str, width: int, *, most: int) -> tuple[tuple[int, ...], ...]:
        """Returns a list of lists of `width` whole numbers each; `most` limits each number as in `number`."""
        value = self._take(key, None)
        if not isinstance(value, list):
            raise self.fault(key, f"expected a list of lists of {width} whole numbers", value)
        if len(value) > MAX_ROWS:
            raise self.fault(key, f"expected {MAX_ROWS} lists at most", len(value))
        for row in value:
            if not isinstance(row, list) or len(row) != width or not all(_is_whole(entry, most) for entry in row):
                expected = f"expected lists of {width} whole numbers up to {most}"
                raise self.fault(key, expected, row)
        return tuple(tuple(row) for row in value)

    def table(self, key: str) -> "Fields":
        """Returns a sub-table."""
        value = self._take(key, None)
        if not isinstance(value, dict):
            raise self.fault(key, f"expected a table, written [{self._path(key)}]", value)
        return Fields(value, self._file, self._path(key))

    def tables(self, key: str) -> "tuple[Fields, ...]":
        """Returns a list of tables; empty if the key is missing."""
        value = self._take(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.fault(key, f"expected a list of tables, written [[{key}]]", value)
        return tuple(Fields(entry, self._file, f"{self._path(key)} {i + 1}") for i, entry in enumerate(value))

    def finish(self) -> None:
        """Checks that every key has been taken.

        Raises:
            TableFileError: If keys are left over.
        """
        for key in self._left:
            raise TableFileError(f"{self._file}: {self._path(key[:_MAX_SHOWN])}: this key is unknown")

    def _take(self, key: str, default: object) -> object:
        if key not in self._left:
            if default is None:
                raise TableFileError(f"{self._file}: {self._path(key)}: this key is missing")
            return default
        return self._left.pop(key)

    def _path(self, key: str) -> str:
        return f"{self._place}.{key}" if self._place else key

    def _as_number(self, key: str, value: object, most: float) -> float:
        # Python's whole numbers are unbounded; those too large for a float are rejected here.
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
            raise self.fault(key, "expected a number", value)
        if abs(value) > most:
            raise self.fault(key, f"expected a number up to {most:g}", value)
        return float(value)

    def _as_numbers(self, key: str, value: object, count: int, most: float) -> tuple[float, ...]:
        if not isinstance(value, list) or len(value) != count:
            raise self.fault(key, f"expected a list of {count} numbers", value)
        return tuple(self._as_number(key, entry, most) for entry in value)


def _is_whole(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= most


def _shown(value: object) -> str:
    """Returns a value as text for a message, shortened: Python refuses to print numbers of thousands of digits."""
    try:
        shown = repr(value)
    except (ValueError, RecursionError):
        return "one without end"
    return shown if len(shown) <= _MAX_SHOWN else f"{shown[:_MAX_SHOWN]}…"
