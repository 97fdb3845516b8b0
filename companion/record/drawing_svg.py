"""Drawings as SVG that stands in a page: colours and fonts come from the page's stylesheet by class."""

import math
from collections.abc import Iterator, Mapping
from html import escape

from companion.geometry import MatPoint
from companion.geometry.drawing import Box, Disc, Drawing, Part, Stroke

STYLE = """
.why > svg:not(.line) { background: var(--ground); border: 1px solid var(--line); }
.why .mat-edge { fill: none; stroke: var(--line); stroke-width: 2; }
.why .grid { fill: none; stroke: var(--line); stroke-width: .5; opacity: .6; }
.why circle, .why polygon { fill: var(--raised); stroke: var(--line); stroke-width: 1.5; }
.why .beside { opacity: .75; }
.why circle.asked, .why circle.other { stroke: var(--text); stroke-width: 3; }
.why circle.other { fill: var(--ground); }
.why polygon.asked, .why polygon.other { stroke: var(--text); stroke-width: 2.5; }
.why .ghost { fill: none !important; stroke-dasharray: 5 4; } .why .ghost.other { stroke: var(--main); }
.why .fault { stroke: var(--fault); stroke-width: 4; }
.why .cross { fill: none; stroke: var(--fault); stroke-width: 3; }
.why .ring { fill: none; stroke: var(--main); stroke-width: 2; stroke-dasharray: 2 4; stroke-linecap: round; }
.why .trace { fill: none; stroke: var(--main); stroke-width: 3; stroke-linejoin: round; stroke-linecap: round; }
.why .beyond, .why .wish { stroke: var(--fault); stroke-dasharray: 6 6; } .why .free { stroke-width: 6; opacity: .8; }
.why .end { fill: var(--main); stroke: none; }
.why text { fill: var(--text); font-size: 13px; font-weight: 700; text-anchor: middle; paint-order: stroke;
  stroke: var(--ground); stroke-width: 3px; stroke-linejoin: round; }
.why text.length { font-size: 15px; }
.why svg { width: 100%; height: auto; max-width: 26rem; display: block; border-radius: 8px; }
.why { margin: .5rem 0; } .why figcaption { font-size: .9em; } .why figcaption b { display: block; }
.line .axis { stroke: var(--line); stroke-width: 2; } .line .band { fill: var(--main); opacity: .45; }
.line .limit { stroke: var(--fault); stroke-width: 4; } .line .value { fill: var(--text); stroke: none; }
"""
"""Of the classes in here; the page sets the colours as variables."""

_WIDTH, _LEAST_SHARE, _MOST_SHARE = 320.0, 0.45, 1.25
_ASIDE = 34.0, 20.0  # of a written length from its line, across and along the page
_EDGE = 18.0  # no mark is written nearer to the edge, where it would be cut off
_GRID_MM = 100


def drawing_svg(drawing: Drawing, label: str, marks: Mapping[str, str], *, turned: bool = False) -> str:
    """A drawing from above.

    Args:
        drawing: What is drawn.
        label: What is to be seen, for those who cannot see it.
        marks: What is written on pieces, by id.
        turned: Whether player two's side is below, else player one's.
    """
    sheet = _Sheet(drawing.box(), turned=turned)
    return (
        f'<svg viewBox="0 0 {_WIDTH:g} {sheet.height:.0f}" role="img" aria-label="{escape(label)}">'
        f"{''.join(_parts(drawing, marks, sheet))}</svg>"
    )


class _Sheet:
    """Where the mat comes to lie on the picture."""

    def __init__(self, box: Box, *, turned: bool) -> None:
        share = min(max(box.height_mm / box.width_mm, _LEAST_SHARE), _MOST_SHARE)
        self.per_mm = min(_WIDTH / box.width_mm, _WIDTH * share / box.height_mm)
        self.height = _WIDTH * share
        self._turn = -1.0 if turned else 1.0
        self._middle = MatPoint((box.left_mm + box.right_mm) / 2, (box.low_mm + box.high_mm) / 2)
        wide, high = _WIDTH / self.per_mm / 2, self.height / self.per_mm / 2
        middle = self._middle
        self.shown = Box(middle.x_mm - wide, middle.y_mm - high, middle.x_mm + wide, middle.y_mm + high)

    def at(self, point: MatPoint) -> tuple[float, float]:
        across = (point.x_mm - self._middle.x_mm) * self.per_mm * self._turn
        up = (point.y_mm - self._middle.y_mm) * self.per_mm * self._turn
        return _WIDTH / 2 + across, self.height / 2 - up

    def points(self, points: tuple[MatPoint, ...]) -> str:
        return " ".join("{:.1f},{:.1f}".format(*self.at(point)) for point in points)


def _parts(drawing: Drawing, marks: Mapping[str, str], sheet: _Sheet) -> Iterator[str]:
    yield _grid(drawing, sheet)
    shown = [plot for plot in drawing.plots if sheet.shown.meets(plot.corners)]
    for plot in sorted(shown, key=lambda plot: plot.part is not Part.BESIDE):
        yield f'<polygon points="{sheet.points(plot.corners)}" class="{plot.part}"/>'
        middle = _middle(plot.corners)
        # Who stands in its middle has a mark there already.
        if not any(_covers(disc, middle) for disc in drawing.discs):
            yield from _named(plot.id, middle, plot.part, marks, sheet)
    for ring in drawing.rings:
        x, y = sheet.at(ring.centre)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{ring.radius_mm * sheet.per_mm:.1f}" class="ring"/>'
    near = [disc for disc in drawing.discs if sheet.shown.meets((disc.centre,), disc.radius_mm)]
    for disc in sorted(near, key=lambda disc: (disc.part is not Part.BESIDE, disc.ghost)):
        yield _disc(disc, sheet)
    yield from _traces(drawing, sheet)
    for disc in near:
        if not disc.ghost:
            yield from _named(disc.id, disc.centre, disc.part, marks, sheet)
    yield from _lengths(drawing, sheet)


def _grid(drawing: Drawing, sheet: _Sheet) -> str:
    mat = drawing.mat
    ends = [
        pair
        for along in range(_GRID_MM, int(max(mat.width_mm, mat.height_mm)), _GRID_MM)
        for pair in (
            (MatPoint(along, 0.0), MatPoint(along, mat.height_mm)),
            (MatPoint(0.0, along), MatPoint(mat.width_mm, along)),
        )
    ]
    lines = ["M" + sheet.points(pair).replace(" ", "L") for pair in ends if sheet.shown.meets(pair)]
    corners = (
        MatPoint(0.0, 0.0),
        MatPoint(mat.width_mm, 0.0),
        MatPoint(mat.width_mm, mat.height_mm),
        MatPoint(0.0, mat.height_mm),
    )
    edge = "M" + sheet.points(corners).replace(" ", "L") + "Z"
    return f'<path d="{"".join(lines)}" class="grid"/><path d="{edge}" class="mat-edge"/>'


def _disc(disc: Disc, sheet: _Sheet) -> str:
    x, y = sheet.at(disc.centre)
    ghost = " ghost" if disc.ghost else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{disc.radius_mm * sheet.per_mm:.1f}" class="{disc.part}{ghost}"/>'


def _covers(disc: Disc, point: MatPoint) -> bool:
    away_mm = math.hypot(disc.centre.x_mm - point.x_mm, disc.centre.y_mm - point.y_mm)
    return not disc.ghost and away_mm < 1.5 * disc.radius_mm


def _named(piece: str, at: MatPoint, part: Part, marks: Mapping[str, str], sheet: _Sheet) -> Iterator[str]:
    """A piece's mark; what is at fault is crossed out, for those too who see no colours."""
    x, y = sheet.at(at)
    if part is Part.FAULT:
        yield f'<path d="M{x - 13:.1f},{y - 13:.1f}l26,26m0,-26l-26,26" class="cross"/>'
    if piece in marks and _EDGE < x < _WIDTH - _EDGE and _EDGE < y < sheet.height - _EDGE:
        yield f'<text x="{x:.1f}" y="{y + 5:.1f}">{escape(marks[piece])}</text>'


def _traces(drawing: Drawing, sheet: _Sheet) -> Iterator[str]:
    for trace in drawing.traces:
        yield f'<polyline points="{sheet.points(trace.points)}" class="trace {trace.stroke}"/>'
        if trace.stroke in (Stroke.MEASURE, Stroke.SIGHT):
            for end in (trace.points[0], trace.points[-1]):
                x, y = sheet.at(end)
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="end"/>'


def _lengths(drawing: Drawing, sheet: _Sheet) -> Iterator[str]:
    for trace in drawing.traces:
        if trace.length_mm is not None:
            x, y = _beside(trace.points, drawing, sheet)
            length = f"{trace.length_mm:.1f}".replace("-0.0", "0.0").replace("-", "−")
            yield f'<text x="{x:.1f}" y="{y:.1f}" class="length">{length}</text>'


def _beside(points: tuple[MatPoint, ...], drawing: Drawing, sheet: _Sheet) -> tuple[float, float]:
    """Where the length of a line is written: beside its middle, and never outside the picture."""
    x, y = sheet.at(_halfway(points))
    (x0, y0), (x1, y1) = sheet.at(points[0]), sheet.at(points[-1])
    if math.hypot(x1 - x0, y1 - y0) < 1:  # of two that touch the line has no direction, but they have
        x0, y0 = next((sheet.at(disc.centre) for disc in drawing.discs if disc.part is Part.ASKED), (x1 - 1, y1))
    along = math.hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (y1 - y0) / along, (x0 - x1) / along
    if dy > 0 or (dy == 0 and dx < 0):
        dx, dy = -dx, -dy
    x, y = x + dx * _ASIDE[0], y + dy * _ASIDE[1] + 5.0
    return min(max(x, 34.0), _WIDTH - 34.0), min(max(y, 16.0), sheet.height - 6.0)


def _halfway(points: tuple[MatPoint, ...]) -> MatPoint:
    """The middle of a straight line, or of a way that has many points the one in its midst."""
    if len(points) > 2:
        return points[len(points) // 2]
    return _middle(points)


def _middle(points: tuple[MatPoint, ...]) -> MatPoint:
    count = len(points)
    return MatPoint(sum(point.x_mm for point in points) / count, sum(point.y_mm for point in points) / count)
