"""The area that a base can reach within a given distance, for drawing.

The area consists of polygons; its borders are accurate to about 0.1 mm. To judge a single position, use
`shortest_path` instead of this area.

Stopping on contact. Where touching certain bases ends a move, a path must avoid them until its very end. A player can
always keep a hair's breadth away, so in the limit a path around such a base is as long as the one that slides along
it, and touching it is possible wherever the base can get close to it. The area is therefore computed as if such bases
were larger by a hair: this closes only gaps exactly as wide as the moving base. The same holds for difficult ground
once more than its limit has been travelled.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import shapely

from companion.geometry.errors import SceneError
from companion.geometry.patches import Patch, area_of, patches_of
from companion.geometry.path.obstacles import CONTACT_MM, Obstacles, Points, as_complex, obstacles_for
from companion.geometry.path.shortest_path import Mode, with_slack
from companion.geometry.path.walls import allowed_box, grown_shapes
from companion.geometry.path.wedges import seen_wedges, walking_wedges
from companion.geometry.shapes import Base, MatPoint, Scene

HAIR_MM = 1e-6  # more than contact, less than visible
_SEAM_MM = 0.02  # width on each side of a seam between wedges; far less than the accuracy of the border
_SEGMENTS = 32  # segments per quarter circle: chords within 0.04 mm at a radius of 60 mm


@dataclass(frozen=True, slots=True)
class Reach:
    """The area that a base can reach.

    Attributes:
        start: Present position of its centre.
        radius_mm: Its radius.
        distance_mm: The distance that it may move.
        mode: How it moves.
        patches: The positions that its centre can reach; empty if even its present position is not allowed.
    """

    start: MatPoint
    radius_mm: float
    distance_mm: float
    mode: Mode
    patches: tuple[Patch, ...]

    def contains(self, place: MatPoint) -> bool:
        """Whether the drawn area contains the position; accurate except within 0.1 mm of its border."""
        return bool(shapely.intersects_xy(area_of(self.patches), place.x_mm, place.y_mm))

    def covered(self) -> tuple[Patch, ...]:
        """Returns the area that some part of the base's disc can cover: the centre's area grown by the radius."""
        return patches_of(shapely.buffer(area_of(self.patches), self.radius_mm, quad_segs=_SEGMENTS))


def find_reach(  # noqa: PLR0913 - each keyword is a rule or a tolerance that a game sets or leaves out
    scene: Scene,
    base_id: str,
    distance_mm: float,
    mode: Mode = Mode.WALK,
    *,
    stopping_ids: Collection[str] = (),
    difficult_limit_mm: float | None = None,
    contact_mm: float = 0.0,
    slack_mm: float = 0.0,
) -> Reach:
    """Returns the area that a base's centre can reach.

    Args:
        scene: The scene.
        base_id: The base that moves.
        distance_mm: The distance that its centre may travel.
        mode: How it moves; see `shortest_path`.
        stopping_ids: Bases whose contact ends a walk. Those in contact at the start are ignored.
        difficult_limit_mm: The total distance after touching difficult terrain: a base that has travelled less may
            continue up to this limit, one that has travelled more stops at the point of contact, and one that touches
            it at the start has only this distance. Flight ignores it. None for a game without difficult terrain.
        contact_mm: The largest gap that counts as contact at the start.
        slack_mm: Overlaps at the start up to this amount count as contact; see `shortest_path`.

    Raises:
        SceneError: If there is no such base, or a length is negative or not a number.
    """
    for what, length_mm in (("distance", distance_mm), ("limit", difficult_limit_mm or 0.0), ("contact", contact_mm)):
        if not 0 <= length_mm < math.inf:
            raise SceneError(f"a {what} must be 0 mm or more, got {length_mm!r}")
    base = scene.base(base_id)
    ground = _ReachInputs(scene, base, slack_mm, contact_mm)
    slowed_mm = distance_mm if difficult_limit_mm is None else min(distance_mm, difficult_limit_mm)
    if mode is Mode.FLIGHT:
        area = ground.flown(distance_mm)
    elif mode is Mode.JUMP:
        area = ground.jumped(slowed_mm if ground.starts_in_difficult() else distance_mm)
    else:
        area = ground.walked(slowed_mm, stopping_ids, difficult=False)
        if slowed_mm < distance_mm and not ground.starts_in_difficult():
            area = shapely.union(area, ground.walked(distance_mm, stopping_ids, difficult=True))
    return Reach(base.centre, base.radius_mm, distance_mm, mode, patches_of(_closed(area)))


@dataclass(frozen=True, slots=True)
class _ReachInputs:
    """The inputs for one base's reach."""

    scene: Scene
    base: Base
    slack_mm: float
    contact_mm: float

    @property
    def start(self) -> complex:
        return as_complex(self.base.centre)

    def walls(self, *, difficult: bool = False) -> Obstacles:
        """Returns all bases and impassable terrain, and, on request, difficult terrain too."""
        terrain = [piece for piece in self.scene.terrain if piece.impassable or (difficult and piece.difficult)]
        obstacles = obstacles_for(self.scene, self.base.radius_mm, terrain, {self.base.id})
        return with_slack(obstacles, self.start, self.start, self.slack_mm)

    def starts_in_difficult(self) -> bool:
        pieces = [piece for piece in self.scene.terrain if piece.difficult]
        obstacles = obstacles_for(self.scene, self.base.radius_mm, pieces, {base.id for base in self.scene.bases})
        near_mm = max(self.contact_mm, CONTACT_MM)
        return bool(pieces) and bool(obstacles.clearances(self.start).min() <= near_mm)

    def walked(self, distance_mm: float, stopping_ids: Collection[str], *, difficult: bool) -> shapely.Geometry:
        obstacles = self.walls(difficult=difficult)
        if not obstacles.is_free(self.start):
            return shapely.Polygon()
        soft = {piece.id for piece in self.scene.terrain if piece.difficult and difficult}
        stops = np.array([name in stopping_ids or name in soft for name in obstacles.ids], dtype=np.bool_)
        gaps = obstacles.clearances(self.start)
        growth = np.where(stops & (gaps > max(self.contact_mm, CONTACT_MM)), np.minimum(HAIR_MM, gaps), 0.0)
        wary = obstacles.resized(growth, np.zeros(4))
        return _cut(_union(walking_wedges(wary, self.start, distance_mm)), obstacles)

    def flown(self, distance_mm: float) -> shapely.Geometry:
        disc = shapely.Point(self.start.real, self.start.imag).buffer(distance_mm, quad_segs=4 * _SEGMENTS)
        return _cut(disc, self.walls())

    def jumped(self, distance_mm: float) -> shapely.Geometry:
        others = {base.id for base in self.scene.bases}
        terrain = obstacles_for(self.scene, self.base.radius_mm, self.scene.terrain, others)
        terrain = with_slack(terrain, self.start, self.start, self.slack_mm)
        if terrain.in_the_way_at(self.start):
            return shapely.Polygon()
        seen = _cut(_union(seen_wedges(terrain, self.start, distance_mm)), terrain)
        return _cut(seen, self.walls())


def _union(outlines: list[Points]) -> shapely.Geometry:
    """Returns the union of outlines; outlines made invalid by rounding are repaired."""
    polygons = np.array([shapely.Polygon(np.column_stack([ring.real, ring.imag])) for ring in outlines])
    tangled = ~shapely.is_valid(polygons)
    polygons[tangled] = shapely.make_valid(polygons[tangled])
    return shapely.union_all(polygons)


def _cut(area: shapely.Geometry, obstacles: Obstacles) -> shapely.Geometry:
    """Returns the part of the area that is on the mat and outside all grown obstacles."""
    solid = shapely.union_all(grown_shapes(obstacles, _SEGMENTS))
    return shapely.difference(shapely.intersection(area, allowed_box(obstacles)), solid)


def _closed(area: shapely.Geometry) -> shapely.Geometry:
    """Removes the seams that rounding leaves between adjacent wedges."""
    return shapely.buffer(shapely.buffer(area, _SEAM_MM, quad_segs=2), -_SEAM_MM, quad_segs=2)
