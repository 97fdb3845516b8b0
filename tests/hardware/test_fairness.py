"""Counts, p-values and words about them, against tables and against chance itself."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.texts import Language, say
from hardware.fairness import Conclusion, FaceSample, chi_square_p, faces_of, judge, per_die, per_player, upper_gamma


@pytest.mark.parametrize(
    ("freedom", "chi_square", "p"),
    [
        # Upper critical values of chi-square, NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4.
        (1, 3.841, 0.05),
        (1, 10.828, 0.001),
        (3, 7.815, 0.05),
        (5, 9.236, 0.10),
        (5, 11.070, 0.05),
        (5, 20.515, 0.001),
        (9, 16.919, 0.05),
        (19, 30.144, 0.05),
        (19, 43.820, 0.001),
        (100, 124.342, 0.05),
    ],
)
def test_chi_square_agrees_with_the_tables(freedom, chi_square, p):
    assert chi_square_p(chi_square, freedom) == pytest.approx(p, rel=2e-3)


@given(st.floats(0.0, 200.0))
def test_incomplete_gamma_agrees_with_its_closed_forms(x):
    assert upper_gamma(1.0, x) == pytest.approx(math.exp(-x), rel=1e-12)
    assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-11, abs=1e-300)
    three = math.exp(-x) * (1 + x + x * x / 2)
    assert upper_gamma(3.0, x) == pytest.approx(three, rel=1e-11)


@given(st.floats(0.5, 60.0), st.floats(0.0, 120.0))
def test_incomplete_gamma_keeps_its_recurrence(a, x):
    step = math.exp(a * math.log(x) - x - math.lgamma(a + 1)) if x > 0 else 0.0
    assert upper_gamma(a + 1, x) == pytest.approx(upper_gamma(a, x) + step, rel=1e-10, abs=1e-13)


def test_p_values_of_fair_dice_are_spread_evenly():
    rolls = np.random.default_rng(5).integers(1, 7, (4000, 120))
    counts = np.stack([(rolls == face).sum(1) for face in range(1, 7)], 1)
    found = [judge([int(face) for face in row]).p for row in rolls[:40]]
    p = np.array([chi_square_p(float(((row - 20) ** 2 / 20).sum()), 5) for row in counts])
    assert found == pytest.approx(p[:40].tolist())
    for limit in (0.01, 0.05, 0.25, 0.5, 0.9):
        assert (p < limit).mean() == pytest.approx(limit, abs=4 * math.sqrt(limit / 4000))


def test_the_order_of_fair_rolls_is_seldom_found_odd_and_of_sticky_ones_often():
    rolls = np.random.default_rng(7).integers(1, 7, (1000, 100))
    fair = [judge(row).runs_p for row in rolls.tolist()]
    assert sum(p < 0.05 for p in fair) == pytest.approx(50, abs=28)
    sticky = [6 if n // 5 % 2 else 1 for n in range(100)]
    assert judge(sticky).order_finding is Conclusion.HARDLY_CHANCE


def test_a_bias_is_noticed_about_as_often_as_is_said():
    share = judge([1, 2, 3, 4, 5, 6] * 50).noticed_share
    assert 0.2 < share < 0.3
    chance = np.random.default_rng(3)
    counts = chance.multinomial(300, [share] + [(1 - share) / 5] * 5, 4000)
    noticed = np.mean([chi_square_p(float(((row - 50) ** 2 / 50).sum()), 5) < 0.05 for row in counts])
    assert noticed == pytest.approx(0.8, abs=0.05)


def test_few_rolls_say_nothing():
    found = judge([6] * 29)
    assert found.needed == 30
    assert (found.p, found.runs_p, found.noticed_share) == (None, None, None)
    assert (found.finding, found.order_finding) == (Conclusion.TOO_FEW, Conclusion.TOO_FEW)
    assert (found.longest_run, found.longest_run_face) == (29, 6)
    assert judge([]).counts == dict.fromkeys(range(1, 7), 0)


def test_a_loaded_die_is_hardly_chance():
    assert judge([6] * 20 + [1, 2, 3, 4, 5] * 4).finding is Conclusion.HARDLY_CHANCE
    assert judge([1, 2, 3, 4, 5, 6] * 10).finding is Conclusion.AS_EXPECTED


def test_runs_are_counted():
    found = judge([1, 1, 2, 6, 6, 6, 3])
    assert (found.longest_run, found.longest_run_face, found.runs) == (3, 6, 3)


def test_dice_and_players_are_told_apart():
    throws = [FaceSample("own:a", "greer", 1), FaceSample("own:b", "greer", 2), FaceSample("own:a", None, 3)]
    assert {die: found.rolls for die, found in per_die(throws).items()} == {"own:a": 2, "own:b": 1}
    assert {who: found.rolls for who, found in per_player(throws).items()} == {("greer", "d6"): 2}


def test_kinds_of_dice_have_their_faces():
    assert faces_of("d20") == tuple(range(1, 21))
    assert faces_of("d10") == tuple(range(10))
    assert faces_of("d00")[-1] == 90
    for bad in ("coin", "d1", "d"):
        with pytest.raises(ValueError, match="kind of die"):
            faces_of(bad)
    with pytest.raises(ValueError, match="no faces"):
        judge([7])


def test_every_finding_has_its_words_in_every_language():
    for language in Language:
        for finding in Conclusion:
            for topic in ("counts", "order"):
                assert say(language, f"fairness.{topic}.{finding.value}", rolls=40, needed=30)
        assert "27" in say(language, "fairness.noticed", share=27.0, fair=16.7)
