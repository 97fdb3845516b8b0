"""A board of cells to be printed on the mat: where its cells lie, and how they are drawn."""

import math
from dataclasses import replace

from companion.printing.errors import PrintingError
from companion.printing.options import CellBoardOptions
from companion.printing.paper import Box
from companion.printing.pen import GREY, Pen
from vision.table import GridLayout, MatLayout
from vision.table_file import MAX_CELLS, MIN_PITCH_MM

CELL_LINE_MM = 0.3
NAME_SHARE = 0.12
"""Size of a cell's coordinates, in parts of the pitch: "-10, 10" takes half of it."""
LARGEST_NAME_MM = 3.0
NAME_BELOW = 0.33
"""So far below the middle of a cell they stand, in parts of the pitch: a base leaves them free."""
SAME_MM = 1e-6
"""A board that fits to the last digit fits."""

Cells = tuple[tuple[int, int], ...]


def cell_board(options: CellBoardOptions, mat: MatLayout) -> GridLayout:
    """The board that is asked for, in the middle of a mat.

    Raises:
        PrintingError: If it has too many cells, or does not fit on the mat; the sentence says what would.
    """
    if options.cell_count > MAX_CELLS:
        raise PrintingError(f"a board has {MAX_CELLS} cells at most, got {options.cell_count}")
    cells = _hexagon(options.rings) if options.rings is not None else _rows(options)
    unit = GridLayout(options.kind, 1.0, (0.0, 0.0), 0.0, cells)
    box = _box(unit)
    most_mm = min(mat.width_mm / box.width_mm, mat.height_mm / box.height_mm)
    if options.pitch_mm > most_mm + SAME_MM:
        largest_mm = math.floor(most_mm * 10 + SAME_MM) / 10
        way = f"the largest pitch that would is {largest_mm:g} mm" if largest_mm > MIN_PITCH_MM else "take fewer cells"
        raise PrintingError(
            f"a board of {len(cells)} cells with a pitch of {options.pitch_mm:g} mm does not fit on the mat of "
            f"{mat.width_mm:g} × {mat.height_mm:g} mm; {way}"
        )
    pitch_mm, (x, y) = options.pitch_mm, box.middle_mm
    return replace(
        unit, pitch_mm=pitch_mm, origin_mm=(mat.width_mm / 2 - pitch_mm * x, mat.height_mm / 2 - pitch_mm * y)
    )


def _hexagon(rings: int) -> Cells:
    """So many rings around the cell (0, 0)."""
    span = range(-rings, rings + 1)
    return tuple((q, r) for r in span for q in span if abs(q + r) <= rings)


def _rows(options: CellBoardOptions) -> Cells:
    """Rows from player one's side on, the first cell of the first one (0, 0); every second row of hexes juts out."""
    columns, rows = options.columns or 0, options.rows or 0
    lefts = [-(r // 2) if options.kind == "hex" else 0 for r in range(rows)]
    return tuple((left + column, r) for r, left in enumerate(lefts) for column in range(columns))


def _box(grid: GridLayout) -> Box:
    """The upright rectangle around a board."""
    corners = [corner for cell in grid.cells for corner in grid.corners_mm(cell)]
    xs_mm, ys_mm = [x_mm for x_mm, _ in corners], [y_mm for _, y_mm in corners]
    return Box(min(xs_mm), min(ys_mm), max(xs_mm) - min(xs_mm), max(ys_mm) - min(ys_mm))


def draw_cells(pen: Pen, grid: GridLayout, part: Box) -> None:
    """The cells that show in a part of the mat, each with its coordinates."""
    size_mm = min(LARGEST_NAME_MM, NAME_SHARE * grid.pitch_mm)
    for cell in grid.cells:
        x_mm, y_mm = grid.centre_mm(cell)
        far_mm = grid.pitch_mm  # no corner is farther from the middle
        if (
            part.left_mm - far_mm < x_mm < part.right_mm + far_mm
            and part.bottom_mm - far_mm < y_mm < part.top_mm + far_mm
        ):
            pen.polygon(grid.corners_mm(cell), width_mm=CELL_LINE_MM, grey=GREY)
            pen.lines((x_mm, y_mm - NAME_BELOW * grid.pitch_mm), (f"{cell[0]}, {cell[1]}",), size_mm)
