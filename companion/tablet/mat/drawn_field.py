"""A mat that no camera sees: its edge, a grid to measure by, and whose sides are whose."""

from companion.games.display.board_view import BoardView
from companion.geometry import Mat, MatPoint, Side
from companion.tablet.look import palette
from companion.tablet.mat.mat_pen import MatPen

GRID_MM = 100
EDGE_DP, SIDE_DP = 1.5, 5.0
NAME_SP = 13.0
NAME_MM = 12.0
"""Between a side and the middle of the name that stands at it."""
ALONG = 0.14
"""Where a name stands along its side: heroes come to the middle."""


def draw_field(pen: MatPen, mat: Mat, board: BoardView | None, names: dict[str, str], *, on_cells: bool) -> None:
    """Draws the field below all else.

    Args:
        pen: Draws.
        mat: Its size.
        board: The board of the game; None where no game runs.
        names: Of the players, by their seats.
        on_cells: Whether it has cells, so that nobody measures by lines.
    """
    width, height = mat.width_mm, mat.height_mm
    if not on_cells:
        across = [((x, 0.0), (x, height)) for x in range(GRID_MM, int(width), GRID_MM)]
        along = [((0.0, y), (width, y)) for y in range(GRID_MM, int(height), GRID_MM)]
        lines = [(pen.px(MatPoint(*start)), pen.px(MatPoint(*end))) for start, end in (*across, *along)]
        pen.ink.net(lines, palette.GRID)
    corners = [MatPoint(0.0, 0.0), MatPoint(width, 0.0), MatPoint(width, height), MatPoint(0.0, height)]
    pen.ink.outline([pen.px(corner) for corner in corners], palette.RULER, EDGE_DP)
    if board is None:
        return
    for side, seat in board.sides:
        _side(pen, mat, side, palette.side_of(seat, board.seats).colour, names.get(seat, ""))


def _side(pen: MatPen, mat: Mat, side: Side, colour: palette.Colour, name: str) -> None:
    """A player's side in the player's colour, with the name at it."""
    low, high = (side.foot(mat, corner) for corner in (MatPoint(0.0, 0.0), MatPoint(mat.width_mm, mat.height_mm)))
    pen.ink.line(pen.px(low), pen.px(high), colour, SIDE_DP)
    share = 1.0 - ALONG if pen.plan.turned else ALONG  # on the screen at the same end
    foot = MatPoint(low.x_mm + share * (high.x_mm - low.x_mm), low.y_mm + share * (high.y_mm - low.y_mm))
    inwards = 1.0 if side in (Side.PLAYER_ONE, Side.LEFT) else -1.0
    dx, dy = (0.0, inwards * NAME_MM) if side.is_level else (inwards * NAME_MM, 0.0)
    spot = pen.px(MatPoint(foot.x_mm + dx, foot.y_mm + dy))
    if not side.is_level:  # it stands beside its side, and does not cross it
        half = pen.ink.text_size(name, NAME_SP)[0] / 2
        spot = spot[0] + (half if (side is Side.LEFT) is not pen.plan.turned else -half), spot[1]
    pen.ink.text(name, spot, colour, NAME_SP)
