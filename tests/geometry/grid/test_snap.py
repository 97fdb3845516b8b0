"""In which cell a measured place lies; too close to call within two standard deviations of a border."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import Answer, MatPoint
from companion.geometry.grid import Cell, GridKind, judge_cell
from tests.geometry.grid.boards import board

GRID = board(pitch_mm=40.0)  # the border towards (1, 0) is at x = 320


def at(x_mm, y_mm=300.0):
    return MatPoint(x_mm, y_mm)


@pytest.mark.parametrize(
    ("x_mm", "sigma_mm", "answer", "cell", "candidates", "value_mm"),
    [
        (300.0, 0.5, "yes", (0, 0), [(0, 0)], 20.0),
        (318.9, 0.5, "yes", (0, 0), [(0, 0)], 1.1),
        (319.1, 0.5, "close", (0, 0), [(0, 0), (1, 0)], 0.9),
        (320.9, 0.5, "close", (1, 0), [(1, 0), (0, 0)], 0.9),
        (321.1, 0.5, "yes", (1, 0), [(1, 0)], 1.1),
        (319.999, 0.0, "yes", (0, 0), [(0, 0)], 0.001),
    ],
)
def test_two_standard_deviations_from_the_border(x_mm, sigma_mm, answer, cell, candidates, value_mm):
    snap = judge_cell(GRID, at(x_mm), sigma_mm)
    assert snap.verdict.answer == answer
    assert snap.cell == cell
    assert list(snap.candidates) == candidates
    assert not snap.beside
    assert snap.verdict.value_mm == pytest.approx(value_mm)
    assert snap.verdict.limit_mm == 0.0
    assert snap.verdict.sigma_mm == sigma_mm


def test_at_a_corner_three_cells_come_into_question():
    corner = GRID.corners(Cell(0, 0))[0]
    snap = judge_cell(GRID, at(corner.x_mm - 0.2, corner.y_mm - 0.1), 0.5)
    assert snap.verdict.answer is Answer.CLOSE
    assert set(snap.candidates) == {Cell(0, 0), Cell(1, 0), Cell(0, 1)}


def test_at_a_corner_of_squares_four_cells_come_into_question():
    squares = board(GridKind.SQUARE, pitch_mm=40.0)  # borders at x = 320 and y = 320
    snap = judge_cell(squares, at(319.8, 319.9), 0.5)
    assert snap.candidates[0] == Cell(0, 0)
    assert set(snap.candidates) == {Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1)}
    assert not snap.beside
    assert len(judge_cell(squares, at(319.2, 319.1), 0.5).candidates) == 3, "1.2 mm from the corner"
    assert judge_cell(squares, at(319.0), 0.5).candidates == (Cell(0, 0), Cell(1, 0)), "just two standard deviations"


@pytest.mark.parametrize("kind", GridKind)
def test_with_great_doubt_all_cells_within_two_standard_deviations_come_into_question(kind):
    grid, place, sigma_mm = board(kind, pitch_mm=10.0, turned_deg=11.0), at(303.0, 297.5), 9.0
    snap = judge_cell(grid, place, sigma_mm)
    around = [(dx, dy) for dx in np.linspace(-18, 18, 361) for dy in np.linspace(-18, 18, 361) if dx**2 + dy**2 < 324]
    assert set(snap.candidates) == {grid.cell_at(at(place.x_mm + dx, place.y_mm + dy)) for dx, dy in around}
    assert not snap.beside
    assert judge_cell(board(kind, steps=1, pitch_mm=10.0), place, sigma_mm).beside


def test_beside_the_board():
    grid = board(steps=0)
    clear = judge_cell(grid, at(325.0), 0.5)
    assert (clear.cell, clear.candidates, clear.beside) == (None, (), True)
    assert (clear.verdict.answer, clear.verdict.because) == (Answer.NO, "cell.beside")
    assert clear.verdict.value_mm == pytest.approx(-5.0)
    for x_mm, cell in ((319.5, Cell(0, 0)), (320.5, None)):
        close = judge_cell(grid, at(x_mm), 0.5)
        assert (close.cell, close.candidates, close.beside) == (cell, (Cell(0, 0),), True)
        assert close.verdict.answer is Answer.CLOSE


def test_where_another_piece_stands():
    clear = judge_cell(GRID, at(310.0), 0.5, occupied={Cell(0, 0)})
    assert (clear.verdict.answer, clear.verdict.because) == (Answer.NO, "cell.occupied")
    assert clear.cell == Cell(0, 0)
    close = judge_cell(GRID, at(319.5), 0.5, occupied={Cell(0, 0)})
    assert (close.verdict.answer, close.candidates) == (Answer.CLOSE, (Cell(1, 0),))


@pytest.mark.slow
@given(
    st.sampled_from(GridKind), st.floats(100, 500), st.floats(100, 500), st.floats(0.05, 6.0), st.floats(-4.0, 4.0),
    st.integers(0, 2**32 - 1),
)  # fmt: skip
def test_a_yes_is_wrong_as_seldom_as_two_standard_deviations_say(kind, x_mm, y_mm, sigma_mm, turned_rad, seed):
    """Whatever the true place is: of 400 measurements of it, those told for certain are told right but for the tail."""
    grid = board(kind, steps=12, turned_deg=math.degrees(turned_rad))
    truth = grid.cell_at(at(x_mm, y_mm))
    chance = np.random.default_rng(seed)
    wrong = 0
    for dx, dy in chance.normal(0.0, sigma_mm, (60, 2)):
        snap = judge_cell(grid, at(x_mm + dx, y_mm + dy), sigma_mm)
        wrong += snap.verdict.answer is Answer.YES and snap.cell != truth
        if snap.verdict.answer is Answer.CLOSE:
            assert snap.cell in snap.candidates
    # Beyond each of two borders 2.3 % at most, at the corner of a cell three meet.
    assert wrong <= 60 * 0.07 + 4 * math.sqrt(60 * 0.07)


@pytest.mark.parametrize("kind", GridKind)
def test_on_a_turned_board_borders_are_turned_too(kind):
    grid = board(kind, turned_deg=11.0)
    towards = math.radians(11.0)
    inside = at(300.0 + 15.0 * math.cos(towards), 300.0 + 15.0 * math.sin(towards))
    mirrored = at(300.0 + 15.0 * math.cos(towards), 300.0 - 15.0 * math.sin(towards))
    assert judge_cell(grid, inside, 0.5).verdict.value_mm == pytest.approx(5.0)
    assert judge_cell(grid, mirrored, 0.5).verdict.value_mm == pytest.approx(20.0 - 15.0 * math.cos(2 * towards))
