"""Where labels go so that they do not cover one another: each has several spots and takes the first that is free.

All numbers are pixels of the screen, y upwards. The same labels always find the same spots, and a label leaves its
first spot only if something is in the way there; so nothing flickers while the bases rest.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Size = tuple[float, float]
Line = tuple[Point, Point]

AIR_PX = 1.5  # between a label and whatever it must not touch
RING_SPOTS = 24
MARGIN_SHARES = (0.72, 0.66, 0.78, 0.6, 0.84, 0.54, 0.48, 0.42, 0.36)
GAP_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7)
GAP_HEIGHTS_ASIDE = (1.5, 2.5, 3.5)


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle on the screen."""

    left_px: float
    bottom_px: float
    right_px: float
    top_px: float

    @classmethod
    def around(cls, centre: Point, size_px: Size, air_px: float = 0.0) -> "Box":
        """The box of a size around a point, with some air on all sides."""
        half_width, half_height = size_px[0] / 2 + air_px, size_px[1] / 2 + air_px
        return cls(centre[0] - half_width, centre[1] - half_height, centre[0] + half_width, centre[1] + half_height)

    @property
    def area_px2(self) -> float:
        """Width times height."""
        return (self.right_px - self.left_px) * (self.top_px - self.bottom_px)

    def shared(self, other: "Box") -> "Box":
        """What two boxes have in common; of boxes apart, a box without area."""
        left_px, bottom_px = max(self.left_px, other.left_px), max(self.bottom_px, other.bottom_px)
        return Box(
            left_px,
            bottom_px,
            max(left_px, min(self.right_px, other.right_px)),
            max(bottom_px, min(self.top_px, other.top_px)),
        )

    def holds(self, point: Point) -> bool:
        """Whether a point lies within."""
        return self.left_px <= point[0] <= self.right_px and self.bottom_px <= point[1] <= self.top_px

    def shared_px2(self, other: "Box") -> float:
        """The area common to two boxes; 0 if they do not overlap."""
        if self.left_px >= other.right_px or other.left_px >= self.right_px:
            return 0.0
        if self.bottom_px >= other.top_px or other.bottom_px >= self.top_px:
            return 0.0
        width = min(self.right_px, other.right_px) - max(self.left_px, other.left_px)
        height = min(self.top_px, other.top_px) - max(self.bottom_px, other.bottom_px)
        return width * height


@dataclass(frozen=True, slots=True)
class Disc:
    """A base on the screen."""

    centre: Point
    radius_px: float

    def shared_px2(self, box: Box) -> float:
        """How much of a box lies on the disc, at most; 0 if they do not overlap."""
        (x, y), radius_px = self.centre, self.radius_px
        if x + radius_px <= box.left_px or x - radius_px >= box.right_px:
            return 0.0
        if y + radius_px <= box.bottom_px or y - radius_px >= box.top_px:
            return 0.0
        away_px = math.hypot(x - min(max(x, box.left_px), box.right_px), y - min(max(y, box.bottom_px), box.top_px))
        return box.shared_px2(Box.around(self.centre, (2 * radius_px, 2 * radius_px))) if away_px < radius_px else 0.0


@dataclass(frozen=True, slots=True)
class Label:
    """Something written that looks for a spot.

    Attributes:
        size_px: Width and height.
        spots: Centres it may have, the best first; at least one.
        shuns_lines: Whether it would rather not lie on lines; words that belong to a base may.
    """

    size_px: Size
    spots: tuple[Point, ...]
    shuns_lines: bool = False


def place(labels: Sequence[Label], within: Box, discs: Sequence[Disc], lines: Sequence[Line]) -> list[Point]:
    """Finds a spot for each label.

    Args:
        labels: The most important first.
        within: Where labels may be.
        discs: Bases, which no label should cover.
        lines: Lines some labels would rather not cover.

    Returns:
        For each label the first of its spots where it overlaps nothing, else the one where it overlaps least; among
        spots equally free, the one on the fewest lines.
    """
    taken: list[Box] = []
    found: list[Point] = []
    for label in labels:
        spot = _spot_for(label, within, taken, discs, lines)
        taken.append(Box.around(spot, label.size_px))
        found.append(spot)
    return found


def _spot_for(label: Label, within: Box, taken: Sequence[Box], discs: Sequence[Disc], lines: Sequence[Line]) -> Point:
    best, least = label.spots[0], (math.inf, math.inf)
    for spot in label.spots:
        covered_px2 = _outside_px2(Box.around(spot, label.size_px), within)
        box = Box.around(spot, label.size_px, AIR_PX)
        for other in taken:
            covered_px2 += other.shared_px2(box)
        for disc in discs:
            covered_px2 += disc.shared_px2(box)
        if covered_px2 > least[0]:
            continue
        crossed = sum(_crosses(line, box) for line in lines) if label.shuns_lines else 0
        if (covered_px2, crossed) < least:
            best, least = spot, (covered_px2, crossed)
        if not any(least):
            break
    return best


def _outside_px2(box: Box, within: Box) -> float:
    """How much of a box lies beyond another; the last digits of numbers do not count."""
    outside_px2 = box.area_px2 - box.shared_px2(within)
    return outside_px2 if outside_px2 > 1e-6 * box.area_px2 else 0.0


def _crosses(line: Line, box: Box) -> bool:
    """Whether a line goes through a box: their shadows on both axes meet, and corners lie on both sides of it."""
    (x, y), (to_x, to_y) = line
    if (x < box.left_px and to_x < box.left_px) or (x > box.right_px and to_x > box.right_px):
        return False
    if (y < box.bottom_px and to_y < box.bottom_px) or (y > box.top_px and to_y > box.top_px):
        return False
    dx, dy = to_x - x, to_y - y
    middle = dx * (box.bottom_px + box.top_px - 2 * y) - dy * (box.left_px + box.right_px - 2 * x)
    reach = abs(dx) * (box.top_px - box.bottom_px) + abs(dy) * (box.right_px - box.left_px)
    return abs(middle) <= reach


def beside(disc: Disc, size_px: Size, space_px: float, within: Box) -> tuple[Point, ...]:
    """Spots for a name: below, above, right or left of a base, moved sideways as far as the edge needs."""
    x, y = disc.centre
    up, aside = disc.radius_px + space_px + size_px[1] / 2, disc.radius_px + space_px + size_px[0] / 2
    least_x, most_x = within.left_px + size_px[0] / 2, within.right_px - size_px[0] / 2
    return tuple(
        (min(max(spot_x, least_x), most_x), spot_y)
        for spot_x, spot_y in ((x, y - up), (x, y + up), (x + aside, y), (x - aside, y))
    )


def around_ring(ring: Disc, first_rad: float, within: Box) -> tuple[Point, ...]:
    """Spots on a ring, in turn to either side of a first direction; none if the ring is out of sight."""
    spots = (
        (ring.centre[0] + ring.radius_px * math.cos(angle), ring.centre[1] + ring.radius_px * math.sin(angle))
        for angle in _to_either_side(first_rad)
    )
    return tuple(spot for spot in spots if within.holds(spot))


def _to_either_side(first_rad: float) -> Iterator[float]:
    yield first_rad
    for step in range(1, RING_SPOTS // 2 + 1):
        turn = 2 * math.pi * step / RING_SPOTS
        yield first_rad + turn
        if 2 * step < RING_SPOTS:
            yield first_rad - turn


def along(line: Line) -> tuple[Point, ...]:
    """Spots on a line of sight for the margin by which it is clear."""
    return tuple(_on(line, share) for share in MARGIN_SHARES)


def across(line: Line, height_px: float) -> tuple[Point, ...]:
    """Spots for the width of a gap: on the line across it, then to either side of its middle."""
    (x, y), (to_x, to_y) = line
    length = math.hypot(to_x - x, to_y - y) or 1.0
    away_x, away_y = (y - to_y) / length, (to_x - x) / length
    middle = _on(line, 0.5)
    asides = [side * heights * height_px for heights in GAP_HEIGHTS_ASIDE for side in (1, -1)]
    return tuple(_on(line, share) for share in GAP_SHARES) + tuple(
        (middle[0] + aside * away_x, middle[1] + aside * away_y) for aside in asides
    )


def _on(line: Line, share: float) -> Point:
    (x, y), (to_x, to_y) = line
    return x + share * (to_x - x), y + share * (to_y - y)
