"""What can be reached by steps over cells."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.geometry.grid import Cell, Step, find_cell_reach
from tests.geometry.grid.boards import board

GRID = board(steps=4)


def test_without_anything_in_the_way_it_is_what_lies_within():
    reach = find_cell_reach(GRID, Cell(0, 0), 3, lambda _: Step())
    assert reach.costs.keys() == GRID.within(Cell(0, 0), 3) - {Cell(0, 0)}
    assert all(cost == GRID.distance(Cell(0, 0), cell) for cell, cost in reach.costs.items())
    assert [len(reach.way(cell)) for cell in (Cell(3, 0), Cell(1, 1))] == [4, 3]


def test_a_wall_is_gone_around_and_enclosed_cells_are_not_reached():
    wall = {Cell(1, -1), Cell(1, 0), Cell(0, 1)}
    reach = find_cell_reach(GRID, Cell(0, 0), 4, lambda cell: None if cell in wall else Step())
    assert reach.costs[Cell(2, -1)] == 4
    assert not wall & reach.costs.keys()
    shut = find_cell_reach(GRID, Cell(0, 0), 9, lambda cell: None if GRID.distance(cell, Cell(0, 0)) == 1 else Step())
    assert not shut.costs


def test_difficult_ground_costs_and_what_stops_goes_no_farther():
    """W-MOVE-06: who enters difficult terrain goes no farther."""
    swamp = {Cell(1, 0)}
    dear = find_cell_reach(GRID, Cell(0, 0), 2, lambda cell: Step(2) if cell in swamp else Step())
    assert dear.costs[Cell(1, 0)] == 2
    assert Cell(2, 0) not in dear.costs
    stops = find_cell_reach(GRID, Cell(0, 0), 2, lambda cell: Step(stops=cell in swamp))
    assert stops.costs[Cell(1, 0)] == 1
    assert Cell(2, 0) not in stops.costs
    assert stops.costs[Cell(1, 1)] == 2


def test_allies_are_passed_but_nobody_ends_on_them():
    """B-MOVE-04."""
    ally = Cell(1, 0)
    reach = find_cell_reach(GRID, Cell(0, 0), 2, lambda cell: Step(ends=cell != ally))
    assert ally not in reach.costs
    assert reach.way(Cell(2, 0)) == (Cell(0, 0), ally, Cell(2, 0))


@given(st.sets(st.sampled_from(sorted(GRID.cells))), st.sets(st.sampled_from(sorted(GRID.cells))), st.integers(0, 9))
def test_the_costs_are_those_of_ways_and_none_is_cheaper(walls, swamps, most):
    def step(cell):
        return None if cell in walls else Step(2 if cell in swamps else 1)

    reach = find_cell_reach(GRID, Cell(0, 0), most, step)
    costs = {Cell(0, 0): 0}  # Bellman and Ford: until nothing changes
    changed = True
    while changed:
        changed = False
        for cell in list(costs):
            for neighbour in GRID.neighbours(cell):
                found = step(neighbour)
                if found and costs[cell] + found.cost < costs.get(neighbour, most + 1):
                    costs[neighbour], changed = costs[cell] + found.cost, True
    del costs[Cell(0, 0)]
    assert reach.costs == costs
    for cell, cost in costs.items():
        way = reach.way(cell)
        assert way[0] == Cell(0, 0)
        assert sum(step(each).cost for each in way[1:]) == cost
        assert all(GRID.distance(a, b) == 1 for a, b in pairwise(way))
