"""The cells and zones of a board on a picture of the mat."""

from collections.abc import Sequence
from functools import lru_cache

from companion.games.display.board_view import AreaView, BoardView
from companion.geometry import MatPoint
from companion.geometry.grid import Cell, Grid
from companion.tablet.look import palette
from companion.tablet.look.labels import Point
from companion.tablet.look.mat_plan import Plan
from companion.tablet.look.pen import Pen

ZONE_SHARE = 0.22
"""How much of its owner's colour the ground of a zone has."""
TONE_SHARE = 0.5
"""How much of its own colour it has."""
SIGN_SP = 18
NAME_SP = 12
NAME_SHARE = 0.92
"""A name takes so much of the width of a cell at most."""
LINE_SHARE = 0.85
"""Lines of a name stand so near, in heights of their letters."""
CELL_NAME_SP, CELL_NAME_UP = 12, 0.26
"""Of a coordinate: its size, and how far up it stands, in parts of the cell's width."""
TOKEN_SHARE = 0.8
"""A token is drawn so much smaller than it is: what stands beside it stays in sight."""
FACE_DOWN = "?"


def draw_board(
    pen: Pen, plan: Plan, grid: Grid | None, board: BoardView | None, lit: frozenset[Cell] = frozenset()
) -> None:
    """Draws zones and the borders of cells; nothing for a mat that has neither.

    Args:
        pen: Draws.
        plan: How the mat lies on the screen.
        grid: The cells, where they lie.
        board: The game's board, for its zones; None where no game runs.
        lit: Cells in which their names will stand: a name has no sign there, so that all can be read.
    """
    for zone in () if board is None else board.zones:
        colour = palette.side_of(zone.owner, board.seats).colour if board is not None else palette.CELLS
        ground = palette.tone(zone.tone, TONE_SHARE) if zone.tone else (*colour[:3], ZONE_SHARE)
        for contour in _contours(zone, grid, plan):
            pen.area([contour], ground)
    if grid is not None:
        pen.net(borders_of(grid, plan), palette.CELLS)
        for zone in () if board is None else board.zones:
            for cell in sorted(zone.cells) if zone.sign or zone.named else ():
                sign = "" if zone.named and cell in lit else zone.sign
                _draw_words(pen, zone, sign, _px(plan, grid.centre(cell)), grid.pitch_mm * plan.scale_px)


def _draw_words(pen: Pen, zone: AreaView, sign: str, centre: Point, pitch_px: float) -> None:
    """The sign of a zone in one of its cells, and below it the name, a word a line, as small as fits."""
    if not zone.named:
        pen.text(sign, centre, palette.ON_CARD, SIGN_SP)
        return
    words = zone.name.split()
    size_sp = min(NAME_SP, NAME_SP * pitch_px * NAME_SHARE / max(pen.text_size(each, NAME_SP)[0] for each in words))
    high = pen.text_size(words[0], size_sp)[1] * LINE_SHARE
    sign_high = pen.text_size(sign, SIGN_SP)[1] * LINE_SHARE if sign else 0.0
    top = centre[1] + (sign_high + high * len(words)) / 2
    if sign:
        pen.text(sign, (centre[0], top - sign_high / 2), palette.ON_CARD, SIGN_SP)
    for number, word in enumerate(words):
        pen.text(word, (centre[0], top - sign_high - high * (number + 0.5)), palette.ON_CARD, size_sp)


def draw_cell_name(pen: Pen, name: str, corners: Sequence[Point]) -> None:
    """Draws what a cell is called at its foot.

    Args:
        pen: Draws.
        name: What it is called.
        corners: Where it lies on the screen.
    """
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    low = min(y for _, y in corners) + CELL_NAME_UP * (right - left)
    pen.text(name, ((left + right) / 2, low), palette.ON_CARD, CELL_NAME_SP)


def draw_tokens(pen: Pen, plan: Plan, board: BoardView | None) -> None:
    """Draws the tokens that the game has on cells, those face down with a question mark; nothing without a board."""
    for piece, at in () if board is None or board.grid is None else board.placed:
        if piece.is_token:
            centre, radius_px = _px(plan, at), piece.radius_mm * TOKEN_SHARE * plan.scale_px
            pen.disc(centre, radius_px, palette.HALO_INK)
            pen.ring(centre, radius_px, palette.UNKNOWN, 2.0)
            pen.text(FACE_DOWN if piece.face_down else piece.mark, centre, palette.ON_CARD, SIGN_SP)


def _contours(zone: AreaView, grid: Grid | None, plan: Plan) -> list[list[Point]]:
    cells: list[Cell] = [] if grid is None else sorted(zone.cells)
    rings = [] if grid is None else [[_px(plan, corner) for corner in grid.corners(cell)] for cell in cells]
    return rings + [[_px(plan, corner) for corner in zone.outline]] * bool(zone.outline)


@lru_cache(maxsize=8)
def borders_of(grid: Grid, plan: Plan) -> tuple[tuple[Point, Point], ...]:
    """The sides of a board's cells on the screen; one between two cells comes once."""
    found = []
    for cell in sorted(grid.cells):
        corners = [_px(plan, corner) for corner in grid.corners(cell)]
        for at, way in enumerate(grid.ways):
            other = cell.plus(way)
            if other not in grid.cells or cell < other:
                found.append((corners[at - 1], corners[at]))
    return tuple(found)


def _px(plan: Plan, point: MatPoint) -> Point:
    return plan.to_screen(point.x_mm, point.y_mm)
