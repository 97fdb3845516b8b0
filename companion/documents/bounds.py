"""What parsed TOML and JSON may hold: no depth without end, no number or text that the program could not work with."""

import math
from collections.abc import Iterator

from companion.documents.toml_lines import Path

DEEPEST = 64
"""Lists and tables in one another; card effects, the deepest that is known, take ten."""
_MAX_PARTS, _MAX_LETTERS = 8, 40
"""Of a place that a message names."""
LARGEST_WHOLE = 2**63 - 1
"""What TOML promises, and all of it that databases and other programs take."""


def first_excess(document: object, *, finite: bool = True) -> tuple[Path, str] | None:
    """Where parsed data goes beyond its bounds, and a sentence that says how; None if it does not.

    Args:
        document: What a reader of TOML or JSON gave.
        finite: Whether infinities and what is no number are beyond them.
    """
    waiting: list[tuple[Path, object]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        wrong = None if isinstance(value, float) and not finite else _wrong(value)
        if wrong is not None:
            return path, wrong
        if isinstance(value, dict | list):
            if len(path) == DEEPEST:
                return path, f"lists and tables stand more than {DEEPEST} deep in one another"
            waiting.extend((((*path, key), inner) for key, inner in _inner(value)))
    return None


def named(path: Path) -> str:
    """A place in a document, as a message names it."""
    shown = ".".join(str(part)[:_MAX_LETTERS] for part in path[:_MAX_PARTS])
    return f"{shown}…" if len(path) > _MAX_PARTS else shown or "the whole"


def _inner(value: dict[str, object] | list[object]) -> Iterator[tuple[str | int, object]]:
    return iter(value.items()) if isinstance(value, dict) else iter(enumerate(value))


def _wrong(value: object) -> str | None:
    match value:
        case bool():
            return None
        case int() if abs(value) > LARGEST_WHOLE:
            return "this number is too large; a whole number has 18 digits at most"
        case float() if not math.isfinite(value):
            return "a finite number was expected"
        case str() if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            return "this text holds half a letter, which cannot be written"
        case dict() if any(_wrong(key) is not None for key in value):
            return "a key holds half a letter, which cannot be written"
        case _:
            return None
