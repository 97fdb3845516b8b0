"""Determines which templates give a target cover against a shot (S-TERRAIN-27)."""

from dataclasses import replace

import numpy as np
import shapely

from companion.geometry.deviation import Deviation
from companion.geometry.shapes import Base, Scene, Terrain
from companion.geometry.sight.blockers import BlockingTemplate, Corners, blocker_arrays, ring_of
from companion.geometry.sight.features import TOUCH_MM
from companion.geometry.sight.line_of_sight import Segment, Sight, find_sight
from companion.geometry.sight.segment_test import hit_wall, segment_between
from companion.geometry.verdict import Answer, Verdict, at_most


def judge_cover(scene: Scene, from_id: str, to_id: str, *, tolerance_mm: float = 0.0) -> Verdict:
    """Judges whether any template gives the target cover; arguments as for `cover_on_line`.

    Returns:
        Yes if the target certainly touches a template with cover, or no free sight line certainly avoids all of them.
        Its reason is `cover.none` if there is no such template, otherwise that of the contact (`cover.…`) or of the
        line (`sight.…`) that decides; where both say the same, that of the contact.
    """
    target = scene.base(to_id)
    templates = [piece for piece in scene.terrain if piece.cover]
    if not templates:
        return Verdict(Answer.NO, None, tolerance_mm, 0.0, "cover.none")
    touches = [
        at_most(gap_mm, tolerance_mm + TOUCH_MM, _touch_deviation(piece, target, gap_mm), "cover")
        for piece, gap_mm in ((piece, _gap_mm(piece, target)) for piece in templates)
    ]
    touch = _nearest_to_yes(touches)
    if touch.answer is Answer.YES:
        return touch
    return _nearest_to_yes([touch, _judge_line(scene, from_id, to_id, templates)])


def _nearest_to_yes(verdicts: list[Verdict]) -> Verdict:
    return min(verdicts, key=lambda verdict: _ORDER.index(verdict.answer))


def _touch_deviation(piece: Terrain, target: Base, gap_mm: float) -> Deviation:
    return Deviation.between(piece, target, scale_mm=target.scale_sigma * (gap_mm + target.radius_mm))


_ORDER = (Answer.YES, Answer.CLOSE, Answer.NO)
_OPPOSITE = {Answer.YES: Answer.NO, Answer.NO: Answer.YES, Answer.CLOSE: Answer.CLOSE}


def _judge_line(scene: Scene, from_id: str, to_id: str, templates: list[Terrain]) -> Verdict:
    """Judges whether every free sight line passes through a template with cover."""
    best = find_sight_past_cover(scene, from_id, to_id)
    at_fault = any(piece.id in best.blockers or _passes(piece, best.witness) for piece in templates)
    seen = best.verdict
    answer = _OPPOSITE[seen.answer] if at_fault else Answer.NO
    return replace(seen, answer=answer)


def find_sight_past_cover(scene: Scene, from_id: str, to_id: str) -> Sight:
    """Returns the best line between two bases if templates with cover also block; arguments as for `cover_on_line`."""
    return find_sight(_opaque(scene), from_id, to_id)


def _opaque(scene: Scene) -> Scene:
    seen_through = frozenset(piece.id for piece in scene.terrain if piece.cover and not piece.blocks_sight)
    return replace(
        scene,
        terrain=tuple(replace(piece, blocks_sight=piece.blocks_sight or piece.cover) for piece in scene.terrain),
        sight=replace(scene.sight, apart=scene.sight.apart | seen_through),
    )


def cover_on_line(scene: Scene, from_id: str, to_id: str, *, tolerance_mm: float = 0.0) -> tuple[str, ...]:
    """Returns the templates with cover that the target touches, and those through which a shot at it must pass.

    The shooter chooses the line: templates count only if no free sight line avoids all of them. Then those on the line
    that passes least deeply through them count.

    Args:
        scene: The table.
        from_id: The shooter's base.
        to_id: The target's base; another one.
        tolerance_mm: The largest gap at which the target counts as touching a template.

    Returns:
        Ids in the scene's order; none if the target has no cover.

    Raises:
        SceneError: If there is no such base, or both are the same.
    """
    target = scene.base(to_id)
    templates = [piece for piece in scene.terrain if piece.cover]
    best = find_sight_past_cover(scene, from_id, to_id)
    passed = best.margin_mm is not None and best.margin_mm < 0
    return tuple(
        piece.id
        for piece in templates
        if _touches(piece, target, tolerance_mm) or (passed and _passes(piece, best.witness))
    )


def _touches(piece: Terrain, base: Base, tolerance_mm: float) -> bool:
    return _gap_mm(piece, base) <= tolerance_mm + TOUCH_MM


def _gap_mm(piece: Terrain, base: Base) -> float:
    """Returns the distance of a base's rim from a template, negative inside; at least minus the base's radius."""
    centre = shapely.Point(base.centre.x_mm, base.centre.y_mm)
    return float(centre.distance(shapely.Polygon(ring_of(_corners(piece))))) - base.radius_mm


def _passes(piece: Terrain, line: Segment) -> bool:
    wall = blocker_arrays([BlockingTemplate(piece.id, _corners(piece), 0.0)]).walls[0]
    segment = segment_between(line.start.x_mm, line.start.y_mm, line.end.x_mm, line.end.y_mm)
    return bool(hit_wall(wall, segment, np.zeros(1))[0])


def _corners(piece: Terrain) -> Corners:
    return [(corner.x_mm, corner.y_mm) for corner in piece.polygon]
