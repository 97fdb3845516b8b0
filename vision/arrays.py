"""Type aliases for the NumPy arrays that hold images and measurements, and quick statistics of them.

Those of NumPy also search for NaN and import its masked arrays, which takes longer than what is asked of them.
"""

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
    """Returns the medians along the last axis, (…,), of at least one number each; none may be NaN."""
    count = values.shape[-1]
    half = count // 2
    if count % 2:
        return np.asarray(np.partition(values, half, axis=-1)[..., half], dtype=np.float64)
    middle = np.partition(values, (half - 1, half), axis=-1)[..., half - 1 : half + 1]
    return np.asarray((middle[..., 0] + middle[..., 1]) / 2, dtype=np.float64)


def medians_along(values: NDArray[np.floating], axis: int) -> NDArray[np.floating]:
    """Returns the medians along an axis, in the type of the numbers, of which none may be NaN."""
    return np.asarray(medians(np.moveaxis(values, axis, -1)), dtype=values.dtype)


def percentiles(values: NDArray[np.number], percent: float) -> Floats:
    """Returns the percentiles along the last axis, (…,), between the two numbers next to them; none may be NaN."""
    at = percent / 100 * (values.shape[-1] - 1)
    below = int(at)
    both = (below, min(below + 1, values.shape[-1] - 1))
    low, high = np.moveaxis(np.partition(values, both, axis=-1)[..., both], -1, 0).astype(np.float64)
    return np.asarray(low + (high - low) * (at - below))


def first_of_each(rows: NDArray[np.integer]) -> NDArray[np.intp]:
    """Returns the indices of the first of all equal rows (n, m), in the order of the rows."""
    order = np.lexsort(rows.T[::-1])
    arranged = rows[order]
    new = np.ones(len(rows), dtype=bool)
    new[1:] = (arranged[1:] != arranged[:-1]).any(axis=1)
    return np.asarray(order[new])
