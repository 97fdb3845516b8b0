"""Drawings laid out on a page: where every shape comes to lie, and where its words stand.

Screens, phones and reports paint the same sheets, each with brushes of its own. A sheet counts in units of its own, the
first row at the top; a look names what a shape means, and whoever paints it knows how that looks.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from companion.geometry import MatPoint
from companion.geometry.drawing import Box, Disc, Drawing, Part, Stroke, cut_way
from companion.texts import Language, figure

WIDTH = 320.0
_MIN_SHARE, _MAX_SHARE = 0.45, 1.25
_ASIDE = 34.0, 20.0  # of a written length from its line, across and along the page
_EDGE = 18.0  # no mark is written nearer to the edge, where it would be cut off
_CROSS = 13.0
_DOWN = 5.0  # from the middle of a word to the line that it stands on
_GRID_MM = 100
_LINE_HEIGHT, _LINE_EDGE = 96.0, 20.0
_LINE_LABEL = 120.0  # no label of a number line has its middle nearer to the edge
WHOLE_SIGMAS = 2.0
"""So much of what was measured the band of a number line shows to either side."""

Spot = tuple[float, float]
"""Across and down, in units of the sheet."""


@dataclass(frozen=True, slots=True)
class Strokes:
    """Lines.

    Attributes:
        look: What they mean.
        pieces: Their points, each piece a line of its own.
        closed: Whether each ends where it begins.
    """

    look: str
    pieces: tuple[tuple[Spot, ...], ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """A polygon."""

    look: str
    corners: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A circle; of a ghost, only its rim."""

    look: str
    centre: Spot
    radius: float
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Caption:
    """A word or two; the spot is the middle of the line that they stand on."""

    look: str
    text: str
    spot: Spot


Shape = Strokes | Area | Round | Caption


@dataclass(frozen=True, slots=True)
class VectorDrawing:
    """What is to be painted, the first shape lowest."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def drawing_sheet(
    drawing: Drawing, marks: Mapping[str, str], *, language: Language = Language.ENGLISH, turned: bool = False
) -> VectorDrawing:
    """A drawing from above.

    Looks are the names of `Part` and `Stroke`, besides `grid`, `mat-edge`, `ring`, `cross`, `end`, `mark` and `length`.

    Args:
        drawing: What is drawn.
        marks: What is written on pieces, by id.
        language: In which lengths are written.
        turned: Whether player two's side is below, else player one's.
    """
    page = _Page(drawing.box(), turned=turned)
    return VectorDrawing(WIDTH, page.height, (*_shapes(drawing, marks, page), *_lengths(drawing, language, page)))


def number_sheet(value_mm: float, limit_mm: float, sigma_mm: float, *, value: str, limit: str) -> VectorDrawing:
    """What was measured beside its limit, with two standard deviations to either side, to scale.

    Looks are `axis`, `band`, `limit`, `value` and `label`.

    Args:
        value_mm: What was measured.
        limit_mm: What it is held against.
        sigma_mm: Standard deviation of the value.
        value: What is written beside the value.
        limit: What is written beside the limit.
    """
    band_mm = WHOLE_SIGMAS * sigma_mm
    reach_mm = max(abs(value_mm - limit_mm) + band_mm, 1e-3) * 1.15
    middle_mm = (value_mm + limit_mm) / 2

    def at(mm: float) -> float:
        return WIDTH / 2 + (mm - middle_mm) / reach_mm * (WIDTH / 2 - _LINE_EDGE)

    def inside(x: float) -> float:
        return min(max(x, _LINE_LABEL), WIDTH - _LINE_LABEL)

    low, high, here, there = at(value_mm - band_mm), at(value_mm + band_mm), at(value_mm), at(limit_mm)
    high = max(high, low + 1)
    shapes: tuple[Shape, ...] = (
        Area("band", ((low, 42.0), (high, 42.0), (high, 58.0), (low, 58.0))),
        Strokes("axis", (((0.0, 50.0), (WIDTH, 50.0)),)),
        Strokes("limit", (((there, 24.0), (there, 76.0)),)),
        Area("value", ((here, 40.0), (here + 8, 50.0), (here, 60.0), (here - 8, 50.0))),
        Caption("label", limit, (inside(there), 16.0)),
        Caption("label", value, (inside(here), 92.0)),
    )
    return VectorDrawing(WIDTH, _LINE_HEIGHT, shapes)


class _Page:
    """Where the mat comes to lie on the page."""

    def __init__(self, box: Box, *, turned: bool) -> None:
        share = min(max(box.height_mm / box.width_mm, _MIN_SHARE), _MAX_SHARE)
        self.per_mm = min(WIDTH / box.width_mm, WIDTH * share / box.height_mm)
        self.height = WIDTH * share
        self._turn = -1.0 if turned else 1.0
        self._middle = MatPoint((box.left_mm + box.right_mm) / 2, (box.low_mm + box.high_mm) / 2)
        wide, high = WIDTH / self.per_mm / 2, self.height / self.per_mm / 2
        middle = self._middle
        self.shown = Box(middle.x_mm - wide, middle.y_mm - high, middle.x_mm + wide, middle.y_mm + high)

    def at(self, point: MatPoint) -> Spot:
        across = (point.x_mm - self._middle.x_mm) * self.per_mm * self._turn
        up = (point.y_mm - self._middle.y_mm) * self.per_mm * self._turn
        return WIDTH / 2 + across, self.height / 2 - up

    def all(self, points: tuple[MatPoint, ...]) -> tuple[Spot, ...]:
        return tuple(map(self.at, points))


def _shapes(drawing: Drawing, marks: Mapping[str, str], page: _Page) -> Iterator[Shape]:
    yield from _ground(drawing, page)
    shown = [plot for plot in drawing.plots if page.shown.meets(plot.corners)]
    for plot in sorted(shown, key=lambda plot: plot.part is not Part.BESIDE):
        yield Area(plot.part, page.all(plot.corners))
        middle = _middle(plot.corners)
        # Who stands in its middle has a mark there already.
        if not any(_covers(disc, middle) for disc in drawing.discs):
            yield from _named(plot.id, middle, plot.part, marks, page)
    for ring in drawing.rings:
        yield Round("ring", page.at(ring.centre), ring.radius_mm * page.per_mm)
    near = [disc for disc in drawing.discs if page.shown.meets((disc.centre,), disc.radius_mm)]
    for disc in sorted(near, key=lambda disc: (disc.part is not Part.BESIDE, disc.ghost)):
        yield Round(disc.part, page.at(disc.centre), disc.radius_mm * page.per_mm, disc.ghost)
    yield from _traces(drawing, page)
    for disc in near:
        if not disc.ghost:
            yield from _named(disc.id, disc.centre, disc.part, marks, page)


def _lengths(drawing: Drawing, language: Language, page: _Page) -> Iterator[Shape]:
    for trace in drawing.traces:
        if trace.length_mm is not None:
            length = figure(language, round(trace.length_mm, 1) + 0.0, ".1f").replace("-", "−")
            yield Caption("length", length, _beside(trace.points, drawing, page))


def _ground(drawing: Drawing, page: _Page) -> Iterator[Shape]:
    mat = drawing.mat
    ends = [
        pair
        for along in range(_GRID_MM, int(max(mat.width_mm, mat.height_mm)), _GRID_MM)
        for pair in (
            (MatPoint(along, 0.0), MatPoint(along, mat.height_mm)),
            (MatPoint(0.0, along), MatPoint(mat.width_mm, along)),
        )
    ]
    yield Strokes("grid", tuple(page.all(pair) for pair in ends if page.shown.meets(pair)))
    corners = (
        MatPoint(0.0, 0.0),
        MatPoint(mat.width_mm, 0.0),
        MatPoint(mat.width_mm, mat.height_mm),
        MatPoint(0.0, mat.height_mm),
    )
    yield Strokes("mat-edge", (page.all(corners),), closed=True)


def _covers(disc: Disc, point: MatPoint) -> bool:
    away_mm = math.hypot(disc.centre.x_mm - point.x_mm, disc.centre.y_mm - point.y_mm)
    return not disc.ghost and away_mm < 1.5 * disc.radius_mm


def _named(piece: str, at: MatPoint, part: Part, marks: Mapping[str, str], page: _Page) -> Iterator[Shape]:
    """A piece's mark; what is at fault is crossed out, for those too who see no colours."""
    x, y = page.at(at)
    if part is Part.FAULT:
        one = (x - _CROSS, y - _CROSS), (x + _CROSS, y + _CROSS)
        other = (x + _CROSS, y - _CROSS), (x - _CROSS, y + _CROSS)
        yield Strokes("cross", (one, other))
    if piece in marks and _EDGE < x < WIDTH - _EDGE and _EDGE < y < page.height - _EDGE:
        yield Caption("mark", marks[piece], (x, y + _DOWN))


def _traces(drawing: Drawing, page: _Page) -> Iterator[Shape]:
    for trace in drawing.traces:
        yield Strokes(trace.stroke, (page.all(trace.points),))
        if trace.stroke in (Stroke.MEASURE, Stroke.SIGHT):
            for end in (trace.points[0], trace.points[-1]):
                yield Round("end", page.at(end), 4.0)


def _beside(points: tuple[MatPoint, ...], drawing: Drawing, page: _Page) -> Spot:
    """Where the length of a line is written: beside its middle, and never outside the picture."""
    x, y = page.at(_halfway(points))
    (x0, y0), (x1, y1) = page.at(points[0]), page.at(points[-1])
    if math.hypot(x1 - x0, y1 - y0) < 1:  # of two that touch the line has no direction, but they have
        x0, y0 = next((page.at(disc.centre) for disc in drawing.discs if disc.part is Part.ASKED), (x1 - 1, y1))
    along = math.hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (y1 - y0) / along, (x0 - x1) / along
    if dy > 0 or (dy == 0 and dx < 0):
        dx, dy = -dx, -dy
    x, y = x + dx * _ASIDE[0], y + dy * _ASIDE[1] + _DOWN
    return min(max(x, 34.0), WIDTH - 34.0), min(max(y, 16.0), page.height - 6.0)


def _halfway(points: tuple[MatPoint, ...]) -> MatPoint:
    """The point of a way at half of its length; its points lie close together where it bends."""
    whole_mm = sum(math.hypot(end.x_mm - start.x_mm, end.y_mm - start.y_mm) for start, end in pairwise(points))
    first, _ = cut_way(points, whole_mm / 2)
    return first[-1]


def _middle(points: tuple[MatPoint, ...]) -> MatPoint:
    count = len(points)
    return MatPoint(sum(point.x_mm for point in points) / count, sum(point.y_mm for point in points) / count)
