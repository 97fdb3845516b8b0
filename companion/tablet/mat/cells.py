"""The cells and zones of a board on a picture of the mat."""

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


def draw_board(pen: Pen, plan: Plan, grid: Grid | None, board: BoardView | None) -> None:
    """Draws zones and the borders of cells; nothing for a mat that has neither.

    Args:
        pen: Draws.
        plan: How the mat lies on the screen.
        grid: The cells, where they lie.
        board: The game's board, for its zones; None where no game runs.
    """
    for zone in () if board is None else board.zones:
        colour = palette.side_of(zone.owner, board.seats).colour if board is not None else palette.CELLS
        for contour in _contours(zone, grid, plan):
            pen.area([contour], (*colour[:3], ZONE_SHARE))
    if grid is not None:
        pen.net(borders_of(grid, plan), palette.CELLS)


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
