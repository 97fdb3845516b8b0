import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import Mat, MatPoint
from companion.tablet.look.mat_plan import fit

millimetres = st.floats(-50.0, 650.0)
sides = st.floats(50.0, 3000.0)


@given(millimetres, millimetres, sides, sides, st.booleans())
def test_a_place_comes_back_from_the_screen(x_mm, y_mm, width_px, height_px, turned):
    plan = fit(Mat(600.0, 450.0), (12.0, 34.0, width_px, height_px), turned=turned)

    back = plan.to_mat(*plan.to_screen(x_mm, y_mm))
    assert (back.x_mm, back.y_mm) == pytest.approx((x_mm, y_mm), abs=1e-6)


@given(sides, sides)
def test_the_whole_mat_is_on_the_screen_and_fills_one_direction(width_px, height_px):
    plan = fit(Mat(600.0, 450.0), (0.0, 0.0, width_px, height_px), turned=False)

    assert plan.size_px[0] <= width_px + 1e-6
    assert plan.size_px[1] <= height_px + 1e-6
    assert plan.size_px[0] == pytest.approx(width_px) or plan.size_px[1] == pytest.approx(height_px)


def test_player_ones_corner_is_at_the_bottom_left_and_turned_at_the_top_right():
    place = (10.0, 20.0, 600.0, 600.0)

    assert fit(Mat(), place, turned=False).to_screen(0.0, 0.0) == (10.0, 20.0)
    assert fit(Mat(), place, turned=True).to_screen(0.0, 0.0) == (610.0, 620.0)
    assert fit(Mat(), place, turned=True).to_mat(610.0, 620.0) == MatPoint(0.0, 0.0)
