"""Which cells can be reached by steps, at what cost, and by which way."""

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.geometry.grid.cells import Cell, Grid


@dataclass(frozen=True, slots=True)
class Step:
    """What a step into a cell means; a cell that cannot be entered has none.

    Attributes:
        cost: What it costs, 0 or more.
        stops: Whether nothing goes on from there.
        ends: Whether a piece may end its way there, and not only pass.
    """

    cost: int = 1
    stops: bool = False
    ends: bool = True


@dataclass(frozen=True, slots=True)
class CellReach:
    """The cells that can be reached.

    Attributes:
        start: Where the way begins.
        costs: The least cost of each cell in which the way may end; the start is not among them.
        before: Of each cell that can be entered, the cell before it on the cheapest way.
    """

    start: Cell
    costs: Mapping[Cell, int]
    before: Mapping[Cell, Cell]

    def way(self, to: Cell) -> tuple[Cell, ...]:
        """The cheapest way to a cell that can be reached, from the start to it."""
        way = [to]
        while way[-1] != self.start:
            way.append(self.before[way[-1]])
        return tuple(reversed(way))


def find_cell_reach(grid: Grid, start: Cell, most: int, step: Callable[[Cell], Step | None]) -> CellReach:
    """The cells that can be reached at a cost (Dijkstra).

    Args:
        grid: The board.
        start: Where the way begins; what stands there does not matter.
        most: The most that the way may cost.
        step: What a step into a cell of the board means; None if it cannot be entered.

    Returns:
        The cells. Of two ways of the same cost the one with fewer steps counts, then the one by the smaller cells, so
        that the same question has the same answer.
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
