"""Samples colours between the pixels of an image."""

import cv2
import numpy as np

from vision.arrays import Image
from vision.dice.neighbours import Floats


def sampled(image: Image, where: Floats) -> Floats:
    """Interpolates colours bilinearly; outside the image, edge pixels are repeated.

    Args:
        image: (h, w, c).
        where: (..., 2) x and y.

    Returns:
        (..., c).
    """
    flat = where.reshape(-1, where.shape[-2], 2) if where.ndim > 2 else where.reshape(1, -1, 2)
    # OpenCV's remap accepts no more than 32767 rows at once.
    parts = [
        cv2.remap(image, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for part in np.array_split(flat.astype(np.float32), len(flat) // 30_000 + 1)
    ]
    return np.concatenate(parts).reshape(*where.shape[:-1], image.shape[2]).astype(np.float32)
