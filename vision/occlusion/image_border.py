"""Adds a grey rim to an image, so that a tag that the image's edge cuts off is treated as covered from that edge on."""

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import percentiles
from vision.camera.camera_model import CameraModel
from vision.images.frame_view import GreyView

DARK, BRIGHT = 2.0, 98.0
"""Percentiles of the image; the rim's grey lies midway between them and resembles neither ink nor paper."""

THINNED = 8
"""Step between the rows and columns that are sampled for it."""


def rimmed(view: GreyView, model: CameraModel, rim_px: int) -> tuple[GreyView, CameraModel]:
    """Returns the image with a rim, and the camera model for it.

    Args:
        view: The image.
        model: Its camera.
        rim_px: Width of the rim.
    """
    grey = view.open()
    middle = sum(float(percentiles(grey[::THINNED, ::THINNED].ravel(), each)) for each in (DARK, BRIGHT)) / 2
    wider = cv2.copyMakeBorder(grey, *(rim_px,) * 4, cv2.BORDER_CONSTANT, value=(middle,))
    (fx, skew, cx), (_, fy, cy), last = model.lens.matrix
    matrix = ((fx, skew, cx + rim_px), (0.0, fy, cy + rim_px), last)
    size = (view.width_px + 2 * rim_px, view.height_px + 2 * rim_px)
    lens = replace(model.lens, image_size=size, matrix=matrix)
    return GreyView(np.asarray(wider, dtype=np.uint8)), replace(model, lens=lens)
