"""Which rules of the catalogues a text or a test names: written out, in short, or in the name of a test function."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

_PLAIN = re.compile(r"\b[A-Z]-[A-Z]+\d?-\d+")
_SHORT = re.compile(r"\b([A-Z]-[A-Z]+\d?)-\d+((?:(?:(?![A-Z]-[A-Z]+\d?-\d)[^\n.;])*?, -\d\d\b)+)")
_RANGE = re.compile(r"\b([A-Z]-[A-Z]+\d?)-(\d\d) to (?:[A-Z]-[A-Z]+\d?)?-?(\d\d)")
_IN_NAME = re.compile(r"(?:_([a-z])|_and)_([a-z]+)((?:_(?:and_|to_)?\d\d(?!\d))+)")
_NUMBER = re.compile(r"(to_)?(\d\d)")


def named_in(text: str) -> set[str]:
    """Ids that a text names: written out, or in the name of a test, such as `test_s_back_08_to_10_…`."""
    short = {f"{area}-{each}" for area, rest in _SHORT.findall(text) for each in re.findall(r", -(\d\d)\b", rest)}
    ranges = {
        f"{area}-{number:02d}"
        for area, first, last in _RANGE.findall(text)
        for number in range(int(first), int(last) + 1)
    }
    names = {each for name in re.findall(r"def (test_\w+)", text) for each in in_name(name)}
    return {*_PLAIN.findall(text), *short, *ranges, *names}


def in_name(name: str) -> Iterator[str]:
    """Ids that the name of a test function names."""
    game = ""
    for letter, area, numbers in _IN_NAME.findall(name):
        game = letter or game
        last = 0
        for upto, number in _NUMBER.findall(numbers):
            for each in range(last + 1 if upto else int(number), int(number) + 1):
                if game:
                    yield f"{game.upper()}-{area.upper()}-{each:02d}"
            last = int(number)


def named_by_tests(path: Path) -> dict[str, set[str]]:
    """The ids that each test of a file names, by the function's name.

    A comment above a test or in it counts as its own, and so does a table of the module whose rows it is given.
    """
    source = path.read_text(encoding="utf-8")
    lines, tree = source.splitlines(), ast.parse(source)
    tables: dict[str, set[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            named = named_in(_with_comment_above(lines, node))
            tables |= {each.id: named for each in ast.walk(node) if _is_stored(each)}
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            given = {each.id for row in node.decorator_list for each in ast.walk(row) if isinstance(each, ast.Name)}
            named = named_in(_with_comment_above(lines, node))
            found[node.name] = named.union(*(tables[each] for each in given if each in tables))
    return found


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _with_comment_above(lines: list[str], node: ast.stmt) -> str:
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))]) - 1
    start = first
    while start > 0 and lines[start - 1].lstrip().startswith("#"):
        start -= 1
    return "\n".join(lines[start : node.end_lineno])
