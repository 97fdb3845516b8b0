"""A board learned from pieces that stand on named cells."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import MatPoint, SceneError
from companion.geometry.grid import Cell, GridKind, fit_grid
from tests.geometry.grid.boards import board

CELLS = (Cell(-3, 0), Cell(3, -3), Cell(0, 4))


@given(st.sampled_from(GridKind), st.floats(10, 60), st.floats(-500, 500), st.floats(-500, 500), st.floats(-180, 180))
def test_a_board_is_found_where_it_lies(kind, pitch_mm, x_mm, y_mm, turned_deg):
    truth = board(kind, pitch_mm=pitch_mm, origin=(x_mm, y_mm), turned_deg=turned_deg)
    fit = fit_grid(kind, [(cell, truth.centre(cell)) for cell in CELLS])
    assert fit.rms_mm == pytest.approx(0.0, abs=1e-9)
    assert fit.grid.pitch_mm == pytest.approx(pitch_mm)
    for cell in (Cell(0, 0), Cell(7, -2)):
        found, true = fit.grid.centre(cell), truth.centre(cell)
        assert (found.x_mm, found.y_mm) == pytest.approx((true.x_mm, true.y_mm), abs=1e-6)
    known = fit_grid(kind, [(cell, truth.centre(cell)) for cell in CELLS], pitch_mm)
    assert known.rms_mm == pytest.approx(0.0, abs=1e-9)
    assert known.grid.pitch_mm == pytest.approx(pitch_mm)


def test_the_residual_tells_how_well_pieces_were_put_down():
    truth, chance = board(turned_deg=17.0), np.random.default_rng(5)
    found = []
    for _ in range(400):
        places = [
            (cell, MatPoint(truth.centre(cell).x_mm + dx, truth.centre(cell).y_mm + dy))
            for cell, (dx, dy) in zip(CELLS, chance.normal(0.0, 1.5, (3, 2)), strict=True)
        ]
        found.append(fit_grid(GridKind.HEX, places).rms_mm)
    assert math.sqrt(np.mean(np.square(found)) / 2) == pytest.approx(1.5, rel=0.1)


def test_a_cell_named_wrongly_or_a_mirrored_board_shows_as_a_large_residual():
    truth = board()
    wrong = [*CELLS[:2], Cell(1, 4)]
    assert fit_grid(GridKind.HEX, list(zip(wrong, map(truth.centre, CELLS), strict=True))).rms_mm > 5.0
    mirrored = [(Cell(cell.r, cell.q), truth.centre(cell)) for cell in CELLS]
    assert fit_grid(GridKind.HEX, mirrored).rms_mm > 20.0


def test_too_few_cells_are_refused():
    truth = board()
    with pytest.raises(SceneError, match="3 or more"):
        fit_grid(GridKind.HEX, [(cell, truth.centre(cell)) for cell in CELLS[:2]])
    with pytest.raises(SceneError, match="different"):
        fit_grid(GridKind.HEX, [(CELLS[0], truth.centre(cell)) for cell in CELLS])
    with pytest.raises(SceneError, match="one place"):
        fit_grid(GridKind.HEX, [(cell, MatPoint(5.0, 5.0)) for cell in CELLS])
