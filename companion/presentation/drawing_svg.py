"""Sheets as SVG that stands in a page: colours and fonts come from the page's stylesheet by class."""

from html import escape

from companion.geometry.drawing import Stroke
from companion.presentation.vector_drawing import Area, Caption, Round, Shape, Spot, Strokes, VectorDrawing

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
.why .beyond, .why .intent { stroke: var(--fault); stroke-dasharray: 6 6; } .why .free { stroke-width: 6; opacity: .8; }
.why .end { fill: var(--main); stroke: none; }
.why text { fill: var(--text); font-size: 13px; font-weight: 700; text-anchor: middle; paint-order: stroke;
  stroke: var(--ground); stroke-width: 3px; stroke-linejoin: round; }
.why text.length { font-size: 15px; }
.why svg { width: 100%; height: auto; max-width: 26rem; display: block; border-radius: 8px; }
.why { margin: .5rem 0; } .why figcaption { font-size: .9em; } .why figcaption b { display: block; }
.line .axis { stroke: var(--line); stroke-width: 2; } .line .band { fill: var(--main); stroke: none; opacity: .45; }
.line .limit { stroke: var(--fault); stroke-width: 4; } .line .value { fill: var(--text); stroke: none; }
"""
"""Of the classes in here; the page sets the colours as variables."""

_LIGHT = (
    "--ground: #f4f1ea; --raised: #e5e0d5; --text: #14181d; --line: #8b95a1; --main: #0b5f93; --fault: #a3330f;"
    " font-family: sans-serif;"
)
"""The colours of a sheet that stands alone."""

_CLASSES: dict[str, str] = {"mark": "", "label": ""} | {stroke: f"trace {stroke}" for stroke in Stroke}
"""Of looks that are written otherwise than as they are called."""


def sheet_svg(sheet: VectorDrawing, label: str, kind: str = "") -> str:
    """A sheet as a picture.

    Args:
        sheet: What is painted.
        label: What is to be seen, for those who cannot see it.
        kind: Class of the picture; empty for none.
    """
    named = f' class="{kind}"' if kind else ""
    shapes = "".join(map(_painted, sheet.shapes))
    box = f"0 0 {sheet.width:g} {sheet.height:.0f}"
    return f'<svg viewBox="{box}"{named} role="img" aria-label="{escape(label)}">{shapes}</svg>'


def sheet_file(sheet: VectorDrawing, label: str) -> str:
    """A sheet as a file of its own, on light ground, with its colours in it.

    Args:
        sheet: What is painted.
        label: What is to be seen, for those who cannot see it.
    """
    width, height = f"{sheet.width:g}", f"{sheet.height:.0f}"
    shapes = "".join(map(_painted, sheet.shapes))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" aria-label="{escape(label)}"><style>svg {{ {_LIGHT} }}{STYLE}</style>'
        f'<rect width="{width}" height="{height}" fill="#f4f1ea"/><g class="why">{shapes}</g></svg>'
    )


def _painted(shape: Shape) -> str:
    match shape:
        case Strokes(look, pieces, closed):
            path = "".join(_path(piece) + "Z" * closed for piece in pieces)
            return f'<path d="{path}"{_class(look)}/>'
        case Area(look, corners):
            return f'<polygon points="{" ".join(map(_spot, corners))}"{_class(look)}/>'
        case Round(look, (x, y), radius, ghost):
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"{_class(look, ghost=ghost)}/>'
        case Caption(look, text, (x, y)):
            return f'<text x="{x:.1f}" y="{y:.1f}"{_class(look)}>{escape(text)}</text>'


def _path(points: tuple[Spot, ...]) -> str:
    return "M" + "L".join(map(_spot, points))


def _spot(spot: Spot) -> str:
    return f"{spot[0]:.1f},{spot[1]:.1f}"


def _class(look: str, *, ghost: bool = False) -> str:
    names = f"{_CLASSES.get(look, look)}{' ghost' * ghost}"
    return f' class="{names}"' if names else ""
