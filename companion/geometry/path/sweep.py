"""Finds where a moving base first meets something: on a straight push, or along a given path."""

import cmath
import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from companion.geometry.errors import SceneError
from companion.geometry.path.obstacles import CONTACT_MM, Obstacles, as_complex, as_point, obstacles_for
from companion.geometry.path.shortest_path import Mode, Path, obstacles_of_move, with_slack
from companion.geometry.shapes import MatPoint, Scene

_LOOK_MM = 0.5  # sampling step along a path


@dataclass(frozen=True, slots=True)
class Sweep:
    """A straight push of a base.

    Attributes:
        end: Where its centre comes to rest.
        length_mm: Length of the push.
        stopped_by: Id of the base or impassable terrain that stopped it; empty for a side of the mat, or for nothing.
        whole: Whether it went the full distance.
    """

    end: MatPoint
    length_mm: float
    stopped_by: str
    whole: bool


def sweep(scene: Scene, base_id: str, direction_rad: float, distance_mm: float, *, slack_mm: float = 0.0) -> Sweep:
    """Pushes a base straight until it meets another base, impassable terrain or a side of the mat.

    Args:
        scene: The scene.
        base_id: The base that is pushed.
        direction_rad: Direction of the push, counter-clockwise from the x axis.
        distance_mm: Full distance of the push.
        slack_mm: Overlaps at the start up to this amount count as touching; see `shortest_path`.

    Raises:
        SceneError: If there is no such base, or a length is negative or not a number.
    """
    if not 0 <= distance_mm < math.inf:
        raise SceneError(f"a distance must be 0 mm or more, got {distance_mm!r}")
    base = scene.base(base_id)
    start, ahead = as_complex(base.centre), cmath.rect(1.0, direction_rad)
    obstacles = with_slack(obstacles_of_move(scene, base_id, Mode.WALK), start, start, slack_mm)
    free_mm, owner = _first_hit(obstacles, start, ahead)
    side_mm = _to_side_mm(obstacles, start, ahead)
    length_mm = min(distance_mm, free_mm, side_mm)
    stopped_by = obstacles.ids[owner] if free_mm <= side_mm and free_mm < distance_mm - CONTACT_MM else ""
    return Sweep(as_point(start + ahead * length_mm), length_mm, stopped_by, length_mm >= distance_mm - CONTACT_MM)


def travelled_until_touch(scene: Scene, base_id: str, path: Path, terrain_ids: Collection[str]) -> float | None:
    """Returns how far along a path a base first touches one of some templates, to half a millimetre.

    Args:
        scene: The scene.
        base_id: The base that moves.
        path: Its path.
        terrain_ids: The templates.

    Returns:
        The length of the path up to that point; None if it touches none of them.
    """
    terrain = [piece for piece in scene.terrain if piece.id in terrain_ids]
    everybody = {base.id for base in scene.bases}
    obstacles = obstacles_for(scene, scene.base(base_id).radius_mm, terrain, everybody)
    count = int((path.length_mm or 0.0) / _LOOK_MM) + 2
    places = np.array([as_complex(path.point_at(number * _LOOK_MM)) for number in range(count)])
    touching = np.flatnonzero(~obstacles.points_clear(places))
    return max(0.0, (int(touching[0]) - 1) * _LOOK_MM) if len(touching) else None


def _first_hit(obstacles: Obstacles, start: complex, ahead: complex) -> tuple[float, int]:
    """Returns the distance to the first grown shape that the centre meets, and its owner; infinity if it meets none."""
    discs = (obstacles.centres - start) * ahead.conjugate()
    room = np.square(obstacles.radii - CONTACT_MM) - np.square(discs.imag)
    into = (room > 0) & (discs.real > 0)
    reach = np.where(into, discs.real - np.sqrt(np.maximum(room, 0.0)), np.inf)
    hits = [(max(0.0, float(at)), int(owner)) for at, owner in zip(reach, obstacles.owners, strict=True)]
    for edge_start, edge_end, width, owner in zip(
        obstacles.edge_starts, obstacles.edge_ends, obstacles.edge_widths, obstacles.edge_owners, strict=True
    ):
        hits.append((_to_slab_mm(complex(edge_start), complex(edge_end), float(width), start, ahead), int(owner)))
    return min(hits, default=(math.inf, -1))


def _to_slab_mm(edge_start: complex, edge_end: complex, width_mm: float, start: complex, ahead: complex) -> float:
    """Returns the distance until the centre meets the nearer long side of an edge's slab."""
    unit = (edge_end - edge_start) / abs(edge_end - edge_start)
    placed, way = (start - edge_start) * unit.conjugate(), ahead * unit.conjugate()
    height, rise = abs(placed.imag), math.copysign(1.0, placed.imag) * way.imag
    if rise >= -CONTACT_MM:
        return math.inf
    travelled = max(0.0, (height - width_mm) / -rise)
    along = placed.real + travelled * way.real
    return travelled if 0.0 <= along <= abs(edge_end - edge_start) else math.inf


def _to_side_mm(obstacles: Obstacles, start: complex, ahead: complex) -> float:
    """Returns the distance until the base meets a side of the mat."""
    low_x, high_x, low_y, high_y = (float(each) for each in obstacles.side_clearances(start))
    found = math.inf
    for part, low, high in ((ahead.real, low_x, high_x), (ahead.imag, low_y, high_y)):
        if abs(part) > CONTACT_MM:
            found = min(found, (high if part > 0 else low) / abs(part))
    return max(0.0, found)
