"""The gap between bases: S-MOVE-02."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import Answer, Base, MatPoint, measure_gap
from companion.geometry.verdict import at_least, at_most

places = st.floats(-1000, 1000)
radii = st.floats(0.5, 60)
bases = st.builds(
    lambda name, x, y, r, s: Base(name, MatPoint(x, y), r, sigma_mm=s),
    st.sampled_from("ab"),
    places,
    places,
    radii,
    st.floats(0, 2),
)


def base(name, x, y, radius, sigma=0.0):
    return Base(name, MatPoint(x, y), radius, sigma_mm=sigma)


@given(bases, bases)
def test_gap_is_the_same_both_ways_to_the_last_bit(a, b):
    there, back = measure_gap(a, b), measure_gap(b, a)
    assert there.gap_mm == back.gap_mm
    assert there.sigma_mm == back.sigma_mm
    assert (there.within(100.0).answer, there.within(100.0).value_mm) == (
        back.within(100.0).answer,
        back.within(100.0).value_mm,
    )


@given(bases, bases)
def test_nearest_rim_points_lie_on_the_rims_and_the_gap_apart(a, b):
    gap = measure_gap(a, b)
    on_a = math.hypot(gap.from_rim.x_mm - a.centre.x_mm, gap.from_rim.y_mm - a.centre.y_mm)
    on_b = math.hypot(gap.to_rim.x_mm - b.centre.x_mm, gap.to_rim.y_mm - b.centre.y_mm)
    assert on_a == pytest.approx(a.radius_mm, abs=1e-9)
    assert on_b == pytest.approx(b.radius_mm, abs=1e-9)
    apart = math.hypot(gap.to_rim.x_mm - gap.from_rim.x_mm, gap.to_rim.y_mm - gap.from_rim.y_mm)
    assert apart == pytest.approx(abs(gap.gap_mm), abs=1e-6)


@given(bases, bases, places, places, st.floats(0, 6.3))
def test_gap_moves_with_the_mat(a, b, dx, dy, turn):
    def moved(it):
        c, s = math.cos(turn), math.sin(turn)
        x, y = it.centre.x_mm, -it.centre.y_mm
        return base(it.id, dx + c * x - s * y, dy + s * x + c * y, it.radius_mm)

    assert measure_gap(moved(a), moved(b)).gap_mm == pytest.approx(measure_gap(a, b).gap_mm, abs=1e-8)


def test_a_3_4_5_triangle_gives_its_hypotenuse_less_both_radii():
    assert measure_gap(base("a", 0, 0, 10), base("b", 30, 40, 12.5)).gap_mm == 27.5


def test_exact_contact_has_no_gap_and_overlap_a_negative_one():
    assert measure_gap(base("a", 0, 0, 16), base("b", 41, 0, 25)).gap_mm == 0
    assert measure_gap(base("a", 0, 0, 16), base("b", 40, 0, 25)).gap_mm == -1


def test_bases_round_one_centre_still_have_points_to_draw():
    gap = measure_gap(base("a", 5, 5, 16), base("b", 5, 5, 20))
    assert gap.gap_mm == -36
    assert (gap.from_rim, gap.to_rim) == (MatPoint(21, 5), MatPoint(-15, 5))


def test_variances_of_both_bases_and_the_extra_one_add_up():
    gap = measure_gap(base("a", 0, 0, 10, 0.3), base("b", 100, 0, 10, 0.4))
    assert gap.sigma_mm == pytest.approx(0.5)
    assert gap.within(80.0, extra_sigma_mm=1.2).sigma_mm == pytest.approx(1.3)


@pytest.mark.parametrize(
    ("limit", "answer"),
    [(78.9, Answer.NO), (79.1, Answer.CLOSE), (80.0, Answer.CLOSE), (80.9, Answer.CLOSE), (81.1, Answer.YES)],
)
def test_a_limit_within_two_standard_deviations_is_close(limit, answer):
    verdict = measure_gap(base("a", 0, 0, 10, 0.3), base("b", 100, 0, 10, 0.4)).within(limit)
    assert verdict.answer is answer
    assert verdict.because == {"no": "gap.beyond", "close": "gap.close", "yes": "gap.within"}[answer]


def test_an_exact_gap_equal_to_the_range_is_within_it():
    assert measure_gap(base("a", 0, 0, 10), base("b", 100, 0, 10)).within(80.0).answer is Answer.YES


@pytest.mark.parametrize(
    ("value", "limit", "sigma", "at_most_is", "at_least_is"),
    [
        # all of these numbers are exact in binary, so that two standard deviations are met to the last bit
        (100.0, 99.0, 0.5, Answer.CLOSE, Answer.CLOSE),
        (100.0, 101.0, 0.5, Answer.CLOSE, Answer.CLOSE),
        (100.0, 98.9375, 0.5, Answer.NO, Answer.YES),
        (100.0, 101.0625, 0.5, Answer.YES, Answer.NO),
        (100.0, 100.0, 0.0, Answer.YES, Answer.YES),
        (100.0, 99.9999, 0.0, Answer.NO, Answer.YES),
        (100.0, 100.0001, 0.0, Answer.YES, Answer.NO),
    ],
)
def test_a_limit_at_exactly_two_standard_deviations_is_too_close_to_call(value, limit, sigma, at_most_is, at_least_is):
    assert at_most(value, limit, sigma, "gap").answer is at_most_is
    assert at_least(value, limit, sigma, "gap").answer is at_least_is


def test_another_number_of_standard_deviations_may_be_asked_for():
    assert at_most(100.0, 98.5, 0.5, "gap", sigmas=3.0).answer is Answer.CLOSE
    assert at_most(100.0, 98.0, 0.5, "gap", sigmas=3.0).because == "gap.beyond"
    assert at_least(100.0, 102.0, 0.5, "gap", sigmas=3.0).because == "gap.short"
    assert at_least(100.0, 98.0, 0.5, "gap", sigmas=3.0).because == "gap.enough"


def test_the_scale_of_the_mat_adds_its_share_of_the_distance_between_centres():
    near = Base("a", MatPoint(0.0, 0.0), 16.0, sigma_mm=0.3, scale_sigma=0.01)
    far = Base("b", MatPoint(300.0, 400.0), 25.0, sigma_mm=0.4, scale_sigma=0.01)

    # The scale is one error for the whole table: it is not mixed with chance errors, but added to them.
    assert measure_gap(near, far).sigma_mm == pytest.approx(0.5 + 5.0)


def test_a_wrong_scale_within_two_deviations_never_decides_whatever_else_is_uncertain():
    near = Base("a", MatPoint(0.0, 0.0), 16.0, sigma_mm=0.3, scale_sigma=0.015)
    far = Base("b", MatPoint(60.0, 0.0), 16.0, sigma_mm=0.4, scale_sigma=0.015)
    off_by_scale_mm, off_by_chance_mm = 0.03 * 60.0, 2 * math.hypot(0.5, 0.2)

    gap = measure_gap(near, far)

    edge_mm = gap.gap_mm - off_by_scale_mm - off_by_chance_mm
    assert gap.within(edge_mm + 1e-6, extra_sigma_mm=0.2).answer is Answer.CLOSE
    assert gap.within(edge_mm - 1e-6, extra_sigma_mm=0.2).answer is Answer.NO


def test_between_bases_that_were_laid_against_one_another_the_gap_has_no_error_and_to_others_it_has():
    other, laid = (Base(name, MatPoint(x, 0.0), 16.0, sigma_mm=2.0, tie="t") for name, x in (("b", 32.0), ("a", 0.0)))
    third = Base("c", MatPoint(70.0, 0.0), 16.0, sigma_mm=2.0, tie="u")
    assert (measure_gap(laid, other).gap_mm, measure_gap(laid, other).sigma_mm) == (0.0, 0.0)
    assert measure_gap(laid, third).sigma_mm == pytest.approx(math.hypot(2.0, 2.0))
    untied = Base("d", MatPoint(32.0, 0.0), 16.0, sigma_mm=2.0)
    assert measure_gap(untied, Base("e", MatPoint(0.0, 0.0), 16.0, sigma_mm=2.0)).sigma_mm > 2.0, "no name is none"
