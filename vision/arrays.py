"""Type aliases for the NumPy arrays that hold images and measurements."""

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
