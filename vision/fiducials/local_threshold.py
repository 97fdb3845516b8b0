"""Separates dark pixels from light ones by the brightness nearby."""

import math

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.arrays import Grey


def darker_than_nearby(grey: MatLike, window: int, step: float) -> Grey:
    """Returns 1 where a pixel is darker than the mean around it, and 0 elsewhere.

    The result is that of OpenCV's `adaptiveThreshold`, which takes longer.

    Args:
        grey: (h, w) uint8.
        window: Edge length in pixels of the square whose mean counts; odd. Beyond the image, edge pixels repeat.
        step: Smallest difference in grey levels, 1 or more; a fraction is dropped.
    """
    mean = cv2.boxFilter(grey, -1, (window, window), borderType=cv2.BORDER_REPLICATE)
    below = cv2.subtract(mean, grey)
    return np.asarray(cv2.threshold(below, math.floor(step) - 1, 1, cv2.THRESH_BINARY)[1], dtype=np.uint8)
