"""Finds the cells that can be reached by steps, with their costs and paths."""

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.geometry.grid.cells import Cell, Grid


@dataclass(frozen=True, slots=True)
class Step:
    """The properties of a step into a cell; a cell that cannot be entered has none.

    Attributes:
        cost: Its cost, 0 or more.
        stops: Whether the path must end there.
        ends: Whether a piece may end its path there, and not only pass.
    """

    cost: int = 1
    stops: bool = False
    ends: bool = True


@dataclass(frozen=True, slots=True)
class CellReach:
    """The cells that can be reached.

    Attributes:
        start: The first cell.
        costs: The lowest cost of each cell in which the path may end; the start is not included.
        before: For each cell that can be entered, the previous cell on the cheapest path.
    """

    start: Cell
    costs: Mapping[Cell, int]
    before: Mapping[Cell, Cell]

    def way(self, to: Cell) -> tuple[Cell, ...]:
        """Returns the cheapest path from the start to a reachable cell."""
        way = [to]
        while way[-1] != self.start:
            way.append(self.before[way[-1]])
        return tuple(reversed(way))


def find_cell_reach(grid: Grid, start: Cell, most: int, step: Callable[[Cell], Step | None]) -> CellReach:
    """Finds the cells that can be reached within a cost (Dijkstra).

    Args:
        grid: The board.
        start: The first cell; anything standing there is ignored.
        most: The highest cost of a path.
        step: Returns the properties of a step into a cell of the board; None if it cannot be entered.

    Returns:
        The cells. Of two paths with the same cost, the one with fewer steps is chosen, then the one through the smaller
        cells, so that the same question always has the same answer.
    """
    costs: dict[Cell, int] = {}
    before: dict[Cell, Cell] = {}
    done: set[Cell] = set()
    waiting: list[tuple[int, int, Cell, Cell, bool]] = [(0, 0, start, start, True)]
    while waiting:
        cost, steps, cell, came_from, goes_on = heapq.heappop(waiting)
        if cell in done:
            continue
        done.add(cell)
        if cell != start:
            before[cell] = came_from
        if not goes_on:
            continue
        for neighbour in grid.neighbours(cell):
            found = None if neighbour in done else step(neighbour)
            if found is not None and cost + found.cost <= most:
                heapq.heappush(waiting, (cost + found.cost, steps + 1, neighbour, cell, not found.stops))
                if found.ends and neighbour != start:
                    costs[neighbour] = min(cost + found.cost, costs.get(neighbour, cost + found.cost))
    return CellReach(start, costs, before)
