"""The edge of a shadow that explains a tag's residuals best, against a plain search."""

import math

import numpy as np
import pytest

from vision.alignment.shadows import FARS, FIRST_DEPTH, SOFTS, WAYS, WILD, likeliest_edge

SIGMA = 4.0
LEAST = 30.0


def tag_under(edge: tuple[float, float, float, float] | None, seed: int) -> tuple[np.ndarray, ...]:
    """Pixels of a chequered tag (u, v, dimming, residuals, slopes), all in standard deviations of the noise."""
    rng = np.random.default_rng(seed)
    u, v = rng.uniform(-3.9, 3.9, (2, 1500))
    ink = (np.floor(u) + np.floor(v)) % 2
    light = np.where(ink > 0, 40.0, 190.0)
    # The light of ink and of paper, and one gradient of the light, are unknown too.
    slopes = np.column_stack([ink, 1 - ink, light * u / 4]) / SIGMA
    dimming, rest = light / SIGMA, rng.normal(size=len(u))
    if edge is not None:
        depth, far, way, soft = edge
        beyond = (math.cos(way) * u + math.sin(way) * v - far) / soft
        rest -= depth * dimming * np.array([0.5 * math.erfc(-z / math.sqrt(2)) for z in beyond])
    return u, v, dimming, rest, slopes


def searched(u: np.ndarray, v: np.ndarray, dimming: np.ndarray, rest: np.ndarray, slopes: np.ndarray) -> tuple:
    """Every edge of the grid with the depth that fits best: the greatest gain, and its edge."""
    clear = np.clip(rest, -WILD, WILD)
    clear = clear - slopes @ np.linalg.lstsq(slopes, clear)[0]
    best = (0.0, (0.0, 0.0, 0.0, 0.0))
    for way in np.arange(WAYS) * math.tau / WAYS:
        for far in FARS:
            for soft in SOFTS:
                beyond = (math.cos(way) * u + math.sin(way) * v - far) / soft
                shade = -dimming * np.array([0.5 * math.erfc(-z / math.sqrt(2)) for z in beyond])
                shade = shade - slopes @ np.linalg.lstsq(slopes, shade)[0]
                depth = max(float(shade @ clear / (shade @ shade)), 0.0)
                best = max(best, (depth * float(shade @ clear), (depth, far, way, soft)))
    return best


@pytest.mark.parametrize("edge", [(0.3, 0.4, 1.0, 0.6), (0.12, -1.6, 4.4, 0.9)])
def test_the_edge_found_is_the_best_of_all(edge):
    pixels = tag_under(edge, 3)

    found = likeliest_edge(*pixels, LEAST)

    gain, place = searched(*pixels)
    assert gain > LEAST
    assert found is not None
    assert found[0] == pytest.approx(np.clip(place[0], *FIRST_DEPTH), abs=1e-5)
    assert found[1] == pytest.approx(place[1])
    assert math.remainder(found[2] - place[2], math.tau) == pytest.approx(0.0, abs=1e-9)
    assert found[3] == place[3]


def test_an_edge_is_told_from_the_least_gain_on():
    pixels = tag_under((0.09, -0.5, 1.8, 0.7), 5)

    gain, _ = searched(*pixels)

    assert likeliest_edge(*pixels, gain * 0.999) is not None
    assert likeliest_edge(*pixels, gain * 1.001) is None


def test_noise_alone_has_no_edge():
    assert all(likeliest_edge(*tag_under(None, seed), LEAST) is None for seed in range(20))
