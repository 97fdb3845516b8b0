"""Runs single tests in forks of one pytest session, with a change made to functions that are already imported.

All modules are imported and all tests collected once. A fork puts the changed code into the function that everybody
holds, or gives a module's value anew to all who hold it, and runs one test; the parent stays as it was.
"""

import ast
import functools
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tests.rules.register.code import CodeChange, module
from tests.rules.register.outcome import FailureNote
from tests.rules.register.rows import ROOT

LIMIT_S = 20.0
"""A test that runs longer than this, with what it waits for on a busy machine, is taken for endless."""

ARGUMENTS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:rerunfailures")


@dataclass(frozen=True, slots=True)
class TestRun:
    """What became of one test.

    Attributes:
        passed: Whether it passed, or was skipped.
        asserted: Whether it failed because something it expects is otherwise, and not because the program broke.
        why: The error, shortened.
        lines: Which lines of the rules it ran, where that was asked.
        seconds: How long it took.
    """

    passed: bool
    asserted: bool
    why: str
    lines: dict[str, list[int]]
    seconds: float


class CannotChange(Exception):  # noqa: N818 (a fact, no fault)
    """A change that only shows when the module is imported anew."""


class Session:
    """A pytest plugin that gives the collected tests to some work instead of running them."""

    def __init__(self, code: tuple[str, ...], work: Callable[["Session"], None]) -> None:
        self._code, self._work = code, work
        self.note = FailureNote()
        self.items: dict[str, pytest.Item] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {each.nodeid: each for each in session.items}
        self._work(self)
        return True

    def run(self, test: str, place: CodeChange | None = None, *, trace: bool = False) -> TestRun:
        """Runs one test in a fork.

        Args:
            test: Its id.
            place: The change to make first.
            trace: Whether to note the lines it runs.

        Raises:
            CannotChange: If the change needs its module to be imported anew.
        """
        began = time.monotonic()
        change = None if place is None else prepared(place)
        reading, writing = os.pipe()
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._be_child(writing, test, change, trace=trace)
        os.close(writing)
        told = bytearray()
        while (left := began + LIMIT_S - time.monotonic()) > 0 and select.select([reading], [], [], left)[0]:
            piece = os.read(reading, 1 << 16)
            if not piece:
                break
            told += piece
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        seconds = time.monotonic() - began
        if not told:
            return TestRun(passed=False, asserted=False, why="never ended", lines={}, seconds=seconds)
        return TestRun(**json.loads(told), seconds=seconds)

    def _be_child(self, writing: int, test: str, change: "Callable[[], None] | None", *, trace: bool) -> None:
        with open(os.devnull, "wb") as sink:  # noqa: PTH123 (a device)
            os.dup2(sink.fileno(), 1)
            os.dup2(sink.fileno(), 2)
        told: dict[str, object] = {"passed": False, "asserted": False, "why": "broke", "lines": {}}
        try:
            if change is not None:
                change()
            include = [f"{ROOT / each}/*" if (ROOT / each).is_dir() else str(ROOT / each) for each in self._code]
            measured = coverage.Coverage(data_file=None, config_file=False, include=include) if trace else None
            if measured is not None:
                measured.set_option("run:disable_warnings", ["no-data-collected", "module-not-measured"])
                measured.start()
            reports = runtestprotocol(self.items[test], log=False, nextitem=None)
            if measured is not None:
                measured.stop()
                data = measured.get_data()
                told["lines"] = {
                    str(Path(each).relative_to(ROOT)): data.lines(each) or [] for each in data.measured_files()
                }
            told["passed"] = all(each.passed or each.skipped for each in reports)
            told |= {"asserted": self.note.asserted, "why": self.note.why}
        finally:
            os.write(writing, json.dumps(told).encode()) if len(json.dumps(told)) < 60_000 else _write_all(
                writing, told
            )
            os._exit(0)


def collected(code: tuple[str, ...], tests: tuple[str, ...], work: Callable[[Session], None]) -> None:
    """Collects tests and does some work with them.

    Raises:
        SystemExit: If they cannot be collected.
    """
    os.chdir(ROOT)
    session = Session(code, work)
    result = pytest.main([*ARGUMENTS, *tests], plugins=[session, session.note])
    if result not in (0, 5):
        raise SystemExit(f"The tests could not be collected (pytest ended with {result}).")


def _write_all(writing: int, told: dict[str, object]) -> None:
    data = json.dumps(told).encode()
    while data:
        data = data[os.write(writing, data) :]


def prepared(place: CodeChange) -> Callable[[], None]:
    """What makes a change in this process.

    Raises:
        CannotChange: If the module would have to be imported anew.
    """
    source, path = module(place.file), str(ROOT / place.file)
    name = place.file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    loaded = sys.modules.get(name)
    if loaded is None:
        raise CannotChange(f"{name} is not imported")
    top = next(
        each
        for each in source.tree.body
        if each.lineno <= place.change.line <= (each.end_lineno or 0) or _decorated(each, place.change.line)
    )
    if isinstance(top, ast.Assign | ast.AnnAssign):
        with place.change.made():
            compiled = [
                compile(ast.Module([each], []), path, "exec", dont_inherit=True)
                for each in _dependent(source.tree, top)
            ]
        return functools.partial(_give_anew, loaded, compiled, [_names(each) for each in _dependent(source.tree, top)])
    function = _function(loaded, source.tree, place)
    code = _code_of(place.change.compiled(source.tree, path), function.__code__)
    return functools.partial(_put_code, function, code)


def _decorated(node: ast.stmt, line: int) -> bool:
    return any(each.lineno <= line for each in getattr(node, "decorator_list", [])) and line <= (node.end_lineno or 0)


def _function(loaded: ModuleType, tree: ast.Module, place: CodeChange) -> FunctionType:
    held: object = loaded
    body: list[ast.stmt] = tree.body
    for part in place.where.split("."):
        node = next((n for n in body if isinstance(n, ast.FunctionDef | ast.ClassDef) and n.name == part), None)
        if node is None:
            break
        held = vars(held)[part]
        if isinstance(node, ast.FunctionDef):
            first = node.body[0].lineno
            if place.change.line < first:
                raise CannotChange("a default of an argument")
            while not isinstance(held, FunctionType):
                inner = next((getattr(held, n) for n in ("__func__", "fget", "__wrapped__") if hasattr(held, n)), None)
                if inner is None:
                    break
                held = inner
            while isinstance(held, FunctionType) and hasattr(held, "__wrapped__"):
                held = held.__wrapped__
            if isinstance(held, FunctionType):
                return held
            break
        body = node.body
    raise CannotChange(f"{place.where or 'the module'} has no function there")


def _code_of(within: CodeType, old: CodeType) -> CodeType:
    waiting = [within]
    while waiting:
        code = waiting.pop()
        if (code.co_qualname, code.co_firstlineno) == (old.co_qualname, old.co_firstlineno):
            return code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    raise CannotChange(f"{old.co_qualname} is not found again")


def _put_code(function: FunctionType, code: CodeType) -> None:
    function.__code__ = code


def _names(node: ast.stmt) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _dependent(tree: ast.Module, top: ast.stmt) -> list[ast.stmt]:
    """A module's value and those made of it, in their order."""
    names, found = _names(top), [top]
    for each in tree.body[tree.body.index(top) + 1 :]:
        used = {n.id for n in ast.walk(each) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        if isinstance(each, ast.Assign | ast.AnnAssign) and used & names:
            names |= _names(each)
            found.append(each)
    return found


def _give_anew(loaded: ModuleType, compiled: list[CodeType], names: list[set[str]]) -> None:
    for code, given in zip(compiled, names, strict=True):
        before = {name: vars(loaded)[name] for name in given if name in vars(loaded)}
        exec(code, vars(loaded))  # noqa: S102 (our own code, changed in one place)
        for name, old in before.items():
            new = vars(loaded)[name]
            if isinstance(old, dict) and isinstance(new, dict):
                old.clear()
                old.update(new)
                setattr(loaded, name, old)
                continue
            for holder in _holders():
                for held, value in list(vars(holder).items()):
                    if value is old:
                        setattr(holder, held, new)


def _holders() -> Iterator[ModuleType]:
    for each in list(sys.modules.values()):
        if isinstance(each, ModuleType) and (each.__name__ or "").split(".")[0] in ("companion", "tests"):
            yield each
