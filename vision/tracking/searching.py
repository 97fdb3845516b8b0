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

SIZES = (0.8, 1.25)
"""Shortest and longest edge looked for, as shares of the shortest and longest expected: hands lift tags …"""

LEAST_SIDE_PX = 16
"""In fewer rows or columns no tag can be read."""

WINDOWS = (0.55, 1.0)
"""Neighbourhoods, fine and coarse, in edges of the smallest tag."""

INSIDE_PX = 2.0
"""… and outlines run inside the tag's edges."""

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
        coarse: Whether black is told from white by a wider neighbourhood; each way finds tags that the other misses.
    """

    shortest_px: float
    longest_px: float
    contrast: float = 60.0
    coarse: bool = False


NOTHING_KNOWN: Floats = np.empty((0, 2))


def propose(
    grey: Image, name: str, edges: EdgeRange, corner_px: tuple[int, int] = (0, 0), known_px: Floats = NOTHING_KNOWN
) -> tuple[list[Proposal], Floats]:
    """Looks for tags of a dictionary.

    Args:
        grey: (h, w) part of a picture.
        name: OpenCV's name of the dictionary.
        edges: Which sizes.
        corner_px: Column and row of the picture where the part begins.
        known_px: (n, 2) centres, in the picture, of tags that need not be found again; one of them may come all the
            same.

    Returns:
        What may be tags, and the centres (n, 2) of outlines in which nothing could be read.
    """
    if min(grey.shape) < max(LEAST_SIDE_PX, 2 * edges.shortest_px * SIZES[0]):
        return [], NOTHING_KNOWN
    longest_side_px = max(grey.shape)
    step = int(np.clip(edges.contrast / 12, 3, 10))
    window = max(5, round(WINDOWS[edges.coarse] * edges.shortest_px)) | 1
    sizes = max(1, round(edges.shortest_px)), max(1, round(edges.longest_px))
    detector = _detector(name, *sizes, longest_side_px // 32 * 32 + 32, (step, window))
    corners, ids, others = detector.detectMarkers(grey)
    corner = np.array(corner_px, dtype=np.float64)
    found = []
    if ids is not None:
        found = [
            Proposal(int(tag_id), np.asarray(quad, dtype=np.float64).reshape(4, 2) + corner)
            for quad, tag_id in zip(corners, np.ravel(ids), strict=True)
        ]
    if not others:
        return found, NOTHING_KNOWN
    taken = np.concatenate([known_px, *(each.corners_px.mean(axis=0)[None] for each in found)])
    quads = _unknown(np.asarray(others, dtype=np.float64).reshape(-1, 4, 2), taken - corner, edges)
    if not len(quads):
        return found, NOTHING_KNOWN
    unread = np.ones(len(quads), dtype=bool)
    for reading in read_quads(grey, quads, dictionary(name)):
        turned = np.roll(quads[reading.quad], -reading.turns, axis=0)
        found.append(Proposal(reading.tag_id, turned + corner))
        unread[reading.quad] = False
    return found, quads[unread].mean(axis=1) + corner


def _unknown(quads: Floats, taken_px: Floats, edges: EdgeRange) -> Floats:
    """Those quadrilaterals that may be tags and do not lie on what is known."""
    lengths = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    mean = lengths.mean(axis=1)
    fits = (lengths.min(axis=1) > 0.7 * lengths.max(axis=1)) & (mean > SIZES[0] * edges.shortest_px - INSIDE_PX)
    fits &= mean < SIZES[1] * edges.longest_px
    apart = np.abs(quads.mean(axis=1)[:, None] - taken_px[None]).max(axis=2)
    return np.asarray(quads[fits & ~(apart < 3.0).any(axis=1)])


@functools.lru_cache(maxsize=256)
def _detector(
    name: str, shortest_px: int, longest_px: int, longest_side_px: int, threshold: tuple[int, int]
) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    step, window = threshold
    parameters.adaptiveThreshWinSizeMin = window
    parameters.adaptiveThreshWinSizeMax = window
    parameters.adaptiveThreshWinSizeStep = 10
    parameters.adaptiveThreshConstant = step
    parameters.minMarkerPerimeterRate = max(4 * (SIZES[0] * shortest_px - INSIDE_PX), 16) / longest_side_px
    parameters.maxMarkerPerimeterRate = 4 * SIZES[1] * longest_px / longest_side_px
    parameters.polygonalApproxAccuracyRate = 0.06
    parameters.minDistanceToBorder = 1
    parameters.minCornerDistanceRate = 0.03
    parameters.perspectiveRemovePixelPerCell = 4
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.2
    parameters.minOtsuStdDev = 2.0
    return cv2.aruco.ArucoDetector(opencv_dictionary(name), parameters)
