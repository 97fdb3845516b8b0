"""Decides in which cell a measured position lies: the only uncertain question in a game on cells."""

import math
from collections.abc import Collection
from dataclasses import dataclass

from companion.geometry.deviation import Deviation
from companion.geometry.grid.cells import Cell, Grid, lattice
from companion.geometry.shapes import MatPoint
from companion.geometry.verdict import CLOSE_AT_SIGMAS, Answer, Verdict, told_apart


@dataclass(frozen=True, slots=True)
class Snap:
    """The cell of a measured position.

    Attributes:
        cell: The cell that contains it; None if the board has no such cell.
        candidates: The free cells of the board that may contain it, given the uncertainty, the most likely first.
        beside: Whether it may lie outside all cells of the board.
        verdict: Whether it lies in `cell`. Its value is the distance to the nearest border of that cell, or, outside
            the board, the negative distance to the nearest cell; its limit is 0.
    """

    cell: Cell | None
    candidates: tuple[Cell, ...]
    beside: bool
    verdict: Verdict


def judge_cell(grid: Grid, at: MatPoint, sigma_mm: float | Deviation, occupied: Collection[Cell] = ()) -> Snap:
    """Decides in which cell a position lies, or that it is too close to call.

    Args:
        grid: The board.
        at: The measured position.
        sigma_mm: Standard deviation of each of its coordinates, with its parts where they are known.
        occupied: Cells that hold another piece.

    Returns:
        The cell and its verdict: yes if the nearest border is farther than two standard deviations; close if it is not,
        with all possible free cells; no if there is none. The reasons are `cell.in`, `cell.close`, `cell.beside` and
        `cell.occupied`.
    """
    whole_mm, parts = told_apart(sigma_mm)
    doubt_mm = CLOSE_AT_SIGMAS * whole_mm
    home = grid.cell_at(at)
    on_board = _within(grid, at, doubt_mm)
    candidates = tuple(cell for cell in on_board if cell not in occupied)
    beside = home not in grid.cells or _reaches_beside(grid, at, doubt_mm, on_board)
    border_mm = _border_mm(grid, home, at)
    if home not in grid.cells:
        border_mm = -min((_distance_mm(grid, cell, at) for cell in grid.cells), default=math.inf)
    cell = home if home in grid.cells else None
    if not candidates:
        answer, because = Answer.NO, "cell.occupied" if on_board else "cell.beside"
    elif len(on_board) > 1 or beside:
        answer, because = Answer.CLOSE, "cell.close"
    else:
        answer, because = Answer.YES, "cell.in"
    value_mm = border_mm if math.isfinite(border_mm) else None
    return Snap(cell, candidates, beside, Verdict(answer, value_mm, 0.0, whole_mm, because, parts))


def _within(grid: Grid, at: MatPoint, most_mm: float) -> tuple[Cell, ...]:
    """Returns the board's cells within a distance of a position: the one that contains it first, then by distance."""
    # every point of a cell is less than a pitch from its centre
    home, reach_mm = grid.cell_at(at), most_mm + grid.pitch_mm
    q, r = grid.axial(at)
    near = [cell for cell in grid.cells if abs(lattice(grid.kind, cell.q - q, cell.r - r)) * grid.pitch_mm <= reach_mm]
    measured = ((cell != home, _distance_mm(grid, cell, at), cell) for cell in near)
    return tuple(cell for other, away_mm, cell in sorted(measured) if away_mm <= most_mm or not other)


def _reaches_beside(grid: Grid, at: MatPoint, most_mm: float, on_board: Collection[Cell]) -> bool:
    """Whether a missing cell is within a distance; then one shares a border with a near cell."""
    outside = {each for cell in on_board for each in map(cell.plus, grid.ways)} - grid.cells
    return any(_distance_mm(grid, cell, at) <= most_mm for cell in outside)


def _border_mm(grid: Grid, cell: Cell, at: MatPoint) -> float:
    """Returns how far inside a cell a position lies: its distance to the nearest border; negative outside."""
    middle = grid.centre(cell)
    dx_mm, dy_mm = at.x_mm - middle.x_mm, at.y_mm - middle.y_mm
    count = len(grid.ways)
    angles = (grid.turned_rad + 2 * math.pi * number / count for number in range(count))
    return grid.pitch_mm / 2 - max(dx_mm * math.cos(angle) + dy_mm * math.sin(angle) for angle in angles)


def _distance_mm(grid: Grid, cell: Cell, at: MatPoint) -> float:
    """Returns the distance from a position to the nearest point of a cell; 0 inside."""
    if _border_mm(grid, cell, at) >= 0:
        return 0.0
    corners = grid.corners(cell)
    return min(_to_edge_mm(at, one, other) for one, other in zip(corners, (*corners[1:], corners[0]), strict=True))


def _to_edge_mm(at: MatPoint, one: MatPoint, other: MatPoint) -> float:
    edge = complex(other.x_mm - one.x_mm, other.y_mm - one.y_mm)
    to = complex(at.x_mm - one.x_mm, at.y_mm - one.y_mm)
    along = (to * edge.conjugate()).real / abs(edge) ** 2
    return abs(to - min(max(along, 0.0), 1.0) * edge)
