"""Grey values between pixels, for however many points."""

import numpy as np
import pytest

from vision.images.frame_view import GreyView

RAMP = np.tile(np.arange(0, 200, 2, dtype=np.uint8), (80, 1))


@pytest.mark.parametrize("count", [0, 1, 32_766, 32_767, 100_001])
def test_any_number_of_points_is_looked_up(count: int):
    chance = np.random.default_rng(count)
    x = chance.uniform(1, 98, (count, 3)).astype(np.float32)
    y = chance.uniform(1, 78, (count, 3)).astype(np.float32)

    values = GreyView(RAMP).between(x, y)

    assert values.shape == x.shape
    assert np.abs(values - 2 * x).max(initial=0.0) < 0.6  # rounding to 8 bit
