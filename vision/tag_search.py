"""Where tags might be: quadrilaterals with dark insides, proposed generously; reading them comes later.

OpenCV's detector looks at the picture several times, each time prepared differently, and everything that it takes
for a quadrilateral counts, whether it could read it or not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dictionaries import TagDictionary, opencv_dictionary
from vision.frame import Image
from vision.tag_image import Floats

_WIDE_PX = 2600
"""Wider pictures are searched at half their size; only the look for small tags takes them as they are."""


class Look(Enum):
    """How the picture is prepared before the search.

    PLAIN: as it is. SHARP: unsharp masking, which parts modules that blur has run together. SMOOTH: a small blur
    against noise. LARGE: twice as large, for small tags.
    """

    PLAIN = "plain"
    SHARP = "sharp"
    SMOOTH = "smooth"
    LARGE = "large"


ALL_LOOKS = tuple(Look)


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """What sizes of tags to look for.

    Attributes:
        min_edge_px: Shortest edge of a black square.
        max_edge_px: Longest edge; None for no limit.
    """

    min_edge_px: float = 9.0
    max_edge_px: float | None = None


def propose_quads(
    grey: Image, tags: TagDictionary, looks: tuple[Look, ...] = ALL_LOOKS, limits: SearchLimits | None = None
) -> Floats:
    """Quadrilaterals that may be black squares.

    Args:
        grey: (h, w) uint8.
        tags: Dictionary that the detector reads with; what it cannot read is proposed too.
        looks: How to prepare the picture, in this order.
        limits: Sizes to look for.

    Returns:
        (n, 4, 2) image frame, clockwise on the picture, first corner anywhere.
    """
    limits = limits or SearchLimits()
    found: list[Floats] = []
    for prepared, scale in _prepared(grey, looks):
        quads = _detect(prepared, tags, limits, scale)
        # Centres of pixels: the centre of the first pixel of the enlarged picture lies at -1/4.
        found.append((quads + 0.5) / scale - 0.5)
    return _without_repeats(np.concatenate(found)) if found else np.empty((0, 4, 2))


def _prepared(grey: Image, looks: tuple[Look, ...]) -> Iterator[tuple[Image, float]]:
    wide = max(grey.shape) > _WIDE_PX
    scale = 0.5 if wide else 1.0
    plain = _halved(grey) if wide else grey
    for look in looks:
        match look:
            case Look.PLAIN:
                yield plain, scale
            case Look.SHARP:
                yield _sharpened(_stretched(plain)), scale
            case Look.SMOOTH:
                yield cv2.GaussianBlur(plain, (0, 0), 1.0).astype(np.uint8), scale
            case Look.LARGE:
                yield (grey if wide else _doubled(grey)), 2 * scale


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


def _detect(grey: Image, tags: TagDictionary, limits: SearchLimits, scale: float) -> Floats:
    parameters = cv2.aruco.DetectorParameters()
    longest_side_px = max(grey.shape)
    parameters.adaptiveThreshWinSizeMin = 5
    parameters.adaptiveThreshWinSizeMax = 45
    parameters.adaptiveThreshWinSizeStep = 10
    parameters.adaptiveThreshConstant = 5
    parameters.minMarkerPerimeterRate = 3.6 * limits.min_edge_px * scale / longest_side_px
    parameters.maxMarkerPerimeterRate = (
        4.0 if limits.max_edge_px is None else 4.6 * limits.max_edge_px * scale / longest_side_px
    )
    parameters.polygonalApproxAccuracyRate = 0.06
    parameters.minDistanceToBorder = 1
    parameters.minCornerDistanceRate = 0.03
    parameters.perspectiveRemovePixelPerCell = 6
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.2
    parameters.minOtsuStdDev = 2.0
    detector = cv2.aruco.ArucoDetector(opencv_dictionary(tags.name), parameters)
    read, _, unread = detector.detectMarkers(grey)
    quads = [np.asarray(quad, dtype=np.float64).reshape(4, 2) for quad in (*read, *unread)]
    return np.stack(quads) if quads else np.empty((0, 4, 2))


def _without_repeats(quads: Floats) -> Floats:
    """One of each group of nearly equal quadrilaterals, the first found."""
    rounded = np.round(np.concatenate([quads.mean(axis=1), _edges(quads).mean(axis=1, keepdims=True)], axis=1))
    _, first = np.unique(rounded.astype(np.int64), axis=0, return_index=True)
    return quads[np.sort(first)]


def _edges(quads: Floats) -> Floats:
    return np.asarray(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2), dtype=np.float64)
