"""A board of cells to be printed on the mat: where its cells lie, and how they are drawn."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.display.board_view import AreaView
from companion.geometry.grid import Cell, Grid, GridKind, bounds, centred_board, columns_and_rows, hexagon
from companion.printing.errors import PrintingError
from companion.printing.options import CellBoardOptions
from companion.printing.page.fonts import Font, wrapped
from companion.printing.page.paper import Box
from companion.printing.page.pen import GREY, Pen, Point
from vision.table import CellKind, GridLayout, MatLayout
from vision.table_file import MAX_CELLS, MIN_PITCH_MM

CELL_LINE_MM = 0.3
NAME_SHARE = 0.12
"""Size of a cell's coordinates, in parts of the pitch: "-10, 10" takes half of it."""
LARGEST_NAME_MM = 3.0
NAME_BELOW = 0.33
"""So far below the middle of a cell they stand, in parts of the pitch: a base leaves them free."""
ZONE_SHADE = 0.88
"""Grey of a zone: light enough for the letters in it, and for dice and tags on it."""
ZONE_NAME_MM = 3.0
RIM_MM = 0.9
"""Width of the line around a zone of cells."""
TENTHS = 10
"""To a tenth of a millimetre two corners are one."""
SIGN_SHARE = 0.2
"""Height of the sign of a zone in each of its cells, in parts of the pitch."""
ZONE_NAME_SHARE = 0.8
"""Width of a zone's name in its cell, in parts of the pitch."""
OUTLINE_NAME_MM = 60.0
"""Width of a zone's name in its outline."""
SAME_MM = 1e-6
"""A board that fits to the last digit fits."""


Outline = tuple[Point, ...]


def cell_board(options: CellBoardOptions, mat: MatLayout) -> GridLayout:
    """The board that is asked for, in the middle of a mat.

    Raises:
        PrintingError: If it has too many cells, or does not fit on the mat; the sentence says what would.
    """
    if options.cell_count > MAX_CELLS:
        raise PrintingError(f"a board has {MAX_CELLS} cells at most, got {options.cell_count}")
    kind = GridKind(options.kind)
    if options.rings is not None:
        cells = hexagon(options.rings)
    else:
        cells = columns_and_rows(kind, options.columns or 0, options.rows or 0)
    lower, upper = bounds(centred_board(kind, 1.0, cells, (0.0, 0.0)))
    most_mm = min(mat.width_mm / (upper.x_mm - lower.x_mm), mat.height_mm / (upper.y_mm - lower.y_mm))
    if options.pitch_mm > most_mm + SAME_MM:
        largest_mm = math.floor(most_mm * 10 + SAME_MM) / 10
        way = f"the largest pitch that would is {largest_mm:g} mm" if largest_mm > MIN_PITCH_MM else "take fewer cells"
        raise PrintingError(
            f"a board of {len(cells)} cells with a pitch of {options.pitch_mm:g} mm does not fit on the mat of "
            f"{mat.width_mm:g} × {mat.height_mm:g} mm; {way}"
        )
    return _layout_of(centred_board(kind, options.pitch_mm, cells, (mat.width_mm, mat.height_mm)))


def board_of_game(board: Grid, mat: MatLayout, game: str) -> GridLayout:
    """The board of a game, where the game has it.

    Raises:
        PrintingError: If it has too many cells, or does not lie whole on the mat.
    """
    if len(board.cells) > MAX_CELLS:
        raise PrintingError(f"a board has {MAX_CELLS} cells at most, {game} has {len(board.cells)}")
    lower, upper = bounds(board)
    beyond_mm = max(-lower.x_mm, -lower.y_mm, upper.x_mm - mat.width_mm, upper.y_mm - mat.height_mm)
    if beyond_mm > SAME_MM:
        raise PrintingError(
            f"the board of {game} reaches {beyond_mm:.1f} mm beyond the mat of {mat.width_mm:g} × {mat.height_mm:g} mm "
            "that is printed"
        )
    return _layout_of(board)


def _layout_of(board: Grid) -> GridLayout:
    """A board as the table file has it, row by row."""
    kind: CellKind = "hex" if board.kind is GridKind.HEX else "square"
    cells = tuple((cell.q, cell.r) for cell in sorted(board.cells, key=lambda cell: (cell.r, cell.q)))
    origin_mm = board.origin.x_mm, board.origin.y_mm
    return GridLayout(kind, board.pitch_mm, origin_mm, math.degrees(board.turned_rad), cells)


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


def zone_outlines(grid: GridLayout | None, zone: AreaView) -> tuple[Outline, ...]:
    """What a zone covers: its own corners, or those of each of its cells that the board has; mat frame, mm."""
    if zone.outline:
        return (tuple((each.x_mm, each.y_mm) for each in zone.outline),)
    return () if grid is None else tuple(map(grid.corners_mm, _cells_of(grid, zone)))


def draw_zones(pen: Pen, grid: GridLayout | None, zones: Sequence[AreaView]) -> None:
    """The parts of the mat that mean something: shaded, with a line around each, its name and its sign.

    A zone of cells is named in the cell nearest to its middle in which no other name stands, above the place of a base;
    one whose name belongs to each of its cells, in each.
    """
    for zone in zones:
        pen.areas(zone_outlines(grid, zone), fill=ZONE_SHADE)
    named: set[Point] = set()
    for zone in sorted(zones, key=lambda each: len(each.cells)):
        outlines = zone_outlines(grid, zone)
        if zone.outline:
            pen.polygon(outlines[0], width_mm=CELL_LINE_MM, grey=GREY)
            _draw_name(pen, zone.name, _middle(outlines[0]), ZONE_NAME_MM, OUTLINE_NAME_MM)
        elif grid is not None and outlines:
            middles, pitch_mm = [grid.centre_mm(cell) for cell in _cells_of(grid, zone)], grid.pitch_mm
            middle = _middle(middles)
            free = [each for each in middles if each not in named] or middles
            told = middles if zone.named else [min(free, key=lambda at: math.dist(at, middle))]
            named |= set(told)
            size_mm = min(ZONE_NAME_MM, NAME_SHARE * pitch_mm)
            for x_mm, y_mm in told:
                above = x_mm, y_mm + NAME_BELOW * pitch_mm
                _draw_name(pen, zone.name, above, size_mm, ZONE_NAME_SHARE * pitch_mm)
            for start, end in _rim(outlines):
                pen.line(start, end, RIM_MM)
            for at_mm in middles if zone.sign else ():
                font = Font.BOLD if zone.sign.isalnum() else Font.SIGNS
                pen.lines(at_mm, (zone.sign,), SIGN_SHARE * pitch_mm, font)


def _rim(outlines: Sequence[Outline]) -> Iterator[tuple[Point, Point]]:
    """The sides of cells that no two of them share."""
    sides = [(outline[number - 1], outline[number]) for outline in outlines for number in range(len(outline))]
    count = Counter(map(_side, sides))
    return (side for side in sides if count[_side(side)] == 1)


def _side(side: tuple[Point, Point]) -> frozenset[tuple[int, int]]:
    """A side whichever way it is gone, and however its corners were rounded."""
    return frozenset((round(x_mm * TENTHS), round(y_mm * TENTHS)) for x_mm, y_mm in side)


def _draw_name(pen: Pen, name: str, at_mm: Point, size_mm: float, width_mm: float) -> None:
    pen.lines(at_mm, wrapped(name, size_mm, width_mm, Font.BOLD), size_mm, Font.BOLD)


def _cells_of(grid: GridLayout, zone: AreaView) -> list[tuple[int, int]]:
    return [(cell.q, cell.r) for cell in sorted(zone.cells & frozenset(Cell(*each) for each in grid.cells))]


def _middle(places: Sequence[Point]) -> Point:
    return sum(x_mm for x_mm, _ in places) / len(places), sum(y_mm for _, y_mm in places) / len(places)
