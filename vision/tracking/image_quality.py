"""Reports what is wrong with the light and the focus of an image."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.trouble import TroubleKind

DARK_LEVEL = 50.0
"""The image is too dark if nearly all of it lies below this grey level and the contrast is below `DARK_CONTRAST`."""

DARK_CONTRAST = 22.0
"""Contrast between ink and paper, in grey levels, below which tags drown in noise."""

BRIGHT_LEVEL = 252
BRIGHT_SHARE = 0.25
GLARE_LEVEL = 250
GLARE_SHARE = 0.004
GLARE_PATCH = 9 / 480
"""Size of the smallest patch of glare, as a share of the image's width. Paper is white too, but a saturated patch of
this size is a reflection."""

BLANK_SPREAD = 2.5
"""Range of grey levels, from the darkest to the lightest part, below which an image is blank."""

BLURRED_MODULES = 0.5
"""Standard deviation of the blur, in modules of the smallest tag, above which new tags are missed."""

Complaint = tuple[TroubleKind, str, str]
"""Kind of trouble, what it is about, and the sentence."""


@dataclass(frozen=True, slots=True)
class Sharpness:
    """How sharp the tags are in the image.

    Attributes:
        blur_px: Standard deviation of the blur.
        module_px: Edge length of the smallest module in play.
        contrast: Contrast between ink and paper in grey levels; None if no tag was measured.
    """

    blur_px: float
    module_px: float
    contrast: float | None


def complaints_of_light(small: NDArray[np.uint8], sharpness: Sharpness | None) -> list[Complaint]:
    """Returns troubles with the light and the focus.

    Args:
        small: The whole image in grey at a small size.
        sharpness: How sharp the tags are; None while no mat is known.
    """
    found: list[Complaint] = []
    sample = small[::3, ::3]
    shares = np.bincount(sample.ravel(), minlength=256).cumsum() / sample.size
    low, high = np.searchsorted(shares, (0.02, 0.98)).tolist()
    contrast = sharpness.contrast if sharpness else None
    if high - low < BLANK_SPREAD:
        return [(TroubleKind.NO_PICTURE, "", "The image is blank. Take the cap off the lens, or turn on the light.")]
    if high < DARK_LEVEL or (contrast is not None and contrast < DARK_CONTRAST):
        found.append((TroubleKind.TOO_DARK, "", "Too dark to see the tags well. Turn on more light."))
    if 1.0 - float(shares[BRIGHT_LEVEL - 1]) > BRIGHT_SHARE:
        found.append((TroubleKind.TOO_BRIGHT, "", "The image is too bright. Dim the light or shorten the exposure."))
    elif _has_glare(small):
        sentence = "A lamp is reflected on the table and hides what is in the glare. Move it."
        found.append((TroubleKind.TOO_BRIGHT, "", sentence))
    if sharpness is not None and sharpness.blur_px > BLURRED_MODULES * sharpness.module_px:
        found.append((TroubleKind.BLURRED, "", "The image is blurred. Focus the camera on the mat."))
    return found


def _has_glare(small: NDArray[np.uint8]) -> bool:
    """Whether a spot larger than any paper on the mat is saturated."""
    bright = (small >= GLARE_LEVEL).view(np.uint8)
    if cv2.countNonZero(bright) <= GLARE_SHARE * small.size:
        return False
    edge = max(3, round(GLARE_PATCH * small.shape[1]))
    patch = np.ones((edge, edge), dtype=np.uint8)
    return float(np.asarray(cv2.morphologyEx(bright, cv2.MORPH_OPEN, patch)).mean()) > GLARE_SHARE
