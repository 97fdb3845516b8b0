"""How often something else would be taken for a tag, told from how often it comes near.

Pictures without a tag in play but full of what is like one give doubts by the hundred thousand; the tail of the
smallest tells how often one of 1 or less would come, even if none of them is. Half of the pictures tells what the other
half must show. What a frame of a game holds of such things is counted before clutter on a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.benchmarks.bench_clutter import FRAMES, Shot, shots
from tests.benchmarks.reading import HELD_OUT, in_processes
from tests.benchmarks.report import Bar, Table, affordable
from tests.benchmarks.tagless import Likenesses, likenesses
from tests.benchmarks.tails import Tail, most_by_chance
from vision.tracking.identity import SURE

PICTURES = 1500
TAIL = 400
"""So many of the smallest doubts make a tail."""

STEPS = (2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0)
WANTED = 1e-6


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often clutter is taken for a tag.

    Attributes:
        square: Share of the squares that were compared with tags.
        square_bound: What that share does not exceed, at 95 %.
        frame: The same of frames of a game.
        frame_bound: Likewise.
    """

    square: float
    square_bound: float
    frame: float
    frame_bound: float


def measure() -> Table:
    """Runs the comparison."""
    seeds = range(HELD_OUT, HELD_OUT + affordable(PICTURES, 18))
    return told_of(in_processes(likenesses, seeds), shots(affordable(FRAMES, 60)))


def told_of(seen: Sequence[Likenesses], taken: Sequence[Shot]) -> Table:
    """The table of what came of pictures without tags and of shots of a table."""
    doubts = np.concatenate([each.doubts for each in seen])
    first, other = (np.concatenate([each.doubts for each in seen[half::2]])[:, 0] for half in (0, 1))
    tail, known = Tail.of(doubts[:, 0], len(doubts), TAIL), Tail.of(first, len(first), TAIL // 2)
    before = np.concatenate([shot.doubts for shot in taken])
    looked_at = sum(shot.looked_at for shot in taken)
    rows = []
    for step in STEPS:
        once, twice = (doubts[:, 0] <= step).sum(), (doubts <= step).all(axis=1).sum()
        expected = f"{known.rate(step) * len(other):.1f}" if step <= known.limit else "–"
        most = f"{known.bound(step) * len(other):.1f}" if step <= known.limit else "–"
        counted = (other <= step).sum()
        on_table = f"{(before <= step).sum()}"
        rows.append((f"{step:.1f}", f"{expected} (≤ {most})", f"{counted}", f"{once}", f"{twice}", on_table))
    often = frequency(tail, before, looked_at)
    sure = tail.rate(SURE) / max(tail.rate(1.0), 1e-300)
    kinds = ", ".join(
        f"{sum(len(each.doubts) for each in seen if each.kind == kind)} {kind}"
        for kind in dict.fromkeys(e.kind for e in seen)
    )
    told = f"{often.frame:.0e} a frame (≤ {often.frame_bound:.0e} at 95 %)"
    return Table(
        "How often something else would be taken for a tag",
        (
            "doubt at most",
            "expected in one half by the other's tail",
            "counted there",
            "counted in all",
            "and in a second exposure",
            f"before clutter, {looked_at} pictures",
        ),
        tuple(rows),
        f"Doubt is what `vision.tracking.identity` makes of a square that is come upon; more than 1 is refused, and "
        f"more than {SURE} needs a second look in a later picture. {len(seen)} pictures without a tag in play "
        f"({len(doubts)} squares compared with all ids that are printed: {kinds}), each exposed twice; those of "
        f"smallest doubt, {tail.count} below {tail.limit:.2f}, give a generalised Pareto tail of shape "
        f"{tail.shape:.2f}. By it {often.square:.0e} of such squares reach 1 (≤ {often.square_bound:.0e} at 95 %), and "
        f"{sure:.0e} of these {SURE}. Before clutter every 25th picture of the shots of the section on ids that are "
        f"not there was searched as if it were the first: {len(before) / max(looked_at, 1):.0f} squares a picture were "
        "compared. A frame's rate is how often these come below the tail's limit times how the tail goes on; a tracker "
        "looks at what lies still only now and then, so that its own rate is lower. A second exposure of the same "
        "things with its own noise is no independent look, as the counts tell; what moves is another matter.",
        (Bar("false ids, told from the tail of what comes near", "≤ 1e-6 a frame", told, often.frame_bound <= WANTED),),
    )


def frequency(tail: Tail, before: np.ndarray, looked_at: int) -> Frequency:
    """How often doubts of 1 or less come.

    Args:
        tail: Of the doubts of pictures without tags.
        before: (n,) doubts of what was compared in pictures of a table.
        looked_at: How many pictures those were.
    """
    near = int((before <= tail.limit).sum())
    onward = tail.trials / tail.count
    return Frequency(
        tail.rate(1.0),
        tail.bound(1.0),
        near / looked_at * tail.rate(1.0) * onward,
        most_by_chance(near) / looked_at * tail.bound(1.0) * onward,
    )


if __name__ == "__main__":
    print(measure().markdown())
