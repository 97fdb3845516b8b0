"""Tags anywhere in a part of the picture: outlines first, then what is printed in them.

This is the cheap look that goes over the whole table twice a second; what it finds is only a proposal, which the
placement from all pixels confirms or throws out.
"""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dictionaries import dictionary, opencv_dictionary
from vision.frame import Image
from vision.tag_code import read_quads

SIZES = (0.6, 1.6)
"""Shortest and longest edge looked for, as shares of the shortest and longest expected: perspective, and hands."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """What may be a tag.

    Attributes:
        tag_id: Number in the dictionary.
        corners_px: (4, 2), image frame, from the pattern's top left; good to about a pixel.
    """

    tag_id: int
    corners_px: Floats


@dataclass(frozen=True, slots=True)
class EdgeRange:
    """Which sizes to look for.

    Attributes:
        shortest_px: Edge of the smallest tag expected.
        longest_px: Edge of the largest.
        contrast: Grey levels between ink and paper; the more, the less of a busy mat is mistaken for outlines.
    """

    shortest_px: float
    longest_px: float
    contrast: float = 60.0


def propose(grey: Image, name: str, edges: EdgeRange, left_px: int = 0, top_px: int = 0) -> list[Proposal]:
    """Looks for tags of a dictionary.

    Args:
        grey: (h, w) part of a picture.
        name: OpenCV's name of the dictionary.
        edges: Which sizes.
        left_px: Column of the picture where the part begins.
        top_px: Row likewise.
    """
    if min(grey.shape) < 2 * edges.shortest_px * SIZES[0]:
        return []
    longest_side_px = max(grey.shape)
    step = int(np.clip(edges.contrast / 12, 3, 10))
    detector = _detector(
        name, round(edges.shortest_px), round(edges.longest_px), longest_side_px // 32 * 32 + 32, step
    )
    corners, ids, others = detector.detectMarkers(grey)
    corner_px = np.array([left_px, top_px], dtype=np.float64)
    found = []
    if ids is not None:
        found = [
            Proposal(int(tag_id), np.asarray(quad, dtype=np.float64).reshape(4, 2) + corner_px)
            for quad, tag_id in zip(corners, np.ravel(ids), strict=True)
        ]
    quads = [np.asarray(quad, dtype=np.float64).reshape(4, 2) for quad in others]
    quads = [quad for quad in quads if _fits(quad, edges) and not _known(quad + corner_px, found)]
    if quads:
        stacked = np.stack(quads)
        for reading in read_quads(grey, stacked, dictionary(name)):
            turned = np.roll(stacked[reading.quad], -reading.turns, axis=0)
            found.append(Proposal(reading.tag_id, turned + corner_px))
    return found


def _fits(quad: Floats, edges: EdgeRange) -> bool:
    lengths = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    return bool(
        lengths.min() > 0.7 * lengths.max()
        and SIZES[0] * edges.shortest_px < lengths.mean() < SIZES[1] * edges.longest_px
    )


def _known(quad: Floats, found: list[Proposal]) -> bool:
    centre = quad.mean(axis=0)
    return any(np.abs(centre - other.corners_px.mean(axis=0)).max() < 3.0 for other in found)


@functools.lru_cache(maxsize=256)
def _detector(name: str, shortest_px: int, longest_px: int, longest_side_px: int, step: int) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    window = max(5, round(0.55 * shortest_px)) | 1
    parameters.adaptiveThreshWinSizeMin = window
    parameters.adaptiveThreshWinSizeMax = window
    parameters.adaptiveThreshWinSizeStep = 10
    parameters.adaptiveThreshConstant = step
    parameters.minMarkerPerimeterRate = 4 * SIZES[0] * shortest_px / longest_side_px
    parameters.maxMarkerPerimeterRate = 4 * SIZES[1] * longest_px / longest_side_px
    parameters.polygonalApproxAccuracyRate = 0.06
    parameters.minDistanceToBorder = 1
    parameters.minCornerDistanceRate = 0.03
    parameters.perspectiveRemovePixelPerCell = 4
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.2
    parameters.minOtsuStdDev = 2.0
    return cv2.aruco.ArucoDetector(opencv_dictionary(name), parameters)
