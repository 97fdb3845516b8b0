"""The form in which every benchmark reports: one table of figures, ratios against a named peer."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Table:
    """One benchmark's result.

    Attributes:
        title: What is compared with what.
        columns: Headings.
        rows: Cells as text, one tuple a row.
        notes: How it was measured and what the figures mean, in a few sentences.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: str

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
