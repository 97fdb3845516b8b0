"""Which rules of the catalogue the tests name: in the names of test functions, in comments and in what they assert."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOMS = ("cards", "games", "geometry", "record", "rules")
"""Folders of tests that are about rules."""

AREAS = (
    *("const", "zone", "card", "deck", "setup", "turn", "play", "summon", "terrain", "act", "move", "back", "melee"),
    *("ranged", "los", "dmg", "abil", "stealth", "end", "var", "dragon", "ab", "ex", "diff"),
)
ABOUT_NAMES = frozenset({"rule_names.py", "test_catalogue.py", "ids.txt", "not_checkable.toml"})
"""Files beside this one that name rules without testing them."""

_PLAIN = re.compile(r"S-[A-Z]+-\d+")
_SHORT = re.compile(r"S-([A-Z]+)-\d+((?:[^\n.;]*?, -\d\d\b)+)")
_IN_NAME = re.compile(rf"(?:s|and)_({'|'.join(AREAS)})((?:_(?:and_|to_)?\d\d(?!\d))+)")
_NUMBER = re.compile(r"(to_)?(\d\d)")


def named_in(text: str) -> set[str]:
    """Ids that a text names: written out, or in the name of a test, such as `test_s_back_08_to_10_…`."""
    short = {f"S-{area}-{each}" for area, rest in _SHORT.findall(text) for each in re.findall(r", -(\d\d)\b", rest)}
    return (
        set(_PLAIN.findall(text))
        | short
        | {each for name in re.findall(r"def (test_\w+)", text) for each in in_name(name)}
    )


def in_name(name: str) -> Iterator[str]:
    """Ids that the name of a test function names."""
    for area, numbers in _IN_NAME.findall(name):
        last = 0
        for upto, number in _NUMBER.findall(numbers):
            for each in range(last + 1 if upto else int(number), int(number) + 1):
                yield f"S-{area.upper()}-{each:02d}"
            last = int(number)


def named_in_tests() -> set[str]:
    """Ids that any test names."""
    found: set[str] = set()
    for path in (each for room in ROOMS for each in (TESTS / room).rglob("*")):
        if path.suffix == ".py" and path.name not in ABOUT_NAMES:
            found |= named_in(_without_opening(path.read_text(encoding="utf-8")))
        elif path.suffix == ".game":
            found |= named_in(path.read_text(encoding="utf-8"))
    return found


def _without_opening(text: str) -> str:
    """A module without its docstring, which tells what it is about and tests nothing."""
    body = ast.parse(text).body
    opening = body[0] if body else None
    if isinstance(opening, ast.Expr) and isinstance(opening.value, ast.Constant) and opening.end_lineno:
        return "\n".join(text.splitlines()[opening.end_lineno :])
    return text
