"""What is wrong with the light and the focus of a picture."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.trouble import TroubleKind

DARK_LEVEL = 50.0
"""Grey level below which nearly the whole picture must lie …"""

DARK_CONTRAST = 22.0
"""… and grey levels between ink and paper below which tags drown in noise."""

BRIGHT_LEVEL = 252
BRIGHT_SHARE = 0.25
GLARE_LEVEL = 250
GLARE_SHARE = 0.004
GLARE_PATCH = 9 / 480
"""Of the picture's width: paper is white too, but a patch as large as this is light."""

BLANK_SPREAD = 2.5
"""Grey levels between the darkest and the lightest parts of a picture that shows nothing."""

BLURRED_MODULES = 0.5
"""Standard deviation of the blur, in modules of the smallest tag, beyond which new tags are missed."""

Complaint = tuple[TroubleKind, str, str]
"""Kind, what it is about, and the sentence."""


@dataclass(frozen=True, slots=True)
class Sharpness:
    """How sharply tags are seen.

    Attributes:
        blur_px: Standard deviation of the blur.
        module_px: Edge of the smallest module in play.
        contrast: Grey levels between ink and paper; None if no tag tells.
    """

    blur_px: float
    module_px: float
    contrast: float | None


def complaints_of_light(small: NDArray[np.uint8], sharpness: Sharpness | None) -> list[Complaint]:
    """What is wrong with the light and the focus.

    Args:
        small: The whole picture in grey at a small size.
        sharpness: How tags are seen; None while no mat is known.
    """
    found: list[Complaint] = []
    sample = small[::3, ::3]
    shares = np.bincount(sample.ravel(), minlength=256).cumsum() / sample.size
    low, high = np.searchsorted(shares, (0.02, 0.98)).tolist()
    contrast = sharpness.contrast if sharpness else None
    if high - low < BLANK_SPREAD:
        return [
            (TroubleKind.NO_PICTURE, "", "The picture is blank: take the cover off the lens, or turn on the light.")
        ]
    if high < DARK_LEVEL or (contrast is not None and contrast < DARK_CONTRAST):
        found.append((TroubleKind.TOO_DARK, "", "It is too dark to see the tags well: turn on more light."))
    if 1.0 - float(shares[BRIGHT_LEVEL - 1]) > BRIGHT_SHARE:
        found.append((TroubleKind.TOO_BRIGHT, "", "The picture is too bright: dim the light or shorten the exposure."))
    elif _has_glare(small):
        sentence = "A lamp mirrors on the table: what lies in the glare is not seen; move it."
        found.append((TroubleKind.TOO_BRIGHT, "", sentence))
    if sharpness is not None and sharpness.blur_px > BLURRED_MODULES * sharpness.module_px:
        found.append((TroubleKind.BLURRED, "", "The picture is blurred: focus the camera on the mat."))
    return found


def _has_glare(small: NDArray[np.uint8]) -> bool:
    """Whether a spot of the picture, larger than any paper, is as bright as it can be."""
    bright = (small >= GLARE_LEVEL).view(np.uint8)
    if cv2.countNonZero(bright) <= GLARE_SHARE * small.size:
        return False
    edge = max(3, round(GLARE_PATCH * small.shape[1]))
    patch = np.ones((edge, edge), dtype=np.uint8)
    return float(np.asarray(cv2.morphologyEx(bright, cv2.MORPH_OPEN, patch)).mean()) > GLARE_SHARE
