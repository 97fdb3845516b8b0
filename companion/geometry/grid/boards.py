"""Boards as most games have them: a hexagon of hexes, or columns and rows, in the middle of a mat."""

from collections.abc import Collection
from dataclasses import replace

from companion.geometry.grid.cells import Cell, Grid, GridKind
from companion.geometry.shapes import MatPoint


def hexagon(rings: int) -> frozenset[Cell]:
    """Returns the hexes in a number of rings around the cell (0, 0), which is there without any ring, too."""
    span = range(-rings, rings + 1)
    return frozenset(Cell(q, r) for q in span for r in span if abs(q + r) <= rings)


def columns_and_rows(kind: GridKind, columns: int, rows: int) -> frozenset[Cell]:
    """Returns the cells of a rectangle; (0, 0) is the first cell of the first row.

    Args:
        kind: Hexes or squares. Every second row of hexes juts out by half a cell.
        columns: Cells in each row.
        rows: Rows, from player one's side on.
    """
    lefts = [-(r // 2) if kind is GridKind.HEX else 0 for r in range(rows)]
    return frozenset(Cell(left + column, r) for r, left in enumerate(lefts) for column in range(columns))


def centred_board(kind: GridKind, pitch_mm: float, cells: Collection[Cell], mat_mm: tuple[float, float]) -> Grid:
    """Returns a board in the middle of a mat, whether or not it fits on it.

    Args:
        kind: Hexes or squares.
        pitch_mm: Distance between the centres of neighbouring cells.
        cells: One or more.
        mat_mm: Width and height of the mat.
    """
    unit = Grid(kind, 1.0, MatPoint(0.0, 0.0), 0.0, frozenset(cells))
    lower, upper = bounds(unit)
    middle_x, middle_y = lower.x_mm + (upper.x_mm - lower.x_mm) / 2, lower.y_mm + (upper.y_mm - lower.y_mm) / 2
    origin = MatPoint(mat_mm[0] / 2 - pitch_mm * middle_x, mat_mm[1] / 2 - pitch_mm * middle_y)
    return replace(unit, pitch_mm=pitch_mm, origin=origin)


def bounds(grid: Grid) -> tuple[MatPoint, MatPoint]:
    """Returns the lower left and the upper right corner of the upright rectangle around a board."""
    corners = [corner for cell in grid.cells for corner in grid.corners(cell)]
    xs_mm, ys_mm = [each.x_mm for each in corners], [each.y_mm for each in corners]
    return MatPoint(min(xs_mm), min(ys_mm)), MatPoint(max(xs_mm), max(ys_mm))
