"""How much memory a long practice takes: what each part adds, and whether it grows while it is played on and on.

The window is the real one of `companion play` on a screen of its own (Xvfb), drawn by the processor, over the simulated
table of *Practise*. Somebody touches without an aim, about once a second.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.report import Bar, ResultTable, affordable
from tests.benchmarks.tablet.own_screen import own_screen

ROOT = Path(__file__).resolve().parents[3]
SECONDS, QUICK_SECONDS = 3600, 20
SETTLED_S = 600.0
"""By then every page was open once, and what is kept for later is there."""
MAX_GROWTH_MB = 20.0
MINUTES = (0, 5, 10, 15, 20, 25, 30, 45, 60)
Line = dict[str, Any]


def run(seconds: int) -> list[Line]:
    """Plays for so long on a screen of its own; what was told of the memory meanwhile."""
    with own_screen() as (folder, environment):
        words = [sys.executable, "-m", "tests.benchmarks.tablet.practice", folder, str(seconds)]
        said = subprocess.run(
            words,
            cwd=ROOT,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=2 * seconds + 300,
        ).stdout
    return [json.loads(line) for line in said.splitlines() if line.startswith("{")]


def measure() -> ResultTable:
    """Plays a long practice."""
    if shutil.which("Xvfb") is None:
        return ResultTable("Memory", ("what",), (), "Xvfb is not installed: nothing was measured.")
    return told(run(affordable(SECONDS, QUICK_SECONDS)))


def told(lines: Sequence[Line]) -> ResultTable:
    """The table of what was told."""
    parts = [line for line in lines if "part" in line]
    played = [line for line in lines if "at_s" in line]
    settled = next((line for line in played if line["at_s"] >= SETTLED_S), played[len(played) // 2])
    growth_mb = _whole(played[-1]) - _whole(settled)
    rows = [
        (each["part"], f"{_whole(each):.0f}", f"{_whole(each) - _whole(before):+.0f}", f"{each['own']:.0f}", "–")
        for before, each in zip([{"files": 0.0, "own": 0.0}, *parts], parts, strict=False)
    ]
    times_s = [60 * minute for minute in MINUTES if 60 * minute < played[-1]["at_s"]]
    wanted = [*(next(line for line in played if line["at_s"] >= time_s) for time_s in times_s), played[-1]]
    rows[-1:-1] = [
        (f"played for {each['at_s'] / 60:.0f} min", f"{_whole(each):.0f}", f"{_whole(each) - _whole(parts[-2]):+.0f}",
         f"{each['own']:.0f}", str(each["touches"]))
        for each in wanted
    ]  # fmt: skip
    return ResultTable(
        title="Memory of a long practice",
        columns=("what", "MB in memory", "more than before", "of its own, MB", "touches so far"),
        rows=tuple(rows),
        notes=(
            "The window of `companion play`, 1280 × 800, drawn without a graphics card, whose memory is counted here,"
            " too; *Practise* over its simulated table, with somebody who touches keys and drags models without an aim."
            " MB in memory is what the program has there (resident): its own, and libraries, which other programs may"
            " share. Rows of time are compared with the practice as it began. Where the rest goes, by `tracemalloc` and"
            " by the kernel's list of mappings after two minutes: 70 MB are the painted table of the simulated camera,"
            " 50 MB the last half minute of pictures that *Save last 30 s* keeps, 40 MB code, 20 MB widgets, 10 MB the"
            " mat seen from above; the library that draws without a graphics card is 56 MB. Painting the table takes"
            " 90 MB for a moment, and the C library keeps 50 MB of what was freed for later (`malloc_trim` gives them"
            " back). Leaving the table gave nothing back. In the hour of this table `mallinfo2` counted 203 MB in use"
            " in the C library after ten minutes and 209 MB after sixty, between 182 and 210 MB in between, and Python"
            " had no more objects either: what is added after the tenth minute are holes between what is in use (the"
            " library held 317 MB, then 327 MB). The game was not over by the end, so that no second one is in the"
            " figures."
        ),
        bars=(
            Bar("memory of a practice from the tenth minute to the end", f"no more than {MAX_GROWTH_MB:g} MB",
                f"{growth_mb:+.1f} MB in {(played[-1]['at_s'] - settled['at_s']) / 60:.0f} minutes",
                growth_mb <= MAX_GROWTH_MB),
        ),
    )  # fmt: skip


def _whole(line: Line) -> float:
    return float(line["files"] + line["own"])


if __name__ == "__main__":
    print(measure().markdown())
