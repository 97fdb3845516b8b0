"""Changes that no test can notice; they are left out of the share that tests must notice, and counted apart.

Most are known one by one. Two kinds are known by the names in them:

- A tolerance for rounding. No measured value lies between two thirds of it and one and a half times it, so that it
  makes no difference whether the tolerance itself is let in, nor whether it is half as large again: `test_tolerances`
  tries it.
- A sense of turn, 1 or -1. A product with it is the quotient by it, exactly.
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.mutation.mutants import Change, Mutant
from tests.mutation.rooms import ROOT

Identity = tuple[str, str, str]
"""What a change is known by, wherever its line has moved to: its file, its line of code, the change."""

_LIMITS = ast.Lt | ast.LtE | ast.Gt | ast.GtE


def identity(path: Path, change: Change | Mutant) -> Identity:
    """What a change of a file is known by."""
    line = path.read_text("utf-8").splitlines()[change.line - 1].strip()
    return str(path.relative_to(ROOT)), line, change.what


@cache
def _told() -> Mapping[str, list[dict[str, str]]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def equivalents() -> Mapping[Identity, str]:
    """Each change that is known alone, with its reason."""
    return {(each["file"], each["line"], each["change"]): each["reason"] for each in _told()["change"]}


def tolerances() -> list[tuple[str, str]]:
    """Names of tolerances for rounding, each with the folder of the modules that have it."""
    return [(each["name"], each["under"]) for each in _told()["tolerance"]]


def names_of(kind: str, path: str) -> frozenset[str]:
    """The names of that kind, `tolerance` or `sense`, that count in a file."""
    return frozenset(each["name"] for each in _told()[kind] if path.startswith(each["under"]))


def is_equivalent(path: Path, change: Change | Mutant) -> bool:
    """Whether no test can notice a change of a file."""
    where, line, what = known = identity(path, change)
    before, _, after = what.partition("  ->  ")
    if known in equivalents():
        return True
    if re.fullmatch(r"[\d.e-]+", before):
        return line.split(" = ")[0] in names_of("tolerance", where)
    try:
        one, other = (ast.parse(each, mode="eval").body for each in (before, after))
    except SyntaxError:
        return False
    match one, other:
        case ast.Compare(), ast.Compare():
            at = [n for n, (a, b) in enumerate(zip(one.ops, other.ops, strict=True)) if type(a) is not type(b)]
            sides = [each for n in at for each in (one.left, *one.comparators)[n : n + 2]]
            limits = all(isinstance(one.ops[n], _LIMITS) for n in at)
            return limits and not names_of("tolerance", where).isdisjoint(_names(sides))
        case ast.BinOp(op=ast.Mult(), right=right), ast.BinOp(op=ast.Div()):
            factor = right.value if isinstance(right, ast.Subscript) else right
            return not names_of("sense", where).isdisjoint(_names([factor]))
    return False


def _names(nodes: list[ast.expr]) -> Iterator[str]:
    """The names in a sum or product; what is left of a choice between two numbers may be none of them."""
    for node in nodes:
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.Call(func=ast.Name(id="min" | "max")):
                pass
            case _:
                yield from _names([each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)])
