"""What is refused as a board, by bases whose places are known exactly or as a hand puts them."""

import math
from pathlib import Path

import numpy as np
import pytest

from companion.geometry import MatPoint
from companion.geometry.grid import Cell, Grid, GridKind
from companion.referee.errors import SetupError
from companion.referee.mat.learned_board import BoardJob, NamedCell, _fitted, _laid, _worst_sigma_mm, learn_board
from vision.table import GridLayout, MatLayout, TableLayout

WIDE = (Cell(-3, 1), Cell(3, -2), Cell(-1, 4))
NARROW = (Cell(0, 0), Cell(1, 0), Cell(6, 3))
"""A far one and two beside each other: a wrong cell of the far one only turns the board a little."""


def truth(kind=GridKind.HEX, pitch_mm=40.0):
    return Grid(kind, pitch_mm, MatPoint(230.0, 260.0), math.radians(-25.0), frozenset())


def job(named, kind=GridKind.HEX, pitch_mm=None):
    cells = tuple(NamedCell(f"b{number}", cell) for number, cell in enumerate(named))
    return BoardJob((Path("p.png"),), Path("table.toml"), kind, cells, pitch_mm)


def places(cells, grid=None, *, mirrored=False, off_mm=0.0, seed=0):
    grid, chance = grid or truth(), np.random.default_rng(seed)
    found = {}
    for number, cell in enumerate(cells):
        at, (dx, dy) = grid.centre(cell), chance.normal(0.0, off_mm, 2)
        found[f"b{number}"] = MatPoint((600.0 - at.x_mm if mirrored else at.x_mm) + dx, at.y_mm + dy)
    return found


@pytest.mark.parametrize("kind", GridKind)
@pytest.mark.parametrize("stood", [WIDE, (*WIDE, Cell(1, 1), Cell(-3, 4))])
@pytest.mark.parametrize("pitch_mm", [None, 40.0])
def test_bases_as_a_careful_hand_puts_them_are_taken(kind, stood, pitch_mm):
    for seed in range(20):
        fit = _fitted(job(stood, kind, pitch_mm), places(stood, truth(kind), off_mm=1.0, seed=seed))
        assert max(fit.off_mm) < 5.0
        assert fit.grid.pitch_mm == pytest.approx(40.0, abs=1.5)


@pytest.mark.parametrize("kind", GridKind)
@pytest.mark.parametrize("stood", [WIDE, NARROW, (*WIDE, Cell(1, 1))])
@pytest.mark.parametrize("pitch_mm", [None, 40.0])
def test_any_one_base_in_a_cell_beside_the_named_one_is_refused_with_the_right_cell(kind, stood, pitch_mm):
    for number, cell in enumerate(stood):
        for way in truth(kind).ways:
            named = [*stood[:number], cell.plus(way), *stood[number + 1 :]]
            if len(set(named)) < len(named):
                continue
            with pytest.raises(SetupError) as refused:
                _fitted(job(named, kind, pitch_mm), places(stood, truth(kind), off_mm=0.2, seed=number))
            right = f"b{number} seems to stand in ({cell.q}, {cell.r})"
            assert right in str(refused.value) or "The cells lie in one line" in str(refused.value)


def test_bases_far_from_where_they_were_named_are_refused_with_what_is_left():
    named = (Cell(-3, 1), Cell(3, 2), Cell(-1, -4))
    with pytest.raises(SetupError, match=r"At least one base .* b0 \d+\.\d mm from the middle of \(-3, 1\), b1 "):
        _fitted(job(named), places(WIDE))


def test_a_base_is_refused_from_a_quarter_of_the_pitch_on():
    """Four bases, one pushed from its middle along its own direction; the rest of the square holds the board."""
    stood, grid = (Cell(-4, 0), Cell(4, 0), Cell(0, -4), Cell(0, 4), Cell(2, 2)), truth(GridKind.SQUARE)
    last, taken = 0.0, []
    for pushed_mm in np.arange(8.0, 16.0, 0.5):
        shown = places(stood, grid)
        shown["b4"] = MatPoint(shown["b4"].x_mm + pushed_mm, shown["b4"].y_mm)
        try:
            last = max(_fitted(job(stood, GridKind.SQUARE), shown).off_mm)
            taken.append(True)
        except SetupError:
            taken.append(False)
    assert taken == sorted(taken, reverse=True)
    assert True in taken
    assert False in taken
    assert 9.0 < last <= 10.0


@pytest.mark.parametrize("stood", [WIDE, NARROW, (Cell(0, 0), Cell(2, 0), Cell(0, 2))])
@pytest.mark.parametrize("kind", GridKind)
def test_a_mirrored_board_is_told_as_such(kind, stood):
    with pytest.raises(SetupError, match="mirrored"):
        _fitted(job(stood, kind), places(stood, truth(kind), mirrored=True))


@pytest.mark.parametrize("kind", GridKind)
def test_how_well_the_farthest_cell_is_known_is_how_far_it_is_off(kind):
    """Over many boards, each learned from bases that a hand put 1 mm off in each coordinate."""
    stood, far = (*WIDE, Cell(1, 1), Cell(-3, 4)), Cell(5, -6)
    grid = GridLayout(kind.value, 40.0, (230.0, 260.0), -25.0, (*stood, far))
    true, told, off = truth(kind).centre(far), [], []
    for seed in range(300):
        fit = _fitted(job(stood, kind), places(stood, truth(kind), off_mm=1.0, seed=seed))
        told.append(_worst_sigma_mm(job(stood, kind), grid, fit))
        found = fit.grid.centre(far)
        off += [found.x_mm - true.x_mm, found.y_mm - true.y_mm]
    assert np.sqrt(np.mean(np.square(told))) == pytest.approx(np.sqrt(np.mean(np.square(off))), rel=0.12)


MAT = TableLayout(MatLayout(600.0, 600.0, "DICT_4X4_100", ()))


def laid(board, grid, layout=MAT):
    fit = _fitted(job(WIDE), places(WIDE, grid))
    return _laid(board, layout, fit)


def test_the_cells_of_another_kind_are_not_taken_over():
    with_squares = TableLayout(MAT.mat, grid=GridLayout("square", 40.0, (300.0, 300.0), 0.0, ((0, 0),)))
    assert len(laid(job(WIDE), truth(), with_squares).cells) > 100
    with_hexes = TableLayout(MAT.mat, grid=GridLayout("hex", 30.0, (300.0, 300.0), 0.0, WIDE))
    assert laid(job(WIDE), truth(), with_hexes).cells == WIDE


def test_a_named_cell_that_the_board_lacks_and_cells_that_would_lie_beside_the_mat_are_refused():
    lacks = TableLayout(MAT.mat, grid=GridLayout("hex", 30.0, (300.0, 300.0), 0.0, WIDE[:2]))
    with pytest.raises(SetupError, match=r"has no cell \(-1, 4\)"):
        laid(job(WIDE), truth(), lacks)
    beside = TableLayout(MAT.mat, grid=GridLayout("hex", 20.0, (300.0, 300.0), 0.0, (*WIDE, (12, 0))))
    with pytest.raises(SetupError, match=r"\(12, 0\) .* beside the mat"):
        laid(job(WIDE), truth(), beside)


def test_a_board_of_too_many_cells_is_refused_at_once():
    with pytest.raises(SetupError, match="5000 cells"):
        laid(job(WIDE), truth(pitch_mm=3.0))
    with pytest.raises(SetupError, match="which no board has"):
        laid(job(WIDE), truth(pitch_mm=0.5))
    with pytest.raises(SetupError, match=r"0 cells .* lie whole"):
        laid(job(WIDE), truth(pitch_mm=700.0))


def test_learning_is_refused_for_a_file_that_is_none(tmp_path):
    with pytest.raises(Exception, match=r"table\.toml: the file is not there"):
        learn_board(BoardJob((), tmp_path / "table.toml", GridKind.HEX, job(WIDE).named))
