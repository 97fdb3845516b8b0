"""Everything that can block a sight line, as arrays in the frame of the two bases.

The frame has its origin at the centre of the first base and its x axis through the centre of the second, so that every
formula is the same wherever the two stand on the mat.
"""

import cmath
import itertools
import math
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.geometry.shapes import Base, MatPoint, Scene

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]
Corners = list[tuple[float, float]]

SAME_PLACE_MM = 1e-7  # positions closer than this are equal
_STRAIGHT = 1e-9  # an angle in rad, or its sine, whose sign rounding may change


@dataclass(frozen=True, slots=True)
class SightFrame:
    """The frame of two bases, with their radii.

    Attributes:
        origin: Centre of the first base.
        cos, sin: Direction of the x axis on the mat.
        distance_mm: Distance between the centres.
        from_radius_mm, to_radius_mm: Radii of the bases.
    """

    origin: MatPoint
    cos: float
    sin: float
    distance_mm: float
    from_radius_mm: float
    to_radius_mm: float

    @classmethod
    def between(cls, a: Base, b: Base) -> "SightFrame":
        """Returns the frame of two bases; concentric bases use the mat's x axis."""
        dx, dy = b.centre.x_mm - a.centre.x_mm, b.centre.y_mm - a.centre.y_mm
        distance_mm = math.hypot(dx, dy)
        cos, sin = (dx / distance_mm, dy / distance_mm) if distance_mm > 0 else (1.0, 0.0)
        return cls(a.centre, cos, sin, distance_mm, a.radius_mm, b.radius_mm)

    @property
    def reach_mm(self) -> float:
        """Half the width of the widest corridor between the bases."""
        return max(self.from_radius_mm, self.to_radius_mm)

    def in_corridor(self, x: Floats, y: Floats, radius: Floats | float) -> Bools:
        """Returns whether circles may touch a segment between the two bases."""
        inside: Bools = (
            (np.abs(y) <= self.reach_mm + radius + SAME_PLACE_MM)
            & (x >= -self.from_radius_mm - radius - SAME_PLACE_MM)
            & (x <= self.distance_mm + self.to_radius_mm + radius + SAME_PLACE_MM)
        )
        return inside

    def to_frame(self, point: MatPoint) -> tuple[float, float]:
        dx, dy = point.x_mm - self.origin.x_mm, point.y_mm - self.origin.y_mm
        return dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin

    def to_mat(self, x_mm: float, y_mm: float) -> MatPoint:
        return MatPoint(
            self.origin.x_mm + x_mm * self.cos - y_mm * self.sin, self.origin.y_mm + x_mm * self.sin + y_mm * self.cos
        )


@dataclass(frozen=True, slots=True)
class BlockingTemplate:
    """A template's original outline in the frame."""

    id: str
    corners: Corners
    sigma_mm: float
    made_mm: float = 0.0

    @property
    def bounds(self) -> Corners:
        """Points whose smallest and largest coordinates are its own."""
        return self.corners

    @property
    def half_width_mm(self) -> float:
        """An upper bound of the depth of any point inside the template."""
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return min(max(xs) - min(xs), max(ys) - min(ys)) / 2


@dataclass(frozen=True, slots=True)
class BlockingDisc:
    """A base that may block, in the frame."""

    id: str
    x_mm: float
    y_mm: float
    radius_mm: float
    sigma_mm: float
    made_mm: float = 0.0

    @property
    def bounds(self) -> Corners:
        """Points whose smallest and largest coordinates are its own."""
        x, y, r = self.x_mm, self.y_mm, self.radius_mm
        return [(x - r, y - r), (x + r, y + r)]


Blocker = BlockingDisc | BlockingTemplate


def collect_blockers(
    scene: Scene, frame: SightFrame, spared: Collection[str], *, grown_mm: float = math.inf
) -> list[Blocker]:
    """Returns everything in a scene that may block once it is grown by a distance.

    Args:
        scene: The table.
        frame: The frame of the two bases.
        spared: Ids of the bases that do not block: the two themselves.
        grown_mm: The growth; infinite for all blockers.
    """
    found: list[Blocker] = [
        BlockingDisc(base.id, *frame.to_frame(base.centre), base.radius_mm, base.sigma_mm, base.made_mm)
        for base in scene.bases
        if not base.stealth and base.id not in spared
    ]
    found += [
        BlockingTemplate(piece.id, [frame.to_frame(each) for each in piece.polygon], piece.sigma_mm, piece.made_mm)
        for piece in scene.terrain
        if piece.blocks_sight
    ]
    return within_corridor(found, frame, grown_mm)


def within_corridor(blockers: list[Blocker], frame: SightFrame, grown_mm: float) -> list[Blocker]:
    """Returns the blockers that, grown by a distance, may reach into the box about all segments between the bases."""
    half = frame.reach_mm + grown_mm
    left, right = -frame.from_radius_mm - grown_mm, frame.distance_mm + frame.to_radius_mm + grown_mm
    near: list[Blocker] = []
    for blocker in blockers:
        xs, ys = zip(*blocker.bounds, strict=True)
        if min(ys) < half and max(ys) > -half and min(xs) < right and max(xs) > left:
            near.append(blocker)
    return near


def ring_of(corners: Corners) -> Corners:
    """Returns corners as a ring that a polygon can be made of, even where all lie in a point or on a line."""
    return [*corners, *corners[:1] * 3]


def tidied(corners: Corners) -> Corners:
    """Returns the outline counter-clockwise, without repeated and collinear corners."""
    kept: Corners = []
    for corner in corners:
        if not kept or math.dist(corner, kept[-1]) > SAME_PLACE_MM:
            kept.append(corner)
    while len(kept) > 1 and math.dist(kept[0], kept[-1]) <= SAME_PLACE_MM:
        kept.pop()
    before, after = kept[-1:] + kept[:-1], kept[1:] + kept[:1]
    bent = [
        it for last, it, following in zip(before, kept, after, strict=True) if not _is_straight(last, it, following)
    ]
    kept = bent if len(bent) > 2 else kept
    doubled_area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(kept, kept[1:] + kept[:1], strict=True))
    return kept if doubled_area >= 0 else kept[::-1]


def _is_straight(last: tuple[float, float], here: tuple[float, float], following: tuple[float, float]) -> bool:
    arriving, leaving = complex(*here) - complex(*last), complex(*following) - complex(*here)
    return abs(cmath.phase(leaving * arriving.conjugate())) <= _STRAIGHT


@dataclass(frozen=True, slots=True)
class TemplateArrays:
    """One template as arrays.

    Attributes:
        starts: (E, 2) first corners of its edges.
        following: (E,) index of the edge that begins where each edge ends.
        outward: (E, 2) unit normals to the right of each edge.
    """

    starts: Floats
    following: Ints
    outward: Floats


@dataclass(frozen=True, slots=True)
class BlockerArrays:
    """Blockers as arrays.

    Attributes:
        discs: (K, 3) centre and radius.
        starts: (E, 2) first corners of all edges.
        following: (E,) index of the edge that begins where each edge ends.
        pieces: (E,) index of the template of each edge.
        walls: The same edges, template by template.
        outward: (E, 2) unit normals to the right of each edge.
        convex: (E,) whether the outline is straight or turns outwards at the first corner.
        reflex: (E,) whether it turns inwards there.
        joins: (J, 5) segments that no line crosses, by their first and last point, and the level they count from.
    """

    discs: Floats
    starts: Floats
    following: Ints
    pieces: Ints
    walls: tuple[TemplateArrays, ...]
    outward: Floats
    convex: Bools
    reflex: Bools
    joins: Floats = field(default_factory=lambda: np.empty((0, 5)))

    @property
    def ends(self) -> Floats:
        return self.starts[self.following]


def blocker_arrays(blockers: list[Blocker]) -> BlockerArrays:
    """Converts blockers to arrays."""
    discs = np.array([(b.x_mm, b.y_mm, b.radius_mm) for b in blockers if isinstance(b, BlockingDisc)], dtype=np.float64)
    outlines = [tidied(b.corners) for b in blockers if isinstance(b, BlockingTemplate)]
    starts = np.array([corner for corners in outlines for corner in corners], dtype=np.float64).reshape(-1, 2)
    following: list[int] = []
    pieces: list[int] = []
    for index, corners in enumerate(outlines):
        first = len(following)
        following += [first + (k + 1) % len(corners) for k in range(len(corners))]
        pieces += [index] * len(corners)
    after = np.array(following, dtype=np.intp)
    along = starts[after] - starts
    length = np.hypot(along[:, 0], along[:, 1])
    along = along / np.where(length > 0, length, 1.0)[:, None]
    before = np.empty_like(after)
    before[after] = np.arange(len(after), dtype=np.intp)
    turn = along[before, 0] * along[:, 1] - along[before, 1] * along[:, 0]
    outward = np.column_stack([along[:, 1], -along[:, 0]])
    ends = np.cumsum([0, *(len(corners) for corners in outlines)])
    spans = [slice(first, last) for first, last in itertools.pairwise(ends.tolist())]
    return BlockerArrays(
        discs=discs.reshape(-1, 3),
        starts=starts,
        following=after,
        pieces=np.array(pieces, dtype=np.intp),
        walls=tuple(TemplateArrays(starts[span], after[span] - span.start, outward[span]) for span in spans),
        outward=outward,
        convex=turn > -_STRAIGHT,
        reflex=turn < _STRAIGHT,
    )
