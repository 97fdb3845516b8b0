"""The changes that may be made to the code of the rules, and where the code cites a rule."""

import ast
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import StringIO

from tests.mutation.mutants import Change, changes
from tests.rules.register.rows import ROOT
from tests.rules.rule_names import named_in

_WORDS = (ast.Compare, ast.AnnAssign, ast.keyword)
"""Where a word is a setting that may be another one."""

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class CodeChange:
    """A change and how a register names it.

    Attributes:
        file: The module, from the repository's root.
        where: The function or class that it is in; empty for the module's own lines.
        nth: Which change of that text in that place.
        change: The change.
    """

    file: str
    where: str
    nth: int
    change: Change


@dataclass(frozen=True, slots=True)
class Module:
    """A module of the rules.

    Attributes:
        file: From the repository's root.
        tree: Its syntax.
        places: Every change to it.
        cited: Of each rule, the lines of the code whose comment, docstring or text cites it: first and last, the
            nearest first.
    """

    file: str
    tree: ast.Module
    places: tuple[CodeChange, ...]
    cited: dict[str, tuple[tuple[int, int], ...]]


def modules(code: tuple[str, ...]) -> list[Module]:
    """The modules of some folders and files."""
    paths = [
        path
        for each in code
        for path in (sorted((ROOT / each).rglob("*.py")) if (ROOT / each).is_dir() else [ROOT / each])
    ]
    return [module(str(path.relative_to(ROOT))) for path in paths]


@cache
def module(file: str) -> Module:
    """One module, read once."""
    source = (ROOT / file).read_text(encoding="utf-8")
    tree = ast.parse(source)
    scopes = list(_scopes(tree, ""))
    seen: Counter[tuple[str, str]] = Counter()
    places = []
    for change in changes(tree, _more):
        where = _where(scopes, change.line)
        if where and change.is_of(ast.keyword) and change.what.startswith("'"):
            continue  # a word for the log
        places.append(CodeChange(file, where, seen[where, change.what], change))
        seen[where, change.what] += 1
    return Module(file, tree, tuple(places), _cited(source, tree, scopes))


@cache
def lines_of(file: str) -> tuple[str, ...]:
    """The lines of a module, from 0."""
    return tuple((ROOT / file).read_text(encoding="utf-8").splitlines())


def place_of(file: str, where: str, change: str, nth: int) -> CodeChange | None:
    """The change that a row names; None if the code has none such any more."""
    if not (ROOT / file).is_file():
        return None
    return next((p for p in module(file).places if (p.where, p.change.what, p.nth) == (where, change, nth)), None)


def _more(parent: ast.AST, node: ast.AST) -> Iterator[ast.AST]:
    """Changes that only tables of rules need: a face left out, an empty list, a setting the other way round."""
    match node:
        case ast.Tuple(elts=parts, ctx=ast.Load()) if parts and all(isinstance(each, ast.Name) for each in parts):
            for left_out in parts:
                yield ast.Tuple([each for each in parts if each is not left_out], ast.Load())
        case ast.Call(func=ast.Name(id="tuple"), args=[_]):
            yield ast.Tuple([], ast.Load())
        case ast.Attribute(value=ast.Attribute(attr="switches") | ast.Name(id="switches")) if not isinstance(
            parent, ast.Compare | ast.JoinedStr | ast.FormattedValue
        ):
            yield ast.UnaryOp(ast.Not(), node)
        case ast.Constant(value=str(word)) if word.isidentifier() and isinstance(
            parent, ast.Compare | ast.AnnAssign | ast.keyword
        ):
            yield ast.Constant(f"{word}_")


def _scopes(node: ast.AST, above: str) -> Iterator[tuple[str, Scope]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Scope):
            name = f"{above}.{child.name}" if above else child.name
            yield name, child
            yield from _scopes(child, name)
        else:
            yield from _scopes(child, above)


def _where(scopes: list[tuple[str, Scope]], line: int) -> str:
    return max((name for name, each in scopes if each.lineno <= line <= (each.end_lineno or 0)), key=len, default="")


def _cited(source: str, tree: ast.Module, scopes: list[tuple[str, Scope]]) -> dict[str, tuple[tuple[int, int], ...]]:
    """Where each rule is cited: first the statement, then the function or class around it."""
    statements = [each for each in ast.walk(tree) if isinstance(each, ast.stmt)]
    found: dict[str, list[tuple[int, int]]] = {}
    for line, text in _told(source):
        for rule in sorted(named_in(text) | _ranges(text)):
            spans = found.setdefault(rule, [])
            inner = [each for each in statements if each.lineno <= line <= (each.end_lineno or 0)]
            after = [each for each in statements if each.lineno > line]
            nearest = min(inner, key=lambda each: (each.end_lineno or 0) - each.lineno, default=None)
            if nearest is not None and not _is_text(nearest) and not isinstance(nearest, Scope):
                spans.append((nearest.lineno, nearest.end_lineno or 0))
            elif after and not any(_is_text(each) for each in inner):
                follows = min(after, key=lambda each: each.lineno)
                spans.append(
                    (follows.lineno, follows.lineno if isinstance(follows, Scope) else follows.end_lineno or 0)
                )
            around = [each for _, each in scopes if each.lineno <= line <= (each.end_lineno or 0)]
            if around:
                inmost = max(around, key=lambda each: each.lineno)
                spans.append((inmost.lineno, inmost.end_lineno or 0))
            elif nearest is not None and _is_text(nearest):  # a text below a module's own value
                before = [each for each in tree.body if (each.end_lineno or 0) < nearest.lineno]
                if before and (before[-1].end_lineno or 0) == nearest.lineno - 1:
                    spans.append((before[-1].lineno, before[-1].end_lineno or 0))
    return {rule: tuple(dict.fromkeys(spans)) for rule, spans in found.items()}


def _told(source: str) -> Iterator[tuple[int, str]]:
    """Every line of a comment or a text that may cite a rule."""
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if (
            (token.type in (tokenize.COMMENT, tokenize.STRING) and "S-" in token.string)
            or re.search(r"\b[A-Z]-[A-Z]+\d?-\d", token.string)
        ) and token.type in (tokenize.COMMENT, tokenize.STRING):
            yield token.start[0], " ".join(token.string.split())


def _ranges(text: str) -> set[str]:
    """The rules between two that a text names as first and last."""
    found = set()
    for area, first, last in re.findall(r"([A-Z]+-[A-Z]+\d?)-(\d\d) to (?:[A-Z]+-[A-Z]+\d?)?-?(\d\d)", text):
        found |= {f"{area}-{number:02d}" for number in range(int(first), int(last) + 1)}
    return found


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
