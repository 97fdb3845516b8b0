"""Dark pixels and their regions, against what OpenCV says of the same images."""

import cv2
import numpy as np
import pytest

from vision.fiducials.dark_squares import _regions
from vision.fiducials.local_threshold import darker_than_nearby


def grainy(seed: int) -> np.ndarray:
    """An image of spots of one size, with all grey values, that is cut by its edges."""
    chance = np.random.default_rng(seed)
    size = tuple(chance.integers(30, 300, 2).tolist())
    spots = cv2.GaussianBlur(chance.normal(size=size).astype(np.float32), (0, 0), float(chance.uniform(0.4, 6.0)))
    return cv2.normalize(spots, None, 0, 255, cv2.NORM_MINMAX).astype(np.uint8)


@pytest.mark.parametrize("seed", range(20))
def test_dark_pixels_are_those_of_the_adaptive_threshold(seed: int):
    chance, grey = np.random.default_rng(seed), grainy(seed)
    window, step = 2 * int(chance.integers(1, 40)) + 1, float(chance.uniform(1.0, 12.0))
    method, form = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV
    found = darker_than_nearby(grey, window, step)
    assert np.array_equal(found, cv2.adaptiveThreshold(grey, 1, method, form, window, step))
    assert 0 < found.mean() < 1


@pytest.mark.parametrize("seed", range(20))
def test_regions_are_those_of_connected_components(seed: int):
    dark = (grainy(seed) < 110).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=4)
    low, high = 5.0, 0.5 * float(stats[1:, 4].max()) + 10.0
    found_labels, found = _regions(dark, (low, high))
    assert np.array_equal(found_labels, labels)
    of_size = np.flatnonzero((stats[:, 4] >= low) & (stats[:, 4] <= high) & (np.arange(len(stats)) > 0))
    assert len(of_size)
    assert np.array_equal(found[of_size], stats[of_size])


@pytest.mark.parametrize("value", [0, 1])
def test_an_image_of_one_colour_has_no_region_or_one(value: int):
    dark = np.full((20, 30), value, dtype=np.uint8)
    labels, found = _regions(dark, (1.0, 1000.0))
    assert (labels == value).all()
    assert found[1:].tolist() == [[0, 0, 30, 20, 600]] * value
