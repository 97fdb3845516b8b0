"""Grown obstacles as shapely polygons, for drawing and to find out what closes a path."""

import math

import numpy as np
import shapely

from companion.geometry.path.obstacles import Obstacles, Points

SEGMENTS = 16  # segments per quarter circle
_AT_THE_WALL_MM = 0.5


def outward_scale(segments: int) -> float:
    """Returns the factor on a buffer's distance that keeps its chords outside the true arcs.

    A short arc may get as few as two thirds of its share of chords (GEOS rounds their number to the nearest), so a
    chord may span one and a half times its angle.
    """
    return 1 / math.cos(1.5 * math.pi / (4 * segments))


def grown_shapes(obstacles: Obstacles, segments: int = SEGMENTS) -> list[shapely.Geometry]:
    """Returns each owner's grown shape, with circumscribed polygons for circles, so that none is too small."""
    outward = outward_scale(segments)
    shapes: list[shapely.Geometry] = []
    outlines = {owner: corners for corners, owner in obstacles.polygons}
    first_disc = {int(owner): number for number, owner in reversed(list(enumerate(obstacles.owners)))}
    for owner in range(len(obstacles.ids)):
        disc = first_disc[owner]
        corners = outlines.get(owner)
        core = _point(obstacles.centres[disc]) if corners is None else _polygon(corners)
        shapes.append(shapely.buffer(core, float(obstacles.radii[disc]) * outward, quad_segs=segments))
    return shapes


def allowed_box(obstacles: Obstacles) -> shapely.Geometry:
    """Returns the rectangle to which the mat's sides limit the centre; empty if the disc is too large for the mat."""
    low_x, high_x, low_y, high_y = (float(bound) for bound in obstacles.bounds)
    if low_x > high_x or low_y > high_y:
        return shapely.Polygon()
    return shapely.box(low_x, low_y, high_x, high_y)


def walls_between(obstacles: Obstacles, start: complex, end: complex) -> tuple[str, ...]:
    """Returns the ids of everything that closes the path between two free positions without a connection.

    The free space consists of connected pockets; the walls are the objects that border on both the start's pocket and
    the goal's. If there are none (two rings, one inside the other), all objects that border on the smaller pocket are
    returned.
    """
    shapes = grown_shapes(obstacles)
    free = shapely.difference(allowed_box(obstacles), shapely.union_all(shapes))
    if free.is_empty:
        return obstacles.ids
    pockets = shapely.get_parts(free)
    ends = [_point(start), _point(end)]
    around = [pockets[int(np.argmin(shapely.distance(pockets, place)))] for place in ends]
    bordering = [shapely.distance(np.array(shapes), pocket) < _AT_THE_WALL_MM for pocket in around]
    both = bordering[0] & bordering[1]
    if not both.any():
        both = bordering[int(np.argmin(shapely.area(around)))]
    return tuple(name for name, is_wall in zip(obstacles.ids, both, strict=True) if is_wall)


def _point(place: complex) -> shapely.Geometry:
    return shapely.Point(place.real, place.imag)


def _polygon(corners: Points) -> shapely.Geometry:
    """Returns the polygon of these corners, however few or tangled they are."""
    ring = [(corner.real, corner.imag) for corner in corners.tolist()]
    if len(ring) < 3:
        return shapely.LineString(ring) if len(ring) == 2 else shapely.Point(ring[0])
    polygon = shapely.Polygon(ring)
    return polygon if polygon.is_valid else shapely.make_valid(polygon)
