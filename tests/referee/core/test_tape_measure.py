"""The tape measure: between any two ends, with what is uncertain, live."""

import math
from dataclasses import replace

import pytest

from companion.geometry import Answer, Base, Mat, MatPoint, Scene
from companion.referee import Choices, ClearSelection, Measures, MeasureTape, ShowReach
from companion.referee.core.selection_answers import answer
from companion.referee.screen.selection import after

MEASURES = Measures({"S": 80.0, "M": 100.0}, 2.0, actions=("move", "run"))
SCENE = Scene(
    Mat(),
    (
        Base("greer", MatPoint(100.0, 100.0), 16.0, "A", sigma_mm=0.3),
        Base("robin", MatPoint(220.0, 100.0), 16.0, "B", sigma_mm=0.4),
    ),
)


def tape(start, end, extra_sigma_mm=0.0):
    choices = after(Choices(), MeasureTape((start, end)), MEASURES)
    return answer(SCENE, choices, MEASURES, frozenset(), extra_sigma_mm).tape


def test_from_base_to_base_it_tells_the_gap_between_their_rims():
    found = tape("greer", "robin", extra_sigma_mm=0.2)
    assert found.ends == ("greer", "robin")
    assert found.gap.gap_mm == pytest.approx(88.0)
    assert math.hypot(found.gap.sigma_mm, found.extra_sigma_mm) == pytest.approx(math.hypot(0.3, 0.4, 0.2))
    assert [(name, verdict.answer) for name, verdict in found.ranges] == [("S", Answer.NO), ("M", Answer.YES)]


def test_from_a_base_to_a_point_only_the_base_is_uncertain():
    found = tape("greer", MatPoint(100.0, 200.0), extra_sigma_mm=0.2)
    assert found.ends == ("greer", "")
    assert found.gap.gap_mm == pytest.approx(84.0, abs=1e-5)
    assert (found.gap.sigma_mm, found.extra_sigma_mm) == pytest.approx((0.3, 0.2 / math.sqrt(2)))


def test_from_point_to_point_nothing_is():
    found = tape(MatPoint(0.0, 0.0), MatPoint(30.0, 40.0), extra_sigma_mm=0.2)
    assert found.gap.gap_mm == pytest.approx(50.0, abs=1e-5)
    assert (found.gap.sigma_mm, found.extra_sigma_mm) == (0.0, 0.0)


@pytest.mark.parametrize("bases", [SCENE.bases, ()], ids=["with bases", "on an empty mat"])
def test_from_point_to_point_the_scale_of_the_mat_is_uncertain(bases):
    scaled = tuple(replace(base, scale_sigma=0.01) for base in bases)
    scene = Scene(Mat(scale_sigma=0.01), scaled)
    choices = after(Choices(), MeasureTape((MatPoint(0.0, 0.0), MatPoint(60.0, 80.0))), MEASURES)
    found = answer(scene, choices, MEASURES, frozenset(), 0.2).tape
    # A hundredth of 100 mm; a range of exactly that length is too close to call, then.
    assert found.gap.sigma_mm == pytest.approx(1.0)
    assert [verdict.answer for _, verdict in found.ranges] == [Answer.NO, Answer.CLOSE]


def test_a_base_that_is_nowhere_ends_no_tape_and_letting_go_takes_it_away():
    assert tape("greer", "nobody") is None
    assert tape("greer", "greer") is None
    choices = after(Choices(), MeasureTape(("greer", "robin")), MEASURES)
    assert after(choices, ClearSelection(), MEASURES).tape is None


def test_the_reach_of_a_deed_is_as_long_as_the_game_says_and_nothing_without_one():
    choices = after(Choices(chosen=("greer",)), ShowReach("run"), MEASURES)
    assert choices.reach == "run"
    assert answer(SCENE, choices, MEASURES, frozenset(), 0.0).focus.reach is None
    reach = answer(SCENE, choices, MEASURES, frozenset(), 0.0, 55.0).focus.reach
    assert reach.ruler == "run"
    furthest = max(point.x_mm for patch in reach.reach.patches for point in patch.outline)
    assert furthest == pytest.approx(155.0, abs=0.5)
