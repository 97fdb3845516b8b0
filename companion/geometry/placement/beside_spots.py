"""Judges whether a base fits anywhere in contact with one of some templates."""

import math
from collections.abc import Collection

import shapely

from companion.geometry.errors import SceneError
from companion.geometry.shapes import Scene, Terrain
from companion.geometry.verdict import CLOSE_AT_SIGMAS, Answer, Verdict

_SEGMENTS = 64
"""Segments per quarter circle: the polygon is nowhere more than 0.01 mm inside a circle of 100 mm."""

_SPECK_MM2 = 1e-3
"""Smaller areas result from rounding; no centre could be placed there."""


def judge_room_beside(
    scene: Scene,
    radius_mm: float,
    template_ids: Collection[str],
    *,
    contact_mm: float = 0.0,
    apart_from: Collection[str] = (),
    tolerance_mm: float = 0.0,
) -> Verdict:
    """Judges whether there is a position for a further base in contact with one of some templates.

    The base must overlap no other base and no impassable terrain, and lie completely on the mat. A base on a template
    also counts as in contact with it.

    Args:
        scene: The scene without the further base.
        radius_mm: The radius of the further base.
        template_ids: The templates, one of which it must touch.
        contact_mm: The largest gap that counts as contact.
        apart_from: Ids of bases with which it must not be in contact.
        tolerance_mm: Possible error of each gap, as for `judge_room_along_side`.

    Returns:
        A verdict without a value, close if the tolerance decides; its limit is the contact, its reason `room.some`,
        `room.none` or `room.close`.

    Raises:
        SceneError: If a length is invalid.
    """
    if not 0 < radius_mm < math.inf:
        raise SceneError(f"a base needs a radius above 0 mm, got {radius_mm!r}")
    for name, length_mm in (("contact", contact_mm), ("tolerance", tolerance_mm)):
        if not 0 <= length_mm < math.inf:
            raise SceneError(f"a {name} must be 0 mm or more, got {length_mm!r}")
    tolerance_mm = min(tolerance_mm, radius_mm / 2)
    sigma_mm = tolerance_mm / CLOSE_AT_SIGMAS

    def some(growth_mm: float) -> bool:
        area = _area(scene, radius_mm, template_ids, contact_mm, apart_from, growth_mm)
        return bool(shapely.area(area) > _SPECK_MM2)

    found = some(0.0)
    if tolerance_mm > 0 and some(tolerance_mm if found else -tolerance_mm) != found:
        return Verdict(Answer.CLOSE, None, contact_mm, sigma_mm, "room.close")
    if found:
        return Verdict(Answer.YES, None, contact_mm, sigma_mm, "room.some")
    return Verdict(Answer.NO, None, contact_mm, sigma_mm, "room.none")


def _area(
    scene: Scene,
    radius_mm: float,
    template_ids: Collection[str],
    contact_mm: float,
    apart_from: Collection[str],
    growth_mm: float,
) -> shapely.Geometry:
    """Returns the possible centres if all obstacles are larger by `growth_mm`, and all objects to touch smaller."""
    mat = scene.mat
    if min(mat.width_mm, mat.height_mm) < 2 * radius_mm:
        return shapely.Polygon()
    shapes = {piece.id: _shape(piece) for piece in scene.terrain}
    reach_mm = radius_mm + contact_mm - growth_mm
    beside = [shapely.buffer(shapes[name], reach_mm, quad_segs=_SEGMENTS) for name in template_ids]
    taken = [
        shapely.buffer(shapes[piece.id], radius_mm + growth_mm, quad_segs=_SEGMENTS)
        for piece in scene.terrain
        if piece.impassable
    ]
    for base in scene.bases:
        apart_mm = base.radius_mm + radius_mm + growth_mm + (contact_mm if base.id in apart_from else 0.0)
        centre = shapely.Point(base.centre.x_mm, base.centre.y_mm)
        taken.append(shapely.buffer(centre, apart_mm, quad_segs=_SEGMENTS))
    inside = shapely.box(radius_mm, radius_mm, mat.width_mm - radius_mm, mat.height_mm - radius_mm)
    return shapely.difference(shapely.intersection(shapely.union_all(beside), inside), shapely.union_all(taken))


def _shape(piece: Terrain) -> shapely.Geometry:
    """Returns a template as an area, whatever its outline."""
    corners = [(point.x_mm, point.y_mm) for point in piece.polygon]
    return shapely.make_valid(shapely.Polygon(corners))
