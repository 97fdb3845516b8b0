"""Line of sight over cells (W-LOS-01 to W-LOS-05): exact, with a witness that anybody can check."""

import itertools
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, union_all

from companion.geometry.grid import Cell, GridKind, find_cell_sight
from tests.geometry.grid.boards import board

GRID = board(steps=5, pitch_mm=40.0)
CELLS = sorted(GRID.cells)


def outline(cell, grid=GRID):
    return Polygon([(corner.x_mm, corner.y_mm) for corner in grid.corners(cell)])


def sees(one, other, *blocking, grid=GRID):
    return find_cell_sight(grid, Cell(*one), Cell(*other), [Cell(*each) for each in blocking]).clear


def test_neighbours_always_see_each_other():
    """W-LOS-05."""
    for way in GRID.ways:
        assert sees((0, 0), way, *(cell for cell in GRID.cells if cell not in {(0, 0), way}))


def test_the_two_cells_themselves_never_block():
    """W-LOS-03."""
    assert sees((0, 0), (4, 0), (0, 0), (4, 0))


def test_a_cell_in_the_row_between_is_looked_past_on_either_side():
    """W-LOS-01: some point of the one hex and some point of the other are enough."""
    assert sees((0, 0), (2, 0), (1, 0))
    assert sees((0, 0), (2, 0), (1, 0), (0, 1))
    assert not sees((0, 0), (2, 0), (1, 0), (1, -1), (0, 1))


def test_a_line_along_the_edge_that_two_blocking_hexes_share_is_blocked():
    """W-LOS-04. The hexes (1, 0) and (0, 1) share the edge that lies between (0, 0) and (1, 1)."""
    assert not sees((0, 0), (1, 1), (1, 0), (0, 1))
    assert sees((0, 0), (1, 1), (1, 0))
    assert sees((0, 0), (1, 1), (0, 1))


def test_a_line_that_touches_corners_only_is_clear():
    """W-LOS-04, on squares, where two blocking cells may touch in a corner alone."""
    grid = board(GridKind.SQUARE, steps=5)
    assert sees((0, 0), (1, 1), (1, 0), (0, 1), grid=grid)  # they share the corner through which they see each other
    # Through the corner between (1, 0) and (2, 1), and no other way.
    assert sees((1, 1), (2, 0), (1, 0), (2, 1), grid=grid)
    assert sees((0, 2), (3, -1), (1, 0), (2, 1), (0, 1), (1, 2), (2, -1), (3, 0), grid=grid)
    assert not sees((0, 2), (3, -1), (1, 0), (2, 1), (0, 1), (1, 1), (2, -1), (3, 0), grid=grid)


def test_a_wall_hides_all_that_lies_behind():
    wall = [cell for cell in GRID.cells if cell.q == 1]
    assert not any(sees((0, 0), cell, *wall) for cell in GRID.cells if cell.q > 2)
    assert {cell for cell in GRID.cells if cell.q == 1 and sees((0, 0), cell, *wall)}


def test_what_blocks_is_named_from_near_to_far():
    wall = [Cell(1, 0), Cell(1, -1), Cell(0, 1), Cell(2, 0), Cell(2, -1), Cell(1, 1)]
    found = find_cell_sight(GRID, Cell(0, 0), Cell(4, 0), wall)
    assert not found.clear
    assert found.blockers == (Cell(1, 0), Cell(2, 0))
    assert found.line == (GRID.centre(Cell(0, 0)), GRID.centre(Cell(4, 0)))


fields = st.tuples(st.sampled_from(CELLS), st.sampled_from(CELLS), st.frozensets(st.sampled_from(CELLS), max_size=24))


def check_witness(one, other, blocking):
    found = find_cell_sight(GRID, one, other, blocking)
    assert find_cell_sight(GRID, other, one, blocking).clear == found.clear
    line = LineString([(end.x_mm, end.y_mm) for end in found.line])
    if found.clear:
        assert outline(one).distance(Point(line.coords[0])) < 1e-6
        assert outline(other).distance(Point(line.coords[-1])) < 1e-6
        # Grown a little and shrunk again, the edges between blocking cells are inside.
        solid = union_all([outline(cell).buffer(1e-6) for cell in blocking - {one, other}]).buffer(-1e-5)
        assert line.intersection(solid).length < 1e-3
    else:
        assert found.blockers
        assert set(found.blockers) <= blocking - {one, other}


@pytest.mark.slow
@settings(max_examples=200)
@given(fields)
def test_the_witness_of_a_clear_sight_crosses_nothing_and_sight_is_mutual(field):
    check_witness(*field)


@pytest.mark.slow
def test_the_witness_crosses_nothing_on_crowded_boards():
    """Where much blocks, clear lines run along edges, and mostly along those that two blocking cells share."""
    chance = random.Random(3)  # noqa: S311 (no secret)
    for _ in range(250):
        one, other = chance.sample(CELLS, 2)
        check_witness(one, other, frozenset(chance.sample(CELLS, chance.randint(20, 60))))


@pytest.mark.slow
@settings(max_examples=120)
@given(fields, st.integers(0, 2**32 - 1))
@example((Cell(-3, 4), Cell(4, 1), frozenset({Cell(1, 2), Cell(1, 3)})), 0)  # along the edge between the two
def test_no_segment_that_anybody_finds_is_missed(field, seed):
    """Many segments from points of one hex to points of the other, its corners among them: a clear one is found."""
    one, other, blocking = field
    # Grown a little and shrunk again: corners by different sums would leave a slit between neighbours.
    blockers = union_all([outline(cell).buffer(1e-6) for cell in blocking - {one, other}]).buffer(-2e-6)
    chance = random.Random(seed)  # noqa: S311 (no secret)

    def points(cell):
        corners = outline(cell).exterior.coords[:-1]
        middle = (GRID.centre(cell).x_mm, GRID.centre(cell).y_mm)
        mixed = []
        for _ in range(12):
            weights = [chance.random() for _ in corners]
            mixed.append(
                tuple(sum(w * c[axis] for w, c in zip(weights, corners, strict=True)) / sum(weights) for axis in (0, 1))
            )
        return [middle, *corners, *mixed]

    clear = any(
        not LineString([a, b]).intersects(blockers) if a != b else True
        for a, b in itertools.product(points(one), points(other))
    )
    if clear:
        assert find_cell_sight(GRID, one, other, blocking).clear


@given(fields, st.integers(0, 5), st.sampled_from(CELLS))
def test_turning_and_shifting_the_board_changes_nothing(field, turns, shift):
    one, other, blocking = field
    before = find_cell_sight(GRID, one, other, blocking).clear
    after = find_cell_sight(
        GRID, *(GRID.rotated(cell, turns).plus(shift) for cell in (one, other)),
        [GRID.rotated(cell, turns).plus(shift) for cell in blocking],
    )  # fmt: skip
    assert after.clear == before


@given(fields, st.sampled_from(CELLS))
def test_one_more_that_blocks_opens_no_sight(field, more):
    one, other, blocking = field
    if not find_cell_sight(GRID, one, other, blocking).clear:
        assert not find_cell_sight(GRID, one, other, blocking | {more}).clear


@pytest.mark.parametrize("kind", list(GridKind))
def test_a_cell_sees_itself(kind):
    assert sees((0, 0), (0, 0), (1, 0), grid=board(kind))


@pytest.mark.parametrize("open_side", [1, -1])
@pytest.mark.parametrize("turned", [False, True])
def test_a_line_along_an_edge_with_a_blocker_on_one_side_only_is_clear(open_side, turned):
    """W-LOS-04, on squares: past a wall of two cells in the row of both there is no other line than its long edge."""
    grid = board(GridKind.SQUARE, steps=5)
    wall = [(1, 0), (2, 0)]
    beside = {side: [(1, side), (2, side)] for side in (1, -1)}
    one, other = ((0, 0), (3, 0)) if turned else ((3, 0), (0, 0))
    found = find_cell_sight(grid, Cell(*one), Cell(*other), [Cell(*each) for each in (*wall, *beside[-open_side])])
    assert found.clear
    # The wall's long edge: from corner to corner, half a cell beside the row of the centres.
    near, far = grid.centre(Cell(1, 0)), grid.centre(Cell(2, 0))
    ends = sorted((round(each.x_mm, 6), round(each.y_mm, 6)) for each in found.line)
    half_mm = (far.x_mm - near.x_mm) / 2
    y_mm = near.y_mm + open_side * half_mm
    assert ends == [(near.x_mm - half_mm, y_mm), (far.x_mm + half_mm, y_mm)]
    assert not sees(one, other, *wall, *beside[1], *beside[-1], grid=grid)


@pytest.mark.parametrize("kind", GridKind)
@pytest.mark.parametrize("other", [(4, 0), (-4, 0), (0, 4), (0, -4), (3, -5), (-3, 5)])
def test_the_line_goes_from_the_cell_that_looks_to_the_other(kind: GridKind, other: tuple[int, int]):
    grid, cells = board(kind), (Cell(0, 0), Cell(*other))
    middles = [grid.centre(cell) for cell in cells]
    for blocking in ([], [Cell(other[0] // 2, other[1] // 2)]):
        found = find_cell_sight(grid, *cells, blocking)
        for end, middle in zip(found.line, middles, strict=True):
            assert Point(end.x_mm, end.y_mm).distance(Point(middle.x_mm, middle.y_mm)) < grid.pitch_mm
