"""Contact: S-MOVE-03."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import CONTACT_HYSTERESIS_MM, Answer, Base, MatPoint, judge_contact, measure_gap


def gap_of(gap_mm, sigma_mm=0.0):
    return measure_gap(
        Base("a", MatPoint(0, 0), 16, sigma_mm=sigma_mm), Base("b", MatPoint(32 + gap_mm, 0), 16, sigma_mm=sigma_mm)
    )


@pytest.mark.parametrize("sigma", [0.0, 0.1, 0.2, 0.4])
@pytest.mark.parametrize("gap", [-0.5, 0.0, 0.5])
def test_bases_that_really_touch_get_a_plain_yes(gap, sigma):
    assert judge_contact(gap_of(gap, sigma), 2.0).answer is Answer.YES


@pytest.mark.parametrize("sigma", [0.0, 0.1, 0.4])
def test_bases_a_finger_apart_get_a_plain_no(sigma):
    assert judge_contact(gap_of(10.0, sigma), 2.0).answer is Answer.NO


def test_a_gap_near_the_tolerance_is_close_only_within_two_standard_deviations():
    assert judge_contact(gap_of(1.9, 0.1), 2.0).answer is Answer.CLOSE
    assert judge_contact(gap_of(1.6, 0.1), 2.0).answer is Answer.YES
    assert judge_contact(gap_of(2.4, 0.1), 2.0).answer is Answer.NO
    assert judge_contact(gap_of(2.4, 0.1), 2.0, extra_sigma_mm=0.3).answer is Answer.CLOSE


def test_touching_bases_stay_in_contact_until_the_gap_exceeds_the_hysteresis():
    assert CONTACT_HYSTERESIS_MM == 5 * 0.1  # five times the jitter of a base at rest
    just_beyond, well_beyond = 2.49, 2.51
    assert judge_contact(gap_of(just_beyond), 2.0).answer is Answer.NO
    assert judge_contact(gap_of(just_beyond), 2.0, was_touching=True).answer is Answer.YES
    assert judge_contact(gap_of(well_beyond), 2.0, was_touching=True).answer is Answer.NO


@given(st.floats(-5, 20), st.floats(0, 1), st.floats(0.1, 5))
def test_having_touched_never_turns_a_yes_into_a_no(gap, sigma, tolerance):
    before = judge_contact(gap_of(gap, sigma), tolerance)
    after = judge_contact(gap_of(gap, sigma), tolerance, was_touching=True)
    assert before.answer is not Answer.YES or after.answer is Answer.YES
    assert after.answer is not Answer.NO or before.answer is Answer.NO


def test_reasons_name_contact():
    assert judge_contact(gap_of(0.0), 2.0).because == "contact.within"
    assert judge_contact(gap_of(9.0), 2.0).because == "contact.beyond"
