"""The kinds of arrays that images and measurements are made of."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
"""Real numbers, such as coordinates."""
Floats32 = NDArray[np.float32]
"""Real numbers of less precision, where there are many of them, such as grey values."""
Flags = NDArray[np.bool_]
"""True and false."""
Image = NDArray[np.uint8]
"""An image with colours, height x width x 3, in OpenCV's order blue, green, red."""
Grey = NDArray[np.uint8]
"""A grey image, height x width."""
