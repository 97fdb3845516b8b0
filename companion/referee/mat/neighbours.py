"""Who stands near a way, a place or a line of sight, and not where the record has it: verdicts cannot rest on those.

What is measured is measured against the record's places. Where a model or a template lies elsewhere, near enough to
matter by the one place or the other, nobody can say yes or no before it is put back or its place is accepted.
"""

import math
from collections.abc import Iterable, Iterator

from companion.geometry import MatPoint
from companion.referee.api.placement import Placement, PlacementState
from companion.referee.mat.rest_detector import apart_mm

ELSEWHERE = frozenset(
    {
        PlacementState.NUDGED,
        PlacementState.MOVED,
        PlacementState.MISPLACED,
        PlacementState.SWAPPED,
        PlacementState.MOVING,
    }
)
"""Seen, and not in its place."""


def doubtful(line: tuple[MatPoint, ...], near_mm: float, others: Iterable[Placement]) -> Iterator[str]:
    """Ids of those that a line comes so near to, rim to line, where they are seen or where the record has them.

    Args:
        line: Corners of a way, ends of a line of sight, or a single place; mat frame.
        near_mm: How near matters.
        others: Those to be looked at, none of which stands where the record has it.
    """
    for other in others:
        reach_mm = extent_mm(other.at, other.outline) if other.outline else other.radius_mm
        if _passes(line, other, near_mm + reach_mm):
            yield other.of


def extent_mm(middle: MatPoint | None, outline: tuple[MatPoint, ...]) -> float:
    """How far a template reaches from its middle."""
    return 0.0 if middle is None else max((apart_mm(middle, each) for each in outline), default=0.0)


def _passes(line: tuple[MatPoint, ...], other: Placement, near_mm: float) -> bool:
    """Whether a line comes near to a middle, where it is seen or where the record has it."""
    places = [each for each in (other.at, other.seen) if each is not None]
    starts = line[:-1] or line
    return any(
        _to_segment_mm(place, start, end) <= near_mm
        for place in places
        for start, end in zip(starts, line[1:] or line, strict=True)
    )


def _to_segment_mm(point: MatPoint, start: MatPoint, end: MatPoint) -> float:
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    square = dx * dx + dy * dy
    if square == 0.0:
        return apart_mm(point, start)
    share = ((point.x_mm - start.x_mm) * dx + (point.y_mm - start.y_mm) * dy) / square
    share = min(1.0, max(0.0, share))
    return math.hypot(point.x_mm - start.x_mm - share * dx, point.y_mm - start.y_mm - share * dy)
