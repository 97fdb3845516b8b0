"""The positions at which a base fits along a side of the mat: exact segments of the line of its centre."""

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from companion.geometry.errors import SceneError
from companion.geometry.path.obstacles import CONTACT_MM, Lengths, Mask, Obstacles, Points, as_point, contains
from companion.geometry.path.trail import Line
from companion.geometry.placement.clearance import Side, standing_obstacles
from companion.geometry.shapes import Mat, MatPoint, Scene
from companion.geometry.verdict import CLOSE_AT_SIGMAS, Answer, Verdict


@dataclass(frozen=True, slots=True)
class SideSpots:
    """The positions at which a base touches a side from inside.

    Attributes:
        mat: The mat.
        side: The side.
        radius_mm: The base's radius.
        spans: Smallest and largest position of the centre for each free segment, ascending: its x along the players'
            sides, its y along the others. A segment may be a single position.
    """

    mat: Mat
    side: Side
    radius_mm: float
    spans: tuple[tuple[float, float], ...]

    def centre_at(self, along_mm: float) -> MatPoint:
        """Returns the centre of a base that touches the side at that x or y."""
        return as_point(_origin(self.mat, self.side, self.radius_mm) + _direction(self.side) * along_mm)

    def lines(self) -> tuple[Line, ...]:
        """Returns the free segments of the centre, for drawing."""
        return tuple(Line(self.centre_at(low), self.centre_at(high)) for low, high in self.spans)

    def nearest(self, wanted: MatPoint) -> MatPoint | None:
        """Returns the free centre closest to a requested position; None if there is none."""
        along_mm = wanted.x_mm if self.side.is_level else wanted.y_mm
        free = [min(max(along_mm, low), high) for low, high in self.spans]
        return self.centre_at(min(free, key=lambda place: abs(place - along_mm))) if free else None


Stretch: TypeAlias = tuple[float, float]
"""Start and end along a side: x along the players' sides, y along the others."""


def free_spots_along_side(
    scene: Scene,
    radius_mm: float,
    side: Side,
    *,
    clearance_mm: float = 0.0,
    keep_clear_of: Collection[str] = (),
    within_mm: Stretch | None = None,
) -> SideSpots:
    """Returns all positions along a side at which a further base can touch it from inside.

    The base must overlap no other base and no impassable terrain, and lie completely on the mat.

    Args:
        scene: The scene without the further base.
        radius_mm: The radius of the further base.
        side: The side that it must touch.
        clearance_mm: Smallest gap to the bases to stay clear of; a gap equal to it is sufficient.
        keep_clear_of: Ids of those bases.
        within_mm: The part of the side opposite to which the centre must be; None for all of it.

    Raises:
        SceneError: If a length is invalid.
    """
    return _spots(scene, _NewBase(radius_mm, side, clearance_mm, frozenset(keep_clear_of), within_mm), 0.0)


def judge_room_along_side(  # noqa: PLR0913 - as above
    scene: Scene,
    radius_mm: float,
    side: Side,
    *,
    clearance_mm: float = 0.0,
    keep_clear_of: Collection[str] = (),
    within_mm: Stretch | None = None,
    tolerance_mm: float = 0.0,
) -> Verdict:
    """Judges whether there is any such position; close if the tolerance decides.

    Args:
        scene: The scene without the further base.
        radius_mm: The radius of the further base.
        side: The side that it must touch.
        clearance_mm: Smallest gap to the bases to stay clear of.
        keep_clear_of: Ids of those bases.
        within_mm: As for `free_spots_along_side`.
        tolerance_mm: Possible error of each gap: 0 for exact coordinates, twice the standard deviation for measured
            ones. At most half of the radius is used.

    Returns:
        A verdict without a value; its limit is the clearance, its reason `room.some`, `room.none` or `room.close`.

    Raises:
        SceneError: If a length is invalid.
    """
    if not 0 <= tolerance_mm < math.inf:
        raise SceneError(f"a tolerance must be 0 mm or more, got {tolerance_mm!r}")
    newcomer = _NewBase(radius_mm, side, clearance_mm, frozenset(keep_clear_of), within_mm)
    tolerance_mm = min(tolerance_mm, radius_mm / 2)
    sigma_mm = tolerance_mm / CLOSE_AT_SIGMAS
    some = bool(_spots(scene, newcomer, 0.0).spans)
    if bool(_spots(scene, newcomer, tolerance_mm if some else -tolerance_mm).spans) != some:
        return Verdict(Answer.CLOSE, None, clearance_mm, sigma_mm, "room.close")
    if some:
        return Verdict(Answer.YES, None, clearance_mm, sigma_mm, "room.some")
    return Verdict(Answer.NO, None, clearance_mm, sigma_mm, "room.none")


@dataclass(frozen=True, slots=True)
class _NewBase:
    """The further base, and everything that it must stay clear of."""

    radius_mm: float
    side: Side
    clearance_mm: float
    keep_clear_of: frozenset[str]
    within_mm: Stretch | None

    def __post_init__(self) -> None:
        if not 0 < self.radius_mm < math.inf:
            raise SceneError(f"a base needs a radius above 0 mm, got {self.radius_mm!r}")
        if not 0 <= self.clearance_mm < math.inf:
            raise SceneError(f"a clearance must be 0 mm or more, got {self.clearance_mm!r}")


def _spots(scene: Scene, newcomer: _NewBase, growth_mm: float) -> SideSpots:
    """Returns the positions if every obstacle is larger by `growth_mm`."""
    obstacles = standing_obstacles(scene, newcomer.radius_mm, ())
    extra = [newcomer.clearance_mm if name in newcomer.keep_clear_of else 0.0 for name in obstacles.ids]
    obstacles = obstacles.resized(np.array(extra) + growth_mm, np.zeros(4))
    low_x, high_x, low_y, high_y = obstacles.bounds
    low, high = (low_x, high_x) if newcomer.side.is_level else (low_y, high_y)
    if newcomer.within_mm is not None:
        low, high = max(low, min(newcomer.within_mm)), min(high, max(newcomer.within_mm))
    spans: tuple[tuple[float, float], ...] = ()
    if high >= low - CONTACT_MM:
        origin = _origin(scene.mat, newcomer.side, newcomer.radius_mm)
        spans = _free_spans(obstacles, origin, _direction(newcomer.side), low, high)
    return SideSpots(scene.mat, newcomer.side, newcomer.radius_mm, spans)


def _direction(side: Side) -> complex:
    return 1.0 + 0j if side.is_level else 1j


def _origin(mat: Mat, side: Side, radius_mm: float) -> complex:
    """Returns where the line of centres along a side has x or y 0."""
    return {
        Side.PLAYER_ONE: 1j * radius_mm,
        Side.PLAYER_TWO: 1j * (mat.height_mm - radius_mm),
        Side.LEFT: complex(radius_mm),
        Side.RIGHT: complex(mat.width_mm - radius_mm),
    }[side]


def _free_spans(
    obstacles: Obstacles, origin: complex, direction: complex, low: float, high: float
) -> tuple[tuple[float, float], ...]:
    """Returns the free segments of a line, which is cut at each outline; each piece is as free as its midpoint."""
    cuts = np.concatenate(
        [[low, high], _disc_cuts(obstacles, origin, direction), _slab_cuts(obstacles, origin, direction)]
    )
    cuts = np.unique(np.clip(cuts, low, high))
    lows, highs = (cuts, cuts) if len(cuts) == 1 else (cuts[:-1], cuts[1:])
    spans: list[tuple[float, float]] = []
    free = _standing_clear(obstacles, origin + direction * (lows + highs) / 2)
    for start, end, is_clear in zip(lows.tolist(), highs.tolist(), free.tolist(), strict=True):
        if not is_clear:
            continue
        if spans and spans[-1][1] == start:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return tuple(spans)


def _standing_clear(obstacles: Obstacles, points: Points) -> Mask:
    clear = obstacles.points_clear(points)
    for corners, _ in obstacles.polygons:
        clear &= [not contains(corners, point) for point in points.tolist()]
    return clear


def _disc_cuts(obstacles: Obstacles, origin: complex, direction: complex) -> Lengths:
    placed = (obstacles.centres - origin) * direction.conjugate()
    # half of what counts as contact, so that the ends are free themselves
    room = np.square(obstacles.radii - CONTACT_MM / 2) - np.square(placed.imag)
    met = room > 0
    half, along = np.sqrt(room[met]), placed.real[met]
    return np.concatenate([along - half, along + half])


def _slab_cuts(obstacles: Obstacles, origin: complex, direction: complex) -> Lengths:
    """Returns where the line crosses the extended long sides of the slabs: additional cuts do no harm."""
    edge = (obstacles.edge_ends - obstacles.edge_starts) * direction.conjugate()
    unit = edge / np.abs(edge)
    start = (obstacles.edge_starts - origin) * direction.conjugate()
    slanted = np.abs(unit.imag) > CONTACT_MM
    unit, start, widths = unit[slanted], start[slanted], obstacles.edge_widths[slanted] - CONTACT_MM / 2
    middle = start.real - start.imag * unit.real / unit.imag
    return np.concatenate([middle - widths / unit.imag, middle + widths / unit.imag])
