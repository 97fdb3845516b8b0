"""Type aliases for the NumPy arrays that hold images and measurements, and a quick median of them."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
"""Floating-point numbers in double precision, such as coordinates."""
Floats32 = NDArray[np.float32]
"""Floating-point numbers in single precision, for large arrays such as grey values."""
Flags = NDArray[np.bool_]
"""Boolean values."""
Image = NDArray[np.uint8]
"""Colour image of shape (height, width, 3), in OpenCV's channel order: blue, green, red."""
Grey = NDArray[np.uint8]
"""Grey image of shape (height, width)."""


def medians(values: NDArray[np.floating]) -> Floats:
    """Returns the medians along the last axis, (…,), of at least one number each; none may be NaN.

    They are those of `np.median`, which spends most of its time on the search for NaN.
    """
    count = values.shape[-1]
    half = count // 2
    if count % 2:
        return np.asarray(np.partition(values, half, axis=-1)[..., half], dtype=np.float64)
    middle = np.partition(values, (half - 1, half), axis=-1)[..., half - 1 : half + 1]
    return np.asarray((middle[..., 0] + middle[..., 1]) / 2, dtype=np.float64)
