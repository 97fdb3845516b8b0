"""Identifies the colour of a die by its upper face.

Colours are compared in CIE L*a*b* (D65): saturated colours by hue, the others by lightness. Light that is not white
shifts all hues; a die whose colour lies between two of the colours of its set gets neither.
"""

from collections.abc import Sequence
from types import MappingProxyType

import cv2
import numpy as np

from vision.arrays import Floats, Image

HUES_DEG = MappingProxyType(
    {"red": 33.0, "orange": 62.0, "yellow": 95.0, "green": 140.0, "turquoise": 200.0, "blue": 285.0, "purple": 325.0}
)
"""Hue angles of commercial dice, in the plane of a* and b*."""

LIGHTNESS = MappingProxyType({"black": 15.0, "grey": 55.0, "white": 92.0})
COLOURS = (*HUES_DEG, *LIGHTNESS)

MIN_CHROMA = 18.0
"""Smallest chroma at which the hue is reliable."""

MAX_HUE_OFF_DEG = 22.0
MIN_HUE_BETWEEN_DEG = 12.0
"""Smallest lead of the nearest colour's hue over the second nearest."""

MAX_LIGHTNESS_OFF = 30.0
MIN_LIGHTNESS_BETWEEN = 12.0
INNER = 0.85
"""Share of the face that is used, because its rim reflects the light."""


def colour_of(image: Image, outline_px: Sequence[tuple[float, float]], known: Sequence[str]) -> str | None:
    """Returns the colour of a die's body; None if it matches no known colour, or lies between two.

    Args:
        image: (h, w) grey, which only separates black from white, or (h, w, 3) BGR.
        outline_px: Corners of the upper face.
        known: Names from `COLOURS`.
    """
    lightness, a, b = _body(image, outline_px)
    chroma, hue_deg = float(np.hypot(a, b)), float(np.degrees(np.arctan2(b, a)) % 360)
    if chroma >= MIN_CHROMA:
        off = {name: abs((HUES_DEG[name] - hue_deg + 180) % 360 - 180) for name in known if name in HUES_DEG}
        return _nearest(off, MAX_HUE_OFF_DEG, MIN_HUE_BETWEEN_DEG)
    off = {name: abs(LIGHTNESS[name] - lightness) for name in known if name in LIGHTNESS}
    return _nearest(off, MAX_LIGHTNESS_OFF, MIN_LIGHTNESS_BETWEEN)


def _nearest(off: dict[str, float], most: float, between: float) -> str | None:
    ranked = sorted(off, key=lambda name: off[name])
    if not ranked or off[ranked[0]] > most:
        return None
    return ranked[0] if len(ranked) == 1 or off[ranked[1]] - off[ranked[0]] >= between else None


def _body(image: Image, outline_px: Sequence[tuple[float, float]]) -> Floats:
    """Returns L*, a*, b* of the body: the median over the face, of which pips cover less than half."""
    corners = np.array(outline_px, dtype=np.float64)
    inner = corners.mean(axis=0) + INNER * (corners - corners.mean(axis=0))
    x, y, width, height = cv2.boundingRect(np.round(inner).astype(np.int32))
    x, y = max(x, 0), max(y, 0)
    part = image[y : y + height, x : x + width]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(inner - (x, y)).astype(np.int32), 255)
    colours = part if part.ndim == 3 and part.shape[2] == 3 else cv2.cvtColor(part, cv2.COLOR_GRAY2BGR)
    lab = cv2.cvtColor(colours.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    inside: Floats = np.median(lab[mask > 0], axis=0).astype(np.float64)
    return inside
