"""Fits a board of cells to pieces that stand in the centres of named cells."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.geometry.errors import SceneError
from companion.geometry.grid.cells import Cell, Grid, GridKind, lattice
from companion.geometry.shapes import MatPoint

MIN_PLACES = 3
"""Fewest positions: two would fit any board, the third shows the quality of the fit."""


@dataclass(frozen=True, slots=True)
class GridFit:
    """A fitted board.

    Attributes:
        grid: The board, without cells.
        off_mm: Distance of each piece from the centre of its cell.
        rms_mm: Their root mean square over the remaining degrees of freedom: the typical error of one piece.
    """

    grid: Grid
    off_mm: tuple[float, ...]
    rms_mm: float


def fit_grid(kind: GridKind, places: Sequence[tuple[Cell, MatPoint]], pitch_mm: float | None = None) -> GridFit:
    """Fits a board to pieces in cells: least squares over similarities.

    A similarity is linear in complex numbers, `z = a + b w`, with `w` the cell on a board of pitch 1 without rotation;
    `|b|` is the pitch, its argument the rotation. A mirrored board is impossible, and shows as a large residual.

    Args:
        kind: Hexes or squares.
        places: Cells, each with the position of a piece in its centre; three or more cells, not all the same.
        pitch_mm: The pitch, if it is known; None to estimate it.

    Raises:
        SceneError: If there are fewer than three positions, or a cell is named twice.
    """
    cells = [cell for cell, _ in places]
    if len(places) < MIN_PLACES or len(set(cells)) < len(cells):
        raise SceneError(f"a board is learned from {MIN_PLACES} or more different cells, got {len(set(cells))}")
    ideal = [lattice(kind, cell.q, cell.r) for cell in cells]
    seen = [complex(at.x_mm, at.y_mm) for _, at in places]
    middle, centre = sum(ideal) / len(ideal), sum(seen) / len(seen)
    product = sum((z - centre) * (w - middle).conjugate() for z, w in zip(seen, ideal, strict=True))
    spread = sum(abs(w - middle) ** 2 for w in ideal)
    if not abs(product):
        raise SceneError("a board cannot be learned from pieces that stand in one place")
    turn = product / (spread if pitch_mm is None else abs(product) / pitch_mm)
    shift = centre - turn * middle
    off_mm = tuple(abs(z - shift - turn * w) for z, w in zip(seen, ideal, strict=True))
    freedom = 2 * len(places) - (4 if pitch_mm is None else 3)
    grid = Grid(kind, abs(turn), MatPoint(shift.real, shift.imag), math.atan2(turn.imag, turn.real), frozenset())
    return GridFit(grid, off_mm, math.sqrt(2 * sum(off**2 for off in off_mm) / freedom))
