"""Sprites: parts of an image with their own cover, laid over one another.

Colours are premultiplied with the cover, which makes overlaying, blurring and averaging linear and therefore exact.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images.rect import Rect

Pixels = NDArray[np.float32]

SOFT_EDGE_PX = 2
"""Margin around an outline for its soft edge."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A part of an image.

    Attributes:
        rect: The pixels it touches.
        cover: (h, w) float32, from 0 to 1.
        colour: (h, w, 3) float32: blue, green and red light, times the cover; None if it is black.
    """

    rect: Rect
    cover: Pixels
    colour: Pixels | None


def blank(rect: Rect) -> Sprite:
    """Returns a sprite that covers nothing."""
    height, width = rect.bottom - rect.top, rect.right - rect.left
    return Sprite(rect, np.zeros((height, width), dtype=np.float32), np.zeros((height, width, 3), dtype=np.float32))


def lay_over(canvas: Pixels, area: Rect, sprite: Sprite) -> None:
    """Lays a sprite over an image (h, w, 3) of the pixels of `area`."""
    common = sprite.rect.clipped(area)
    if common.empty:
        return
    inner = common.slices(sprite.rect)
    under = canvas[common.slices(area)]
    # Three equal channels, because numpy is several times slower if it has to broadcast one.
    under *= cv2.cvtColor(1.0 - sprite.cover[inner], cv2.COLOR_GRAY2BGR)
    if sprite.colour is not None:
        under += sprite.colour[inner]


def join(under: Sprite, over: Sprite) -> None:
    """Lays a sprite over another, which keeps its rectangle."""
    common = over.rect.clipped(under.rect)
    if common.empty:
        return
    if under.colour is not None:
        lay_over(under.colour, under.rect, over)
    cover, more = under.cover[common.slices(under.rect)], over.cover[common.slices(over.rect)]
    cover += more - cover * more


def motion_blurred(sprite: Sprite, way_px: tuple[float, float]) -> Sprite:
    """Blurs a sprite that moves uniformly by `way_px` during the exposure; its centre stays in place."""
    reach = int(np.ceil(max(abs(way_px[0]), abs(way_px[1])) / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.float32)
    steps = 4 * (2 * reach + 1)
    for share in (np.arange(steps) + 0.5) / steps - 0.5:
        x, y = reach + share * way_px[0], reach + share * way_px[1]
        left, top = int(x), int(y)
        kernel[top : top + 2, left : left + 2] += np.outer([top + 1 - y, y - top], [left + 1 - x, x - left])
    kernel /= kernel.sum()
    colour = None if sprite.colour is None else _smeared(sprite.colour, kernel)
    return Sprite(sprite.rect.grown(reach), _smeared(sprite.cover, kernel), colour)


def _smeared(pixels: Pixels, kernel: Pixels) -> Pixels:
    reach = kernel.shape[0] // 2
    padded = cv2.copyMakeBorder(pixels, reach, reach, reach, reach, cv2.BORDER_CONSTANT)
    return np.asarray(cv2.filter2D(padded, -1, kernel, borderType=cv2.BORDER_CONSTANT), dtype=np.float32)
