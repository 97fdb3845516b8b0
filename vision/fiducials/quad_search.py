"""Proposes quadrilaterals with dark insides as candidates for tags, with high recall; decoding comes later.

The image is searched several times, each time prepared differently, and every outline with four corners is a candidate.
OpenCV's own detector starts from the same outlines, but it decodes every one of them, which takes most of its time.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.arrays import Floats, Image, first_of_each, percentiles
from vision.fiducials.grain import GRAIN, GRAIN_ENLARGED, without_grain, without_specks
from vision.fiducials.local_threshold import darker_than_nearby
from vision.fiducials.quad_candidates import quads_of
from vision.images.rect import Rect

WIDE_PX = 2600
"""Wider images are searched at half their size; only the search for small tags uses their full size."""


_THRESHOLD_STEP = 5.0
_SAME_PX = 1.5
_INK_WINDOW = 25
_INK_SHARES = (0.14, 0.3)
_INK_CONTRAST = 20.0


class Preprocessing(Enum):
    """How the image is prepared before the search.

    PLAIN: unchanged. SHARP: unsharp masking, which separates modules that blur has merged. SMOOTH: a small blur against
    noise. LARGE: enlarged to twice the size, for small tags. INK: only pixels nearly as dark as the darkest nearby, for
    tags that touch something fairly dark.
    """

    PLAIN = "plain"
    SHARP = "sharp"
    SMOOTH = "smooth"
    LARGE = "large"
    INK = "ink"


ALL_PREPROCESSINGS = tuple(Preprocessing)

_COSTLY = (Preprocessing.SHARP, Preprocessing.LARGE)

_WINDOWS = {
    Preprocessing.PLAIN: (15, 61),
    Preprocessing.SHARP: (7, 15),
    Preprocessing.SMOOTH: (7,),
    Preprocessing.LARGE: (7, 15, 31),
}
"""Window sizes in pixels of the adaptive threshold: about one and a half modules of small, medium and large tags. More
of them find the same tags again."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """What to search for, and where.

    Attributes:
        min_edge_px: Shortest edge of a black square.
        max_edge_px: Longest edge of a black square.
        closely: The part of the image that is searched in the costly ways too (`_COSTLY`); None for all of it.
    """

    min_edge_px: float = 9.0
    max_edge_px: float = math.inf
    closely: Rect | None = None


def propose_quads(
    grey: Image, preprocessings: tuple[Preprocessing, ...] = ALL_PREPROCESSINGS, limits: SearchLimits | None = None
) -> Floats:
    """Returns quadrilaterals that may be black squares.

    Args:
        grey: (h, w) uint8.
        preprocessings: How to prepare the image, in this order.
        limits: Range of tag sizes, and the part to search closely.

    Returns:
        (n, 4, 2) image frame, clockwise in the image, starting at any corner.
    """
    limits = limits or SearchLimits()
    found: list[Floats] = []
    height_px, width_px = grey.shape
    whole = Rect(0, 0, width_px, height_px)
    for preprocessing in preprocessings:
        part = limits.closely if limits.closely is not None and preprocessing in _COSTLY else whole
        # Halving joins pairs of pixels, which must be those of the whole image.
        part = Rect(part.left // 2 * 2, part.top // 2 * 2, part.right, part.bottom).clipped(whole)
        if part.empty:
            continue
        # The grey values are stretched by those of the whole image.
        shown = _stretched(grey) if preprocessing is Preprocessing.SHARP else grey
        prepared, scale = _prepared(shown[part.slices(whole)], preprocessing, wide=max(grey.shape) > WIDE_PX)
        edges_px = limits.min_edge_px * scale, limits.max_edge_px * scale
        binary = _inked(prepared) if preprocessing is Preprocessing.INK else _dark(prepared, _WINDOWS[preprocessing])
        quads = _outlined(binary, edges_px, GRAIN if scale <= 1.0 else GRAIN_ENLARGED)
        # Coordinates refer to pixel centres: the centre of the enlarged image's first pixel lies at -1/4.
        found.append((quads + 0.5) / scale - 0.5 + np.array([part.left, part.top]))
    return _without_repeats(np.concatenate(found)) if found else np.empty((0, 4, 2))


def _prepared(grey: Image, preprocessing: Preprocessing, *, wide: bool) -> tuple[Image, float]:
    """Returns an image prepared for the search, and its scale relative to the original."""
    if preprocessing is Preprocessing.LARGE:
        return (grey, 1.0) if wide else (_doubled(grey), 2.0)
    plain, scale = (_halved(grey), 0.5) if wide else (grey, 1.0)
    match preprocessing:
        case Preprocessing.SHARP:
            return _sharpened(plain), scale
        case Preprocessing.SMOOTH:
            return cv2.GaussianBlur(plain, (0, 0), 1.0).astype(np.uint8), scale
        case _:
            return plain, scale


def _halved(grey: Image) -> Image:
    return cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8)


def _doubled(grey: Image) -> Image:
    return cv2.resize(grey, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_CUBIC).astype(np.uint8)


def _stretched(grey: Image) -> NDArray[np.uint8]:
    low, high = (float(percentiles(grey[::4, ::4].ravel(), percent)) for percent in (1.0, 99.5))
    gain = min(6.0, 255.0 / max(high - low, 1.0))
    table = np.clip((np.arange(256) - low) * gain, 0, 255).astype(np.uint8)
    return cv2.LUT(grey, table).astype(np.uint8)


def _sharpened(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    calm = cv2.GaussianBlur(grey, (0, 0), 0.7)
    wide = cv2.GaussianBlur(grey, (0, 0), 2.2)
    return cv2.addWeighted(calm, 3.0, wide, -2.0, 0.0).astype(np.uint8)


def _outlined(binary: Iterator[MatLike], edges_px: tuple[float, float], grain: float) -> Floats:
    """Returns the quadrilateral dark regions (n, 4, 2) of binary images, clockwise."""
    quads: list[Floats] = []
    before: MatLike | None = None
    for dark in binary:
        # In an image of only black and white, all windows give the same result.
        if before is not None and np.array_equal(dark, before):
            continue
        before = dark
        outlines, _ = cv2.findContours(
            without_specks(without_grain(dark, grain)), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE
        )
        quads.append(quads_of(outlines, *edges_px))
    return np.concatenate(quads)


def _dark(grey: Image, windows: Sequence[int]) -> Iterator[MatLike]:
    """Yields binary images of the pixels darker than the local mean."""
    for window in windows:
        yield darker_than_nearby(grey, window, _THRESHOLD_STEP)


def _inked(grey: Image) -> Iterator[MatLike]:
    """Yields binary images of the pixels in the lowest part of the local range of grey values."""
    calm = cv2.GaussianBlur(grey, (0, 0), 0.6)
    nearby = cv2.getStructuringElement(cv2.MORPH_RECT, (_INK_WINDOW, _INK_WINDOW))
    low, high = cv2.erode(calm, nearby), cv2.dilate(calm, nearby)
    spread = cv2.subtract(high, low)
    above = cv2.subtract(calm, low)
    # A table of the limits is quicker than arithmetic on floating-point images.
    spreads = np.arange(256)
    for share in _INK_SHARES:
        limits = np.where(spreads > _INK_CONTRAST, np.ceil(share * spreads), 0.0).astype(np.uint8)
        yield cv2.threshold(cv2.subtract(cv2.LUT(spread, limits), above), 0, 1, cv2.THRESH_BINARY)[1]


def _without_repeats(quads: Floats) -> Floats:
    """Keeps the first of each group of nearly equal quadrilaterals."""
    size = _edges(quads).mean(axis=1, keepdims=True)
    rounded = np.round(np.concatenate([quads.mean(axis=1), size], axis=1) / _SAME_PX)
    return quads[np.sort(first_of_each(rounded.astype(np.int64)))]


def _edges(quads: Floats) -> Floats:
    return np.asarray(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2), dtype=np.float64)
