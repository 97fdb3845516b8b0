"""Converts light on the table to stored pixels: the lens's blur and the vignette."""

import math

import cv2
import numpy as np

from vision.arrays import Image
from vision.images.rect import Rect
from vision.simulation.render.ground import Ground
from vision.simulation.render.sprite import Pixels
from vision.simulation.render.tone import Light, stored

SHARP_PX = 0.05
"""Defocus below which an image stays unchanged."""


def reach_px(blur_px: float) -> int:
    """Returns the radius of a blur: OpenCV's own, for floating-point images."""
    return math.ceil(4.0 * blur_px) + 1 if blur_px > SHARP_PX else 0


def developed(light: Pixels | Light, area: Rect, wanted: Rect, ground: Ground, blur_px: float) -> Image:
    """Returns the stored pixels of a rectangle.

    Args:
        light: Light in `area`.
        area: Contains `wanted` plus the blur's radius, as far as the image extends.
        wanted: The rectangle.
        ground: Contains the shading.
        blur_px: Standard deviation of the blur.
    """
    seen = light.astype(np.float32, copy=False)
    if blur_px > SHARP_PX:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), blur_px, borderType=cv2.BORDER_REPLICATE), dtype=np.float32)
    return stored(seen[wanted.slices(area)] * ground.shade[wanted.slices(ground.view.frame)])
