"""Discs of similar size that lie near each other are found as by looking at every pair."""

import numpy as np
import pytest

from vision.dice.neighbours import near_alike


def every_pair(points_px, radius_px, reach_radii, most_ratio):
    for one in range(len(points_px)):
        for two in range(one + 1, len(points_px)):
            greater, smaller = max(radius_px[[one, two]]), min(radius_px[[one, two]])
            gap_px = np.hypot(*(points_px[one] - points_px[two]))
            if gap_px < reach_radii * greater and greater < most_ratio * smaller:
                yield one, two


@pytest.mark.parametrize("seed", range(4))
def test_the_same_pairs_are_found_as_by_looking_at_each(seed):
    chance = np.random.default_rng(seed)
    points_px, radius_px = chance.uniform(0, 300, (120, 2)), chance.lognormal(1.5, 0.6, 120)
    one, two = near_alike(points_px, radius_px, 6.0, 1.5)
    expected = sorted(every_pair(points_px, radius_px, 6.0, 1.5))
    assert len(expected) > 50
    assert sorted(zip(one.tolist(), two.tolist(), strict=True)) == expected


def test_where_there_are_none_or_one_there_is_no_pair():
    for count in (0, 1):
        one, two = near_alike(np.zeros((count, 2)), np.ones(count), 6.0, 1.5)
        assert len(one) == len(two) == 0
