"""Which templates give a target cover against a shot (S-TERRAIN-27)."""

from dataclasses import replace

import numpy as np
import shapely

from companion.geometry.shapes import Base, Scene, Terrain
from companion.geometry.sight import Segment, find_sight
from companion.geometry.sight_blockers import Corners, Piece, build_field
from companion.geometry.sight_features import TOUCH_MM
from companion.geometry.sight_walls import hit_wall, segment_between


def cover_on_line(scene: Scene, from_id: str, to_id: str, *, tolerance_mm: float = 0.0) -> tuple[str, ...]:
    """The templates with cover that the target touches, and those that a shot at it must pass.

    The shooter chooses the line: templates count only if no free sight line avoids all of them, and then those on the
    line that is least deep in them.

    Args:
        scene: The table.
        from_id: The shooter's base.
        to_id: The target's base; another one.
        tolerance_mm: The gap up to which the target counts as touching a template.

    Returns:
        Ids in the scene's order; none if the target has no cover.

    Raises:
        SceneError: If there is no such base, or both are the same.
    """
    target = scene.base(to_id)
    templates = [piece for piece in scene.terrain if piece.cover]
    opaque = replace(
        scene, terrain=tuple(replace(piece, blocks_sight=piece.blocks_sight or piece.cover) for piece in scene.terrain)
    )
    best = find_sight(opaque, from_id, to_id)
    passed = best.margin_mm is not None and best.margin_mm < 0
    return tuple(
        piece.id
        for piece in templates
        if _touches(piece, target, tolerance_mm) or (passed and _passes(piece, best.witness))
    )


def _touches(piece: Terrain, base: Base, tolerance_mm: float) -> bool:
    centre = shapely.Point(base.centre.x_mm, base.centre.y_mm)
    return bool(centre.distance(shapely.Polygon(_corners(piece))) <= base.radius_mm + tolerance_mm + TOUCH_MM)


def _passes(piece: Terrain, line: Segment) -> bool:
    wall = build_field([Piece(piece.id, _corners(piece), 0.0)]).walls[0]
    segment = segment_between(line.start.x_mm, line.start.y_mm, line.end.x_mm, line.end.y_mm)
    return bool(hit_wall(wall, segment, np.zeros(1))[0])


def _corners(piece: Terrain) -> Corners:
    return [(corner.x_mm, corner.y_mm) for corner in piece.polygon]
