"""Line of sight over cells where lines run along edges and through corners, on small crowded boards."""

import itertools
import random
from functools import cache

import numpy as np
import pytest
import shapely

from companion.geometry.grid import Cell, Grid, GridKind, find_cell_sight
from companion.geometry.grid.cell_sight import _between, _corners
from tests.geometry.grid.boards import board

pytestmark = pytest.mark.slow

NEAR = 2
"""Cells up to so many steps from the middle."""

TOLERANCE_MM = 1e-5


@cache
def crowded(kind: GridKind) -> Grid:
    return board(kind, steps=2 * NEAR, pitch_mm=40.0, turned_deg=11.0)


@cache
def outline(kind: GridKind, cell: Cell) -> shapely.Polygon:
    return shapely.Polygon([(corner.x_mm, corner.y_mm) for corner in crowded(kind).corners(cell)])


@cache
def points(kind: GridKind, cell: Cell) -> tuple[tuple[float, float], ...]:
    """Corners, thirds of edges, and points within: lines through corners and along edges are among their pairs."""
    corners = list(outline(kind, cell).exterior.coords)
    along = [
        ((a[0] * (3 - n) + b[0] * n) / 3, (a[1] * (3 - n) + b[1] * n) / 3)
        for a, b in itertools.pairwise(corners)
        for n in range(3)
    ]
    centre = crowded(kind).centre(cell)
    within = [((x + centre.x_mm) / 2, (y + centre.y_mm) / 2) for x, y in corners[:-1]]
    return (*along, *within, (centre.x_mm, centre.y_mm))


def solid(kind: GridKind, cells: list[Cell]) -> shapely.Geometry:
    """What the cells fill, a hair smaller, with the edges between them."""
    filled = shapely.union_all([outline(kind, cell).buffer(1e-6, join_style="mitre") for cell in cells])
    inside = filled.buffer(-TOLERANCE_MM, join_style="mitre")
    shapely.prepare(inside)
    return inside


def fields(kind: GridKind, count: int):
    chance = random.Random(8)  # noqa: S311 (no secret)
    near = [cell for cell in sorted(crowded(kind).cells) if max(abs(cell.q), abs(cell.r)) <= NEAR]
    for _ in range(count):
        one, other = chance.sample(near, 2)
        share = chance.choice((0.2, 0.4, 0.6))
        yield chance, one, other, [cell for cell in near if chance.random() < share]


@pytest.mark.parametrize("kind", GridKind)
def test_sight_is_clear_exactly_if_some_segment_crosses_nothing(kind: GridKind) -> None:
    told = {True: 0, False: 0}
    for _, one, other, blocking in fields(kind, 160):
        found = find_cell_sight(crowded(kind), one, other, blocking)
        inside = solid(kind, [cell for cell in blocking if cell not in (one, other)])
        told[found.clear] += 1
        if found.clear:
            line = shapely.LineString([(end.x_mm, end.y_mm) for end in found.line])
            assert shapely.intersection(line, inside).length < 1e-3
            # It is no longer than it must be: it leaves the one cell where it begins, and enters the other at its end.
            for end, cell in zip(found.line, (one, other), strict=True):
                assert outline(kind, cell).distance(shapely.Point(end.x_mm, end.y_mm)) < TOLERANCE_MM
                assert shapely.intersection(line, outline(kind, cell).buffer(-TOLERANCE_MM)).length < 1e-3
        else:
            lines = shapely.linestrings(list(itertools.product(points(kind, one), points(kind, other))))
            assert shapely.intersects(inside, lines).all()
    assert min(told.values()) > 15


@pytest.mark.parametrize("kind", GridKind)
def test_sight_is_the_same_from_either_end_and_however_the_board_lies(kind: GridKind) -> None:
    for chance, one, other, blocking in fields(kind, 120):
        clear = find_cell_sight(crowded(kind), one, other, blocking).clear
        turns = chance.randrange(len(crowded(kind).ways))

        def moved(cell: Cell, turns: int = turns, flips: int = chance.randrange(2)) -> Cell:
            turned = crowded(kind).rotated(cell, turns)
            return Cell(turned.r, turned.q) if flips else turned

        there = [moved(cell) for cell in blocking]
        assert find_cell_sight(crowded(kind), other, one, blocking).clear == clear
        assert find_cell_sight(crowded(kind), moved(one), moved(other), there).clear == clear
        assert find_cell_sight(crowded(kind), moved(other), moved(one), there).clear == clear


@pytest.mark.parametrize("kind", GridKind)
def test_what_blocks_is_all_that_the_line_between_the_centres_meets(kind: GridKind) -> None:
    for _, one, other, blocking in fields(kind, 120):
        found = find_cell_sight(crowded(kind), one, other, blocking)
        if found.clear:
            continue
        ends = [crowded(kind).centre(cell) for cell in (one, other)]
        assert list(found.line) == ends
        line = shapely.LineString([(end.x_mm, end.y_mm) for end in ends])
        others = [cell for cell in blocking if cell not in (one, other)]
        crossed = {cell for cell in others if shapely.intersection(line, outline(kind, cell)).length > 1e-3}
        met = {cell for cell in others if line.distance(outline(kind, cell)) < TOLERANCE_MM}
        assert crossed <= set(found.blockers) <= met
        assert len(found.blockers) == len(set(found.blockers))
        begins = [
            line.project(shapely.Point(shapely.get_coordinates(line.intersection(outline(kind, cell).buffer(1e-6)))[0]))
            for cell in found.blockers
        ]
        assert np.all(np.diff(begins) > -1e-3)


@pytest.mark.parametrize("turns", range(4))
def test_a_line_that_only_touches_corners_in_turn_is_the_only_one(turns: int) -> None:
    """W-LOS-04: on the upper edge of the row, blocking cells lie above, below and above; on its lower one, both."""
    grid = crowded(GridKind.SQUARE)

    def sees(*blocking: tuple[int, int]) -> bool:
        cells = [grid.rotated(Cell(*each), turns) for each in ((0, 0), (4, 0), *blocking)]
        return find_cell_sight(grid, cells[0], cells[1], cells[2:]).clear

    in_turn = (1, 1), (2, 0), (3, 1), (2, -1)
    assert sees(*in_turn)
    for more in ((1, 0), (3, 0), (2, 1)):
        assert not sees(*in_turn, more), more


@pytest.mark.parametrize("kind", list(GridKind))
def test_cells_that_can_matter_are_those_that_meet_the_hull_of_both(kind: GridKind) -> None:
    """On the lattice all corners are whole numbers, so that shapely decides exactly as well."""
    here = Cell(0, 0)
    cells = [Cell(q, r) for q, r in itertools.product(range(-4, 5), repeat=2)]
    outlines = {cell: shapely.Polygon(_corners(kind, cell)) for cell in cells}
    for other in (Cell(1, 0), Cell(2, 0), Cell(-2, 1), Cell(1, 2), Cell(3, -1), Cell(-3, -2), Cell(0, -3)):
        hull = shapely.union_all([outlines[here], outlines[other]]).convex_hull
        met = [cell for cell in cells if outlines[cell].intersects(hull)]
        assert list(_between(kind, here, other, frozenset(cells))) == sorted(met), other


@pytest.mark.parametrize("kind", list(GridKind))
def test_a_witness_is_the_part_of_its_line_between_the_cells_and_goes_from_one_to_the_other(kind: GridKind) -> None:
    for _, one, other, blocking in fields(kind, 150):
        found = find_cell_sight(crowded(kind), one, other, blocking)
        if not found.clear:
            continue
        start, end = (shapely.Point(each.x_mm, each.y_mm) for each in found.line)
        assert outline(kind, one).exterior.distance(start) < TOLERANCE_MM
        assert outline(kind, other).exterior.distance(end) < TOLERANCE_MM
        way = shapely.LineString([start, end])
        for cell in (one, other):
            assert way.intersection(outline(kind, cell).buffer(-TOLERANCE_MM)).is_empty
        if outline(kind, one).distance(outline(kind, other)) < TOLERANCE_MM:
            assert way.length < TOLERANCE_MM
