"""The form in which every benchmark reports: one table of figures, ratios against a named peer, and bars to be held."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

QUICK = "COMPANION_BENCH_QUICK"
"""Set in the environment, it has every benchmark run on little, to see whether it runs at all."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One figure that is to be reached.

    Attributes:
        name: What is measured.
        wanted: The bar, in words.
        measured: The figure, in words.
        holds: Whether it is reached.
    """

    name: str
    wanted: str
    measured: str
    holds: bool


@dataclass(frozen=True, slots=True)
class ResultTable:
    """One benchmark's result.

    Attributes:
        title: What is compared with what.
        columns: Headings.
        rows: Cells as text, one tuple a row.
        notes: How it was measured and what the figures mean, in a few sentences.
        bars: What of it has a bar.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: str
    bars: tuple[Bar, ...] = ()

    @classmethod
    def read(cls, kept: dict[str, Any]) -> "ResultTable":
        """The table of which `dataclasses.asdict` made `kept`, read from JSON."""
        rows, bars = tuple(tuple(row) for row in kept["rows"]), tuple(Bar(**bar) for bar in kept["bars"])
        return cls(kept["title"], tuple(kept["columns"]), rows, kept["notes"], bars)

    def markdown(self) -> str:
        lines = [f"## {self.title}", "", "| " + " | ".join(self.columns) + " |", "|" + " --- |" * len(self.columns)]
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        return "\n".join([*lines, "", self.notes, ""])


def seconds_each(run: Callable[[], object], rounds: int = 5) -> float:
    """Median wall time of one call, after one call to warm up."""
    run()
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return median(times)


def affordable(full: int, quick: int) -> int:
    """How many of something to run: the full number, or the small one of a quick run."""
    return quick if os.environ.get(QUICK) else full


def bars_table(bars: Sequence[Bar]) -> ResultTable:
    """All bars of all benchmarks in one table."""
    return ResultTable(
        "Bars",
        ("what", "bar", "measured", ""),
        tuple((bar.name, bar.wanted, bar.measured, "holds" if bar.holds else "**fails**") for bar in bars),
        "Each is measured further down, with its peers in the same run.",
    )
