"""Cells of boards: where they lie, how far apart, rows, rings, turns."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import MatPoint, SceneError
from companion.geometry.grid import Cell, Grid, GridKind, bounds, centred_board, columns_and_rows, hexagon
from tests.geometry.grid.boards import board

kinds = st.sampled_from(GridKind)
cells = st.builds(Cell, st.integers(-9, 9), st.integers(-9, 9))
boards = st.builds(
    Grid,
    kinds,
    st.floats(5.0, 80.0),
    st.builds(MatPoint, st.floats(-300, 300), st.floats(-300, 300)),
    st.floats(-7.0, 7.0),
    st.just(frozenset()),
)


def apart_mm(one, other):
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def test_a_hexs_neighbours_lie_a_pitch_away_every_60_degrees():
    grid = board(pitch_mm=40.0, turned_deg=30.0)
    for number, way in enumerate(grid.ways):
        at = grid.centre(way)
        angle = math.radians(30 + 60 * number)
        assert (at.x_mm, at.y_mm) == pytest.approx((300 + 40 * math.cos(angle), 300 + 40 * math.sin(angle)))


def test_a_squares_neighbours_lie_a_pitch_away_every_90_degrees():
    grid = board(GridKind.SQUARE, pitch_mm=25.0)
    assert [(grid.centre(way).x_mm, grid.centre(way).y_mm) for way in grid.ways] == [
        pytest.approx(each) for each in ((325, 300), (300, 325), (275, 300), (300, 275))
    ]


@given(boards, cells)
def test_corners_are_shared_with_the_neighbours_on_both_sides(grid, cell):
    corners = grid.corners(cell)
    assert len(corners) == len(grid.ways)
    for number, corner in enumerate(corners):
        for way in (grid.ways[number], grid.ways[(number + 1) % len(grid.ways)]):
            assert apart_mm(corner, grid.centre(cell.plus(way))) == pytest.approx(apart_mm(corner, grid.centre(cell)))


@given(boards, cells, st.floats(0, 0.499), st.floats(0, 7))
def test_a_place_nearer_to_a_centre_than_half_a_pitch_is_in_that_cell(grid, cell, away, angle_rad):
    middle = grid.centre(cell)
    away_mm = away * grid.pitch_mm
    place = MatPoint(middle.x_mm + away_mm * math.cos(angle_rad), middle.y_mm + away_mm * math.sin(angle_rad))
    assert grid.cell_at(place) == cell


@given(boards, st.floats(-400, 400), st.floats(-400, 400))
def test_a_place_is_in_the_cell_whose_centre_is_nearest(grid, x_mm, y_mm):
    place = MatPoint(x_mm, y_mm)
    found = grid.cell_at(place)
    near = min(
        apart_mm(place, grid.centre(found.plus(Cell(q, r)))) for q in (-2, -1, 0, 1, 2) for r in (-2, -1, 0, 1, 2)
    )
    assert apart_mm(place, grid.centre(found)) == pytest.approx(near, abs=1e-6)


@pytest.mark.slow
@given(kinds, cells, cells)
def test_the_distance_is_the_least_number_of_steps(kind, one, other):
    grid = board(kind)
    steps, reached = 0, {one}
    while other not in reached:
        reached |= {cell.plus(way) for cell in reached for way in grid.ways}
        steps += 1
    assert grid.distance(one, other) == grid.distance(other, one) == steps


def test_rings_and_what_lies_within():
    grid = board(steps=6)
    assert [len(grid.ring(Cell(0, 0), steps)) for steps in range(4)] == [1, 6, 12, 18]
    assert len(grid.within(Cell(0, 0), 3)) == 37
    assert len(board(GridKind.SQUARE, steps=6).ring(Cell(0, 0), 2)) == 8
    assert grid.ring(Cell(6, 0), 1) == set(grid.neighbours(Cell(6, 0)))
    assert len(grid.neighbours(Cell(6, 0))) == 3


def test_a_row_is_unbroken_and_straight():
    """B-ARENA-03, B-ARENA-05: three axes on hexes; neither a bent line nor one through corners is a row."""
    grid = board(steps=4)
    assert grid.row(Cell(0, 0), Cell(3, 0)) == tuple(Cell(q, 0) for q in range(4))
    assert grid.row(Cell(2, -1), Cell(-1, 2)) == (Cell(2, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 2))
    assert grid.row(Cell(1, 1), Cell(1, 1)) == (Cell(1, 1),)
    assert grid.row(Cell(0, 0), Cell(1, 1)) is None
    assert grid.row(Cell(0, 0), Cell(2, 1)) is None
    gap = board(cells=grid.cells - {Cell(1, 0)})
    assert gap.row(Cell(0, 0), Cell(3, 0)) is None
    assert gap.row(Cell(1, 0), Cell(3, 0)) is None
    assert len([way for way in grid.ways if list(grid.ray(Cell(0, 0), way))]) == 6


@given(kinds, cells, st.integers(-9, 9))
def test_a_turned_way_is_as_long_and_leads_where_the_mat_turns_it(kind, offset, turns):
    grid = board(kind, origin=(0.0, 0.0))
    turned = grid.rotated(offset, turns)
    angle = 2 * math.pi * turns / len(grid.ways)
    before, after = grid.centre(offset), grid.centre(turned)
    assert complex(after.x_mm, after.y_mm) == pytest.approx(
        complex(before.x_mm, before.y_mm) * complex(math.cos(angle), math.sin(angle)), abs=1e-9
    )


def test_a_shape_is_laid_turned_and_cut_by_the_boards_edge():
    grid = board(steps=2)
    shape = {Cell(1, 0), Cell(2, 0), Cell(1, 1)}
    assert grid.shaped(Cell(0, 0), shape, 0) == {Cell(1, 0), Cell(2, 0), Cell(1, 1)}
    assert grid.shaped(Cell(0, 0), shape, 1) == {Cell(0, 1), Cell(0, 2), Cell(-1, 2)}
    assert grid.shaped(Cell(2, 0), shape, 0) == frozenset()
    assert len({grid.shaped(Cell(0, 0), shape, turns) for turns in range(6)}) == 6


@pytest.mark.parametrize("pitch_mm", [0.0, -1.0, math.inf, math.nan])
def test_a_board_needs_a_pitch(pitch_mm):
    with pytest.raises(SceneError, match="pitch"):
        Grid(GridKind.HEX, pitch_mm, MatPoint(0, 0), 0.0, frozenset())


@pytest.mark.parametrize("turned_rad", [math.nan, math.inf, -math.inf])
def test_a_board_lies_at_some_angle(turned_rad):
    with pytest.raises(SceneError, match="finite angle"):
        Grid(GridKind.HEX, 40.0, MatPoint(0, 0), turned_rad, frozenset())


def test_a_hexagon_has_all_hexes_within_its_rings():
    assert hexagon(0) == {Cell(0, 0)}
    assert len(hexagon(3)) == 37
    assert max(board().distance(Cell(0, 0), cell) for cell in hexagon(3)) == 3


@given(kinds, st.integers(1, 9), st.integers(1, 9), st.floats(1.0, 80.0))
def test_columns_and_rows_lie_in_the_middle_of_the_mat(kind, columns, rows, pitch_mm):
    grid = centred_board(kind, pitch_mm, columns_and_rows(kind, columns, rows), (900.0, 600.0))
    assert len(grid.cells) == columns * rows
    lower, upper = bounds(grid)
    assert lower.x_mm + upper.x_mm == pytest.approx(900.0)
    assert lower.y_mm + upper.y_mm == pytest.approx(600.0)
    juts_mm = pitch_mm / 2 if kind is GridKind.HEX and rows > 1 else 0.0
    assert upper.x_mm - lower.x_mm == pytest.approx(columns * pitch_mm + juts_mm)


def test_a_cell_is_called_by_a_letter_and_a_number_and_no_two_alike():
    cells = frozenset(Cell(q, r) for q in range(-2, 28) for r in range(-1, 3))
    grid = Grid(GridKind.HEX, 40.0, MatPoint(0.0, 0.0), 0.0, cells)
    named = {cell: grid.name(cell) for cell in cells}
    assert len(set(named.values())) == len(cells)
    assert [named[each] for each in (Cell(-2, -1), Cell(0, 1), Cell(23, 0), Cell(24, 2), Cell(27, -1))] == [
        *("A1", "C3", "Z2", "AA4", "AD1")
    ]
