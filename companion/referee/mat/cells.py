"""The board of cells on the mat, and in which of its cells each base stands."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.geometry import EXACT, Answer, Deviation, MatPoint, Scene
from companion.geometry.grid import Cell, Grid, GridKind, Snap, judge_cell
from vision.print_scale import as_printed
from vision.table import TableLayout


@dataclass(frozen=True, slots=True)
class SharedCell:
    """A cell in which more than one base stands, or may stand.

    Attributes:
        cell: Which.
        bases: Who, in the order of the table file.
        certain: Whether at least two of them stand there for certain.
    """

    cell: Cell
    bases: tuple[str, ...]
    certain: bool


@dataclass(frozen=True, slots=True)
class TableCells:
    """The cells on which a game is played, and where they lie on the mat.

    Attributes:
        grid: The cells.
        deviation: How well it is known where they lie, each coordinate.
    """

    grid: Grid
    deviation: Deviation = EXACT

    def snap(self, at: MatPoint, sigma_mm: float, occupied: frozenset[Cell] = frozenset()) -> Snap:
        """In which cell a base stands.

        Args:
            at: The middle of its base.
            sigma_mm: Standard deviation of each coordinate, how the base was made included.
            occupied: Cells in which it cannot stand.
        """
        return _snapped(self, at, sigma_mm, occupied)


def laid_on(board: TableCells, grid: Grid | None, deviation: Deviation) -> TableCells:
    """The board of a game where a table has it: its cells, in the place of the table's.

    Args:
        board: As the game prints it.
        grid: The cells of the table; None where it says nothing of them. Those of another kind are not meant.
        deviation: How well it is known where the table's cells lie.
    """
    laid = grid_laid_on(board.grid, grid)
    return board if laid is board.grid else TableCells(laid, deviation)


def grid_laid_on(own: Grid, table: Grid | None) -> Grid:
    """The cells of a game's own board in the place of the table's; its own where the table has none of their kind."""
    return own if table is None or table.kind is not own.kind else replace(table, cells=own.cells)


@lru_cache(maxsize=512)
def _snapped(board: TableCells, at: MatPoint, sigma_mm: float, occupied: frozenset[Cell]) -> Snap:
    """What rests is asked for again with every picture."""
    return judge_cell(board.grid, at, board.deviation.plus(Deviation(sigma_mm)), occupied)


def grid_of(layout: TableLayout) -> Grid | None:
    """The board of a table as geometry knows it; None where the table has none."""
    board = as_printed(layout).grid
    if board is None:
        return None
    return Grid(
        GridKind(board.kind),
        board.pitch_mm,
        MatPoint(*board.origin_mm),
        math.radians(board.turned_deg),
        frozenset(Cell(q, r) for q, r in board.cells),
    )


def board_deviation(layout: TableLayout, scale_sigma: float) -> Deviation:
    """How well it is known where the cells of a table lie under its models.

    Cells that were printed with the mat's tags share their scale, whatever it is. Those of a mat of one's own do not.

    Args:
        layout: The table; where it has no board, nothing is uncertain.
        scale_sigma: Relative standard deviation of every distance.
    """
    grid = as_printed(layout).grid
    if grid is None or not layout.prints.laid:
        return EXACT if grid is None else Deviation(grid.sigma_mm)
    middle = layout.mat.width_mm / 2, layout.mat.height_mm / 2
    farthest_mm = max(math.dist(grid.centre_mm(cell), middle) for cell in grid.cells)
    return Deviation(grid.sigma_mm, scale_mm=scale_sigma * farthest_mm)


def judge_cells(layout: TableLayout, scene: Scene) -> Mapping[str, Snap]:
    """In which cell each base of a scene stands, by the base's id; nothing where the table has no board.

    A verdict counts how well the place is known, how exactly the base was made, and how well the board is known.
    That another base stands in a cell keeps none from standing there, too: who stands where is told, not who may.
    """
    grid = grid_of(layout)
    if grid is None or layout.grid is None:
        return {}
    board = board_deviation(layout, scene.scale_sigma).made(layout.mat.placement_sigma_mm)
    return {base.id: judge_cell(grid, base.centre, board.plus(Deviation(base.sigma_mm))) for base in scene.bases}


def shared_cells(snaps: Mapping[str, Snap]) -> tuple[SharedCell, ...]:
    """The cells in which more than one base stands or may stand, by their coordinates."""
    cells = sorted({cell for snap in snaps.values() for cell in snap.candidates})
    found = []
    for cell in cells:
        bases = tuple(base for base, snap in snaps.items() if cell in snap.candidates)
        if len(bases) > 1:
            sure = sum(snaps[base].verdict.answer is Answer.YES for base in bases)
            found.append(SharedCell(cell, bases, certain=sure > 1))
    return tuple(found)
