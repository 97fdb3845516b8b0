"""Boards of cells, hexes or squares: positions of cells, distances between them, and line of sight.

A game on cells is exact once a model is in its cell. Only `judge_cell`, which decides in which cell a measured position
lies, deals with uncertainty.
"""

from companion.geometry.grid.boards import bounds, centred_board, columns_and_rows, hexagon
from companion.geometry.grid.cell_sight import CellSight, find_cell_sight
from companion.geometry.grid.cells import Cell, Grid, GridKind
from companion.geometry.grid.fit import GridFit, fit_grid
from companion.geometry.grid.reach import CellReach, Step, find_cell_reach
from companion.geometry.grid.snap import Snap, judge_cell

__all__ = [
    "Cell",
    "CellReach",
    "CellSight",
    "Grid",
    "GridFit",
    "GridKind",
    "Snap",
    "Step",
    "bounds",
    "centred_board",
    "columns_and_rows",
    "find_cell_reach",
    "find_cell_sight",
    "fit_grid",
    "hexagon",
    "judge_cell",
]
