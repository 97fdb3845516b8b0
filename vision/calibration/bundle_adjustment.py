"""Least squares over all views at once: the lens, a pose for each view, and the bow of the board.

`cv2.calibrateCamera` gives an initial solution. It is refined here, for three reasons. Misdetected corners must have
less weight (Huber). The board may be bowed, which no pose can explain and which would otherwise distort the lens. And
the full covariance of the lens is needed: its standard deviations alone do not determine the error on the mat, since
focal length and distortion, or centre and tangential distortion, have correlated errors that mostly cancel.

The normal matrix has the shape of an arrow: each view's pose is coupled with the shared unknowns and with no other
pose, so the poses are eliminated view by view (Schur complement).

Method: bundle adjustment by Levenberg-Marquardt steps with Huber's loss (iteratively reweighted least squares).

References:
    Triggs, McLauchlan, Hartley and Fitzgibbon 2000; Huber 1964; Zhang 2000 (the initial solution).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

LENS_UNKNOWNS = 9
"""Number of the lens's unknowns: fx, fy, cx, cy, k1, k2, p1, p2, k3."""
BOW_UNKNOWNS = 3
"""Number of the bow's unknowns. The board's height above its plane in mm is bow · (u², uv, v²), with u and v from -1 to
1 over the board."""
SHARED_UNKNOWNS = LENS_UNKNOWNS + BOW_UNKNOWNS
K3 = 8
ROUNDS = 50
SCALES = 3
HUBER_SIGMAS = 4.0
"""Threshold of Huber's loss, in standard deviations of one coordinate; 0.03 % of the lengths of normal residuals exceed
it."""
MEDIAN_LENGTH_TO_SIGMA = 0.849
"""Converts a median length to a standard deviation: the median length of a normal error in two coordinates is 1.177 of
its standard deviation in one."""
MIN_SIGMA_PX = 0.005


@dataclass(frozen=True, slots=True)
class BoardView:
    """The data of one image.

    Attributes:
        points_mm: (n, 2) corners on the flat board.
        points_px: (n, 2) the same corners in the image.
    """

    points_mm: Floats
    points_px: Floats


@dataclass(frozen=True, slots=True)
class Solution:
    """The best-fitting lens, poses and bow.

    Attributes:
        shared: (12,) the lens's unknowns, then the bow's, in the order of the constants' docstrings.
        poses: (views, 6) rotation vector and translation in mm, from the board's frame to the camera's.
        residuals_px: For each view (n, 2), image minus model.
        covariance: (9, 9) of the lens's unknowns, estimated from the noise of the corners.
        covariance_by_views: (9, 9) of the lens's unknowns, estimated from the disagreement between views; it includes
            errors that the corners of one view share.
        bow_sigma: (3,) standard deviations of the bow's unknowns.
    """

    shared: Floats
    poses: Floats
    residuals_px: tuple[Floats, ...]
    covariance: Floats
    covariance_by_views: Floats
    bow_sigma: Floats


@dataclass(slots=True)
class _Normal:
    """The normal equations at one point, with the poses eliminated.

    Attributes:
        matrix: (k, k) for the k free shared unknowns.
        gradients: For each view (k,).
        back: For each view (6,) and (6, k): the pose's step is the first minus the second times the shared step.
        cost: Sum of Huber losses.
    """

    matrix: Floats
    cost: float
    gradients: list[Floats] = field(default_factory=list)
    back: list[tuple[Floats, Floats]] = field(default_factory=list)


def solve_bundle(
    views: Sequence[BoardView], image_size: tuple[int, int], half_board_mm: tuple[float, float], free: NDArray[np.bool_]
) -> Solution:
    """Finds the lens that explains all views best.

    Args:
        views: Three or more, not all parallel, each with six or more corners that are not collinear.
        image_size: Width and height in pixels.
        half_board_mm: Half the chessboard's width and height.
        free: (12,) which shared unknowns are estimated; the others stay 0.
    """
    shared, poses = _first_solution(views, image_size)
    problem = _Problem(views, np.array(half_board_mm), free)
    for _ in range(SCALES):
        # The outlier threshold depends on how well the other corners fit, so the scale is estimated again.
        problem.set_scale(shared, poses)
        shared, poses = problem.descend(shared, poses)
    return problem.solution(shared, poses)


class _Problem:
    def __init__(self, views: Sequence[BoardView], half_board_mm: Floats, free: NDArray[np.bool_]) -> None:
        self._views = views
        self._free = free
        self._bow_basis = [_bow_basis(view.points_mm, half_board_mm) for view in views]
        self._huber_px = np.inf

    def set_scale(self, shared: Floats, poses: Floats) -> None:
        lengths_px = np.concatenate(
            [np.linalg.norm(self.residual(i, shared, pose), axis=1) for i, pose in enumerate(poses)]
        )
        self._huber_px = HUBER_SIGMAS * max(float(np.median(lengths_px)) * MEDIAN_LENGTH_TO_SIGMA, MIN_SIGMA_PX)

    def descend(self, shared: Floats, poses: Floats) -> tuple[Floats, Floats]:
        """Runs Levenberg-Marquardt steps until they no longer improve the result."""
        damping = 1e-3
        now = self.normal(shared, poses)
        for _ in range(ROUNDS):
            shared_step, pose_steps = self._step(now, damping)
            trial = self.normal(shared + shared_step, poses + pose_steps)
            gain = now.cost - trial.cost
            if gain >= 0:
                shared, poses, now = shared + shared_step, poses + pose_steps, trial
                damping = max(damping / 10, 1e-9)
                if gain <= 1e-9 * now.cost:
                    break
            else:
                damping *= 10
                if damping > 1e6:
                    break
        return shared, poses

    def residual(self, i: int, shared: Floats, pose: Floats) -> Floats:
        """Returns image minus model (n, 2), in pixels."""
        projected, _ = cv2.projectPoints(self._points(i, shared), pose[:3], pose[3:], matrix_of(shared), shared[4:9])
        return self._views[i].points_px - projected.reshape(-1, 2)

    def normal(self, shared: Floats, poses: Floats) -> _Normal:
        """Linearises the sum of Huber losses."""
        count = int(self._free.sum())
        now = _Normal(np.zeros((count, count)), 0.0)
        for i, pose in enumerate(poses):
            residual, a, b = self._linear(i, shared, pose)
            lengths = np.linalg.norm(residual, axis=1)
            weights = np.repeat(np.minimum(1.0, self._huber_px / np.maximum(lengths, 1e-12)), 2)
            r = weights * residual.reshape(-1)
            pose_inverse = np.linalg.pinv((b.T * weights) @ b, hermitian=True)
            coupling = pose_inverse @ ((b.T * weights) @ a)
            alone = pose_inverse @ (b.T @ r)
            now.matrix += ((a - b @ coupling).T * weights) @ a
            now.gradients.append((a - b @ coupling).T @ r)
            now.back.append((alone, coupling))
            now.cost += _huber_cost(lengths, self._huber_px)
        return now

    def solution(self, shared: Floats, poses: Floats) -> Solution:
        """Returns the result with its covariances."""
        now = self.normal(shared, poses)
        residuals = tuple(self.residual(i, shared, pose) for i, pose in enumerate(poses))
        lengths = np.concatenate([np.linalg.norm(residual, axis=1) for residual in residuals])
        unknowns = len(now.matrix) + poses.size
        variance_px2 = 2 * _huber_cost(lengths, self._huber_px) / max(1, 2 * len(lengths) - unknowns)
        inverse = np.linalg.pinv(now.matrix, hermitian=True)
        scores = np.array(now.gradients)
        count = len(scores)
        sandwich = inverse @ (scores.T @ scores) @ inverse * (count / max(1, count - 1))
        by_noise, by_views = np.zeros((2, SHARED_UNKNOWNS, SHARED_UNKNOWNS))
        by_noise[np.ix_(self._free, self._free)] = variance_px2 * inverse
        by_views[np.ix_(self._free, self._free)] = sandwich
        return Solution(
            shared,
            poses,
            residuals,
            by_noise[:LENS_UNKNOWNS, :LENS_UNKNOWNS],
            by_views[:LENS_UNKNOWNS, :LENS_UNKNOWNS],
            np.sqrt(np.maximum(np.diag(by_noise), np.diag(by_views)))[LENS_UNKNOWNS:],
        )

    def _step(self, now: _Normal, damping: float) -> tuple[Floats, Floats]:
        damped = now.matrix + damping * np.diag(np.diag(now.matrix))
        step = np.linalg.lstsq(damped, np.sum(now.gradients, axis=0), rcond=None)[0]
        shared_step = np.zeros(SHARED_UNKNOWNS)
        shared_step[self._free] = step
        return shared_step, np.array([alone - coupling @ step for alone, coupling in now.back])

    def _points(self, i: int, shared: Floats) -> Floats:
        flat = self._views[i].points_mm
        return np.column_stack([flat, self._bow_basis[i] @ shared[LENS_UNKNOWNS:]])

    def _linear(self, i: int, shared: Floats, pose: Floats) -> tuple[Floats, Floats, Floats]:
        """Returns the residual (n, 2), and the model's derivatives (2n, 12 free) and (2n, 6)."""
        projected, jacobian = cv2.projectPoints(
            self._points(i, shared), pose[:3], pose[3:], matrix_of(shared), shared[4:9]
        )
        up = cv2.Rodrigues(pose[:3])[0][:, 2]
        by_height = jacobian[:, 3:6] @ up
        by_bow = by_height[:, None] * np.repeat(self._bow_basis[i], 2, axis=0)
        by_shared = np.column_stack([jacobian[:, 6:15], by_bow])[:, self._free]
        residual = self._views[i].points_px - projected.reshape(-1, 2)
        return residual, np.asarray(by_shared, np.float64), np.asarray(jacobian[:, :6], np.float64)


def matrix_of(shared: Floats) -> Floats:
    """Returns the camera matrix."""
    fx, fy, cx, cy = shared[:4]
    return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])


def bow_mm(shared: Floats) -> float:
    """Returns the bow of the board: the range of its height after any plane is removed."""
    u, v = np.meshgrid(np.linspace(-1, 1, 21), np.linspace(-1, 1, 21))
    flat = np.stack([u.ravel(), v.ravel()], axis=1)
    height_mm = _bow_basis(flat, np.ones(2), middle=np.zeros(2)) @ shared[LENS_UNKNOWNS:]
    return float(np.ptp(height_mm))


def _bow_basis(points_mm: Floats, half_board_mm: Floats, middle: Floats | None = None) -> Floats:
    u, v = ((points_mm - (half_board_mm if middle is None else middle)) / half_board_mm).T
    return np.stack([u * u, u * v, v * v], axis=1)


def _huber_cost(lengths_px: Floats, huber_px: float) -> float:
    near = lengths_px <= huber_px
    return float(np.sum(np.where(near, lengths_px**2 / 2, huber_px * (lengths_px - huber_px / 2))))


def _first_solution(views: Sequence[BoardView], image_size: tuple[int, int]) -> tuple[Floats, Floats]:
    objects = [np.column_stack([view.points_mm, np.zeros(len(view.points_mm))]).astype(np.float32) for view in views]
    images = [view.points_px.astype(np.float32) for view in views]
    # k3 is left out, because it diverges if the corners do not extend far enough outwards.
    _, matrix, distortion, turns, shifts = cv2.calibrateCamera(
        objects, images, image_size, np.eye(3), np.zeros(5), flags=cv2.CALIB_FIX_K3
    )
    shared = np.zeros(SHARED_UNKNOWNS)
    shared[:4] = matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2]
    shared[4:9] = np.asarray(distortion).ravel()[:5]
    poses = np.array([np.concatenate([turn.ravel(), shift.ravel()]) for turn, shift in zip(turns, shifts, strict=True)])
    return shared, poses
