"""Converts the uncertainty of a lens to millimetres on the mat.

A wrong lens does not shift positions by itself: the pose is computed from the mat's tags with the same wrong lens and
compensates most of the error. Only the rest matters. Therefore each lens drawn from the covariance gets the pose that
fits the mat's tags best, and the position error is then computed all over the mat.

Method: Monte Carlo propagation of the covariance through the linearised camera.

References:
    JCGM 101:2008.
"""

import cv2
import numpy as np

from vision.arrays import Floats
from vision.calibration.bundle_adjustment import LENS_UNKNOWNS, matrix_of

MAT_MM = 600.0
"""Edge length of the playing area for which the error is stated."""
FILLED = 0.85
"""Share of the image's shorter side that the mat fills when the camera hangs straight above it."""
TAGS_OUTSIDE_MM = 22.0
"""Distance of the mat's own tags from the playing area: there are eight, at corners and edge midpoints."""
GRID = 13
DRAWS = 400


def mat_error_mm(shared: Floats, covariance: Floats, image_size: tuple[int, int], share: float = 0.95) -> float:
    """Returns the position error on the mat that is due to the lens alone.

    Args:
        shared: Lens as in `bundle_adjustment`: fx, fy, cx, cy, k1, k2, p1, p2, k3 first.
        covariance: (9, 9) of those.
        image_size: Width and height in pixels.
        share: The quantile.

    Returns:
        The distance in mm that this share of the positions on the mat does not exceed, over all plausible lenses.
    """
    by_lens, by_pose, inverse = _derivatives(shared, image_size)
    tags = _tag_places()
    grid_count = GRID * GRID
    tag_rows = slice(2 * grid_count, 2 * (grid_count + len(tags)))
    taken_up = np.linalg.lstsq(by_pose[tag_rows], by_lens[tag_rows], rcond=None)[0]
    left_px = (by_lens - by_pose @ taken_up)[: 2 * grid_count].reshape(grid_count, 2, LENS_UNKNOWNS)
    left_mm = inverse @ left_px
    values, vectors = np.linalg.eigh(covariance)
    drawn = np.random.default_rng(0).normal(size=(DRAWS, LENS_UNKNOWNS)) * np.sqrt(np.maximum(values, 0.0))
    errors_mm = np.einsum("gij,dj->gdi", left_mm, drawn @ vectors.T)
    return float(np.quantile(np.linalg.norm(errors_mm, axis=2), share))


def _derivatives(shared: Floats, image_size: tuple[int, int]) -> tuple[Floats, Floats, Floats]:
    """Returns the derivatives of the pixels by lens and by pose, and the mm per pixel at each grid point.

    The pixels are those of the grid points, followed by those of the tags.
    """
    width, height = image_size
    distance_mm = float(np.mean(shared[:2])) * MAT_MM / (FILLED * min(width, height))
    places = np.vstack([_grid_places(), _tag_places()])
    points = np.column_stack([places, np.zeros(len(places))])
    # The camera is straight above the mat, and the mat's centre is in the image's centre.
    shift = np.array([(width / 2 - shared[2]) / shared[0], (height / 2 - shared[3]) / shared[1], 1.0]) * distance_mm
    _, jacobian = cv2.projectPoints(points, np.zeros(3), shift, matrix_of(shared), shared[4:9])
    by_place = jacobian[: 2 * GRID * GRID, 3:5].reshape(-1, 2, 2)
    by_lens, by_pose = np.asarray(jacobian[:, 6:15], np.float64), np.asarray(jacobian[:, :6], np.float64)
    return by_lens, by_pose, np.asarray(np.linalg.inv(by_place), np.float64)


def _grid_places() -> Floats:
    line = np.linspace(-MAT_MM / 2, MAT_MM / 2, GRID)
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


def _tag_places() -> Floats:
    reach = MAT_MM / 2 + TAGS_OUTSIDE_MM
    return np.array([(x, y) for x in (-reach, 0.0, reach) for y in (-reach, 0.0, reach) if (x, y) != (0.0, 0.0)])
