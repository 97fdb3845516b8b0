"""The poses at which a terrain template fits, at any angle, clear of sides, of other templates and of bases.

Theory of operation. For one angle, the possible positions of the template's origin are the mat's rectangle, reduced by
the rotated template's extent and the clearances from the sides, minus each other template expanded by the mirrored
template (their Minkowski sum) and by its clearance, minus each base expanded in the same way. That is exact except for
the round parts of the outlines, whose polygons are circumscribed and less than 0.02 mm too large: a returned spot is
valid. Every distance is taken as `_EXACT_FIT_MM` shorter than it is, so that a template that just fits has room: a
sliver, which is returned as a line.

Angles are searched outwards from the requested one in equal steps. The answer "none" is given only with a proof. A
rotation by half a step or less moves no point of the template by more than m = 2 R sin(step/4), where R is the distance
of its farthest corner from the origin. So if nothing is left at the middle of a step even with every clearance reduced
by m, nothing is left in the whole step. All other steps without a result are halved, down to `FINEST_STEP_RAD`; if some
are still open then, the answer is "close".
"""

import cmath
import heapq
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely import affinity

from companion.geometry.errors import SceneError
from companion.geometry.patches import patches_of
from companion.geometry.path.obstacles import Points, as_complex, as_point
from companion.geometry.path.trail import Line
from companion.geometry.path.walls import outward_scale
from companion.geometry.placement.clearance import Side
from companion.geometry.placement.room import Room
from companion.geometry.placement.template_rules import TOUCH_MM, TemplateRules, solid_outline
from companion.geometry.shapes import MatPoint, Scene
from companion.geometry.verdict import Answer

STEP_RAD = math.radians(5.0)
FINEST_STEP_RAD = STEP_RAD / 32
_SEGMENTS = 64  # segments per quarter circle
_OUTWARD = outward_scale(_SEGMENTS)
_EXACT_FIT_MM = 5e-10  # half of what verdicts take for equal, so that they allow what just fits


@dataclass(frozen=True, slots=True)
class Pose:
    """The pose of a template.

    Attributes:
        place: Its origin in the mat frame.
        angle_rad: Its rotation, counter-clockwise.
    """

    place: MatPoint
    angle_rad: float


@dataclass(frozen=True, slots=True)
class TemplateSpot:
    """The nearest free pose, or the answer that there is none.

    Attributes:
        answer: Yes with a pose; no if there is none anywhere; close if there may be one that is too tight to be found.
        pose: The pose.
        outline: The template's corners there.
        places: All positions of its origin at that angle, for drawing.
    """

    answer: Answer
    pose: Pose | None = None
    outline: tuple[MatPoint, ...] = ()
    places: Room = field(default_factory=lambda: Room(0.0))


def free_spot_for_template(
    scene: Scene, polygon: Sequence[MatPoint], rules: TemplateRules, wanted: Pose | None = None
) -> TemplateSpot:
    """Returns the free pose closest to a requested one.

    The closest pose moves the template least: the distance of its origin plus the distance that its farthest corner
    moves in the rotation. Only angles in steps of `STEP_RAD` from the requested one are compared (finer ones if those
    leave nothing).

    Args:
        scene: The scene without the further template.
        polygon: The template's corners in its own frame, in mm.
        rules: The required distances.
        wanted: The requested pose; the middle of the mat, without rotation, by default.

    Raises:
        SceneError: If the polygon has no area.
    """
    room = _search_inputs(scene, polygon, rules)
    if wanted is None:
        wanted = Pose(MatPoint(scene.mat.width_mm / 2, scene.mat.height_mm / 2), 0.0)
    return _nearest(room, wanted) or _tightest(room, wanted)


def places_of_template(
    scene: Scene, polygon: Sequence[MatPoint], rules: TemplateRules, angles_rad: Sequence[float]
) -> tuple[Room, ...]:
    """Returns the possible positions of a further template's origin at each of some angles.

    Args:
        scene: The scene without the further template.
        polygon: The template's corners in its own frame, in mm.
        rules: The required distances.
        angles_rad: The angles, counter-clockwise.

    Raises:
        SceneError: If the polygon has no area.
    """
    room = _search_inputs(scene, polygon, rules)
    return tuple(_room_of(room.places_at(angle)) for angle in angles_rad)


def _search_inputs(scene: Scene, polygon: Sequence[MatPoint], rules: TemplateRules) -> "_SearchInputs":
    outline = solid_outline(polygon) if len(polygon) >= 3 else shapely.Polygon()
    if outline.area <= 0:
        raise SceneError("a template needs an outline with an inside, of at least three corners")
    others = tuple(solid_outline(piece.polygon) for piece in scene.terrain)
    corners = np.array([as_complex(corner) for corner in polygon])
    return _SearchInputs(scene, rules, corners, _convex_parts(outline), others)


def _nearest(room: "_SearchInputs", wanted: Pose) -> TemplateSpot | None:
    """Returns the closest pose at the angles of the coarse steps."""
    best: tuple[float, float] | None = None
    for turn in _turns():
        if best is not None and room.farthest_mm * abs(turn) >= best[0]:
            break
        free = room.places_at(wanted.angle_rad + turn)
        if not free.is_empty:
            cost = room.farthest_mm * abs(turn) + float(shapely.distance(free, _point(wanted.place)))
            if best is None or cost < best[0]:
                best = cost, turn
    return None if best is None else room.spot(wanted, best[1])


def _turns() -> Iterator[float]:
    """Yields 0, one step to the left, one to the right, two to the left … up to half a turn."""
    yield 0.0
    for number in range(1, round(math.pi / STEP_RAD) + 1):
        yield number * STEP_RAD
        if number * STEP_RAD < math.pi - 1e-9:
            yield -number * STEP_RAD


def _tightest(room: "_SearchInputs", wanted: Pose) -> TemplateSpot:
    """Returns a pose between the coarse steps, nearest angle first; or the proof that there is none; or neither."""
    waiting = [(abs(turn), turn, STEP_RAD) for turn in _turns()]
    heapq.heapify(waiting)
    unproved = False
    while waiting:
        _, turn, step = heapq.heappop(waiting)
        if not room.places_at(wanted.angle_rad + turn).is_empty:
            return room.spot(wanted, turn)
        eased_mm = 2 * room.farthest_mm * math.sin(step / 4) + TOUCH_MM
        if room.places_at(wanted.angle_rad + turn, eased_mm).is_empty:
            continue
        if step <= FINEST_STEP_RAD:
            unproved = True
            continue
        for half in (turn - step / 4, turn + step / 4):
            heapq.heappush(waiting, (abs(half), half, step / 2))
    return TemplateSpot(Answer.CLOSE if unproved else Answer.NO)


@dataclass(frozen=True, slots=True)
class _SearchInputs:
    """The inputs for each angle, prepared once.

    Attributes:
        scene: The scene.
        rules: The required distances.
        corners: The template's corners in its own frame, mm.
        parts: Convex parts of the template.
        others: The other templates.
    """

    scene: Scene
    rules: TemplateRules
    corners: Points
    parts: tuple[Points, ...]
    others: tuple[shapely.Geometry, ...]

    @property
    def farthest_mm(self) -> float:
        return float(np.abs(self.corners).max())

    def spot(self, wanted: Pose, turn: float) -> TemplateSpot:
        """Returns the spot closest to the requested position, at that rotation from the requested angle."""
        angle = wanted.angle_rad + turn
        free = self.places_at(angle)
        x, y = shapely.get_coordinates(shapely.shortest_line(free, _point(wanted.place)))[0]
        outline = tuple(as_point(complex(x, y) + corner) for corner in self.corners * cmath.rect(1.0, angle))
        return TemplateSpot(Answer.YES, Pose(MatPoint(float(x), float(y)), angle), outline, _room_of(free))

    def places_at(self, angle: float, eased_mm: float = 0.0) -> shapely.Geometry:
        """Returns the possible positions of the origin at that angle, with every distance reduced by `eased_mm`."""
        turned = cmath.rect(1.0, angle)
        box = self._box(self.corners * turned, eased_mm)
        if box is None:
            return shapely.Polygon()
        mirrored = [-part * turned for part in self.parts]
        blocked = [*self._round_bases(mirrored, eased_mm), *self._round_templates(mirrored, eased_mm)]
        return shapely.difference(box, shapely.union_all(blocked))

    def _box(self, corners: Points, eased_mm: float) -> shapely.Geometry | None:
        mat, least = self.scene.mat, {side: self.rules.side_mm.get(side, 0.0) - eased_mm for side in Side}
        low_x, high_x = least[Side.LEFT] - corners.real.min(), mat.width_mm - least[Side.RIGHT] - corners.real.max()
        low_y = least[Side.PLAYER_ONE] - corners.imag.min()
        high_y = mat.height_mm - least[Side.PLAYER_TWO] - corners.imag.max()
        if low_x > high_x + 2 * _EXACT_FIT_MM or low_y > high_y + 2 * _EXACT_FIT_MM:
            return None
        return shapely.box(low_x - _EXACT_FIT_MM, low_y - _EXACT_FIT_MM, high_x + _EXACT_FIT_MM, high_y + _EXACT_FIT_MM)

    def _round_bases(self, mirrored: list[Points], eased_mm: float) -> Iterator[shapely.Geometry]:
        template = [_hull(part) for part in mirrored]
        kept_mm = max(self.rules.base_mm, TOUCH_MM) - eased_mm
        radii = {base.radius_mm for base in self.scene.bases}
        shapes = {radius_mm: _widened(template, radius_mm + kept_mm, eased_mm) for radius_mm in radii}
        for base in self.scene.bases:
            yield affinity.translate(shapes[base.radius_mm], base.centre.x_mm, base.centre.y_mm)

    def _round_templates(self, mirrored: list[Points], eased_mm: float) -> Iterator[shapely.Geometry]:
        kept_mm = self.rules.template_mm - eased_mm
        for outline in self.others:
            # With a distance reduced below 0, only the eroded inside of the other template has to be avoided.
            other = outline if kept_mm >= 0 else shapely.buffer(outline, kept_mm)
            sums = [_hull((one[:, None] + part[None, :]).ravel()) for one in _convex_parts(other) for part in mirrored]
            yield _widened(sums, max(kept_mm, 0.0), eased_mm)


def _widened(parts: list[shapely.Geometry], by_mm: float, eased_mm: float) -> shapely.Geometry:
    """Returns everything within a distance of convex parts: not less in a search for spots, not more in a proof."""
    if by_mm < 0 or not parts:
        return shapely.Polygon()
    if eased_mm > 0:
        # Part by part, because GEOS fills shallow notches of concave shapes.
        return shapely.union_all(shapely.buffer(np.array(parts), by_mm, quad_segs=_SEGMENTS))
    whole = shapely.union_all(parts)
    # Exact along straight edges, and beyond the true outline at corners; the circumscribed arcs cut those.
    mitred = shapely.buffer(whole, by_mm - _EXACT_FIT_MM, join_style="mitre")
    return shapely.intersection(mitred, shapely.buffer(whole, by_mm * _OUTWARD, quad_segs=_SEGMENTS))


def _room_of(free: shapely.Geometry) -> Room:
    """Returns the areas, and the borders of the slivers in which a template just fits."""
    slivers = [part for part in shapely.get_parts(free) if not patches_of(part)]
    borders = (_corners(part).tolist() for part in slivers)
    lines = tuple(Line(as_point(a), as_point(b)) for border in borders for a, b in itertools.pairwise(border))
    return Room(0.0, patches_of(free), lines)


def _convex_parts(shape: shapely.Geometry) -> tuple[Points, ...]:
    """Returns the corners of convex pieces that make up a shape."""
    parts: list[shapely.Geometry] = []
    for part in shapely.get_parts(shape):
        is_whole = part.geom_type != "Polygon" or part.equals(part.convex_hull)
        parts += [part] if is_whole else shapely.get_parts(shapely.constrained_delaunay_triangles(part)).tolist()
    return tuple(_corners(part) for part in parts)


def _corners(shape: shapely.Geometry) -> Points:
    places = shapely.get_coordinates(shape)
    return np.asarray(places[:, 0] + 1j * places[:, 1])


def _hull(points: Points) -> shapely.Geometry:
    return shapely.convex_hull(shapely.multipoints(np.column_stack([points.real, points.imag])))


def _point(place: MatPoint) -> shapely.Geometry:
    return shapely.Point(place.x_mm, place.y_mm)
