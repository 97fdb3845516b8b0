"""Small changes to a module's source, each of which a test should notice.

The changes are those that people make by mistake: a limit that is left out or let in, a sign, a factor, a condition
the wrong way round, a step forgotten. Changes that break a module as soon as it is imported would only flatter the
tests, so annotations and names stay as they are. So does `strict` of a zip: like an assertion it says what is always
so.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_OTHER_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_FIRST_ARGUMENT = frozenset({"abs", "remainder", "hypot", "sorted", "reversed"})
"""Calls that may be forgotten: their first argument stands in their place."""

_NOT_MUTATED = frozenset({"annotation", "returns", "decorator_list", "bases", "type_params"})
_PARTS = ast.comprehension | ast.arguments | ast.keyword | ast.match_case | ast.excepthandler | ast.withitem
"""What is no statement or expression itself, but holds some."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change.

    Attributes:
        line: Where it is, from 1.
        what: The code before and after it.
        code: The changed module.
    """

    line: int
    what: str
    code: CodeType


@dataclass(frozen=True, slots=True)
class Change:
    """One change to a syntax tree, which can be made and taken back.

    Attributes:
        line: Where it is, from 1.
        what: The code before and after it.
    """

    line: int
    what: str
    _at: tuple[ast.AST, str, int | None]
    _node: ast.AST
    _other: ast.AST

    def compiled(self, tree: ast.Module, path: str) -> CodeType:
        """The changed module; the tree stays as it was.

        Args:
            tree: The tree that the change was found in.
            path: Its file, for tracebacks.
        """
        with self.made():
            return compile(tree, path, "exec", dont_inherit=True)

    def is_of(self, parent: type[ast.AST]) -> bool:
        """Whether what is changed is a part of such a node."""
        return isinstance(self._at[0], parent)

    @contextmanager
    def made(self) -> Iterator[None]:
        """Has the change in its tree for a while."""
        ast.copy_location(self._other, self._node)
        _put(*self._at, ast.fix_missing_locations(self._other))
        try:
            yield
        finally:
            _put(*self._at, self._node)


def changes(tree: ast.Module, more: Callable[[ast.AST, ast.AST], Iterator[ast.AST]] | None = None) -> list[Change]:
    """All changes to a module, in the order of its lines.

    Args:
        tree: The module.
        more: Further replacements of a node, given its parent and it.
    """
    found = []
    for parent, field, at, node in list(_places(tree)):
        for other in (*_changed(node), *(more(parent, node) if more else ())):
            what = f"{ast.unparse(node)}  ->  {ast.unparse(other)}"
            found.append(Change(getattr(node, "lineno", 0), what, (parent, field, at), node, other))
    return sorted(found, key=lambda each: each.line)


def mutants(source: str, path: str) -> list[Mutant]:
    """All changes to a module, compiled, in the order of its lines.

    Args:
        source: The text of the module.
        path: Its file, for tracebacks.
    """
    tree = ast.parse(source)
    return [Mutant(each.line, each.what, each.compiled(tree, path)) for each in changes(tree)]


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Every statement and expression that may be changed, with its parent, its field and its index there."""
    for field, value in ast.iter_fields(node):
        if field in _NOT_MUTATED or (isinstance(node, ast.keyword) and node.arg == "strict"):
            continue
        for at, each in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(each, ast.stmt | ast.expr | _PARTS):
                if isinstance(each, ast.stmt | ast.expr):
                    yield node, field, at, each
                yield from _places(each)


def _put(parent: ast.AST, field: str, at: int | None, node: ast.AST) -> None:
    if at is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[at] = node


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.stmt):
        yield from _changed_statement(node)
    elif isinstance(node, ast.Call):
        yield from _changed_call(node)
    elif isinstance(node, ast.Constant):
        yield from _changed_constant(node)
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        for which, part in enumerate(node.generators):
            if part.ifs:
                other = copy.deepcopy(node)
                other.generators[which].ifs = []
                yield other
    elif isinstance(node, ast.expr):
        yield from _changed_operator(node)


def _changed_operator(node: ast.expr) -> Iterator[ast.AST]:
    match node:
        case ast.Compare():
            for at, operator in enumerate(node.ops):
                other = copy.deepcopy(node)
                other.ops[at] = _COMPARISONS[type(operator)]()
                yield other
        case ast.BinOp(op=operator) if type(operator) in _OPERATORS:
            yield ast.BinOp(node.left, _OPERATORS[type(operator)](), node.right)
        case ast.BoolOp(op=operator):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), node.values)
            for left_out in node.values:
                left = [each for each in node.values if each is not left_out]
                yield ast.BoolOp(operator, left) if len(left) > 1 else copy.deepcopy(left[0])
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield copy.deepcopy(operand)
        case ast.IfExp(test=ast.Name() | ast.Attribute() | ast.Call() as test):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)


def _changed_call(node: ast.Call) -> Iterator[ast.AST]:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if isinstance(node.func, ast.Name) and name in _OTHER_CALLS:
        yield ast.Call(ast.Name(_OTHER_CALLS[name], ast.Load()), node.args, node.keywords)
        if len(node.args) == 2 and not any(isinstance(each, ast.Starred) for each in node.args):
            yield from (copy.deepcopy(each) for each in node.args)
    if name in _FIRST_ARGUMENT and node.args and not isinstance(node.args[0], ast.Starred):
        first = node.args[0]
        as_list = ast.Call(ast.Name("list", ast.Load()), [first], [])
        yield as_list if name in ("sorted", "reversed") else copy.deepcopy(first)
    if name == "replace":
        for at in range(len(node.keywords)):
            yield ast.Call(node.func, node.args, node.keywords[:at] + node.keywords[at + 1 :])


def _changed_constant(node: ast.Constant) -> Iterator[ast.AST]:
    match node.value:
        case bool(value):
            yield ast.Constant(not value)
        case int(value):
            yield ast.Constant(value + 1)
        case float(value):
            yield ast.Constant(value * 1.5 or 1.0)


def _changed_statement(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.If(test=ast.Name() | ast.Attribute() | ast.Call() as test):
            yield ast.If(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)
        case ast.AugAssign(op=operator) if type(operator) in _OPERATORS:
            yield ast.AugAssign(node.target, _OPERATORS[type(operator)](), node.value)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
