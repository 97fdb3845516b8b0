"""Finds dark squares of about the expected size, as candidates for tags.

Each tag's black border is one connected dark region surrounded by paper. All regions are therefore labelled and
measured at once, and only the few of a tag's size are examined individually. Noise is smoothed where modules are large
enough; otherwise it would join separate regions.

Method: adaptive thresholding by the local mean, then labelling of connected components.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.fiducials.local_threshold import darker_than_nearby

SIZES = (0.8, 1.25)
"""Shortest and longest edge to accept, relative to the shortest and longest expected one, because hands lift tags."""

INSIDE_PX = 2.0
"""Allowance for contours that run inside the tag's edges."""

WINDOWS = (0.55, 1.0)
"""Sizes of the threshold's fine and coarse neighbourhood, in edges of the smallest tag."""

SMOOTHED_FROM_PX = 18.0
"""The image is smoothed if the smallest tag's edge is at least this long."""

SMOOTHING_PX = 0.8
SAME_MIDDLE_PX = 1.0
"""A region centred this close to a known square is that square."""

MIN_SHAPE = 0.72
"""Smallest ratio of the sides of a region's bounding box: tags may be slanted or have a covered corner."""

FEW_PX = 20_000
"""Number of pixels below which OpenCV measures regions faster than numpy."""

MIN_FILLED = 0.75
"""Smallest share of the bounding box that the region's convex hull fills."""


@dataclass(frozen=True, slots=True)
class EdgeRange:
    """The range of tag sizes to search for.

    Attributes:
        shortest_px: Edge length of the smallest tag expected.
        longest_px: Edge length of the largest tag expected.
        contrast: Contrast between ink and paper in grey levels; a higher value suppresses more false outlines on a busy
            mat.
        coarse: Whether the threshold uses the coarse neighbourhood; each neighbourhood finds tags that the other
            misses.
    """

    shortest_px: float
    longest_px: float
    contrast: float = 60.0
    coarse: bool = False


def outlined_squares(grey: Image, edges: EdgeRange, known_px: Floats | None = None) -> Floats:
    """Returns squares that may be black borders of tags.

    Args:
        grey: (h, w) uint8.
        edges: The range of sizes.
        known_px: (n, 2) centres of squares that need no outline; those are left out where nothing touches them.

    Returns:
        (n, 4, 2) in pixels of `grey`, clockwise, starting at any corner, along the outermost dark pixels.
    """
    window = max(5, round(WINDOWS[edges.coarse] * edges.shortest_px)) | 1
    step = float(np.clip(edges.contrast / 12, 3, 10))
    calm = cv2.GaussianBlur(grey, (0, 0), SMOOTHING_PX) if edges.shortest_px >= SMOOTHED_FROM_PX else grey
    labels, stats = _regions(darker_than_nearby(calm, window, step), _areas_px(edges, window))
    found = []
    for label in _unknown(stats, _of_size(stats, edges, window), known_px).tolist():
        x, y, width, height = stats[label, :4].tolist()
        region = (labels[y : y + height, x : x + width] == label).astype(np.uint8)
        square = _square(region, edges)
        if square is not None:
            found.append(square + np.array([x, y]))
    return np.array(found, dtype=np.float64).reshape(-1, 4, 2)


def _areas_px(edges: EdgeRange, window: int) -> tuple[float, float]:
    """Returns the smallest and largest pixel count of a region of a tag's size."""
    low, high = SIZES[0] * edges.shortest_px - INSIDE_PX, 1.5 * SIZES[1] * edges.longest_px
    return low * min(0.25 * low, window / 2), high * high


def _regions(dark: NDArray[np.uint8], areas_px: tuple[float, float]) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
    """Labels regions: returns each pixel's label, and left, top, width, height and area of each region (n, 5).

    Label 0 is the background. OpenCV computes its statistics from every pixel of the image; only few are dark, and most
    of those belong to specks. Here they come from the runs of dark pixels in each row, a fifth as many as such pixels.
    Regions whose area is outside `areas_px` get no size. In a small image all this takes longer than what it saves.
    """
    if dark.size < FEW_PX:
        _, found, told, _ = cv2.connectedComponentsWithStats(dark, connectivity=4, ltype=cv2.CV_32S)
        return np.asarray(found, dtype=np.int32), told.astype(np.intp)
    count, found = cv2.connectedComponents(dark, connectivity=4, ltype=cv2.CV_32S)
    labels = np.asarray(found, dtype=np.int32)
    # Behind a column of background no run continues in the next row, and below there is an end to the last one.
    flat = np.asarray(cv2.copyMakeBorder(dark, 0, 1, 1, 0, cv2.BORDER_CONSTANT, value=0.0)).ravel()
    begin, end = (np.flatnonzero(flat[1:] != flat[:-1]) + 1).reshape(-1, 2).T
    row, column = np.divmod(begin, dark.shape[1] + 1)
    label, length = labels[row, column - 1], end - begin
    area = np.bincount(label, length, minlength=count).astype(np.intp)
    measured = ((area >= areas_px[0]) & (area <= areas_px[1]))[label]
    label, row, first, length = label[measured], row[measured], column[measured] - 1, length[measured]
    left, right = np.full(count, dark.shape[1]), np.full(count, -1)
    np.minimum.at(left, label, first)
    np.maximum.at(right, label, first + length - 1)
    # Rows are ascending, so the first run of a region is in its top row and the last in its bottom row.
    top, bottom = np.zeros(count, dtype=np.intp), np.full(count, -1)
    top[label[::-1]] = row[::-1]
    bottom[label] = row
    return labels, np.column_stack([left, top, right - left + 1, bottom - top + 1, area])


def _of_size(stats: NDArray[np.intp], edges: EdgeRange, window: int) -> NDArray[np.intp]:
    """Returns labels of the regions whose bounding box and area fit a tag at any angle, whether filled or hollow."""
    width, height, area = stats[:, 2], stats[:, 3], stats[:, 4]
    low, high = np.minimum(width, height), np.maximum(width, height)
    fits = (low > SIZES[0] * edges.shortest_px - INSIDE_PX) & (high < 1.5 * SIZES[1] * edges.longest_px)
    fits &= (low > 0.6 * high) & (area > low * np.minimum(0.25 * low, window / 2))
    # The first label is the background.
    fits[0] = False
    return np.flatnonzero(fits)


def _unknown(stats: NDArray[np.intp], labels: NDArray[np.intp], known_px: Floats | None) -> NDArray[np.intp]:
    """Returns labels of the regions that are not centred on a known square."""
    if known_px is None or not len(known_px):
        return labels
    middles = stats[labels, :2] + (stats[labels, 2:4] - 1) / 2
    apart = np.abs(middles[:, None] - known_px[None]).max(axis=2).min(axis=1)
    return np.asarray(labels[~(apart < SAME_MIDDLE_PX)])


def _square(region: NDArray[np.uint8], edges: EdgeRange) -> Floats | None:
    outlines, _ = cv2.findContours(region, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.convexHull(outlines[0])
    box = cv2.minAreaRect(hull)
    low, high = min(box[1]), max(box[1])
    if low < SIZES[0] * edges.shortest_px - INSIDE_PX or high > SIZES[1] * edges.longest_px or low < MIN_SHAPE * high:
        return None
    if cv2.contourArea(hull) < MIN_FILLED * low * high:
        return None
    corners = np.asarray(cv2.boxPoints(box), dtype=np.float64)
    clockwise = cv2.contourArea(corners.astype(np.float32), oriented=True) > 0
    return corners if clockwise else corners[::-1].copy()
