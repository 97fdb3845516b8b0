"""Whether a base fits anywhere in contact with one of some templates."""

import math
from collections.abc import Collection

import shapely

from companion.geometry.errors import SceneError
from companion.geometry.shapes import Scene, Terrain
from companion.geometry.verdict import CLOSE_AT_SIGMAS, Answer, Verdict

_SEGMENTS = 64
"""Of a quarter circle: the polygon is nowhere more than 0.01 mm inside of a circle of 100 mm."""

_SPECK_MM2 = 1e-3
"""Smaller areas are left over from rounding, nothing a centre could be put on."""


def judge_room_beside(
    scene: Scene,
    radius_mm: float,
    template_ids: Collection[str],
    *,
    contact_mm: float = 0.0,
    apart_from: Collection[str] = (),
    tolerance_mm: float = 0.0,
) -> Verdict:
    """Whether there is a place for a further base in contact with one of some templates; close if that hangs by a hair.

    It overlaps no base and no impassable terrain and lies wholly on the mat. Beside a template counts also on it.

    Args:
        scene: What stands where, without the base that is to come.
        radius_mm: The radius of the base that is to come.
        template_ids: The templates, one of which it is to touch.
        contact_mm: A gap up to this is contact.
        apart_from: Ids of bases that it may not be in contact with.
        tolerance_mm: How much each gap may be out, as for `judge_room_along_side`.

    Returns:
        A verdict without a value; its limit is the contact, its reason `room.some`, `room.none` or `room.close`.

    Raises:
        SceneError: If a length makes no sense.
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
    """Where the centre can be if all that is in the way is that much bigger, and all that is to be touched smaller."""
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
    """A template as an area, whatever its outline."""
    corners = [(point.x_mm, point.y_mm) for point in piece.polygon]
    return shapely.make_valid(shapely.Polygon(corners))
