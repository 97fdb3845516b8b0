"""Measurements as shapes on the mat.

A drawing contains the bases and the line between them, the ring of a range, the path around obstacles, or the sight
line with whatever blocks it. Shapes are in millimetres in the mat frame and carry a meaning, not a style; screens,
phones and reports each paint them in their own way.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.geometry.gap import measure_gap
from companion.geometry.path.shortest_path import Path
from companion.geometry.path.trail import Line
from companion.geometry.placement.clearance import Side
from companion.geometry.shapes import Base, Mat, MatPoint, Scene, Terrain
from companion.geometry.sight.line_of_sight import Sight

_WAY_WITHIN_MM = 0.2  # accuracy of the arcs of a drawn path


class Part(StrEnum):
    """The role of a piece in the question."""

    ASKED = "asked"
    OTHER = "other"
    FAULT = "fault"
    BESIDE = "beside"


class Stroke(StrEnum):
    """The meaning of a line."""

    MEASURE = "measure"
    SIGHT = "sight"
    WAY = "way"
    BEYOND = "beyond"
    WANTED = "wanted"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Disc:
    """A base.

    Attributes:
        id: Id of the base.
        centre: Its position.
        radius_mm: Its radius.
        part: Its role in the question.
        ghost: Whether this is a possible position, not the present one.
    """

    id: str
    centre: MatPoint
    radius_mm: float
    part: Part
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class TerrainShape:
    """A terrain template."""

    id: str
    corners: tuple[MatPoint, ...]
    part: Part


@dataclass(frozen=True, slots=True)
class DimensionLine:
    """A line, with its length as a label if there is one."""

    points: tuple[MatPoint, ...]
    stroke: Stroke
    length_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Ring:
    """A range: a circle around a centre."""

    centre: MatPoint
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the mat frame, in millimetres."""

    left_mm: float
    low_mm: float
    right_mm: float
    high_mm: float

    @property
    def width_mm(self) -> float:
        return self.right_mm - self.left_mm

    @property
    def height_mm(self) -> float:
        return self.high_mm - self.low_mm

    def meets(self, points: Iterable[MatPoint], beyond_mm: float = 0.0) -> bool:
        """Whether the points' bounding box, enlarged by `beyond_mm`, overlaps this rectangle."""
        xs, ys = [], []
        for point in points:
            xs.append(point.x_mm)
            ys.append(point.y_mm)
        level = max(xs) + beyond_mm >= self.left_mm and min(xs) - beyond_mm <= self.right_mm
        return level and max(ys) + beyond_mm >= self.low_mm and min(ys) - beyond_mm <= self.high_mm


@dataclass(frozen=True, slots=True)
class Drawing:
    """A question on the mat with its answer.

    Attributes:
        mat: The playing area.
        discs: Bases.
        plots: Templates.
        traces: Lines.
        rings: Ranges.
    """

    mat: Mat
    discs: tuple[Disc, ...]
    plots: tuple[TerrainShape, ...]
    traces: tuple[DimensionLine, ...] = ()
    rings: tuple[Ring, ...] = ()

    def ids(self, part: Part) -> tuple[str, ...]:
        """Returns the ids of the pieces with that role, each once, bases first."""
        found = [disc.id for disc in self.discs if disc.part is part]
        return tuple(dict.fromkeys((*found, *(plot.id for plot in self.plots if plot.part is part))))

    def box(self, *, margin_mm: float = 25.0, least_mm: float = 150.0) -> Box:
        """Returns the part of the mat that contains everything that matters; bystanders and rings may be cut off.

        Args:
            margin_mm: Margin around it.
            least_mm: Its smallest width and height.
        """
        corners = [
            (disc.centre.x_mm, disc.centre.y_mm, disc.radius_mm) for disc in self.discs if disc.part is not Part.BESIDE
        ]
        for points in (
            *(plot.corners for plot in self.plots if plot.part is not Part.BESIDE),
            *(trace.points for trace in self.traces),
        ):
            corners += [(point.x_mm, point.y_mm, 0.0) for point in points]
        left, right = min(x - r for x, _, r in corners), max(x + r for x, _, r in corners)
        low, high = min(y - r for _, y, r in corners), max(y + r for _, y, r in corners)
        wider = max(margin_mm, (least_mm - (right - left)) / 2)
        higher = max(margin_mm, (least_mm - (high - low)) / 2)
        return Box(left - wider, low - higher, right + wider, high + higher)


def draw_gap(scene: Scene, from_id: str, to_id: str, *, ring_mm: float | None = None) -> Drawing:
    """Draws the gap between two bases.

    Args:
        scene: The scene.
        from_id: The base to measure from.
        to_id: The base to measure to.
        ring_mm: A range, drawn around the first base's rim; None for none.
    """
    start, gap = scene.base(from_id), measure_gap(scene.base(from_id), scene.base(to_id))
    line = DimensionLine((gap.from_rim, gap.to_rim), Stroke.MEASURE, gap.gap_mm)
    rings = () if ring_mm is None else (Ring(start.centre, start.radius_mm + ring_mm),)
    return _drawn(scene, asked=(from_id,), others=(to_id,), traces=(line,), rings=rings)


def draw_sight(scene: Scene, sight: Sight, from_id: str, to_id: str, *, at_fault: Collection[str]) -> Drawing:
    """Draws the best line of sight between two bases, and whatever blocks it.

    Args:
        scene: The scene.
        sight: The result for these bases.
        from_id: The base that looks.
        to_id: The target base.
        at_fault: Ids of pieces that block, or give cover.
    """
    line = DimensionLine((sight.witness.start, sight.witness.end), Stroke.SIGHT)
    return _drawn(scene, asked=(from_id,), others=(to_id,), faults=at_fault, traces=(line,))


def draw_path(scene: Scene, base_id: str, path: Path, limit_mm: float) -> Drawing:
    """Draws the path of a base: the allowed part, the part beyond the limit, and the final position.

    Args:
        scene: The scene, with the base at the start of its path.
        base_id: The base that moves.
        path: The path, or why there is none.
        limit_mm: The allowed length.
    """
    base = scene.base(base_id)
    goal = Disc(base_id, path.goal, base.radius_mm, Part.ASKED, ghost=True)
    if path.length_mm is None:
        wanted = DimensionLine((path.start, path.goal), Stroke.WANTED)
        return _drawn(scene, asked=(base_id,), faults=path.blocked_by, traces=(wanted,), ghosts=(goal,))
    points = path.polyline(_WAY_WITHIN_MM)
    if path.length_mm <= limit_mm:
        way = DimensionLine(points, Stroke.WAY, path.length_mm)
        return _drawn(scene, asked=(base_id,), traces=(way,), ghosts=(goal,))
    inside, outside = cut_way(points, limit_mm)
    traces = (
        DimensionLine(inside, Stroke.WAY, limit_mm),
        DimensionLine(outside, Stroke.BEYOND, path.length_mm - limit_mm),
    )
    farthest = Disc(base_id, inside[-1], base.radius_mm, Part.OTHER, ghost=True)
    return _drawn(scene, asked=(base_id,), traces=traces, ghosts=(goal, farthest))


def draw_side(scene: Scene, base_id: str, side: Side) -> Drawing:
    """Draws the distance of a base's rim from the line of a side."""
    base = scene.base(base_id)
    foot = side.foot(scene.mat, base.centre)
    gap_mm = abs(side.gap_mm(scene.mat, base.centre)) - base.radius_mm
    rim = Line(foot, base.centre).point_at(gap_mm)
    line = DimensionLine((rim, foot), Stroke.MEASURE, abs(gap_mm))
    return _drawn(scene, asked=(base_id,), traces=(line,))


def draw_line(scene: Scene, asked_id: str, other_id: str, line: Line, value_mm: float | None) -> Drawing:
    """Draws the shortest line from a template to another object, with the measured value.

    Args:
        scene: The scene.
        asked_id: The template.
        other_id: The other object.
        line: The shortest line; to the centre of a base, whose rim ends what is drawn.
        value_mm: The measured value.
    """
    radius_mm = next((base.radius_mm for base in scene.bases if base.id == other_id), 0.0)
    rim = line.point_at(line.length_mm - radius_mm)  # in an overlap behind the start
    trace = DimensionLine((line.start, rim), Stroke.MEASURE, value_mm)
    return _drawn(scene, asked=(asked_id,), others=(other_id,), traces=(trace,))


def draw_place(scene: Scene, base_id: str, *, taken_by: Collection[str] = (), free: Iterable[Line] = ()) -> Drawing:
    """Draws a base's intended position, the pieces that occupy it, and free positions for its centre."""
    spans = tuple(DimensionLine((line.start, line.end), Stroke.FREE) for line in free)
    return _drawn(scene, asked=(base_id,), faults=taken_by, traces=spans)


def draw_leap(scene: Scene, base_id: str, start: MatPoint, limit_mm: float, value_mm: float | None) -> Drawing:
    """Draws how far a base was moved from its centre's former position, and the ring that limits it."""
    base = scene.base(base_id)
    before = Disc(base_id, start, base.radius_mm, Part.ASKED, ghost=True)
    line = DimensionLine((start, base.centre), Stroke.MEASURE, value_mm)
    return _drawn(scene, asked=(base_id,), traces=(line,), rings=(Ring(start, limit_mm),), ghosts=(before,))


def _drawn(  # noqa: PLR0913 - what may stand in a drawing, all of it optional
    scene: Scene,
    *,
    asked: Collection[str],
    others: Collection[str] = (),
    faults: Collection[str] = (),
    traces: tuple[DimensionLine, ...] = (),
    rings: tuple[Ring, ...] = (),
    ghosts: tuple[Disc, ...] = (),
) -> Drawing:
    def part_of(piece: Base | Terrain) -> Part:
        if piece.id in faults:
            return Part.FAULT
        if piece.id in asked:
            return Part.ASKED
        return Part.OTHER if piece.id in others else Part.BESIDE

    discs = tuple(Disc(base.id, base.centre, base.radius_mm, part_of(base)) for base in scene.bases)
    plots = tuple(TerrainShape(piece.id, piece.polygon, part_of(piece)) for piece in scene.terrain)
    return Drawing(scene.mat, (*discs, *ghosts), plots, traces, rings)


def cut_way(points: tuple[MatPoint, ...], at_mm: float) -> tuple[tuple[MatPoint, ...], tuple[MatPoint, ...]]:
    """Cuts a path, given as points, in two after a travelled length."""
    left_mm = at_mm
    for number in range(1, len(points)):
        piece = Line(points[number - 1], points[number])
        if piece.length_mm >= left_mm:
            cut = piece.point_at(left_mm)
            return (*points[:number], cut), (cut, *points[number:])
        left_mm -= piece.length_mm
    return points, points[-1:]
