"""Tails are told from what is measured as they are, where that can be known."""

import numpy as np
import pytest

from tests.benchmarks.vision.tail_bound import Tail, most_by_chance


@pytest.mark.parametrize("power", [4.0, 9.0])
def test_a_power_law_is_continued_and_its_bound_holds(power: float):
    beyond, ratios = [], []
    for seed in range(20):
        rng = np.random.default_rng([seed, 8])
        tail = Tail.of(3.0 * rng.random(20_000) ** (1 / power), 20_000, 300)
        value = 3.0 * 1e-6 ** (1 / power)
        ratios.append(tail.rate(value) / 1e-6)
        beyond.append(tail.bound(value) >= 1e-6)
        assert tail.count == 300
        assert tail.power == pytest.approx(power, rel=0.25)
        assert tail.share(tail.by_power(value)) == pytest.approx((value / tail.limit) ** tail.power)
        assert tail.bound(value) > tail.rate(value)
    assert 0.3 < np.median(ratios) < 3.0
    assert sum(beyond) >= 17


def test_values_that_end_above_zero_have_a_shape_that_ends():
    rng = np.random.default_rng(5)
    tail = Tail.of(1.5 + rng.random(20_000), 20_000, 400)
    assert tail.shape < -0.2
    assert tail.rate(1.0) == 0.0


def test_inside_the_tail_the_rate_is_what_was_counted():
    rng = np.random.default_rng(6)
    values = np.concatenate([3.0 * rng.random(9_000) ** (1 / 8), np.full(1_000, np.inf)])
    tail = Tail.of(values, len(values), 400)
    assert tail.rate(tail.limit) == pytest.approx(400 / len(values))
    middle = float(np.sort(values)[100])
    assert tail.rate(middle) == pytest.approx(100 / len(values), rel=0.2)


def test_what_a_count_may_have_come_from():
    # The mean of which none is seen in one case of twenty is -ln 0.05.
    assert most_by_chance(0) == pytest.approx(2.9957, abs=1e-3)
    assert most_by_chance(10) == pytest.approx(16.962, abs=1e-3)
