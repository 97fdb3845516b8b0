"""The mat from above, as SVG that stands in the HTML.

Colours and fonts come from the pages' stylesheet by class; nothing in here is inline style.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape

from companion.games.display.board_view import BoardView, PieceView
from companion.games.prompt import cell_word
from companion.geometry import MatPoint
from companion.phones.pages.far_labels import Box, far_labels
from companion.presentation.board_svg import cells_svg
from companion.presentation.teller import Teller

GLYPHS = {
    "disc": "M-9,0a9,9 0 1 1 18,0a9,9 0 1 1 -18,0Z",
    "diamond": "M0,-11 11,0 0,11 -11,0Z",
    "square": "M-9,-9H9V9H-9Z",
    "triangle": "M0,-10 10,8 -10,8Z",
}
"""Of the seats; the same shapes stand before the players' names."""

GRID_MM = 100
MARGIN_MM = 24.0
"""Around a board of cells, for names."""

LETTER_MM, LINE_MM, GAP_MM = 17.0, 26.0, 4.0
"""Of a label, roughly: width of a letter, height of the line, and distance from its base."""


BELOW = 0.42
"""So far below the middle of a cell its coordinates stand, in pitches."""

FACE_DOWN = "?"
"""Stands on what lies face down."""


def mat_picture(
    teller: Teller, shapes: Mapping[str, str], asked: Collection[str] = (), *, watched: bool = False
) -> str:
    """The mat from above, the viewer's own side below; empty for a game that puts nothing on it.

    Args:
        teller: Tells the reader of the game.
        shapes: The shape of each seat.
        asked: Words of the cells that the reader may choose, which have their coordinates.
        watched: Whether it is for those who watch, who read the names of models from far away.
    """
    board = teller.board
    if board.blank:
        return ""
    width, height = board.mat_mm

    def at(point: MatPoint) -> tuple[float, float]:
        return (width - point.x_mm, point.y_mm) if board.turned else (point.x_mm, height - point.y_mm)

    title = escape(teller.say("phones.mat", count=sum(not each.is_token for each in board.pieces)))
    left, top, right, bottom = box = _board(board, at) if watched else (0.0, 0.0, width, height)
    wide, high = right - left, bottom - top
    seen = f"{left - 6:g} {top - 6:g} {wide + 12:g} {high + 12:g}"
    parts = [
        f'<svg viewBox="{seen}" class="mat" role="img" aria-label="{title}">',
        f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" class="field"/>',
    ]
    if board.grid is None:
        lines = "".join(
            f"M{along},0V{height:g}M0,{along}H{width:g}" for along in range(GRID_MM, int(max(width, height)), GRID_MM)
        )
        parts.append(f'<path d="{lines}" class="grid"/>')
    parts.append(cells_svg(board, at, {seat: f"side-{shape}" for seat, shape in shapes.items()}))
    if board.grid is not None:
        chosen = (cell for cell in sorted(board.grid.cells) if cell_word(cell) in asked)
        parts += [_named(board.grid.name(cell), at(board.grid.centre(cell)), board.grid.pitch_mm) for cell in chosen]
    for template in board.templates:
        corners = " ".join("{:.0f},{:.0f}".format(*at(corner)) for corner in template.outline)
        parts.append(f'<polygon points="{corners}" class="template"/>')
    discs = [(*at(place), each.radius_mm) for each, place in board.placed]
    parts += [_base(each, at(place), board, shapes, discs) for each, place in board.placed]
    if watched:
        parts.append(far_labels(board, [(x, y) for x, y, _ in discs], shapes, GLYPHS, box))
    return "".join((*parts, "</svg>"))


def _board(board: BoardView, at: Callable[[MatPoint], tuple[float, float]]) -> Box:
    """What those who watch see of the mat: of one with cells as much as is played on, as a square."""
    width, height = board.mat_mm
    if board.grid is None:
        return 0.0, 0.0, width, height
    points = [at(corner) for cell in board.grid.cells for corner in board.grid.corners(cell)]
    points += [at(corner) for zone in board.zones for corner in zone.outline or ()]
    for each, place in board.placed:
        (x, y), far = at(place), each.radius_mm
        points += [(x - far, y - far), (x + far, y + far)]
    (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*points, strict=True))
    half = min(max(right - left, bottom - top) / 2 + MARGIN_MM, max(width, height) / 2)
    x, y = (left + right) / 2, (top + bottom) / 2
    return x - half, y - half, x + half, y + half


def _named(name: str, place: tuple[float, float], pitch_mm: float) -> str:
    x, y = place
    where = f'transform="translate({x:.0f} {y + BELOW * pitch_mm:.0f}) scale(.5)" text-anchor="middle"'
    return f'<text {where} class="cell">{name}</text>'


Disc = tuple[float, float, float]
"""Where a base lies in the picture, and its radius."""


def _base(
    piece: PieceView,
    place: tuple[float, float],
    board: BoardView,
    shapes: Mapping[str, str],
    discs: Sequence[Disc],
) -> str:
    x, y = place
    shape = shapes.get(piece.controller, "" if piece.is_token else "disc")
    marks = f"{' acting' if piece.acting else ''}{' hiding' if piece.hidden else ''}"
    lost = f"<tspan> {escape(piece.lost)}</tspan>" if piece.lost else ""
    label_x, label_y, anchor = _label(piece, (x, y, piece.radius_mm), board.mat_mm[0], discs)
    own = "" if piece.is_token else ' class="mark"'
    glyph = f'<path d="{GLYPHS[shape]}" class="glyph"/>' if shape in GLYPHS else ""
    if piece.face_down:
        glyph = f'<text y="9" text-anchor="middle">{FACE_DOWN}</text>'
    return (
        f'<g transform="translate({x:.0f} {y:.0f})" class="side-{shape}{marks}">'
        f"<title>{escape(piece.name)}</title>"
        f'<circle r="{piece.radius_mm:g}" class="base"/>{glyph}'
        f'<text x="{label_x:g}" y="{label_y:g}" text-anchor="{anchor}"{own}>{escape(piece.mark)}{lost}</text></g>'
    )


def _label(piece: PieceView, own: Disc, width_mm: float, discs: Sequence[Disc]) -> tuple[float, float, str]:
    """Where a label stands from the middle of its base: to the right of it, unless that lies on another base.

    Returns:
        Its place, and which end of it that is.
    """
    x, y, radius = own
    off, long = radius + GAP_MM, LETTER_MM * len(f"{piece.mark} {piece.lost}".strip())
    right, left = (off, 9.0, "start"), (-off, 9.0, "end")
    places = [right, left, (0.0, off + LINE_MM - 6, "middle"), (0.0, -off, "middle")]
    if x > width_mm - 110:  # near the right edge on the left
        places = [left, *places[2:]]

    def covers(place: tuple[float, float, str]) -> int:
        across, down, anchor = place
        start = x + across - {"start": 0.0, "middle": long / 2, "end": long}[anchor]
        top = y + down - LINE_MM + 6
        near = (
            (min(max(cx, start), start + long), min(max(cy, top), top + LINE_MM), cx, cy, far)
            for cx, cy, far in discs
            if (cx, cy, far) != own
        )
        return sum(math.dist((px, py), (cx, cy)) < far for px, py, cx, cy, far in near)

    return min(places, key=covers)
