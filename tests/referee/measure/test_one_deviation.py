"""Every ± that is printed, shown or put in JSON is the deviation by which verdicts are given."""

import math
from dataclasses import replace
from itertools import combinations

import pytest

from companion.games.measures import Measures
from companion.geometry import Answer, find_sight, measure_gap
from companion.referee.mat.scene import placement_sigma_between_mm, scene_of
from companion.referee.measure.measurement import describe, measure
from vision.observation import MatObservation, Place, TableObservation
from vision.table import UNMEASURED, BaseLayout, GridLayout, MatLayout, TableLayout, Tag

MEASURES = Measures({"M": 100.0, "L": 150.0}, 2.0)
TAGS = tuple(Tag(number, 30.0, x, y) for number, (x, y) in enumerate(((-20.0, 0.0), (620.0, 0.0), (0.0, 620.0))))
LAYOUT = TableLayout(
    MatLayout(600.0, 600.0, "DICT_4X4_100", TAGS, placement_sigma_mm=0.2),
    tuple(BaseLayout(name, 16.0, (Tag(20 + n, 15.0, 0.0, 0.0),)) for n, name in enumerate("abc")),
    prints=UNMEASURED,
)
SEEN = TableObservation(
    0,
    0.0,
    (),
    MatObservation(found=True, reprojection_px=0.1, scale_sigma=0.002),
    (
        Place("a", 100.0, 100.0, 0.0, 0.1, 0.0),
        Place("b", 400.0, 500.0, 0.0, 0.3, 0.0),
        Place("c", 300.0, 300.0, 0.0, 0.2, 0.0),
    ),
)
SCALE = 0.015 + 0.002


def whole(parts: dict[str, float]) -> float:
    return math.hypot(parts["seen"], parts["made"]) + parts["scale"]


@pytest.fixture(scope="module")
def answers():
    return measure("p.png", LAYOUT, SEEN, MEASURES).answers


def test_each_gap_is_told_with_the_deviation_at_which_its_verdict_turns(answers):
    scene, extra_mm = scene_of(LAYOUT, SEEN), placement_sigma_between_mm(LAYOUT)
    for told, (a, b) in zip(answers["pairs"], combinations(scene.bases, 2), strict=True):
        gap, sigma_mm = measure_gap(a, b), told["sigma_mm"]
        assert sigma_mm == pytest.approx(whole(told["sigma_parts_mm"]), abs=2e-4)
        assert gap.within(gap.gap_mm + 2 * sigma_mm - 1e-3, extra_mm).answer is Answer.CLOSE
        assert gap.within(gap.gap_mm + 2 * sigma_mm + 1e-3, extra_mm).answer is Answer.YES
        assert told["sight"]["sigma_mm"] == pytest.approx(
            find_sight(scene, a.id, b.id, extra_sigma_mm=extra_mm).verdict.sigma_mm, abs=1e-4
        )


def test_each_place_is_told_with_all_that_a_verdict_of_it_includes(answers):
    for told, place in zip(answers["bases"], SEEN.bases, strict=True):
        parts = told["sigma_parts_mm"]
        from_middle_mm = math.hypot(place.x_mm - 300.0, place.y_mm - 300.0)
        assert parts == pytest.approx({"seen": place.sigma_mm, "made": 0.2, "scale": SCALE * from_middle_mm}, abs=1e-4)
        assert told["sigma_mm"] == pytest.approx(whole(parts), abs=2e-4)


def test_people_read_two_of_the_deviations_in_json(answers):
    text = describe(answers)

    for each in (*answers["bases"], *answers["pairs"]):
        assert f"± {2 * each['sigma_mm']:.2f}" in text


@pytest.mark.parametrize(("laid", "scale"), [(False, 0.0), (True, SCALE)])
def test_cells_printed_with_the_mat_share_its_scale_and_others_do_not(laid: bool, scale: float):  # noqa: FBT001
    grid = GridLayout("square", 40.0, (300.0, 300.0), 0.0, ((0, 0), (3, 4)), sigma_mm=0.1)
    layout = replace(LAYOUT, grid=grid, prints=replace(UNMEASURED, laid=laid))

    cell = measure("p.png", layout, SEEN, MEASURES).answers["bases"][2]["cell"]

    board_mm = 0.1 + scale * 200.0
    assert cell["sigma_mm"] == pytest.approx(math.hypot(0.2, 0.2, board_mm), abs=1e-4)
