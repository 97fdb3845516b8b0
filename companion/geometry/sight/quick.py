"""Answers yes or no without arrays, for the few blockers of most questions.

It uses the theory of `free_lines` at level 0, one line at a time until one is free. It gives up if arrays are faster,
and for bases that overlap, or touch on terrain: there single points matter, which only the array code tests.
"""

import itertools
import math
from collections.abc import Iterator, Sequence

from companion.geometry.sight.blockers import Blocker, BlockingDisc, BlockingTemplate, Corners, SightFrame
from companion.geometry.sight.features import TOUCH_MM, TOUCHING_MM2
from companion.geometry.sight.joins import Join, Point

_MAX_FEATURES = 22  # from this number on, arrays are faster

Circle = tuple[float, float, float]  # x, y and radius
Wall = tuple[Point, Point]  # of a join
Line = tuple[float, float, float]  # nx, ny, h: unit normal to the left, and offset


def quick_answer(
    blockers: list[Blocker], frame: SightFrame, joins: Sequence[Join] = (), room_mm: float = 0.0
) -> bool | None:
    """Returns whether there is sight past some blockers; None if that cannot be decided quickly.

    Args:
        blockers: All that blocks.
        frame: The frame of the two bases.
        joins: What no line crosses.
        room_mm: How far a line must stay from what blocks; where that hangs on a template it is not decided here.
    """
    if not blockers:
        return True
    discs = [(b.x_mm, b.y_mm, b.radius_mm + room_mm) for b in blockers if isinstance(b, BlockingDisc)]
    outlines = [b.corners for b in blockers if isinstance(b, BlockingTemplate)]
    gap_mm = frame.distance_mm - frame.from_radius_mm - frame.to_radius_mm
    if gap_mm < -TOUCH_MM or (gap_mm < TOUCH_MM and outlines):
        return None
    walls = [pair for join in joins if join.closed_from_mm <= room_mm for pair in itertools.pairwise(join.chain)]

    def is_free(line: Line) -> bool:
        return _is_free(line, discs, outlines, walls, frame) and not _is_near(line, outlines, room_mm)

    if is_free((0.0, 1.0, 0.0)):
        return True
    reach = frame.reach_mm + TOUCH_MM
    features = discs + [(x, y, 0.0) for corners in outlines for x, y in corners if abs(y) <= reach]
    for centre_x, radius in ((0.0, frame.from_radius_mm), (frame.distance_mm, frame.to_radius_mm)):
        features.append((centre_x, 0.0, -radius))
        features += _rim_points(centre_x, radius, discs, outlines)
    if len(features) > _MAX_FEATURES:
        return None
    if not (room_mm and outlines):
        return any(is_free(line) for line in _extreme_lines(features, frame))
    passing = [line for line in _extreme_lines(features, frame) if _is_free(line, discs, outlines, walls, frame)]
    return None if passing else False


def _rim_points(cx: float, radius: float, discs: list[Circle], outlines: list[Corners]) -> list[Circle]:
    """Returns where the outlines of blockers cross a rim."""
    points: list[Circle] = []
    for x, y, r in discs:
        d2 = (x - cx) ** 2 + y * y
        if 0 < d2 < (radius + r + TOUCH_MM) ** 2:
            along = (d2 + radius * radius - r * r) / (2 * d2)
            across = math.sqrt(max(radius * radius / d2 - along * along, 0.0))
            px, py = cx + along * (x - cx), along * y
            points += [(px - across * y, py + across * (x - cx), 0.0), (px + across * y, py - across * (x - cx), 0.0)]
    for corners in outlines:
        x0, y0 = corners[-1]
        for x1, y1 in corners:
            points += _edge_on_rim(x0 - cx, y0, x1 - cx, y1, cx, radius)
            x0, y0 = x1, y1
    return points


def _edge_on_rim(x0: float, y0: float, x1: float, y1: float, cx: float, radius: float) -> list[Circle]:
    dx, dy = x1 - x0, y1 - y0
    length2 = dx * dx + dy * dy
    if length2 == 0:
        return []
    middle = -(x0 * dx + y0 * dy) / length2
    square = radius * radius / length2 - ((x0 * dy - y0 * dx) / length2) ** 2
    if square < -TOUCH_MM:
        return []
    half = math.sqrt(max(square, 0.0))
    slack = TOUCH_MM / math.sqrt(length2)
    return [(cx + x0 + t * dx, y0 + t * dy, 0.0) for t in (middle - half, middle + half) if -slack <= t <= 1 + slack]


def _extreme_lines(features: list[Circle], frame: SightFrame) -> Iterator[Line]:
    """Yields the leftmost line between each feature on its right and each on its left, if it meets both bases."""
    d = frame.distance_mm
    most_a, most_b = frame.from_radius_mm + TOUCH_MM, frame.to_radius_mm + TOUCH_MM
    for x, y, r in features:
        for x1, y1, r1 in features:
            dx, dy, rho = x1 - x, y1 - y, r + r1
            d2 = dx * dx + dy * dy
            square = d2 - rho * rho
            if square < -TOUCHING_MM2 or d2 == 0:
                continue
            root = math.sqrt(max(square, 0.0))
            if square < 0:  # as in `free_lines`
                rho = math.copysign(math.sqrt(d2), rho)
            ny = (rho * dy - root * dx) / d2
            if ny <= 0:
                continue
            nx = (rho * dx + root * dy) / d2
            h = nx * x + ny * y + r
            if -most_a <= h <= most_a and -most_b <= nx * d - h <= most_b:
                yield nx, ny, h


def _is_free(line: Line, discs: list[Circle], outlines: list[Corners], walls: list[Wall], frame: SightFrame) -> bool:
    """Whether a line passes all blockers on its way from the first base to the second."""
    nx, ny, h = line
    ra, rb, d = frame.from_radius_mm, frame.to_radius_mm, frame.distance_mm
    start = math.sqrt(max(ra * ra - h * h, 0.0))
    stop = ny * d - math.sqrt(max(rb * rb - (nx * d - h) ** 2, 0.0))
    for x, y, r in discs:
        across, along = nx * x + ny * y - h, ny * x - nx * y
        if math.hypot(across, max(start - along, along - stop, 0.0)) < r - TOUCH_MM:
            return False
    for corners in outlines:
        heights = [nx * x + ny * y - h for x, y in corners]
        if min(heights) < -TOUCH_MM and max(heights) > TOUCH_MM:
            seen = [(ny * x - nx * y, height) for (x, y), height in zip(corners, heights, strict=True)]
            if _passes_through(seen, start, stop):
                return False
    return not any(_crosses(line, wall, start, stop) for wall in walls)


def _is_near(line: Line, outlines: list[Corners], room_mm: float) -> bool:
    """Whether an infinite line comes as near to a template; never without a distance to keep."""
    nx, ny, h = line
    heights = ([nx * x + ny * y - h for x, y in corners] for corners in outlines) if room_mm else ()
    return any(min(each) < room_mm and max(each) > -room_mm for each in heights)


def _crosses(line: Line, wall: Wall, start: float, stop: float) -> bool:
    """Whether the part [start, stop] of a line crosses the segment that joins two blockers."""
    nx, ny, h = line
    (x0, y0), (x1, y1) = wall
    first, last = nx * x0 + ny * y0 - h, nx * x1 + ny * y1 - h
    if (first > 0) == (last > 0):
        return False
    t = first / (first - last)
    return start <= ny * (x0 + t * (x1 - x0)) - nx * (y0 + t * (y1 - y0)) <= stop


def _passes_through(corners: Corners, start: float, stop: float) -> bool:
    """Whether the part [start, stop] of the x axis has points deeper in an outline than a touch.

    Between neighbouring points of the outline on the axis, either everything is inside or nothing. A segment that runs
    along an edge is inside on one side of the axis only.
    """
    marks = [start, stop, *_marks(corners, 0.0), *(x for x, y in corners if abs(y) <= TOUCH_MM)]
    marks = sorted(x for x in marks if start <= x <= stop)
    above, below = _marks(corners, TOUCH_MM), _marks(corners, -TOUCH_MM)
    for x0, x1 in itertools.pairwise(marks):
        middle = (x0 + x1) / 2
        if x1 - x0 > TOUCH_MM and sum(x > middle for x in above) % 2 and sum(x > middle for x in below) % 2:
            return True
    return False


def _marks(corners: Corners, height: float) -> list[float]:
    """Returns where an outline crosses a height."""
    marks: list[float] = []
    x0, y0 = corners[-1]
    for x1, y1 in corners:
        if (y0 > height) != (y1 > height):
            marks.append(x0 + (y0 - height) / (y0 - y1) * (x1 - x0))
        x0, y0 = x1, y1
    return marks
