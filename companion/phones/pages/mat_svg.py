"""The mat from above, as SVG that stands in the HTML.

Colours and fonts come from the pages' stylesheet by class; nothing in here is inline style.
"""

from collections.abc import Mapping
from html import escape

from companion.games.display.board_view import BoardView, PieceView
from companion.geometry import MatPoint
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


FACE_DOWN = "?"
"""Stands on what lies face down."""


def mat_picture(teller: Teller, shapes: Mapping[str, str]) -> str:
    """The mat from above, the viewer's own side below; empty for a game that puts nothing on it.

    Args:
        teller: Tells the reader of the game.
        shapes: The shape of each seat.
    """
    board = teller.board
    if board.blank:
        return ""
    width, height = board.mat_mm

    def at(point: MatPoint) -> tuple[float, float]:
        return (width - point.x_mm, point.y_mm) if board.turned else (point.x_mm, height - point.y_mm)

    title = escape(teller.say("phones.mat", count=sum(not each.is_token for each in board.pieces)))
    parts = [
        f'<svg viewBox="-6 -6 {width + 12:g} {height + 12:g}" class="mat" role="img" aria-label="{title}">',
        f'<rect width="{width:g}" height="{height:g}" class="field"/>',
    ]
    if board.grid is None:
        lines = "".join(
            f"M{along},0V{height:g}M0,{along}H{width:g}" for along in range(GRID_MM, int(max(width, height)), GRID_MM)
        )
        parts.append(f'<path d="{lines}" class="grid"/>')
    parts.append(cells_svg(board, at, {seat: f"side-{shape}" for seat, shape in shapes.items()}))
    for template in board.templates:
        corners = " ".join("{:.0f},{:.0f}".format(*at(corner)) for corner in template.outline)
        parts.append(f'<polygon points="{corners}" class="template"/>')
    parts += [_base(each, at(place), board, shapes) for each, place in board.placed]
    return "".join((*parts, "</svg>"))


def _base(piece: PieceView, place: tuple[float, float], board: BoardView, shapes: Mapping[str, str]) -> str:
    x, y = place
    shape = shapes.get(piece.controller, "" if piece.is_token else "disc")
    marks = f"{' acting' if piece.acting else ''}{' hiding' if piece.hidden else ''}"
    lost = f"<tspan> {escape(piece.lost)}</tspan>" if piece.lost else ""
    # Near the right edge the label stands on the left.
    to_left = x > board.mat_mm[0] - 110
    label_x, anchor = (-piece.radius_mm - 4, "end") if to_left else (piece.radius_mm + 4, "start")
    glyph = f'<path d="{GLYPHS[shape]}" class="glyph"/>' if shape in GLYPHS else ""
    if piece.face_down:
        glyph = f'<text y="9" text-anchor="middle">{FACE_DOWN}</text>'
    return (
        f'<g transform="translate({x:.0f} {y:.0f})" class="side-{shape}{marks}">'
        f"<title>{escape(piece.name)}</title>"
        f'<circle r="{piece.radius_mm:g}" class="base"/>{glyph}'
        f'<text x="{label_x:g}" y="9" text-anchor="{anchor}">{escape(piece.mark)}{lost}</text></g>'
    )
