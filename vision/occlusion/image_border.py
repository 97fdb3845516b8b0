"""A picture with a rim of grey round it: what the picture's edge cuts off is then merely covered, from that edge on."""

from dataclasses import replace

import cv2
import numpy as np

from vision.camera.camera_model import CameraModel
from vision.images.frame_view import View

DARK, BRIGHT = 2.0, 98.0
"""Percentiles of the picture between which the rim's grey lies in the middle: like neither ink nor paper."""

THINNED = 8
"""Only each so-manieth row and column is looked at for that."""


def rimmed(view: View, model: CameraModel, rim_px: int) -> tuple[View, CameraModel]:
    """The picture with a rim, and the camera that would have seen it so.

    Args:
        view: The picture.
        model: Its camera.
        rim_px: How wide the rim is.
    """
    grey = view.open()
    middle = float(np.mean(np.percentile(grey[::THINNED, ::THINNED], (DARK, BRIGHT))))
    wider = cv2.copyMakeBorder(grey, *(rim_px,) * 4, cv2.BORDER_CONSTANT, value=(middle,))
    (fx, skew, cx), (_, fy, cy), last = model.lens.matrix
    matrix = ((fx, skew, cx + rim_px), (0.0, fy, cy + rim_px), last)
    size = (view.width_px + 2 * rim_px, view.height_px + 2 * rim_px)
    lens = replace(model.lens, image_size=size, matrix=matrix)
    return View(np.asarray(wider, dtype=np.uint8)), replace(model, lens=lens)
