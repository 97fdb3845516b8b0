"""Where tags might be: quadrilaterals with dark insides, proposed generously; reading them comes later.

The picture is looked at several times, each time prepared differently, and everything with four corners counts. The
outlines are those that OpenCV's detector goes by too, but it would read each of them, which costs most of its time.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.frame import Image
from vision.tag_image import Floats

_WIDE_PX = 2600
"""Wider pictures are searched at half their size; only the look for small tags takes them as they are."""


_WINDOWS = (7, 15, 31, 61)
"""Pixels over which the threshold is averaged: about one and a half modules of small, middling and large tags."""
_THRESHOLD_STEP = 5.0
_MIN_SQUARENESS = 0.6
_MIN_COMPACTNESS = 0.45
_MIN_EDGE_RATIO = 0.25
_CORNER_SHARE = 0.05
_EDGE_SHARE = 0.02
"""Of the perimeter: how far an outline may stray from the straight, where four corners are sought, and where edges."""
_SAME_PX = 1.5
_ANGLE_STRAY_PX = 1.5
_ANGLE_EDGE_RATIO = 0.75
_ANGLE_COSINE = 0.35
_INK_WINDOW = 25
_INK_SHARES = (0.14, 0.3)
_INK_CONTRAST = 20.0


class Look(Enum):
    """How the picture is prepared before the search.

    PLAIN: as it is. SHARP: unsharp masking, which parts modules that blur has run together. SMOOTH: a small blur
    against noise. LARGE: twice as large, for small tags. INK: only
    what is nearly as dark as the darkest nearby, for tags that something fairly dark touches.
    """

    PLAIN = "plain"
    SHARP = "sharp"
    SMOOTH = "smooth"
    LARGE = "large"
    INK = "ink"


ALL_LOOKS = tuple(Look)


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """What sizes of tags to look for.

    Attributes:
        min_edge_px: Shortest edge of a black square.
        max_edge_px: Longest edge.
    """

    min_edge_px: float = 9.0
    max_edge_px: float = math.inf


def propose_quads(grey: Image, looks: tuple[Look, ...] = ALL_LOOKS, limits: SearchLimits | None = None) -> Floats:
    """Quadrilaterals that may be black squares.

    Args:
        grey: (h, w) uint8.
        looks: How to prepare the picture, in this order.
        limits: Sizes to look for.

    Returns:
        (n, 4, 2) image frame, clockwise on the picture, first corner anywhere.
    """
    limits = limits or SearchLimits()
    found: list[Floats] = []
    for look, prepared, scale in _prepared(grey, looks):
        quads = _outlined(prepared, limits.min_edge_px * scale, limits.max_edge_px * scale, ink=look is Look.INK)
        # Centres of pixels: the centre of the first pixel of the enlarged picture lies at -1/4.
        found.append((quads + 0.5) / scale - 0.5)
    return _without_repeats(np.concatenate(found)) if found else np.empty((0, 4, 2))


def _prepared(grey: Image, looks: tuple[Look, ...]) -> Iterator[tuple[Look, Image, float]]:
    wide = max(grey.shape) > _WIDE_PX
    scale = 0.5 if wide else 1.0
    plain = _halved(grey) if wide else grey
    for look in looks:
        match look:
            case Look.PLAIN:
                yield look, plain, scale
            case Look.INK:
                yield look, plain, scale
            case Look.SHARP:
                yield look, _sharpened(_stretched(plain)), scale
            case Look.SMOOTH:
                yield look, cv2.GaussianBlur(plain, (0, 0), 1.0).astype(np.uint8), scale
            case Look.LARGE:
                yield look, (grey if wide else _doubled(grey)), 2 * scale


def _halved(grey: Image) -> Image:
    return cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8)


def _doubled(grey: Image) -> Image:
    return cv2.resize(grey, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_CUBIC).astype(np.uint8)


def _stretched(grey: Image) -> NDArray[np.uint8]:
    low, high = np.percentile(grey[::4, ::4], (1.0, 99.5))
    gain = min(6.0, 255.0 / max(high - low, 1.0))
    table = np.clip((np.arange(256) - low) * gain, 0, 255).astype(np.uint8)
    return cv2.LUT(grey, table).astype(np.uint8)


def _sharpened(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    calm = cv2.GaussianBlur(grey, (0, 0), 0.7)
    wide = cv2.GaussianBlur(grey, (0, 0), 2.2)
    return cv2.addWeighted(calm, 3.0, wide, -2.0, 0.0).astype(np.uint8)


def _outlined(grey: Image, shortest_px: float, longest_px: float, *, ink: bool) -> Floats:
    """(n, 4, 2) dark regions with four corners, clockwise."""
    quads: list[Floats] = []
    for dark in _inked(grey) if ink else _dark(grey):
        outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        quads += [quad for outline in outlines for quad in _quads(outline, shortest_px, longest_px)]
    return np.stack(quads) if quads else np.empty((0, 4, 2))


def _dark(grey: Image) -> Iterator[MatLike]:
    """Binary pictures: darker than the mean nearby."""
    for window in _WINDOWS:
        yield cv2.adaptiveThreshold(
            grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window, _THRESHOLD_STEP
        )


def _inked(grey: Image) -> Iterator[MatLike]:
    """Binary pictures: in the lowest part of the range of grey values nearby."""
    calm = cv2.GaussianBlur(grey, (0, 0), 0.6)
    nearby = cv2.getStructuringElement(cv2.MORPH_RECT, (_INK_WINDOW, _INK_WINDOW))
    low = cv2.erode(calm, nearby).astype(np.float32)
    spread = cv2.dilate(calm, nearby).astype(np.float32) - low
    for share in _INK_SHARES:
        yield ((calm < low + share * spread) & (spread > _INK_CONTRAST)).astype(np.uint8)


def _quads(outline: MatLike, shortest_px: float, longest_px: float) -> list[Floats]:
    """The corners of an outline, clockwise, if it has the size and the shape of a tag; two guesses where unclear."""
    if not _may_be_tag(outline, shortest_px, longest_px):
        return _of_right_angles(outline, shortest_px, longest_px)
    perimeter = cv2.arcLength(outline, closed=True)
    corners = cv2.approxPolyDP(outline, _CORNER_SHARE * perimeter, closed=True).reshape(-1, 2).astype(np.float64)
    if len(corners) == 4:
        guesses: list[Floats | None] = [corners]
    else:
        # A corner is cut off, or something dark touches the tag: its long edges, or the box round all, are near enough.
        fine = cv2.approxPolyDP(outline, _EDGE_SHARE * perimeter, closed=True).reshape(-1, 2).astype(np.float64)
        guesses = [_of_long_edges(fine), np.asarray(cv2.boxPoints(cv2.minAreaRect(outline)), dtype=np.float64)]
    quads = [_clockwise(quad) for quad in guesses if quad is not None and _has_shape(quad, shortest_px, longest_px)]
    return quads if len(corners) == 4 else quads + _of_right_angles(outline, shortest_px, longest_px)


def _of_right_angles(outline: MatLike, shortest_px: float, longest_px: float) -> list[Floats]:
    """Squares completed from three corners: a tag whose fourth corner runs into something as dark as its ink."""
    if len(outline) < 4 or cv2.arcLength(outline, closed=True) < 4 * shortest_px:
        return []
    points = cv2.approxPolyDP(outline, _ANGLE_STRAY_PX, closed=True).reshape(-1, 2).astype(np.float64)
    back, ahead = np.roll(points, 1, axis=0) - points, np.roll(points, -1, axis=0) - points
    back_px, ahead_px = np.hypot(back[:, 0], back[:, 1]), np.hypot(ahead[:, 0], ahead[:, 1])
    low, high = np.minimum(back_px, ahead_px), np.maximum(back_px, ahead_px)
    cosine = np.abs((back * ahead).sum(axis=1)) / np.maximum(back_px * ahead_px, 1e-9)
    fits = (low > shortest_px) & (high < longest_px) & (low > _ANGLE_EDGE_RATIO * high) & (cosine < _ANGLE_COSINE)
    return [
        _clockwise(np.stack([points[i] + back[i], points[i], points[i] + ahead[i], points[i] + back[i] + ahead[i]]))
        for i in np.flatnonzero(fits)
    ]


def _of_long_edges(polygon: Floats) -> Floats | None:
    """The quadrilateral of a polygon's four longest edges, prolonged until they meet."""
    if len(polygon) < 4:
        return None
    edges = np.roll(polygon, -1, axis=0) - polygon
    longest = np.sort(np.argsort(-np.hypot(edges[:, 0], edges[:, 1]))[:4])
    start, along = polygon[longest], edges[longest]
    before, ahead = np.roll(start, 1, axis=0), np.roll(along, 1, axis=0)
    cross = ahead[:, 0] * along[:, 1] - ahead[:, 1] * along[:, 0]
    if (np.abs(cross) < 1e-6).any():
        return None
    apart = start - before
    reach = (apart[:, 0] * along[:, 1] - apart[:, 1] * along[:, 0]) / cross
    return np.asarray(before + reach[:, None] * ahead, dtype=np.float64)


def _has_shape(quad: Floats, shortest_px: float, longest_px: float) -> bool:
    edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    fits = edges.min() >= max(shortest_px, _MIN_EDGE_RATIO * edges.max()) and edges.max() <= longest_px
    return bool(fits and cv2.isContourConvex(quad.astype(np.float32).reshape(-1, 1, 2)))


def _clockwise(quad: Floats) -> Floats:
    return quad if _signed_area(quad) > 0 else quad[::-1]


def _may_be_tag(outline: MatLike, shortest_px: float, longest_px: float) -> bool:
    """A first sieve, cheapest questions first: nearly all outlines of a busy mat end here."""
    if len(outline) < 4:
        return False
    _, _, width, height = cv2.boundingRect(outline)
    low, high = min(width, height), max(width, height)
    if high < shortest_px or low < 0.3 * shortest_px or high > 1.5 * longest_px:
        return False
    area = abs(cv2.contourArea(outline))
    compact = _MIN_COMPACTNESS * (cv2.arcLength(outline, closed=True) / 4) ** 2
    return bool(area >= max(_MIN_SQUARENESS * shortest_px**2, compact))


def _signed_area(quad: Floats) -> float:
    """Positive for clockwise on the picture, where y runs down."""
    x, y = quad.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def _without_repeats(quads: Floats) -> Floats:
    """One of each group of nearly equal quadrilaterals, the first found."""
    size = _edges(quads).mean(axis=1, keepdims=True)
    rounded = np.round(np.concatenate([quads.mean(axis=1), size], axis=1) / _SAME_PX)
    _, first = np.unique(rounded.astype(np.int64), axis=0, return_index=True)
    return quads[np.sort(first)]


def _edges(quads: Floats) -> Floats:
    return np.asarray(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2), dtype=np.float64)
