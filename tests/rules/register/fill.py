"""Finds, for each rule, a test and a change of the rule's code that it notices."""

import ast
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.rules.register.check import noticed
from tests.rules.register.code import CodeChange, Module, lines_of, modules, place_of
from tests.rules.register.rows import ROOT, Register, Row, write
from tests.rules.register.session import Session, TestRun
from tests.rules.rule_names import named_by_tests, named_in

MAX_RUNS = 12
"""How many changes are tried for one rule, of each sort."""

MAX_TESTS = 6
"""How many of the tests that name a rule are tried."""

SELDOM = 0.25
"""Where no code cites a rule, a change counts only in code that at most this share of the rules' tests run."""

SLOW_S = 8.0
"""Tests that take longer alone prove nothing cheaply."""


@dataclass(slots=True)
class Filler:
    """What is known while a register is filled.

    Attributes:
        register: What is filled.
        ids: The rules, in the catalogue's order.
        only: Of which to look for rows; empty for all without one.
    """

    register: Register
    ids: list[str]
    only: set[str]
    _ran: dict[str, TestRun] = field(default_factory=dict)
    _tests: dict[str, list[str]] = field(default_factory=dict)
    _modules: list[Module] = field(default_factory=list)
    _often: Counter[tuple[str, int]] = field(default_factory=Counter)
    _killed: dict[tuple[str, CodeChange], bool] = field(default_factory=dict)

    def fill(self, session: Session) -> None:
        """Looks for a row for every rule that has none."""
        began = time.monotonic()
        self._modules = modules(self.register.code)
        self._tests = tests_by_rule(session, set(self.ids))
        print(f"{len(session.items)} tests collected", flush=True)
        sources = {each.file: each for each in self._modules}
        for rule in self.ids:
            known = rule in self.register.argued or self._is_there(session, rule)
            if (self.only and rule not in self.only) or known:
                continue
            row = self._row(session, rule)
            if row is not None:
                for table in (self.register.proved, self.register.reached):
                    table.pop(rule, None)
                cited = any(cites(row, each, sources) for each in meant(self.register.game)[rule])
                is_proof = cited or is_example(rule) or self._is_named(rule, row)
                (self.register.proved if is_proof else self.register.reached)[rule] = row
                self.register.open.pop(rule, None)
                write(self.register, self.ids)
            elif rule not in self.register.rows:
                self.register.open.setdefault(rule, "no change is noticed yet")
            print(f"{rule}: {'nothing' if row is None else row.change!r}", flush=True)
        print(f"filled in {time.monotonic() - began:.0f} s", flush=True)

    def _is_there(self, session: Session, rule: str) -> bool:
        """Whether a rule has a row whose test and change are still there; `check` says whether it holds."""
        row = self.register.proved.get(rule)
        change = None if row is None else place_of(row.file, row.where, row.change, row.nth)
        return row is not None and change is not None and row.test in session.items

    def _trace(self, session: Session, rule: str) -> None:
        """Runs the first tests that name a rule once without a change, to see which lines they run."""
        for test in self._tests.get(rule, [])[:MAX_TESTS]:
            if test not in self._ran:
                self._ran[test] = session.run(test, trace=True)
                for file, lines in self._ran[test].lines.items():
                    self._often.update((file, line) for line in lines)

    def _row(self, session: Session, rule: str) -> Row | None:
        self._trace(session, rule)
        named = [each for each in self._tests.get(rule, []) if self._usable(each)]
        named.sort(key=lambda each: self._ran[each].seconds)
        cited = list(self._cited(rule))
        stages = [
            ((test, place) for place in cited for test in named if self._runs(test, place)),
            ((test, place) for test in named for place in self._hinted(rule, test)),
            ((test, place) for place in cited for test in self._others(place)),
        ]
        if rule not in self.register.reached:
            stages.append((test, place) for test in named for place in self._seldom(test))
        for wanted in stages:
            for tried, (test, place) in enumerate(wanted):
                if tried >= MAX_RUNS:
                    break
                if self._notices(session, test, place):
                    return Row(test, place.file, place.where, place.change.what, place.nth)
        return None

    def _usable(self, test: str) -> bool:
        return test in self._ran and self._ran[test].passed and self._ran[test].seconds < SLOW_S

    def _runs(self, test: str, place: CodeChange) -> bool:
        lines = self._ran[test].lines
        # What a module keeps as its value was run when it was imported.
        return place.change.line in lines.get(place.file, ()) or is_of_import(place)

    def _notices(self, session: Session, test: str, place: CodeChange) -> bool:
        if (test, place) not in self._killed:
            passed, asserted, _ = noticed(session, test, place)
            self._killed[test, place] = asserted and not passed
        return self._killed[test, place]

    def _cited(self, rule: str) -> Iterator[CodeChange]:
        """Changes to the code that cites a rule: the nearest statements first, then the functions around them."""
        spans = [
            (at, each, span)
            for each in self._modules
            for name in meant(self.register.game)[rule]
            for at, span in enumerate(each.cited.get(name, ()))
        ]
        spans.sort(key=lambda found: found[2][1] - found[2][0])
        seen = set()
        for _, source, (first, last) in spans:
            for place in source.places:
                if first <= place.change.line <= last and place not in seen:
                    seen.add(place)
                    yield place

    def _hinted(self, rule: str, test: str) -> Iterator[CodeChange]:
        """Changes to tables and defaults whose name a test mentions beside the rule, or in its own lines."""
        path, function = test.split("::", 1)
        name = function.split("::")[-1].partition("[")[0]
        source = (ROOT / path).read_text(encoding="utf-8") if path.endswith(".py") else ""
        row = " ".join(line for line in source.splitlines() if f'"{rule}"' in line)
        body = next((ast.unparse(n) for n in ast.walk(ast.parse(source)) if getattr(n, "name", "") == name), "")
        for text in (row, "" if row else body):
            words = set(re.findall(r"[a-z][a-z_]{3,}", text))
            for each in self._modules:
                lines = lines_of(each.file)
                for place in each.places:
                    if is_of_import(place) and words & set(re.findall(r"(\w+)\s*[:=]", lines[place.change.line - 1])):
                        yield place

    def _is_named(self, rule: str, row: Row) -> bool:
        """Whether a row changes a table's value that its test names."""
        place = place_of(row.file, row.where, row.change, row.nth)
        return place is not None and place in self._hinted(rule, row.test)

    def _seldom(self, test: str) -> Iterator[CodeChange]:
        """Changes to lines that a test runs and few others do, the most seldom first."""
        most = SELDOM * len(self._ran)
        found = []
        for source in self._modules:
            lines = set(self._ran[test].lines.get(source.file, ()))
            found += [
                place
                for place in source.places
                if place.change.line in lines
                and not is_of_import(place)
                and self._often[source.file, place.change.line] <= most
            ]
        chance = random.Random(test)  # noqa: S311 (a sample)
        chance.shuffle(found)
        yield from sorted(found, key=lambda each: self._often[each.file, each.change.line])

    def _others(self, place: CodeChange) -> Iterator[str]:
        """Tests that run a line, though they do not name the rule; the quickest first."""
        found = [
            each for each in self._ran if self._usable(each) and self._runs(each, place) and not is_of_import(place)
        ]
        yield from sorted(found, key=lambda each: self._ran[each].seconds)[:4]


def is_of_import(place: CodeChange) -> bool:
    """Whether a change is to what runs as its module is imported: tables, and the defaults of classes."""
    return not place.where or place.where.rpartition(".")[2][:1].isupper()


def is_example(rule: str) -> bool:
    """Whether it is a worked example: no rule of its own, so that any change which its test notices will do."""
    return rule.split("-")[1] == "EX"


def tests_by_rule(session: Session, ids: set[str]) -> dict[str, list[str]]:
    """The ids of the collected tests that name each rule."""
    in_files: dict[Path, dict[str, set[str]]] = {}
    found: dict[str, list[str]] = {}
    for test, item in session.items.items():
        if item.get_closest_marker("slow"):
            continue
        if item.path not in in_files:
            in_files[item.path] = named_by_tests(item.path)
        function = getattr(item, "originalname", None) or item.name
        named = in_files[item.path].get(function, set()) | named_in(test)
        named |= _scripts(item.path, test)
        for rule in named & ids:
            found.setdefault(rule, []).append(test)
    return found


def _scripts(path: Path, test: str) -> set[str]:
    """What a scripted game names, whose test is one of many."""
    if not (test.endswith("]") and "goes_as_it_says" in test):
        return set()
    script = path.parent / "games" / f"{test.rpartition('[')[2][:-1]}.game"
    return named_in(script.read_text(encoding="utf-8")) if script.is_file() else set()


def cites(row: Row, rule: str, sources: dict[str, Module]) -> bool:
    """Whether the function of a row cites its rule."""
    source = sources.get(row.file)
    if source is None:
        return False
    lines = {
        place.change.line
        for place in source.places
        if (place.where, place.change.what, place.nth) == (row.where, row.change, row.nth)
    }
    return any(first <= line <= last for line in lines for first, last in source.cited.get(rule, ()))


def catalogue(game: str) -> list[str]:
    """The ids of a game's catalogue, in its order."""
    return list(meant(game))


@cache
def meant(game: str) -> dict[str, tuple[str, ...]]:
    """Of each id of a game's catalogue: itself, and the rules that the catalogue names as those it is about."""
    rows = (ROOT / "tests/rules/register" / f"{game}.ids").read_text(encoding="utf-8").splitlines()
    return {row.split()[0]: tuple(row.split()) for row in rows}
