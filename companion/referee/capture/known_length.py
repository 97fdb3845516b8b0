"""The length between two places that a finger touched in the camera's image, with what finger and image leave open."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.camera.lens_model import to_ideal_px
from vision.observation import MatObservation

TOUCH_PX = 2.5
"""Standard deviation of a touch with the loupe, along the length, in pixels of the camera's image."""

EDGE_PX = 0.5
"""Standard deviation of an end at which the image shows an edge, in the same pixels: light and blur shift it."""

REACH_PX, HALF_WIDTH_PX = 8, 3
"""How far an edge is looked for along the length, and how wide a strip is averaged."""

CLEAR_GREY, CLEAR_SHARE = 12.0, 1.6
"""Least step of an edge, in grey levels a pixel of its slope, and how much it must exceed every other one."""

THICK_SHARE = 1e-3
"""What the thickness of the thing changes of its length: it lies up to a millimetre nearer to the camera."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Both ends of a thing, in pixels of the camera's image."""

    first: tuple[float, float]
    second: tuple[float, float]


@dataclass(frozen=True, slots=True)
class SeenLength:
    """A length on the mat.

    Attributes:
        length_mm: By the table file as it is.
        sigma_mm: Standard deviation, the scale of the mat left out.
        edges: At how many ends the image shows an edge.
    """

    length_mm: float
    sigma_mm: float
    edges: int


def measured_between(image: Image, mat: MatObservation | None, ends: Ends) -> SeenLength | None:
    """Measures between two touches; None while the mat is not seen, or where both are one.

    Args:
        image: (h, w) or (h, w, 3).
        mat: How the mat was seen in it.
        ends: What was touched.
    """
    touched = np.array([ends.first, ends.second])
    along = touched[1] - touched[0]
    away_px = float(np.hypot(*along))
    if mat is None or mat.mat_to_image is None or mat.lens is None or away_px < 2 * REACH_PX:
        return None
    along = along / away_px
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    shifts = [_edge_px(grey, each, along) for each in touched]
    places = np.array(
        [each if shift is None else each + shift * along for each, shift in zip(touched, shifts, strict=True)]
    )
    on_mat = _on_mat(mat, places)
    length_mm = float(np.hypot(*(on_mat[1] - on_mat[0])))
    mm_per_px = length_mm / float(np.hypot(*(places[1] - places[0])))
    sigmas_px = [TOUCH_PX if shift is None else EDGE_PX for shift in shifts]
    sigma_mm = math.hypot(mm_per_px * math.hypot(*sigmas_px), THICK_SHARE * length_mm)
    return SeenLength(length_mm, sigma_mm, sum(shift is not None for shift in shifts))


def _on_mat(mat: MatObservation, at_px: Floats) -> Floats:
    """Returns where points of the image (n, 2) lie on the mat, (n, 2)."""
    assert mat.lens is not None  # noqa: S101 (the caller's branch)
    ideal = to_ideal_px(mat.lens, at_px)
    back = np.column_stack([ideal, np.ones(len(ideal))]) @ np.linalg.inv(np.array(mat.mat_to_image)).T
    return np.asarray(back[:, :2] / back[:, 2:])


def _edge_px(grey: Image, at_px: Floats, along: Floats) -> float | None:
    """Returns how far along the length the one clear edge near a place is; None without a clear one."""
    steps = np.arange(-REACH_PX - 1, REACH_PX + 1.5, 0.5)
    across = np.arange(-HALF_WIDTH_PX, HALF_WIDTH_PX + 1)
    normal = np.array([-along[1], along[0]])
    spots = at_px + steps[:, None, None] * along + across[None, :, None] * normal
    strip = cv2.remap(
        grey,
        spots[..., 0].astype(np.float32),
        spots[..., 1].astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    profile = np.asarray(strip, dtype=np.float64).mean(axis=1)
    profile = np.convolve(profile, [0.25, 0.5, 0.25], mode="same")[1:-1]
    slopes = np.abs(np.gradient(profile, 0.5))
    best = int(slopes[1:-1].argmax()) + 1
    others = np.concatenate([slopes[: max(0, best - 5)], slopes[best + 6 :]])
    if slopes[best] < CLEAR_GREY or (len(others) and slopes[best] < CLEAR_SHARE * others.max()):
        return None
    before, here, after = slopes[best - 1 : best + 2]
    bend = before - 2 * here + after
    offset = 0.5 * (before - after) / bend if bend < 0 else 0.0
    return float(steps[1:-1][best] + 0.5 * offset)
