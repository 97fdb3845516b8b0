"""The distances that terrain templates must keep from everything, and the judgement of one that lies on the mat."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import shapely

from companion.geometry.errors import SceneError
from companion.geometry.path.trail import Line
from companion.geometry.placement.clearance import Side
from companion.geometry.shapes import MatPoint, Scene, Terrain
from companion.geometry.verdict import Verdict, at_least

TOUCH_MM = 1e-3  # the smallest distance of a template that must not touch


@dataclass(frozen=True, slots=True)
class TemplateRules:
    """The required distances of a template; a distance equal to the required one is sufficient.

    Attributes:
        side_mm: Smallest distance from the line of each side; 0 for sides left out. It must lie completely on the mat
            anyway.
        template_mm: Smallest distance from every other template, outline to outline.
        base_mm: Smallest distance from every base's rim; touching is never allowed, so it is at least `TOUCH_MM`.
    """

    side_mm: Mapping[Side, float] = field(default_factory=dict)
    template_mm: float = 0.0
    base_mm: float = 0.0

    def __post_init__(self) -> None:
        for length_mm in (*self.side_mm.values(), self.template_mm, self.base_mm):
            if not 0 <= length_mm < math.inf:
                raise SceneError(f"a clearance must be 0 mm or more, got {length_mm!r}")


@dataclass(frozen=True, slots=True)
class TemplateClearance:
    """The distance of a template from one other object, compared with its rules.

    Attributes:
        to: Id of the base or the other template, or the name of the side.
        verdict: Whether it is far enough; its value is the distance, which is negative beyond a side and in an overlap
            with a base, and 0 in an overlap with a template.
        line: The shortest line from the template to the other object.
    """

    to: str
    verdict: Verdict
    line: Line


def judge_template(
    scene: Scene, terrain_id: str, rules: TemplateRules, *, extra_sigma_mm: float = 0.0
) -> tuple[TemplateClearance, ...]:
    """Judges the distances of a template on the mat from all sides, all other templates and all bases.

    Args:
        scene: The scene, including the template.
        terrain_id: The template.
        rules: The required distances.
        extra_sigma_mm: Uncertainty in addition to that of the positions.

    Raises:
        SceneError: If there is no such template.
    """
    piece = next((piece for piece in scene.terrain if piece.id == terrain_id), None)
    if piece is None:
        known = ", ".join(other.id for other in scene.terrain) or "none"
        raise SceneError(f"there is no template {terrain_id!r} in the scene; its templates are: {known}")
    outline = solid_outline(piece.polygon)
    found = _to_sides(scene, piece, rules, extra_sigma_mm)
    for other in scene.terrain:
        if other.id != terrain_id:
            nearest = shapely.shortest_line(outline, solid_outline(other.polygon))
            scale_mm = scene.scale_sigma * nearest.length
            sigma_mm = math.hypot(piece.sigma_mm, other.sigma_mm, extra_sigma_mm) + scale_mm
            verdict = at_least(nearest.length, rules.template_mm, sigma_mm, "template")
            found.append(TemplateClearance(other.id, verdict, _line(nearest)))
    for base in scene.bases:
        nearest = shapely.shortest_line(outline, shapely.Point(base.centre.x_mm, base.centre.y_mm))
        scale_mm = base.scale_sigma * nearest.length
        sigma_mm = math.hypot(piece.sigma_mm, base.sigma_mm, extra_sigma_mm) + scale_mm
        least_mm = max(rules.base_mm, TOUCH_MM)
        verdict = at_least(nearest.length - base.radius_mm, least_mm, sigma_mm, "template")
        found.append(TemplateClearance(base.id, verdict, _line(nearest)))
    return tuple(found)


def solid_outline(corners: Sequence[MatPoint]) -> shapely.Geometry:
    """Returns the polygon of these corners, repaired if it crosses itself."""
    return shapely.make_valid(shapely.Polygon([(corner.x_mm, corner.y_mm) for corner in corners]))


def _to_sides(scene: Scene, piece: Terrain, rules: TemplateRules, extra_sigma_mm: float) -> list[TemplateClearance]:
    found = []
    for side in Side:
        corner = min(piece.polygon, key=lambda place: side.gap_mm(scene.mat, place))
        gap_mm = side.gap_mm(scene.mat, corner)
        sigma_mm = math.hypot(piece.sigma_mm, extra_sigma_mm) + scene.scale_sigma * abs(gap_mm)
        verdict = at_least(gap_mm, rules.side_mm.get(side, 0.0), sigma_mm, "template")
        found.append(TemplateClearance(side.value, verdict, Line(corner, side.foot(scene.mat, corner))))
    return found


def _line(line: shapely.Geometry) -> Line:
    (x1, y1), (x2, y2) = shapely.get_coordinates(line)
    return Line(MatPoint(float(x1), float(y1)), MatPoint(float(x2), float(y2)))
