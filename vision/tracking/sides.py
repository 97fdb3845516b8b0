"""Squares of which one side shows: where tags may lie that something covers in part.

Of a tag that is covered by less than half, at least one side of its black square shows from corner to corner. Its
size being known, one side and which way is dark make the square. All straight pieces of outlines that are as long as a
tag's side on the mat are tried.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.sight import Sight
from vision.table import Tag
from vision.tracking.view import View

WINDOWS = (0.55, 1.0, 1.6)
"""Neighbourhoods, in edges of the tag, by which black is told from white."""

STEP = 5.0
STRAY_PX = (1.0, 1.6)
"""How far an outline may stray from a straight side."""

LENGTHS = (0.82, 1.12)
"""Length of a side as a share of the true one: corners are rounded, outlines run inside."""

INSIDE_PX = 0.6
"""How far outlines run inside the tag's edges."""

LEAST_STEP = 10.0
"""Grey levels between the paper beside a side and the ink."""

PLACES = np.linspace(-0.4, 0.4, 7)
"""Where along a side paper and ink are compared, as shares of it."""

BESIDE = 0.6
"""How far from the side, in modules …"""

UNCLEAR = 0.15
"""… and at which share of the places they may differ less."""

SAME_MM, SAME_RAD = 0.7, 0.08

Floats = NDArray[np.float64]


def squares_on_sides(view: View, sight: Sight, tag: Tag, module_mm: float) -> Floats:
    """Where tags of one size may lie.

    Args:
        view: The picture.
        sight: Camera above the mat.
        tag: Of that size and height.
        module_mm: Edge of a module.

    Returns:
        (n, 3) centre in mm and angle in rad; the side that shows is the first, along the angle.
    """
    scale = _scale(view, sight)
    sides_px = _straight(view.grey(view.whole), tag.size_mm * scale)
    if not len(sides_px):
        return np.empty((0, 3))
    ends = sight.on_plane(sides_px.reshape(-1, 2), tag.height_mm).reshape(-1, 2, 2)
    sides = ends[:, 1] - ends[:, 0]
    length_mm = np.hypot(*sides.T)
    share = (length_mm + 2 * INSIDE_PX / scale) / tag.size_mm
    fits = (share > LENGTHS[0]) & (share < LENGTHS[1])
    middle, along = ends[fits].mean(axis=1), sides[fits] / length_mm[fits, None]
    inward = np.column_stack([along[:, 1], -along[:, 0]])
    places = middle[:, None] + along[:, None] * (PLACES * tag.size_mm)[None, :, None]
    outer, inner = (
        _values(view, sight, places + (way * BESIDE * module_mm) * inward[:, None], tag.height_mm) for way in (-1, 1)
    )
    # A side that is dark the other way runs the other way.
    way = np.sign(np.median(outer - inner, axis=1))[:, None]
    parted = np.quantile((outer - inner) * way, UNCLEAR, axis=1) > LEAST_STEP
    centre = middle + way * inward * (tag.size_mm / 2 - INSIDE_PX / scale)
    angle = np.arctan2(*(way * along).T[::-1])
    return _without_repeats(np.column_stack([centre, angle])[parted])


def _scale(view: View, sight: Sight) -> float:
    middle = sight.on_plane(np.array([[view.width_px / 2, view.height_px / 2]]), 0.0)
    return float(sight.scales(middle)[0])


def _straight(grey: Image, side_px: float) -> Floats:
    """(n, 2, 2) the ends of all straight pieces of outlines that are about as long as a side."""
    calm = cv2.GaussianBlur(grey, (0, 0), 0.7)
    found: list[Floats] = []
    for window in WINDOWS:
        wide = max(5, round(window * side_px)) | 1
        dark = cv2.adaptiveThreshold(calm, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, wide, STEP)
        outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            _, _, width, height = cv2.boundingRect(outline)
            if max(width, height) < 0.6 * side_px:
                continue
            for stray_px in STRAY_PX:
                points = cv2.approxPolyDP(outline, stray_px, closed=True).reshape(-1, 2).astype(np.float64)
                found.append(np.stack([points, np.roll(points, -1, axis=0)], axis=1))
    sides = np.concatenate(found) if found else np.empty((0, 2, 2))
    length_px = np.hypot(*(sides[:, 1] - sides[:, 0]).T)
    # Tags far from the middle look smaller or larger, by a third at most.
    return np.asarray(sides[(length_px > 0.6 * side_px) & (length_px < 1.5 * side_px)])


def _values(view: View, sight: Sight, points_mm: Floats, height_mm: float) -> Floats:
    """(n, m) grey values at points (n, m, 2) of the mat."""
    flat = points_mm.reshape(-1, 2)
    seen = sight.pixels(np.column_stack([flat, np.full(len(flat), height_mm)])).astype(np.float32)
    x_px, y_px = seen.T.reshape(2, *points_mm.shape[:2])
    return view.between(x_px, y_px).astype(np.float64)


def _without_repeats(starts: Floats) -> Floats:
    cells = np.column_stack([np.round(starts[:, :2] / SAME_MM), np.round(starts[:, 2] / SAME_RAD)]).astype(np.int64)
    _, first = np.unique(cells, axis=0, return_index=True)
    return starts[np.sort(first)]
