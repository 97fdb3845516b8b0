"""Selects outlines that may be black squares, and estimates their corners, for all outlines of a binary image at once.

A grainy image has hundreds of thousands of outlines, nearly all too small for a tag. Tests that need only an outline's
points are therefore computed for all outlines together, and only the remaining ones are examined individually.

Method: polygonal approximation of outlines.

References:
    Ramer 1972; Douglas and Peucker 1973.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.fiducials.polygons import following, joined

_MIN_SQUARENESS = 0.6
_MIN_COMPACTNESS = 0.45
_MIN_EDGE_RATIO = 0.25
_CORNER_SHARE = 0.05
_EDGE_SHARE = 0.02
"""Tolerance for straightness when edges are approximated, as a share of the perimeter; `_CORNER_SHARE` is the tolerance
for four corners."""
_ANGLE_STRAY_PX = 1.5
_ANGLE_EDGE_RATIO = 0.75
_ANGLE_COSINE = 0.35
_FEWEST_POINTS = 4
_BATCH = 16384
"""Number of outlines processed together, which limits the memory that a grainy image needs."""


def quads_of(outlines: Sequence[MatLike], shortest_px: float, longest_px: float) -> Floats:
    """Returns the corners of all outlines of a tag's size and shape; ambiguous outlines give several candidates.

    Args:
        outlines: As OpenCV returns them, each (n, 1, 2) int32.
        shortest_px: Shortest edge of a black square.
        longest_px: Longest edge of a black square.

    Returns:
        (n, 4, 2) clockwise in the image, in the order of the outlines.
    """
    whole = [outline for outline in outlines if len(outline) >= _FEWEST_POINTS]
    found = [_quads(whole[first : first + _BATCH], shortest_px, longest_px) for first in range(0, len(whole), _BATCH)]
    return np.concatenate(found) if found else _NONE


_NONE: Floats = np.empty((0, 4, 2))


def _quads(outlines: list[MatLike], shortest_px: float, longest_px: float) -> Floats:
    perimeter_px, may_be_tag = _sieved(outlines, shortest_px, longest_px)
    four: list[tuple[int, MatLike]] = []
    unclear: list[int] = []
    for index in np.flatnonzero(may_be_tag).tolist():
        corners = cv2.approxPolyDP(outlines[index], _CORNER_SHARE * perimeter_px[index], closed=True)
        if len(corners) == 4:
            four.append((index, corners))
        else:
            unclear.append(index)
    # A corner is cut off, or something dark touches the tag: the longest edges or the bounding box are close enough.
    candidates = (_stacked(four), _long_edges(outlines, perimeter_px, unclear), _boxes(outlines, unclear))
    shaped = [_shaped(candidate, shortest_px, longest_px) for candidate in candidates]
    long_enough = ~may_be_tag & (perimeter_px >= 4 * shortest_px)
    long_enough[[index for index in unclear if perimeter_px[index] >= 4 * shortest_px]] = True
    shaped.append(_right_angles(outlines, np.flatnonzero(long_enough).tolist(), shortest_px, longest_px))
    # The order is kept, because the first of several outlines with the same quadrilateral is used.
    order = np.argsort(np.concatenate([owners for owners, _ in shaped]), kind="stable")
    return _clockwise(np.concatenate([quads for _, quads in shaped])[order])


_Candidates = tuple[NDArray[np.intp], Floats]
"""Indices of outlines (n,), and a quadrilateral (n, 4, 2) for each."""


def _stacked(candidates: Sequence[tuple[int, MatLike | Floats]]) -> _Candidates:
    if not candidates:
        return np.empty(0, np.intp), _NONE
    owners, quads = zip(*candidates, strict=True)
    return np.array(owners, np.intp), np.stack([np.asarray(quad, np.float64).reshape(4, 2) for quad in quads])


def _sieved(
    outlines: Sequence[MatLike], shortest_px: float, longest_px: float
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Returns the outlines' perimeters (n,), and whether each is compact and has the size of a tag."""
    points, starts, _ = joined(outlines)
    x, y = np.ascontiguousarray(points.T)
    next_x, next_y = following(x, starts), following(y, starts)
    # The formulas are those of OpenCV's arcLength and contourArea.
    right, down = (next_x - x).astype(np.float32), (next_y - y).astype(np.float32)
    perimeter_px = np.add.reduceat(np.sqrt(right * right + down * down).astype(np.float64), starts)
    area = np.abs(np.add.reduceat(x * next_y.astype(np.float64) - y * next_x.astype(np.float64), starts)) / 2
    size = np.stack([np.maximum.reduceat(axis, starts) - np.minimum.reduceat(axis, starts) + 1 for axis in (x, y)])
    low, high = size.min(axis=0), size.max(axis=0)
    fits = (high >= shortest_px) & (low >= 0.3 * shortest_px) & (high <= 1.5 * longest_px)
    compact = area >= np.maximum(_MIN_SQUARENESS * shortest_px**2, _MIN_COMPACTNESS * (perimeter_px / 4) ** 2)
    return perimeter_px, fits & compact


def _boxes(outlines: Sequence[MatLike], indices: Sequence[int]) -> _Candidates:
    return _stacked([(index, cv2.boxPoints(cv2.minAreaRect(outlines[index]))) for index in indices])


def _long_edges(outlines: Sequence[MatLike], perimeter_px: NDArray[np.float64], indices: Sequence[int]) -> _Candidates:
    """Returns the quadrilateral of each outline's four longest edges, extended until they meet."""
    polygons = [cv2.approxPolyDP(outlines[index], _EDGE_SHARE * perimeter_px[index], closed=True) for index in indices]
    whole = [(index, polygon) for index, polygon in zip(indices, polygons, strict=True) if len(polygon) >= 4]
    if not whole:
        return _stacked([])
    owners = np.array([index for index, _ in whole], np.intp)
    corners, starts, counts = joined([polygon for _, polygon in whole])
    edges = (following(corners, starts) - corners).astype(np.float64)
    shortness = -np.hypot(edges[:, 0], edges[:, 1])
    spans = zip(starts.tolist(), (starts + counts).tolist(), strict=True)
    longest = np.sort(np.stack([begin + shortness[begin:end].argsort()[:4] for begin, end in spans]), axis=1)
    start, along = corners[longest].astype(np.float64), edges[longest]
    before, ahead = np.roll(start, 1, axis=1), np.roll(along, 1, axis=1)
    cross = _cross(ahead, along)
    meet = (np.abs(cross) >= 1e-6).all(axis=1)
    reach = _cross(start - before, along)[meet] / cross[meet]
    return owners[meet], before[meet] + reach[..., None] * ahead[meet]


def _cross(one: Floats, other: Floats) -> Floats:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0], dtype=np.float64)


def _right_angles(
    outlines: Sequence[MatLike], indices: Sequence[int], shortest_px: float, longest_px: float
) -> _Candidates:
    """Completes squares from three corners, for tags whose fourth corner touches something as dark as ink."""
    polygons = [cv2.approxPolyDP(outlines[index], _ANGLE_STRAY_PX, closed=True) for index in indices]
    if not polygons:
        return _stacked([])
    corners, starts, counts = joined(polygons)
    points = corners.astype(np.float64)
    ahead = following(points, starts) - points
    ahead_px = np.hypot(ahead[:, 0], ahead[:, 1])
    before = np.arange(len(points)) - 1
    before[starts] += counts
    # Most edges are far too short.
    chosen = np.flatnonzero((ahead_px > shortest_px) & (ahead_px < longest_px))
    chosen = chosen[(ahead_px[before[chosen]] > shortest_px) & (ahead_px[before[chosen]] < longest_px)]
    owners = np.repeat(np.array(indices, np.intp), counts)[chosen]
    points, back, back_px = points[chosen], -ahead[before[chosen]], ahead_px[before[chosen]]
    ahead, ahead_px = ahead[chosen], ahead_px[chosen]
    cosine = np.abs((back * ahead).sum(axis=1)) / (back_px * ahead_px)
    fits = (np.minimum(back_px, ahead_px) > _ANGLE_EDGE_RATIO * np.maximum(back_px, ahead_px)) & (
        cosine < _ANGLE_COSINE
    )
    owners, points, back, ahead = owners[fits], points[fits], back[fits], ahead[fits]
    return owners, np.stack([points + back, points, points + ahead, points + back + ahead], axis=1)


def _shaped(candidates: _Candidates, shortest_px: float, longest_px: float) -> _Candidates:
    """Returns the quadrilaterals that have the size of a tag, are convex and not too slender."""
    owners, quads = candidates
    edges = quads - np.roll(quads, 1, axis=1)
    edges_px = np.sqrt(np.square(edges).sum(axis=2))
    least_px = np.maximum(shortest_px, _MIN_EDGE_RATIO * edges_px.max(axis=1, initial=0.0))
    fits = (edges_px.min(axis=1, initial=np.inf) >= least_px) & (edges_px.max(axis=1, initial=0.0) <= longest_px)
    turns = _cross(edges, np.roll(edges, -1, axis=1))
    convex = (turns > 0).all(axis=1) | (turns < 0).all(axis=1)
    return owners[fits & convex], quads[fits & convex]


def _clockwise(quads: Floats) -> Floats:
    """Returns the quadrilaterals in clockwise order in the image, where y points down."""
    x, y = quads[..., 0], quads[..., 1]
    area = (x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1)
    return np.where((area > 0)[:, None, None], quads, quads[:, ::-1])
