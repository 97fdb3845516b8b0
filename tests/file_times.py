"""Where the time of a test run goes: the longest files are begun first, and a run says which have become slow.

`file_times.json` keeps for each file of tests how many seconds it took, and how many of them a processor worked for it,
as of a whole run with `pytest --keep-times`. Nothing fails by it: what a machine takes is no fault of the code.
"""

import json
import os
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path

import pytest

KEPT = Path(__file__).with_name("file_times.json")
WHOLE_RUN = 100
"""A run of so many files says where its time went."""
MAX_TOLD = 12
SLOWER, SLACK_S = 1.5, 5.0
"""A file has become slow if a processor works so many times as long for it as was kept, and these seconds more."""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100

Seconds = tuple[float, float]
"""What a file takes: by the clock, and of processors."""


def kept() -> dict[str, Seconds]:
    """What each file took when times were kept last."""
    return {name: (wall_s, work_s) for name, (wall_s, work_s) in json.loads(KEPT.read_text(encoding="utf-8")).items()}


def longest_first(items: list[pytest.Item], times: dict[str, Seconds]) -> None:
    """Puts files that take long before others, those that nobody knows first; the order within a file stays."""

    def rank(item: pytest.Item) -> tuple[float, str]:
        file = item.nodeid.partition("::")[0]
        return -times.get(file, (float("inf"), 0.0))[0], file

    items.sort(key=rank)


def processor_s() -> float:
    """Processor seconds of this process and of all that it started, whether they still run or not."""
    own = os.times()
    return own.user + own.system + own.children_user + own.children_system + sum(_living(os.getpid()))


def _living(parent: int) -> Iterator[float]:
    """Processor seconds of each process below another one, as far as this system tells."""
    for child in _children(parent):
        try:
            fields = (
                Path(f"/proc/{child}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            )
        except OSError:  # it has just ended
            continue
        yield sum(map(int, fields[11:15])) / TICKS
        yield from _living(child)


def _children(parent: int) -> list[int]:
    try:
        files = list(Path(f"/proc/{parent}/task").glob("*/children"))
        return [int(each) for file in files for each in file.read_text(encoding="ascii").split()]
    except OSError:
        return []


class FileTimes:
    """Measures what each file of a run takes; those of several workers come together where the run is told of."""

    def __init__(self) -> None:
        self.taken: dict[str, Seconds] = defaultdict(lambda: (0.0, 0.0))
        self._worked_s = 0.0

    def pytest_collection_finish(self) -> None:
        """Begins to measure: what was done up to here belongs to no test."""
        self._worked_s = processor_s()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Notes with the last report of a test what all its phases took of processors."""
        report = yield
        if call.when == "teardown":
            now_s = processor_s()
            # What a process took that no longer belongs to this one is not known.
            report.processor_s = max(0.0, now_s - self._worked_s)  # type: ignore[attr-defined]
            self._worked_s = now_s
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Adds what a phase of a test took."""
        file = report.nodeid.partition("::")[0]
        wall_s, work_s = self.taken[file]
        self.taken[file] = wall_s + report.duration, work_s + getattr(report, "processor_s", 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        """Says of a whole run where its time went, and keeps it if that was asked for."""
        if config.getoption("keep_times"):
            KEPT.write_text(written({**kept(), **self.taken}, config.rootpath), encoding="utf-8")
        elif len(self.taken) >= WHOLE_RUN:
            terminalreporter.section("the files that take longest")
            for line in told(self.taken, kept()):
                terminalreporter.write_line(line)


def written(times: dict[str, Seconds], root: Path) -> str:
    """The text by which times are kept: a line for each file that there is."""
    there = {name: seconds for name, seconds in sorted(times.items()) if (root / name).exists()}
    rows = ",\n".join(f'"{name}": [{wall_s:.1f}, {work_s:.1f}]' for name, (wall_s, work_s) in there.items())
    return f"{{\n{rows}\n}}\n"


def told(taken: dict[str, Seconds], times: dict[str, Seconds]) -> Iterable[str]:
    """What a run took, its longest files, and those that have become slow, a line each.

    Args:
        taken: What each file took in this run.
        times: What it took when times were kept.
    """
    by_work = sorted(taken.items(), key=lambda each: -each[1][1])
    all_s, all_work_s = (sum(parts) for parts in zip(*taken.values(), strict=True))
    yield f"{all_s:6.0f} s, {all_work_s:6.0f} s of a processor: all files"
    for name, (wall_s, work_s) in by_work[:MAX_TOLD]:
        yield f"{wall_s:6.1f} s, {work_s:6.1f} s of a processor: {name}"
    for name, (_, work_s) in by_work:
        before_s = times.get(name, (0.0, 0.0))[1]
        if work_s > SLOWER * before_s + SLACK_S:
            yield f"has become slow: {name} takes {work_s:.1f} s of a processor, and took {before_s:.1f} s"
