"""Writes `docs/accuracy.md`: how accurate the measurements are, the sources of error, and their effect on verdicts."""

import math
from functools import lru_cache
from pathlib import Path

import numpy as np

from tests.benchmarks.accuracy.budget import SIZES, budget_table, check_table
from tests.benchmarks.accuracy.decisions import decisions_table
from tests.benchmarks.frames.exposure import Exposure
from tests.benchmarks.frames.layouts import TableOptions
from tests.benchmarks.frames.results import HELD_OUT, BaseRead, read_frames, tag_recall, wish_at
from tests.benchmarks.report import ResultTable, affordable

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE, CHART = DOCS / "accuracy.md", DOCS / "accuracy-tags.svg"
TAGS_MM = (8.0, 10.0, 12.0, 15.0, 20.0)
GOOD, POOR = Exposure(blur_px=1.0), Exposure(blur_px=1.2, noise_grey=8.0, light=0.475)
ENOUGH = 0.96
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 340, 60, 130, 20, 50
MIN_MM, MAX_MM = 0.005, 2.0
COLOURS = ("#b03a2e", "#1f618d", "#117a65", "#7d3c98")
HEAD = """# How accurate the measurements are

Written by `make bench`; do not edit. All figures are measured on rendered frames with exact ground truth, or computed
with the program's own camera model. None comes from a real lens above a real table, where paper curls and tags are
glued inaccurately. `placement_sigma_mm` in the table file covers those errors (0.2 mm as printed by the program), and
every verdict adds it. The ratios are more reliable than the hundredths.

## What no image shows

**The scale of the print.** Everything printed at 97 % looks like everything printed at 100 %, a little farther away.
Most printers are off by less than 1 %. But one that fits the page to its margins makes 97 %, and one that fits a
sheet of A4 to a Letter page makes 94 %, and with a deviation of 1 % such verdicts were sure and wrong. So until the
line of 100 mm was measured, the scale counts with 3 % of every distance, and it is added to the other deviations as a
whole and not as a variance: all distances of a table share it, and a verdict stays close as long as any scale from 94
to 106 % could turn it. That makes one verdict in fourteen too close to call, and one in 140 once the line was
measured: then 0.2 % is left, what a ruler tells of 100 mm. Set-up asks for it before the first game. A bank card, a
sheet of A4 or a ruler on the mat is a second witness. A sheet that was made smaller still (A4 within the margins of
Letter: 91 %) is beyond that, and the strip says so: measure.

Four rendered tables a scale, everything printed at it, nobody measured; every pair of bases with every limit from 10
to 490 mm in steps of 10, 12,936 verdicts a scale:

| printed at | sure and wrong | too close to call |
| --- | --- | --- |
| 91 % | 1.8 % | 7.3 % |
| 93 % | 0.5 % | 7.5 % |
| 94 % | 0 | 7.4 % |
| 95 % | 0 | 7.5 % |
| 96 % | 0 | 7.5 % |
| 97 % | 0 | 7.4 % |
| 98 % | 0 | 7.4 % |
| 100 % | 0 | 7.4 % |
| 102 % | 0 | 7.4 % |
| 103 % | 0 | 7.2 % |
| 104 % | 0 | 7.4 % |
| 105 % | 0 | 7.1 % |
| 106 % | 0 | 7.2 % |
| 107 % | 0.5 % | 7.2 % |

**A mat that is longer one way, or askew, under an unknown lens.** Another lens above another tilt would show the mat as
told. Without a calibration the scale counts with 1 % more, and with 2 % where the lens that would explain the tags is
one that no camera has.

**Cells** that were printed with the mat's tags share their scale, so no cell is doubted for it.

On mats that differ from their files, computed without images from corners with the noise of a camera, at tilts of 0, 8,
18 and 30°, ten cameras each, 13 200 verdicts a case: largest error of a distance in deviations (two make a verdict
close), and verdicts that were sure and wrong.

| mat | calibrated | wrong | uncalibrated | wrong |
| --- | --- | --- | --- | --- |
| as told | 1.0 | 0 | 0.1 | 0 |
| 595 × 600 mm, told 600 × 600 | 0.7 | 0 | 0.8 | 0 |
| 610 × 600 mm, told 600 × 600 | 0.6 | 0 | 1.7 | 0 |
| askew by 0.8 % | 0.1 | 0 | 0.4 | 0 |
| askew by 0.4 % and 0.5 % longer one way | 0.2 | 0 | 0.4 | 0 |
| one side 7 mm longer than the opposite one | 0.9 | 0 | 2.1 | 0 |
| waves of 2 mm | 2.4 | 0 | 0.7 | 0 |
| tags laid by hand, 1 to 2 mm off | 0.8 | 0 | 0.5 | 0 |
| tags laid by hand otherwise | 0.7 | 0 | 2.1 | 0 |
| one row of tags moved by 4 mm | 2.2 | 0 | 2.2 | 0 |
"""


@lru_cache
def tag_reads() -> dict[tuple[str, str], list[BaseRead]]:
    """Bases with a single tag of each size, seen by each camera, in good and in poor light."""
    keys = [(size, light) for size in SIZES for light in ("good", "poor")][: affordable(8, 1)]
    table = TableOptions(mixed_mm=TAGS_MM, large_share=0.0, tabs=1, bases=15, absent=0, terrain=0)
    seeds = range(HELD_OUT + 200, HELD_OUT + 200 + affordable(5, 1))
    lights = {"good": GOOD, "poor": POOR}
    asked = [(wish_at("tags", SIZES[size], table, lights[light], seed), seed) for size, light in keys for seed in seeds]
    reads = read_frames(asked)
    each = len(reads) // len(keys)
    return {key: [b for read in reads[k * each : (k + 1) * each] for b in read.bases] for k, key in enumerate(keys)}


def tags_table() -> ResultTable:
    """Recall and places by size of tag, for each camera, and the smallest usable size."""
    rows = []
    for (size, light), bases in tag_reads().items():
        cells, enough = [], ""
        for tag_mm in TAGS_MM:
            some = [base for base in bases if base.tag_mm == tag_mm]
            found, there = tag_recall(some)
            cells.append(f"{found} of {there}; {p95_of(some):.2f}" if found else f"{found} of {there}")
            if not enough and there and found >= ENOUGH * there:
                enough = f"{tag_mm:g} mm"
        rows.append((f"{size}, {light} light", *cells, enough or "none of these"))
    return ResultTable(
        "Which tag to print for which camera",
        ("camera", *(f"{tag_mm:g} mm" for tag_mm in TAGS_MM), "smallest usable"),
        tuple(rows),
        "Each cell gives the tags read, of those that are completely visible, and the 95th percentile of the "
        "error of the base's position in mm, from single images of bases with one tag each. Good light: blur 1.0 "
        f"px; poor light: blur 1.2 px, noise σ 8, half the light. Usable: {ENOUGH:.0%} or more are read. Two tags "
        "on a base, the default, tolerate one that is missed, and halve the error.",
    )


def p95_of(bases: list[BaseRead]) -> float:
    off = [base.off_mm for base in bases if base.error_mm is not None]
    return float(np.percentile(off, 95)) if off else math.nan


def chart() -> str:
    """95th percentiles by size of tag as SVG, one line a camera."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="{HEIGHT - 10}">edge of the tag, mm; upwards: 95th percentile, mm; dashed: poor light'
        "</text>",
    ]
    for mm in (0.01, 0.03, 0.1, 0.3, 1.0):
        x, y = _point(TAGS_MM[0], mm)
        parts.append(f'<line x1="{x:.0f}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 8:.0f}" y="{y + 4:.1f}" text-anchor="end">{mm:g}</text>')
    parts += [
        f'<text x="{_point(tag_mm, 1)[0]:.0f}" y="{HEIGHT - 32}" text-anchor="middle">{tag_mm:g}</text>'
        for tag_mm in TAGS_MM
    ]
    labels_y: list[float] = []
    for (size, light), bases in tag_reads().items():
        colour = COLOURS[list(SIZES).index(size)]
        told = [(tag_mm, p95_of([base for base in bases if base.tag_mm == tag_mm])) for tag_mm in TAGS_MM]
        points = [_point(tag_mm, mm) for tag_mm, mm in told if not math.isnan(mm)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = ' stroke-dasharray="5 4"' if light == "poor" else ""
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        if points and light == "good":
            y = points[-1][1] + 4
            # Better cameras end lower: a label that would lie on the one above goes below it.
            y = max(y, *(above + 13 for above in labels_y)) if labels_y else y
            labels_y.append(y)
            parts.append(f'<text x="{points[-1][0] + 8:.0f}" y="{y:.0f}" fill="{colour}">{size}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _point(tag_mm: float, error_mm: float) -> tuple[float, float]:
    """Where a tag's size and an error, on a scale of powers, lie on the chart."""
    low, high = math.log10(MIN_MM), math.log10(MAX_MM)
    up = (math.log10(min(max(error_mm, MIN_MM), MAX_MM)) - low) / (high - low)
    across = (tag_mm - TAGS_MM[0]) / (TAGS_MM[-1] - TAGS_MM[0])
    return LEFT + across * (WIDTH - LEFT - RIGHT), TOP + (1 - up) * (HEIGHT - TOP - BOTTOM)


def write(*, keep: bool) -> None:
    """Measures everything and prints it; writes the page and its picture if asked."""
    print("running accuracy …", flush=True)
    sections = [budget_table().markdown(), check_table().markdown(), tags_table().markdown()]
    sections.append(f"![95th percentile of the error of a base's position by the size of its tag]({CHART.name})\n")
    sections.append(decisions_table().markdown())
    print("\n".join(sections), flush=True)
    if keep:
        PAGE.write_text("\n".join([HEAD, *sections]), encoding="utf-8")
        CHART.write_text(chart(), encoding="utf-8")
