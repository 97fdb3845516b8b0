"""The camera's place above the mat, from the mat's tags."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Lens
from vision.table import Tag
from vision.tracking.sight import Sight

STRAY_MM = 1.5
"""A mat tag farther than this from where the others put it (and than four times their scatter) is left out."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class MatTagView:
    """One tag of the mat as the picture shows it.

    Attributes:
        tag: As the table file describes it, in the mat frame.
        corners_px: (4, 2) image frame.
        sigma_px: Standard deviation of each coordinate.
    """

    tag: Tag
    corners_px: Floats
    sigma_px: float


@dataclass(frozen=True, slots=True, eq=False)
class MatPose:
    """Where the camera is, and how sure that is.

    Attributes:
        sight: Lens and pose.
        covariance: (6, 6) of the pose's small changes: turn (rad) and shift (mm), both in the camera frame.
        reprojection_px: Root mean square distance of the corners from where the pose puts them.
        strays: Ids of mat tags that do not lie where the mat has them.
        used: How many mat tags told it.
    """

    sight: Sight
    covariance: Floats
    reprojection_px: float
    strays: tuple[int, ...]
    used: int


def solve_mat_pose(lens: Lens, views: list[MatTagView], start: Sight | None = None) -> MatPose | None:
    """The pose that explains the mat's tags.

    Args:
        lens: The lens.
        views: The mat's tags that are seen; at least three.
        start: Where the camera was, if that is known roughly.

    Returns:
        The pose; None if there are too few tags, or they do not fit together.
    """
    views = list(views)
    strays: list[int] = []
    while len(views) >= 3:
        sight = _solved(lens, views, start)
        if sight is None:
            return None
        rests = [view.corners_px - sight.pixels(corners_of(view.tag)) for view in views]
        off_px = np.array([float(np.hypot(*rest.mean(axis=0))) for rest in rests])
        scale = [sight.px_per_mm(view.tag.x_mm, view.tag.y_mm) for view in views]
        worst = int(np.argmax(off_px / scale))
        usual_px = float(np.median(off_px))
        if off_px[worst] <= max(STRAY_MM * scale[worst], 4 * usual_px) or len(views) == 3:
            return _told(sight, views, rests, tuple(strays))
        strays.append(views.pop(worst).tag.id)
        start = None
    return None


def corners_of(tag: Tag) -> Floats:
    """(4, 3) corners of a mat tag in the mat frame."""
    return np.column_stack([np.array(tag.corners_mm()), np.full(4, tag.height_mm)])


def place_sigmas_mm(pose: MatPose, points_mm: Floats) -> Floats:
    """(n,) standard deviation that the pose alone gives points (n, 2) of the mat."""
    flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
    by_pose = _slopes(pose.sight, flat)
    here = pose.sight.pixels(flat)
    by_place = np.stack([pose.sight.pixels(flat + step) - here for step in (np.eye(3)[0], np.eye(3)[1])], axis=2)
    moves = np.linalg.solve(by_place, by_pose)
    spread = moves @ pose.covariance @ moves.transpose(0, 2, 1)
    return np.asarray(np.sqrt(np.linalg.eigvalsh(spread)[:, -1]), dtype=np.float64)


def _slopes(sight: Sight, points_mm: Floats) -> Floats:
    """(n, 2, 6) how the pixels of points (n, 3) change with the pose."""
    here = sight.pixels(points_mm)
    columns = []
    for n in range(6):
        step = np.zeros(6)
        step[n] = 1e-5 if n < 3 else 1e-2
        columns.append((_changed(sight, step).pixels(points_mm) - here) / step[n])
    return np.stack(columns, axis=2)


def _solved(lens: Lens, views: list[MatTagView], start: Sight | None) -> Sight | None:
    points = np.concatenate([corners_of(view.tag) for view in views])
    seen = np.concatenate([view.corners_px for view in views])
    matrix, distortion = np.array(lens.matrix), np.array(lens.distortion)
    if start is None:
        found, turn, shift = cv2.solvePnP(points, seen, matrix, distortion, flags=cv2.SOLVEPNP_IPPE)
        if not found:
            return None
    else:
        turn, shift = cv2.Rodrigues(start.rotation)[0], start.translation.reshape(3, 1).copy()
    turn, shift = cv2.solvePnPRefineLM(points, seen, matrix, distortion, turn, shift)
    rotation = np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64)
    sight = Sight(lens, rotation, np.asarray(shift, dtype=np.float64).reshape(3))
    return sight if np.isfinite(sight.translation).all() and sight.camera_mm[2] > 0 else None


def _told(sight: Sight, views: list[MatTagView], rests: list[Floats], strays: tuple[int, ...]) -> MatPose:
    slopes = _slopes(sight, np.concatenate([corners_of(view.tag) for view in views])).reshape(-1, 6)
    weights = np.repeat([view.sigma_px**-2 for view in views], 8)
    normal = slopes.T @ (slopes * weights[:, None])
    rest = np.concatenate(rests)
    # What the tags' corners scatter by beyond their own noise (lens, print) weighs as if it were noise of each tag.
    square = float((rest**2).sum(axis=1).mean())
    noise = float(np.mean([2 * view.sigma_px**2 for view in views]))
    covariance: Floats = np.asarray(np.linalg.inv(normal) * max(1.0, square / noise), dtype=np.float64)
    return MatPose(sight, covariance, float(np.sqrt(square)), strays, len(views))


def _changed(sight: Sight, step: Floats) -> Sight:
    turn = np.asarray(cv2.Rodrigues(step[:3])[0], dtype=np.float64)
    return Sight(sight.lens, turn @ sight.rotation, turn @ sight.translation + step[3:])
