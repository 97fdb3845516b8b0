"""The board of a table file is the board that geometry judges on."""

import math

from hypothesis import given
from hypothesis import strategies as st

from companion.geometry.grid import Cell, GridKind
from companion.referee.mat.cells import grid_of
from vision.table import GridLayout, MatLayout, TableLayout

lengths = st.floats(1.5, 300.0)
places = st.floats(-1000.0, 1000.0)
steps = st.integers(-40, 40)


@given(st.sampled_from(GridKind), lengths, st.tuples(places, places), st.floats(-360.0, 360.0), st.tuples(steps, steps))
def test_cells_are_drawn_where_they_are_judged(kind, pitch_mm, origin_mm, turned_deg, cell):
    board = GridLayout(kind.value, pitch_mm, origin_mm, turned_deg, (cell,))
    grid = grid_of(TableLayout(MatLayout(600.0, 600.0, "DICT_4X4_100", ()), grid=board))

    assert grid.kind is kind
    assert grid.cells == {Cell(*cell)}
    middle = grid.centre(Cell(*cell))
    assert math.dist((middle.x_mm, middle.y_mm), board.centre_mm(cell)) < 1e-6
    for judged, drawn in zip(grid.corners(Cell(*cell)), board.corners_mm(cell), strict=True):
        assert math.dist((judged.x_mm, judged.y_mm), drawn) < 1e-6


def test_a_table_without_a_board_has_none():
    assert grid_of(TableLayout(MatLayout(600.0, 600.0, "DICT_4X4_100", ()))) is None
