"""What fingers on the mat mean, and how a plan is enlarged."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.geometry import Mat
from companion.tablet.look.mat_plan import MAX_ZOOM, Zoom, fit
from companion.tablet.mat.gestures import REST_S, Fingers, Pinch, Push, Stretch, Tap

PLACE = (10.0, 20.0, 700.0, 700.0)
spots = st.tuples(st.floats(-350, 350), st.floats(-350, 350))


@pytest.fixture
def fingers():
    return Fingers(slip_px=14.0)


def test_a_finger_that_hardly_moves_taps_where_it_is_lifted(fingers):
    assert fingers.comes("a", (100.0, 100.0), 0.0) is None
    assert fingers.moves("a", (105.0, 100.0), 0.1) is None
    assert fingers.goes("a", (105.0, 100.0)) == Tap((105.0, 100.0))


def test_a_finger_that_slides_pushes_the_mat_and_taps_nothing(fingers):
    fingers.comes("a", (100.0, 100.0), 0.0)
    assert fingers.moves("a", (120.0, 100.0), 0.1) == Push((20.0, 0.0))
    assert fingers.moves("a", (125.0, 90.0), 0.2) == Push((5.0, -10.0))
    assert fingers.goes("a", (125.0, 90.0)) is None


def test_a_second_finger_measures_at_once_and_goes_on_measuring_once_both_have_rested(fingers):
    fingers.comes("a", (100.0, 100.0), 0.0)
    assert fingers.comes("b", (200.0, 100.0), 0.1) == Stretch((100.0, 100.0), (200.0, 100.0))
    far = fingers.moves("b", (300.0, 100.0), 0.1 + REST_S)
    assert far == Stretch((100.0, 100.0), (300.0, 100.0))
    assert fingers.goes("b", (300.0, 100.0)) is None
    assert fingers.goes("a", (100.0, 100.0)) is None


def test_two_fingers_that_move_at_once_pinch_and_the_last_one_does_nothing(fingers):
    fingers.comes("a", (100.0, 100.0), 0.0)
    fingers.comes("b", (200.0, 100.0), 0.1)
    pinched = fingers.moves("b", (300.0, 100.0), 0.2)
    assert pinched == Pinch(2.0, (150.0, 100.0), (50.0, 0.0))
    fingers.goes("b", (300.0, 100.0))
    assert fingers.moves("a", (160.0, 100.0), 0.4) is None
    assert fingers.goes("a", (160.0, 100.0)) is None
    fingers.comes("c", (10.0, 10.0), 1.0)
    assert fingers.goes("c", (10.0, 10.0)) == Tap((10.0, 10.0))


@settings(deadline=None)
@given(st.floats(1.0, MAX_ZOOM), spots, spots)
def test_a_plan_grows_about_the_spot_and_leads_there_and_back(factor, push, spot):
    plan = fit(Mat(), PLACE, turned=False)
    zoom = Zoom().pushed(push)
    grown = zoom.about(factor, spot)
    middle = plan.left_px + plan.size_px[0] / 2, plan.bottom_px + plan.size_px[1] / 2
    at = middle[0] + spot[0], middle[1] + spot[1]
    before, after = zoom.of(plan).to_mat(*at), grown.of(plan).to_mat(*at)
    assert (after.x_mm, after.y_mm) == pytest.approx((before.x_mm, before.y_mm), abs=1e-6)
    assert grown.of(plan).to_screen(after.x_mm, after.y_mm) == pytest.approx(at, abs=1e-6)


@settings(deadline=None)
@given(st.floats(0.1, 10.0), st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4)))
def test_an_enlarged_mat_never_leaves_its_place_bare(factor, push):
    plan = fit(Mat(), PLACE, turned=False)
    zoom = Zoom().about(factor, (0.0, 0.0)).pushed(push).within(plan)
    shown = zoom.of(plan)
    assert 1.0 <= zoom.factor <= MAX_ZOOM
    for low, size, whole_low, whole in zip(
        (shown.left_px, shown.bottom_px), shown.size_px, (plan.left_px, plan.bottom_px), plan.size_px, strict=True
    ):
        assert low <= whole_low + 1e-6
        assert low + size >= whole_low + whole - 1e-6
