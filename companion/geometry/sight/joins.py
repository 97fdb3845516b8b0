"""Blockers that count as in contact with each other: no sight line passes between them (S-LOS-09).

Two blockers with a gap g between them are joined while g is at most the contact tolerance c. At level m they are grown
by m, so their gap is g - 2m, and they are joined from the level (g - c) / 2 on; a blocker that is eroded away is joined
to nothing. So a line that passes between the two has at most that margin, and sight changes steadily as they part.

A join is a chain of segments from inside one blocker to inside the other, along their shortest distance: a straight
line between them crosses it. Its ends lie within the blockers at every level at which it counts, so a free line is
never tangent to one, and the extreme lines of `free_lines` stay the same.
"""

import itertools
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from companion.geometry.deviation import Deviation
from companion.geometry.sight.blockers import (
    SAME_PLACE_MM,
    Blocker,
    BlockingDisc,
    Corners,
    Floats,
    ring_of,
    tidied,
)

Point = tuple[float, float]
_DEEP_WITHIN_MM = 1e-4  # accuracy of how deep a template is


@dataclass(frozen=True, slots=True)
class Join:
    """What closes the passage between two blockers.

    Attributes:
        ids: The two.
        chain: Corners of the segments that no line crosses, in the frame of the two bases.
        closed_from_mm: The level from which on they are joined.
        deviation: How uncertain that level is.
    """

    ids: tuple[str, str]
    chain: tuple[Point, ...]
    closed_from_mm: float
    deviation: Deviation


def find_joins(
    blockers: Sequence[Blocker], contact_mm: float, *, upto_mm: float, scale_sigma: float, apart: Collection[str] = ()
) -> list[Join]:
    """Returns the joins of blockers that are closed at a level.

    Args:
        blockers: All that blocks.
        contact_mm: The largest gap that counts as contact.
        upto_mm: The level; joins that close only above it are left out.
        scale_sigma: Relative standard deviation of every distance.
        apart: Ids of blockers that are joined to nothing.
    """
    found = []
    pieces = [_piece(each) for each in blockers if each.id not in apart]
    for one, other in itertools.combinations(pieces, 2):
        for gap_mm, first, second in _nearest(one, other, contact_mm + 2 * max(upto_mm, 0.0)):
            closed_from_mm = (gap_mm - contact_mm) / 2
            if closed_from_mm < 0.0:
                closed_from_mm = max(closed_from_mm, -one.deep_mm, -other.deep_mm)
            if closed_from_mm <= upto_mm:
                worn_mm = max(-closed_from_mm, 0.0)
                chain = (one.within(first, worn_mm), first, second, other.within(second, worn_mm))
                gap = Deviation.between(one, other, scale_mm=scale_sigma * math.dist(chain[0], chain[-1]))
                found.append(Join((one.id, other.id), tuple(dict.fromkeys(chain)), closed_from_mm, gap.times(0.5)))
    return found


def join_arrays(joins: Sequence[Join], upto_mm: float) -> Floats:
    """Returns (J, 5) the segments of the joins that are closed at a level: first and last point, and their level."""
    rows = [
        (*first, *last, join.closed_from_mm)
        for join in joins
        if join.closed_from_mm <= upto_mm
        for first, last in itertools.pairwise(join.chain)
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


@dataclass(frozen=True, slots=True)
class _Disc:
    id: str
    centre: Point
    radius_mm: float
    sigma_mm: float
    made_mm: float

    @property
    def deep_mm(self) -> float:
        return self.radius_mm

    def within(self, _rim: Point, _worn_mm: float) -> Point:
        return self.centre


@dataclass(frozen=True, slots=True)
class _Outline:
    id: str
    corners: Corners  # counter-clockwise
    sigma_mm: float
    made_mm: float

    @property
    def edges(self) -> Iterator[tuple[Point, Point]]:
        return zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)

    @property
    def deep_mm(self) -> float:
        """The erosion that leaves nothing of it."""
        return self._deepest().length if len(self.corners) > 2 else 0.0

    def within(self, rim: Point, worn_mm: float) -> Point:
        """Where a point of the outline comes to lie when the template is eroded: at the nearest point that is left."""
        if worn_mm == 0:
            return rim
        left = shapely.Polygon(self.corners).buffer(-worn_mm, join_style="mitre")
        # Rounding may leave nothing of a template that is just about to vanish.
        target = left if not left.is_empty else shapely.Point(self._deepest().coords[0])
        way = shapely.shortest_line(target, shapely.Point(rim))
        x_mm, y_mm = way.coords[0]
        # What is left beyond a gap in the outline is no part that the point could move to.
        inside = shapely.Polygon(self.corners).buffer(SAME_PLACE_MM, join_style="mitre").covers(way)
        return (x_mm, y_mm) if inside else rim

    def _deepest(self) -> shapely.LineString:
        """The radius of the largest circle within the outline, from its centre."""
        return shapely.maximum_inscribed_circle(shapely.Polygon(self.corners), tolerance=_DEEP_WITHIN_MM)

    def holds(self, point: Point) -> bool:
        return _lies_in(point, self.corners)


_Piece = _Disc | _Outline


def _piece(blocker: Blocker) -> _Piece:
    if isinstance(blocker, BlockingDisc):
        return _Disc(blocker.id, (blocker.x_mm, blocker.y_mm), blocker.radius_mm, blocker.sigma_mm, blocker.made_mm)
    return _Outline(blocker.id, tidied(blocker.corners), blocker.sigma_mm, blocker.made_mm)


def _nearest(one: _Piece, other: _Piece, most_mm: float) -> Iterator[tuple[float, Point, Point]]:
    """Yields gaps of at most a length between two blockers, with the points of their outlines where they are."""
    match one, other:
        case _Disc(), _Disc():
            yield from _between_discs(one, other, most_mm)
        case _Disc(), _Outline():
            yield from _from_disc(one, other, most_mm)
        case _Outline(), _Disc():
            yield from ((gap_mm, second, first) for gap_mm, first, second in _from_disc(other, one, most_mm))
        case _Outline(), _Outline() if not _overlap(one, other):
            yield from _from_corners(one, other, most_mm)
            yield from ((gap_mm, second, first) for gap_mm, first, second in _from_corners(other, one, most_mm))
        case _:  # templates that overlap leave no passage
            pass


def _between_discs(one: _Disc, other: _Disc, most_mm: float) -> Iterator[tuple[float, Point, Point]]:
    gap_mm = math.dist(one.centre, other.centre) - one.radius_mm - other.radius_mm
    if gap_mm <= most_mm:
        yield gap_mm, one.centre, other.centre


def _from_disc(disc: _Disc, outline: _Outline, most_mm: float) -> Iterator[tuple[float, Point, Point]]:
    # A base that stands in a template with its centre leaves no passage between the two.
    if outline.holds(disc.centre):
        return
    for edge in outline.edges:
        point = _nearest_on(edge, disc.centre)
        gap_mm = math.dist(point, disc.centre) - disc.radius_mm
        if gap_mm <= most_mm:
            yield gap_mm, disc.centre, point


def _from_corners(one: _Outline, other: _Outline, most_mm: float) -> Iterator[tuple[float, Point, Point]]:
    for corner, edge in itertools.product(one.corners, list(other.edges)):
        point = _nearest_on(edge, corner)
        gap_mm = math.dist(point, corner)
        if gap_mm <= most_mm:
            yield gap_mm, corner, point


def _overlap(one: _Outline, other: _Outline) -> bool:
    return bool(shapely.Polygon(ring_of(one.corners)).intersects(shapely.Polygon(ring_of(other.corners))))


def _lies_in(point: Point, corners: Corners) -> bool:
    """Whether a point lies inside an outline: a ray from it crosses the outline an odd number of times."""
    px, py = point
    inside = False
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y0 > py) != (y1 > py) and px < x0 + (py - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside


def _nearest_on(edge: tuple[Point, Point], point: Point) -> Point:
    (x0, y0), (x1, y1) = edge
    dx, dy = x1 - x0, y1 - y0
    length2 = dx * dx + dy * dy
    t = min(max(((point[0] - x0) * dx + (point[1] - y0) * dy) / length2, 0.0), 1.0) if length2 else 0.0
    return x0 + t * dx, y0 + t * dy
