"""Single pictures of an independent renderer, read: recall, places and verdicts, beside plain `cv2.aruco`."""

import cv2
import numpy as np

from tests.benchmarks.frames.results import (
    FrameRead,
    follow_frames,
    held_out_reads,
    joined,
    p95_mm,
    set_reads,
    set_shots,
    tag_recall,
)
from tests.benchmarks.frames.score import summary
from tests.benchmarks.report import Bar, ResultTable, affordable

NAMES = {
    "sharp": ("1080p, 12 mm tags, blur 1.0 px", 0.995, 0.15),
    "degraded": ("1080p, 12 mm, degraded (blur 1.2 px, noise σ 8, half exposure, shadow)", 0.98, 0.35),
    "uhd": ("4K, 10 mm tags, blur 1.0 px", 0.995, 0.06),
}
DEFAULT_TAG_MM = 15.0
WITHIN_MM = 0.3
PARTLY = (0.6, 0.9)


def measure() -> ResultTable:
    """Reads all sets."""
    rows, bars = [], []
    for name, (title, recall_bar, p95_bar_mm) in NAMES.items():
        reads = set_reads(name)
        bases = [base for read in reads for base in read.bases]
        rows.append(_row(title, reads))
        found, there = tag_recall(bases)
        p95 = p95_mm(bases)
        bars += [
            Bar(
                f"{title}: recall of visible tags",
                f"≥ {recall_bar:.1%}",
                _share(found, there),
                found >= recall_bar * there,
            ),
            Bar(f"{title}: p95 of base centres", f"≤ {p95_bar_mm} mm", f"{p95:.3f} mm", p95 <= p95_bar_mm),
        ]
    held_out = held_out_reads()
    rows.append(_row("all kinds of frames, tags as printed by default", held_out))
    bars += [*_default_bars(held_out), *_covered_bars()]
    groups = {
        group: joined([r for r in held_out if r.group == group]) for group in dict.fromkeys(r.group for r in held_out)
    }
    bars += [
        Bar(f"frames of every kind: {name}", limit, figure, holds) for name, figure, limit, holds in summary(groups)
    ]
    return ResultTable(
        "Reading single pictures",
        (
            "frames",
            "number",
            "tags seen whole",
            "read",
            "read by cv2.aruco defaults",
            "base centre, mm median / p95",
            "s a frame",
        ),
        tuple(rows),
        "Frames of a renderer of its own (tests/benchmarks/frames), with seeds that nobody worked on: busy mats, "
        "prints, cards and dice about, three lenses, tilts of 2–12° (up to 25° among all kinds), tags with a margin of "
        "one module, noise before the tone curve, JPEG; the lens is off as a calibration of 16 views is. The sets of "
        "12 and 10 mm have a single tag on each base, the harder case; the default is two of 15 mm (12 mm at 4K). "
        "Counted are tags seen whole (98 % of the square and of its margin), and bases with such a tag. Time is the "
        "processor's.",
        tuple(bars),
    )


def _row(title: str, reads: tuple[FrameRead, ...]) -> tuple[str, ...]:
    bases = [base for read in reads for base in read.bases]
    found, there = tag_recall(bases)
    off = [base.off_mm for base in bases if base.error_mm is not None and max(base.visible) >= 0.98]
    seconds = [s for read in reads for s in read.score.seconds]
    plain, _ = tag_recall(bases, plain=True)
    median_mm = float(np.median(off)) if off else float("nan")
    places = f"{median_mm:.3f} / {p95_mm(bases):.3f}"
    return (
        title,
        str(len(reads)),
        str(there),
        _share(found, there),
        _share(plain, there),
        places,
        f"{np.mean(seconds):.1f}",
    )


def _default_bars(held_out: tuple[FrameRead, ...]) -> list[Bar]:
    """Bases with two tabs of 15 mm, in every degradation."""
    degraded = [base for read in held_out if read.group == "degraded" for base in read.bases]
    musts = [base for base in degraded if base.tag_mm == DEFAULT_TAG_MM and base.expected == "must"]
    found = sum(base.error_mm is not None for base in musts)
    off = [base.off_mm for base in musts if base.error_mm is not None]
    p95 = float(np.percentile(off, 95)) if off else float("inf")
    title = "1080p, 15 mm tags on two tabs, all degradations"
    return [
        Bar(f"{title}: bases found", "≥ 99 %", _share(found, len(musts)), found >= 0.99 * len(musts)),
        Bar(f"{title}: p95 of base centres", "≤ 0.30 mm", f"{p95:.3f} mm", p95 <= 0.30),
    ]


def _covered_bars() -> list[Bar]:
    """A single tag of 12 mm, partly under something: where its base was known, and in a picture that stands alone."""
    alone = [base for read in set_reads("covered") for base in read.bases]
    followed = follow_frames(set_shots("covered", affordable(8, 1)))
    bars = []
    for way, bases in (("followed, after a push of 0.8 mm", followed), ("in a single picture", alone)):
        part = [base for base in bases if PARTLY[0] <= base.visible[0] <= PARTLY[1]]
        near = sum(base.off_mm <= WITHIN_MM for base in part)
        plain = sum(base.plain[0] for base in part)
        peer = f"; cv2.aruco defaults read {_share(plain, len(part))}" if bases is alone else ""
        title = f"tags 60–90 % visible, {way}: placed within {WITHIN_MM} mm"
        bars.append(Bar(title, "≥ 95 %", _share(near, len(part)) + peer, near >= 0.95 * len(part)))
    return bars


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2%} ({part} of {whole})" if whole else "none to be found"


if __name__ == "__main__":
    cv2.setNumThreads(1)
    table = measure()
    print(table.markdown())
    for bar in table.bars:
        print("holds" if bar.holds else "FAILS", bar.name, "|", bar.wanted, "|", bar.measured)
