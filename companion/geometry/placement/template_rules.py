"""The distances that terrain templates must keep, and how one that lies on the mat, or beside a way, is judged."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import shapely

from companion.geometry.deviation import Deviation
from companion.geometry.errors import SceneError
from companion.geometry.path.shortest_path import Path
from companion.geometry.path.trail import Line
from companion.geometry.placement.clearance import Side
from companion.geometry.shapes import MatPoint, Scene, Terrain
from companion.geometry.verdict import Verdict, at_least, at_most

TOUCH_MM = 1e-3  # the smallest distance of a template that must not touch
_CHORD_MM = 0.01  # how far the chords of an arc may lie beside it


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
            deviation = Deviation.between(piece, other, scale_mm=scene.scale_sigma * nearest.length)
            verdict = at_least(nearest.length, rules.template_mm, deviation.made(extra_sigma_mm), "template")
            found.append(TemplateClearance(other.id, verdict, _line(nearest)))
    for base in scene.bases:
        nearest = shapely.shortest_line(outline, shapely.Point(base.centre.x_mm, base.centre.y_mm))
        deviation = Deviation.between(piece, base, scale_mm=base.scale_sigma * nearest.length).made(extra_sigma_mm)
        least_mm = max(rules.base_mm, TOUCH_MM)
        verdict = at_least(nearest.length - base.radius_mm, least_mm, deviation, "template")
        found.append(TemplateClearance(base.id, verdict, _line(nearest)))
    return tuple(found)


def judge_brush(scene: Scene, base_id: str, path: Path, terrain_id: str, *, extra_sigma_mm: float = 0.0) -> Verdict:
    """Judges whether a base touches a template somewhere on a path.

    Args:
        scene: The scene.
        base_id: The base that moves.
        path: Its path.
        terrain_id: The template.
        extra_sigma_mm: How far the path that was gone may lie beside this one.

    Returns:
        The verdict; its value is the smallest distance of the base's rim from the template, negative in an overlap.
    """
    base, piece = scene.base(base_id), next(each for each in scene.terrain if each.id == terrain_id)
    places = [(place.x_mm, place.y_mm) for place in path.polyline(_CHORD_MM)]
    line = shapely.LineString(places) if len(places) > 1 else shapely.Point(places[0])
    gap_mm = float(shapely.distance(line, solid_outline(piece.polygon))) - base.radius_mm
    deviation = Deviation.between(base, piece, scale_mm=base.scale_sigma * max(0.0, gap_mm)).made(extra_sigma_mm)
    return at_most(gap_mm, 0.0, deviation, "contact")


def solid_outline(corners: Sequence[MatPoint]) -> shapely.Geometry:
    """Returns the polygon of these corners, repaired if it crosses itself."""
    return shapely.make_valid(shapely.Polygon([(corner.x_mm, corner.y_mm) for corner in corners]))


def _to_sides(scene: Scene, piece: Terrain, rules: TemplateRules, extra_sigma_mm: float) -> list[TemplateClearance]:
    found = []
    for side in Side:
        corner = min(piece.polygon, key=lambda place: side.gap_mm(scene.mat, place))
        gap_mm = side.gap_mm(scene.mat, corner)
        deviation = Deviation.between(piece, scale_mm=scene.scale_sigma * abs(gap_mm)).made(extra_sigma_mm)
        verdict = at_least(gap_mm, rules.side_mm.get(side, 0.0), deviation, "template")
        found.append(TemplateClearance(side.value, verdict, Line(corner, side.foot(scene.mat, corner))))
    return found


def _line(line: shapely.Geometry) -> Line:
    (x1, y1), (x2, y2) = shapely.get_coordinates(line)
    return Line(MatPoint(float(x1), float(y1)), MatPoint(float(x2), float(y2)))
