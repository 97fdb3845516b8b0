"""What one picture tells, in numbers that other programs read."""

import math
from dataclasses import replace

import pytest

from companion.games.measures import Measures
from companion.geometry import Answer, MatPoint
from companion.geometry.grid import judge_cell
from companion.referee.mat.cells import grid_of
from companion.referee.measure.images import ANSWER_COLOURS, _lit
from companion.referee.measure.measurement import describe, measure
from vision import (
    BaseLayout,
    GridLayout,
    MatLayout,
    MatObservation,
    Place,
    TableLayout,
    TableObservation,
    Tag,
    TagObservation,
)

RANGES = Measures({"S": 80.0, "M": 100.0}, 2.0)
SIGMA_MM = 0.05


def table(placement_sigma_mm):
    mat_tags = tuple(Tag(n, 30.0, 100.0 * n, -22.0) for n in range(3))
    bases = tuple(BaseLayout(name, 16.0, (Tag(10 + n, 12.0, 26.0, 0.0),)) for n, name in enumerate("ab"))
    return TableLayout(MatLayout(600.0, 600.0, "DICT_4X4_100", mat_tags, placement_sigma_mm), bases)


def pair(gap_mm, placement_sigma_mm=0.0):
    """The answer for two bases a gap apart, each coordinate known to 0.05 mm."""
    places = tuple(
        Place(name, x_mm, 300.0, 0.5, SIGMA_MM, 0.001, (10 + n,))
        for n, (name, x_mm) in enumerate((("a", 100.0), ("b", 132.0 + gap_mm)))
    )
    seen = TableObservation(0, 0.0, (), MatObservation(found=True, reprojection_px=0.1, calibrated=True), bases=places)
    (answer,) = measure("picture.png", table(placement_sigma_mm), seen, RANGES).answers["pairs"]
    return answer


def test_a_gap_has_the_deviation_of_both_places():
    answer = pair(50.0)

    assert answer["gap_mm"] == 50.0
    assert answer["sigma_mm"] == pytest.approx(SIGMA_MM * math.sqrt(2), abs=1e-3)


LIMITS = (
    (79.8, 0.0, "yes"),
    (79.9, 0.0, "close"),
    (80.1, 0.0, "close"),
    (80.2, 0.0, "no"),
    # The making of both bases counts: 2 · √(2 · 0.2² + 2 · 0.05²) = 0.583 mm.
    (80.56, 0.2, "close"),
    (79.44, 0.2, "close"),
    (80.61, 0.2, "no"),
    (79.39, 0.2, "yes"),
)


@pytest.mark.parametrize(("gap_mm", "placement_sigma_mm", "verdict"), LIMITS)
def test_a_limit_within_two_deviations_is_too_close_to_call(gap_mm, placement_sigma_mm, verdict):
    answer = pair(gap_mm, placement_sigma_mm)

    assert answer["ranges"] == {"S": verdict, "M": "yes"}
    seen_mm, made_mm = SIGMA_MM * math.sqrt(2), placement_sigma_mm * math.sqrt(2)
    assert answer["sigma_mm"] == pytest.approx(math.hypot(seen_mm, made_mm), abs=1e-3), "the verdict's own"
    assert answer["sigma_parts_mm"] == pytest.approx({"seen": seen_mm, "made": made_mm, "scale": 0.0}, abs=1e-3)


HEXES = GridLayout("hex", 40.0, (300.0, 300.0), 0.0, ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1)))
"""The border between (0, 0) and (1, 0) is at x = 320, and that between (1, 0) and (2, 0) at x = 360."""


def cells(xs_mm, placement_sigma_mm=0.0, sigma_mm=SIGMA_MM, grid=HEXES):
    """What is told of two bases on a board, at some x on the line through its first cells."""
    places = tuple(
        Place(name, x_mm, 300.0, 0.0, sigma_mm, 0.001, (10 + n,))
        for n, (name, x_mm) in enumerate(zip("ab", xs_mm, strict=True))
    )
    seen = TableObservation(0, 0.0, (), MatObservation(found=True, reprojection_px=0.1, calibrated=True), bases=places)
    return measure("picture.png", replace(table(placement_sigma_mm), grid=grid), seen, RANGES).answers


def test_a_base_well_inside_a_cell_is_in_it():
    answers = cells((301.0, 345.0))

    assert [base["cell"]["verdict"] for base in answers["bases"]] == ["yes", "yes"]
    assert [base["cell"]["cell"] for base in answers["bases"]] == [[0, 0], [1, 0]]
    assert [base["cell"]["margin_mm"] for base in answers["bases"]] == [19.0, 15.0]
    assert [base["cell"]["beside"] for base in answers["bases"]] == [False, False]
    assert answers["shared_cells"] == []
    said = describe(answers)
    assert "in cell (0, 0) by 19.0 mm" in said
    assert "in cell (1, 0) by 15.0 mm" in said


@pytest.mark.parametrize(
    ("sigma_mm", "placement_sigma_mm", "border_mm"),
    [(0.3, 0.0, 0.3), (0.0, 0.2, 0.2), (0.3, 0.4, 0.5), (0.3, 0.4, 0.99)],
)
def test_a_base_a_standard_deviation_from_a_border_is_too_close_to_call_with_both_cells(
    sigma_mm, placement_sigma_mm, border_mm
):
    for x_mm, first in ((320.0 - border_mm, [0, 0]), (320.0 + border_mm, [1, 0])):
        base, _ = (answers := cells((x_mm, 345.0), placement_sigma_mm, sigma_mm))["bases"]

        assert base["cell"]["verdict"] == "close"
        assert base["cell"]["cell"] == first
        assert base["cell"]["candidates"][0] == first
        assert sorted(base["cell"]["candidates"]) == [[0, 0], [1, 0]]
        assert base["cell"]["sigma_mm"] == pytest.approx(math.hypot(sigma_mm, placement_sigma_mm), abs=1e-4)
        assert f"too close to call: in cell ({first[0]}, 0) or in cell ({1 - first[0]}, 0)" in describe(answers)


def test_beyond_two_deviations_of_place_and_making_the_cell_is_told():
    base, _ = cells((320.0 - 1.01, 345.0), placement_sigma_mm=0.4, sigma_mm=0.3)["bases"]
    assert (base["cell"]["verdict"], base["cell"]["cell"]) == ("yes", [0, 0])


@pytest.mark.parametrize(("board_sigma_mm", "verdict"), [(0.0, "yes"), (0.9, "yes"), (1.1, "close")])
def test_a_board_that_is_poorly_known_calls_what_is_near_a_border_close(board_sigma_mm, verdict):
    grid = replace(HEXES, sigma_mm=board_sigma_mm)
    base, _ = cells((320.0 - 2.0, 345.0), sigma_mm=0.0, grid=grid)["bases"]
    assert (base["cell"]["verdict"], base["cell"]["cell"]) == (verdict, [0, 0])
    assert base["cell"]["sigma_mm"] == pytest.approx(board_sigma_mm)


def test_a_base_beside_the_board_is_told_so():
    answers = cells((270.0, 279.95))  # the border of the board is at x = 280

    clear, close = (base["cell"] for base in answers["bases"])
    assert (clear["verdict"], clear["cell"], clear["candidates"], clear["beside"]) == ("no", None, [], True)
    assert (close["verdict"], close["cell"], close["candidates"], close["beside"]) == ("close", None, [[0, 0]], True)
    assert "beside the board by 10.0 mm" in describe(answers)
    assert "in cell (0, 0) or beside the board" in describe(answers)


def test_two_bases_in_one_cell_are_both_told():
    answers = cells((293.0, 307.0))
    assert [base["cell"]["cell"] for base in answers["bases"]] == [[0, 0], [0, 0]]
    assert [base["cell"]["verdict"] for base in answers["bases"]] == ["yes", "yes"]
    assert answers["shared_cells"] == [{"cell": [0, 0], "bases": ["a", "b"], "verdict": "yes"}]
    assert "a and b stand in one cell, (0, 0)" in describe(answers)

    doubtful = cells((300.0, 320.05))
    assert doubtful["shared_cells"] == [{"cell": [0, 0], "bases": ["a", "b"], "verdict": "close"}]
    assert "a and b may stand in one cell, (0, 0)" in describe(doubtful)


@pytest.mark.parametrize("xs_mm", [(300.0, 320.05), (320.05, 300.0)])
def test_a_cell_in_which_one_base_stands_for_certain_is_lit_so_whoever_else_may_stand_there(xs_mm):
    grid = grid_of(replace(table(0.0), grid=HEXES))
    snaps = {name: judge_cell(grid, MatPoint(x_mm, 300.0), 0.1) for name, x_mm in zip("ab", xs_mm, strict=True)}
    assert _lit(snaps) == {(0, 0): ANSWER_COLOURS[Answer.YES], (1, 0): ANSWER_COLOURS[Answer.CLOSE]}


def test_without_a_board_no_cell_is_told():
    answers = cells((300.0, 345.0), grid=None)
    assert "shared_cells" not in answers
    assert all("cell" not in base for base in answers["bases"])
    assert "cell" not in describe(answers)


def test_where_other_dictionaries_are_looked_for_every_tag_names_its_own():
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    own, other = TagObservation(3, corners, "DICT_4X4_100"), TagObservation(7, corners, "DICT_6X6_250")
    seen = TableObservation(0, 0.0, (own,), MatObservation(found=False), missing=("a", "b"))

    alone = measure("p.png", table(0.0), seen, RANGES).answers
    both = measure("p.png", table(0.0), seen, RANGES, (other,), name_dictionaries=True).answers
    none_found = measure("p.png", table(0.0), seen, RANGES, (), name_dictionaries=True).answers

    assert [set(tag) for tag in alone["tags"]] == [{"id", "corners_px"}]
    assert [(tag["id"], tag["dictionary"]) for tag in both["tags"]] == [(3, "DICT_4X4_100"), (7, "DICT_6X6_250")]
    assert [(tag["id"], tag["dictionary"]) for tag in none_found["tags"]] == [(3, "DICT_4X4_100")]
    assert "not seen: a, b" in describe(alone)
