"""Measures the contrast of the print in an image, using the mat's own tags, whose positions are known."""

from statistics import median

import numpy as np

from vision.arrays import Floats, medians
from vision.camera.camera_model import CameraModel
from vision.fiducials.dictionary import dictionary
from vision.images.frame_view import GreyView
from vision.table import MatLayout, Tag

RING_POINTS = 12
"""Points along each side of a tag at which its border and its paper are sampled."""

PAPER_MODULES = 0.6
"""Distance outside the border at which the paper is sampled."""


def mat_contrast(view: GreyView, model: CameraModel, mat: MatLayout) -> float | None:
    """Returns the median contrast, in grey levels, of the mat's tags that lie inside the image; None if there are none.

    Args:
        view: The image.
        model: The camera above the mat.
        mat: The mat, with the positions of its tags.
    """
    half = dictionary(mat.dictionary).bits / 2
    rings = [_ring(half + 0.5), _ring(half + 1.0 + PAPER_MODULES)]
    found = []
    for tag in mat.tags:
        pixels = [_pixels(model, tag, ring / (2 * half + 2)) for ring in rings]
        if all((each >= 0).all() and (each < [view.width_px - 1, view.height_px - 1]).all() for each in pixels):
            ink, paper = (float(medians(view.between(*each.astype(np.float32).T[:, None]).ravel())) for each in pixels)
            found.append(paper - ink)
    return median(found) if found else None


def _ring(half: float) -> Floats:
    """Returns points (n, 2) along a square's sides."""
    along, across = np.linspace(-half, half, RING_POINTS), np.full(RING_POINTS, half)
    sides = ((along, across), (along, -across), (across, along), (-across, along))
    return np.concatenate([np.column_stack(side) for side in sides])


def _pixels(model: CameraModel, tag: Tag, shares: Floats) -> Floats:
    """Returns the pixels (n, 2) of points given as shares of a tag's edge, from its centre."""
    cos, sin = np.cos(tag.angle_rad), np.sin(tag.angle_rad)
    x_mm, y_mm = tag.size_mm * shares.T
    heights = np.full(len(shares), tag.height_mm)
    return model.pixels(
        np.column_stack([tag.x_mm + cos * x_mm - sin * y_mm, tag.y_mm + sin * x_mm + cos * y_mm, heights])
    )
