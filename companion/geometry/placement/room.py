"""The positions at which a base may be put down, and the one closest to a requested position.

A room consists of areas and of line segments for the base's centre. Segments are exact; the borders of areas are
accurate to about 0.1 mm, and no position of an area overlaps anything by more.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import shapely

from companion.geometry.grid.cells import Cell, Grid
from companion.geometry.patches import Patch, area_of, patches_of
from companion.geometry.path.obstacles import Points, as_complex, as_point, clean_corners
from companion.geometry.path.reach import Reach
from companion.geometry.path.trail import Line
from companion.geometry.path.walls import allowed_box, grown_shapes
from companion.geometry.placement.clearance import standing_obstacles
from companion.geometry.placement.side_spots import SideSpots
from companion.geometry.shapes import Base, MatPoint, Scene, Terrain

_SEGMENTS = 32  # segments per quarter circle
_ON_WALL_MM = 0.15  # a border this close to a wall follows it
_ON_AREA_MM = 0.1  # accuracy of an area's border


@dataclass(frozen=True)
class Room:
    """The positions at which a base may be put down.

    Attributes:
        radius_mm: The base's radius.
        patches: Areas in which its centre may be.
        lines: Segments on which its centre may be, such as those along a side.
        walls: Obstacles for its centre. Where a border of an area follows a wall, the base touches something there; any
            other border is the limit of what is allowed.
    """

    radius_mm: float
    patches: tuple[Patch, ...] = ()
    lines: tuple[Line, ...] = ()
    walls: tuple[Patch, ...] = field(default=(), repr=False)

    @property
    def is_empty(self) -> bool:
        """Whether there is no position at all."""
        return not self.patches and not self.lines

    def nearest(self, wanted: MatPoint) -> MatPoint | None:
        """Returns the position of the centre closest to the requested one; None if there is none."""
        point = as_complex(wanted)
        found = [_nearest_on(line, point) for line in self.lines]
        if self.patches:
            found.append(self._nearest_in_area(point))
        return as_point(min(found, key=lambda place: abs(place - point))) if found else None

    def contains(self, place: MatPoint) -> bool:
        """Whether a centre may be there; accurate except within 0.1 mm of the borders."""
        at = self.nearest(place)
        return at is not None and math.hypot(at.x_mm - place.x_mm, at.y_mm - place.y_mm) <= _ON_AREA_MM

    @cached_property
    def covered(self) -> tuple[Patch, ...]:
        """The area that the base covers from all its positions; a base is correctly placed if completely within it."""
        stretches = [_stretch(line) for line in self.lines]
        return patches_of(
            shapely.union_all(
                [shapely.buffer(each, self.radius_mm, quad_segs=_SEGMENTS) for each in (self._area, *stretches)]
            )
        )

    def shrunk(self, by_mm: float) -> "Room":
        """Returns the room without positions closer than `by_mm` to its limits; touching an obstacle stays possible.

        A part that is too small to be shrunk is kept, because a tight position is better than none.
        """
        lines = tuple(_shortened(line, by_mm) for line in self.lines)
        if not self.patches:
            return replace(self, lines=lines)
        walls = shapely.buffer(shapely.boundary(area_of(self.walls)), _ON_WALL_MM)
        ends = shapely.difference(shapely.boundary(self._area), walls)
        area = shapely.difference(self._area, shapely.buffer(ends, by_mm, quad_segs=_SEGMENTS))
        return replace(self, patches=patches_of(area) or self.patches, lines=lines)

    def joined(self, other: "Room") -> "Room":
        """Returns the union of this room and another."""
        area = shapely.union(self._area, area_of(other.patches))
        return Room(self.radius_mm, patches_of(area), (*self.lines, *other.lines), (*self.walls, *other.walls))

    def beside(self, pieces: Iterable[Base | Terrain], within_mm: float) -> "Room":
        """Returns the room with its areas reduced to where the base is within a distance of one of some pieces."""
        near = shapely.union_all([_grown(each, self.radius_mm + within_mm) for each in pieces])
        return replace(self, patches=patches_of(shapely.intersection(self._area, near)), lines=())

    def clear_of(self, pieces: Iterable[Base | Terrain], least_mm: float) -> "Room":
        """Returns the room with its areas reduced to where the base is at least a distance from all of some pieces."""
        near = shapely.union_all([_grown(each, self.radius_mm + least_mm) for each in pieces])
        return replace(self, patches=patches_of(shapely.difference(self._area, near)), lines=())

    @cached_property
    def _area(self) -> shapely.Geometry:
        area = area_of(self.patches)
        shapely.prepare(area)
        return area

    def _nearest_in_area(self, point: complex) -> complex:
        at = shapely.Point(point.real, point.imag)
        if shapely.covers(self._area, at):
            return point
        x, y = shapely.get_coordinates(shapely.shortest_line(self._area, at))[0]
        return complex(x, y)


def room_along_side(spots: SideSpots) -> Room:
    """Returns the room along a side, for a base that must touch it."""
    return Room(spots.radius_mm, lines=spots.lines())


def room_of_cells(grid: Grid, cells: Iterable[Cell], radius_mm: float) -> Room:
    """Returns the room of a piece that may be put anywhere in some cells of a board."""
    return Room(radius_mm, tuple(Patch(grid.corners(cell)) for cell in sorted(cells)))


def room_within_reach(scene: Scene, base_id: str, reach: Reach) -> Room:
    """Returns the room of a base's move.

    Args:
        scene: The scene.
        base_id: The base that moves.
        reach: The positions that its centre can reach.
    """
    return Room(reach.radius_mm, reach.patches, walls=_walls(scene, reach.radius_mm, base_id))


def room_around(scene: Scene, base_id: str, radius_mm: float, within_mm: float | None) -> Room:
    """Returns all free positions for a base that is put down elsewhere, regardless of the path there.

    Args:
        scene: The scene; the base may be part of it.
        base_id: The base.
        radius_mm: Its radius.
        within_mm: Largest distance of its centre from its present position; None for anywhere on the mat.
    """
    obstacles = standing_obstacles(scene, radius_mm, (base_id,))
    area = allowed_box(obstacles)
    before = next((base for base in scene.bases if base.id == base_id), None)
    if within_mm is not None and before is not None:
        centre = shapely.Point(before.centre.x_mm, before.centre.y_mm)
        area = shapely.intersection(area, shapely.buffer(centre, within_mm, quad_segs=4 * _SEGMENTS))
    solid = shapely.union_all(grown_shapes(obstacles, _SEGMENTS))
    return Room(radius_mm, patches_of(shapely.difference(area, solid)), walls=_walls(scene, radius_mm, base_id))


def _walls(scene: Scene, radius_mm: float, base_id: str) -> tuple[Patch, ...]:
    obstacles = standing_obstacles(scene, radius_mm, (base_id,))
    sides = shapely.box(0.0, 0.0, scene.mat.width_mm, scene.mat.height_mm)
    shapes = [*grown_shapes(obstacles, _SEGMENTS), shapely.difference(sides, allowed_box(obstacles))]
    return tuple(patch for shape in shapes for patch in patches_of(shape))


def _grown(piece: Base | Terrain, by_mm: float) -> shapely.Geometry:
    """Returns a piece grown by a distance."""
    if isinstance(piece, Base):
        centre = shapely.Point(piece.centre.x_mm, piece.centre.y_mm)
        return shapely.buffer(centre, piece.radius_mm + by_mm, quad_segs=_SEGMENTS)
    corners: Points = np.array(clean_corners(piece))
    return shapely.buffer(shapely.Polygon(np.column_stack([corners.real, corners.imag])), by_mm, quad_segs=_SEGMENTS)


def _nearest_on(line: Line, point: complex) -> complex:
    start, end = as_complex(line.start), as_complex(line.end)
    way = end - start
    if way == 0:
        return start
    along = ((point - start) * way.conjugate()).real / (abs(way) ** 2)
    return start + min(max(along, 0.0), 1.0) * way


def _stretch(line: Line) -> shapely.Geometry:
    if line.length_mm == 0:
        return shapely.Point(line.start.x_mm, line.start.y_mm)
    return shapely.LineString([(line.start.x_mm, line.start.y_mm), (line.end.x_mm, line.end.y_mm)])


def _shortened(line: Line, by_mm: float) -> Line:
    by_mm = min(by_mm, line.length_mm / 2)
    return Line(line.point_at(by_mm), line.point_at(line.length_mm - by_mm))
