"""Boards of cells, hexes or squares: where cells lie, how far they are apart, what is seen between them.

A game on cells is exact once a model is in its cell: only `judge_cell`, which says in which cell a measured place lies,
knows doubt.
"""

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
    "find_cell_reach",
    "find_cell_sight",
    "fit_grid",
    "judge_cell",
]
