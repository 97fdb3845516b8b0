"""Runs pytest in a forked process, with one module changed.

A fork that has numpy, OpenCV and the like already saves most of the time of a short run. None of our own modules may
be imported before the fork: the child imports them all, the changed one through a finder of its own.
"""

import contextlib
import json
import os
import signal
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import wait
from pathlib import Path

import aiohttp  # noqa: F401 (here and below: imported once for all children)
import coverage
import cv2  # noqa: F401
import hypothesis
import msgspec  # noqa: F401
import numpy as np  # noqa: F401
import pytest
import shapely  # noqa: F401

from tests.mutation.changed_module import ChangedModule
from tests.mutation.mutants import Mutant
from tests.mutation.rooms import ROOT, Room

OUR_ROOMS = ("companion", "vision", "hardware")
ARGUMENTS = (
    *("-x", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=mutation"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # of libraries that were imported before the fork
)


class _Reach:
    """A pytest plugin that notes which test runs which lines, and how long each takes."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self._measured = measured
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> object:
        self._measured.switch_context(item.nodeid)
        began = time.perf_counter()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.perf_counter() - began
            self._measured.switch_context("")


class TestReach:
    """Which tests run which lines.

    Attributes:
        seconds: How long each test takes, by its id.
    """

    __test__ = False

    def __init__(self, lines: dict[str, dict[str, list[str]]], seconds: dict[str, float]) -> None:
        self._lines = lines
        self.seconds = seconds

    def tests(self, path: Path, line: int) -> list[str]:
        """The ids of the tests that run a line, the quickest first; of its whole file if the line runs on import."""
        lines = self._lines.get(str(path), {})
        found = set(lines.get(str(line), ()))
        if "" in found or not found:
            # A statement of several lines counts for its first; what only an import runs matters to all.
            found = {name for names in lines.values() for name in names}
        return sorted(found - {""}, key=lambda name: self.seconds.get(name, 0.0))


def reach(room: Room) -> TestReach:
    """Runs the tests of a room once, without a change.

    Raises:
        SystemExit: If a test fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        notes, output = Path(folder) / "reach.json", Path(folder) / "output"

        def measured() -> int:
            covered = coverage.Coverage(data_file=None, config_file=False, include=[str(each) for each in room.files()])
            plugin = _Reach(covered)
            covered.start()
            code = pytest.main([*ARGUMENTS, *room.tests], plugins=[plugin])
            covered.stop()
            data = covered.get_data()
            lines: dict[str, dict[str, list[str]]] = defaultdict(dict)
            for name in data.measured_files():
                for line, contexts in data.contexts_by_lineno(name).items():
                    lines[name][str(line)] = list(contexts)
            notes.write_text(json.dumps([lines, plugin.seconds]), encoding="utf-8")
            return int(code)

        run = _Run(measured, 1800.0, output)
        run.process.join()
        if run.stop() != 0:
            raise SystemExit("The tests must pass before the code is changed.\n" + output.read_text(encoding="utf-8"))
        return TestReach(*json.loads(notes.read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True)
class Job:
    """A change and the tests that should notice it.

    Attributes:
        path: The file of the module.
        mutant: The change; None to run the tests on the code as it is.
        tests: Ids of the tests.
        limit_s: When the tests are taken for endless.
    """

    path: Path
    mutant: Mutant | None
    tests: Sequence[str]
    limit_s: float

    def work(self) -> int:
        """Runs the tests in this process; their exit code."""
        plugins = [] if self.mutant is None else [ChangedModule(self.path, self.mutant.code)]
        return int(pytest.main([*ARGUMENTS, *self.tests], plugins=plugins))


class _Run:
    """Work in a forked process, with all that it starts."""

    def __init__(self, work: Callable[[], int], limit_s: float, output: Path = Path(os.devnull)) -> None:
        ours = [name for name in sys.modules if name.split(".")[0] in OUR_ROOMS]
        if ours:
            raise RuntimeError(f"imported too early: {ours[0]}")
        self._until_s = time.monotonic() + limit_s
        self.process = get_context("fork").Process(target=_be_child, args=(work, output))
        self.process.start()

    @property
    def ended(self) -> bool:
        """Whether it has ended, or should have."""
        return not self.process.is_alive() or time.monotonic() > self._until_s

    def stop(self) -> int:
        """Ends what still runs of it; its exit code, which is negative if it had not ended."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid or 0, signal.SIGKILL)
        self.process.join()
        return self.process.exitcode or 0


def noticed(jobs: Sequence[Job], at_once: int) -> Iterator[tuple[Job, bool]]:
    """Runs the tests of each change; yields whether one of them failed, or never ended, in the order of their ends.

    What no test reaches is not noticed: pytest without the name of a test would run all there are.
    """
    yield from ((job, False) for job in jobs if not job.tests)
    waiting, running = [job for job in reversed(jobs) if job.tests], list[tuple[Job, _Run]]()
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                job = waiting.pop()
                running.append((job, _Run(job.work, job.limit_s)))
            wait([run.process.sentinel for _, run in running], 0.5)
            for each in [each for each in running if each[1].ended]:
                running.remove(each)
                yield each[0], each[1].stop() != 0
    finally:
        for _, run in running:
            run.stop()


def _be_child(work: Callable[[], int], output: Path) -> None:
    code = 99
    try:
        os.setpgid(0, 0)
        os.chdir(ROOT)
        with output.open("wb") as sink:
            os.dup2(sink.fileno(), 1)
            os.dup2(sink.fileno(), 2)
        hypothesis.settings.register_profile(
            "mutation",
            derandomize=True,
            database=None,
            deadline=None,
            phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        )
        code = work()
    except BaseException:  # noqa: BLE001 (whatever it was, the file says so)
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
