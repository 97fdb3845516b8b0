"""Flat printed objects at some height above the mat: tags, terrain templates, the mat itself.

The resolution of a card's print, in texels per millimetre, is close to that of the supersampled image. Linear
interpolation then gives every printed edge a ramp one sample wide, and averaging the samples of a pixel gives the area
of the pixel on either side of the edge, so edges are accurate to about a hundredth of a pixel.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images.rect import Rect
from vision.simulation.render.sprite import SOFT_EDGE_PX, Pixels, Sprite
from vision.simulation.render.tone import FULL_LIGHT, Light
from vision.simulation.render.view import SceneCamera

BAND_ROWS = 96
"""Number of rows rendered at once, which limits the memory for large cards."""


@dataclass(frozen=True, slots=True)
class Print:
    """A printed picture.

    Attributes:
        texels: (h, w, 4): blue, green and red light times the cover, and the cover up to full light; the rim is empty.
        texels_per_mm: Scale.
        samples: Samples per pixel along each axis when it is rendered.
    """

    texels: Light
    texels_per_mm: float
    samples: int


@dataclass(frozen=True, slots=True)
class Card:
    """A print at a place on the table.

    Attributes:
        print: The print; its centre is the card's centre, its upward direction the card's y axis.
        x_mm: x coordinate of the centre in the mat frame.
        y_mm: y coordinate of the centre in the mat frame.
        angle_rad: Counter-clockwise rotation.
        height_mm: Height of the printed face above the mat.
    """

    print: Print
    x_mm: float
    y_mm: float
    angle_rad: float
    height_mm: float


def card_sprite(view: SceneCamera, card: Card) -> Sprite | None:
    """Renders the card as if nothing covered it; returns None if it is outside the image."""
    rect = Rect.around(view.project(_outline(card)), SOFT_EDGE_PX).clipped(view.frame)
    if rect.empty:
        return None
    pixels = np.empty((rect.bottom - rect.top, rect.right - rect.left, 4), dtype=np.float32)
    for top in range(rect.top, rect.bottom, BAND_ROWS):
        band = Rect(rect.left, top, rect.right, min(top + BAND_ROWS, rect.bottom))
        pixels[band.slices(rect)] = _band(view, card, band)
    return Sprite(rect, pixels[..., 3] / np.float32(FULL_LIGHT), np.ascontiguousarray(pixels[..., :3]))


def _outline(card: Card, steps: int = 4) -> NDArray[np.float64]:
    """Returns points along the card's edge, several per side, because a lens bends it."""
    height, width = card.print.texels.shape[:2]
    half_x, half_y = width / 2 / card.print.texels_per_mm, height / 2 / card.print.texels_per_mm
    along = np.linspace(-1.0, 1.0, steps, endpoint=False)
    ones = np.ones(steps)
    x = half_x * np.concatenate([along, ones, -along, -ones])
    y = half_y * np.concatenate([-ones, along, ones, -along])
    cos, sin = math.cos(card.angle_rad), math.sin(card.angle_rad)
    height_mm = np.full(x.size, card.height_mm)
    return np.stack([card.x_mm + cos * x - sin * y, card.y_mm + sin * x + cos * y, height_mm], axis=1)


def _band(view: SceneCamera, card: Card, rect: Rect) -> Pixels:
    """Renders the card's pixels in a rectangle, (h, w, 4) in the form of its texels."""
    texels, scale, samples = card.print.texels, card.print.texels_per_mm, card.print.samples
    height, width = texels.shape[:2]
    cos, sin = math.cos(card.angle_rad) * scale, math.sin(card.angle_rad) * scale
    to_card = np.array(
        [
            [cos, sin, (width - 1) / 2 - cos * card.x_mm - sin * card.y_mm],
            [sin, -cos, (height - 1) / 2 - sin * card.x_mm + cos * card.y_mm],
            [0.0, 0.0, 1.0],
        ]
    )
    around = rect.grown(1)
    places = view.plane_places(around, card.height_mm, to_card)
    size = ((around.right - around.left) * samples, (around.bottom - around.top) * samples)
    # Linear interpolation between pixels is exact to 1e-4 px: lens and perspective are almost linear at that scale.
    fine = cv2.resize(places, size, interpolation=cv2.INTER_LINEAR)[samples:-samples, samples:-samples]
    seen = cv2.remap(texels, fine, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)  # type: ignore[call-overload]  # stubs forbid the missing second map
    out = cv2.resize(
        seen.astype(np.float32), (rect.right - rect.left, rect.bottom - rect.top), interpolation=cv2.INTER_AREA
    )
    return np.asarray(out, dtype=np.float32)
