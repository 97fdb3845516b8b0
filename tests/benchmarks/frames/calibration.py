"""What a calibration makes of a true lens: off by what 16 views of a board with noisy corners leave open.

The covariance comes from the views' own least squares (lens and all poses unknown), not from a rule of thumb; the
noise of one calibration is one draw from it.
"""

import math
from dataclasses import replace

import numpy as np

from tests.benchmarks.frames.optics import TrueCamera, bend
from vision import Lens

VIEWS = 16
CORNER_NOISE_PX = 0.2
BOARD_MM = np.stack(np.meshgrid(np.arange(6) * 40.0 - 100, np.arange(4) * 40.0 - 60), -1).reshape(-1, 2)
INTRINSICS = 9
STEPS = np.array([1e-2] * 4 + [1e-6] * 5 + [1e-6] * 3 + [1e-3] * 3)


def calibrated_lens(camera: TrueCamera, rng: np.random.Generator) -> Lens:
    """The lens as one calibration of that camera gives it."""
    true = _intrinsics(camera)
    information = np.zeros((INTRINSICS, INTRINSICS))
    for _ in range(VIEWS):
        pose = _random_pose(camera, rng)
        slopes = _slopes(np.concatenate([true, pose]))
        inside, outside = slopes[:, :INTRINSICS], slopes[:, INTRINSICS:]
        shared = inside.T @ outside
        information += inside.T @ inside - shared @ np.linalg.solve(outside.T @ outside, shared.T)
    covariance = np.linalg.inv(information) * CORNER_NOISE_PX**2
    fx, fy, cx, cy, *distortion = (float(value) for value in rng.multivariate_normal(true, covariance))
    exact = camera.exact_lens()
    matrix = ((fx, 0.0, cx), (0.0, fy, cy), (0.0, 0.0, 1.0))
    rms_px = CORNER_NOISE_PX * math.sqrt(2) * float(rng.normal(1, 0.01))
    return replace(exact, matrix=matrix, distortion=tuple(distortion), rms_px=round(rms_px, 4))


def _intrinsics(camera: TrueCamera) -> np.ndarray:
    k = camera.matrix
    return np.array([k[0, 0], k[1, 1], k[0, 2], k[1, 2], *camera.distortion])


def _random_pose(camera: TrueCamera, rng: np.random.Generator) -> np.ndarray:
    """Turn (rotation vector) and place of a board that fills a good part of the picture, tilted up to 35°."""
    width, height = camera.size
    while True:
        tilt, way = math.radians(rng.uniform(5, 35)), rng.uniform(0, math.tau)
        turn = np.array([tilt * math.cos(way), tilt * math.sin(way), rng.uniform(-0.3, 0.3)])
        depth_mm = camera.matrix[0, 0] * 230 / (rng.uniform(0.35, 0.75) * width)
        shift = (rng.uniform(-0.35, 0.35, 2) * [width, height]) / camera.matrix[0, 0] * depth_mm
        pose = np.array([*turn, *shift, depth_mm])
        shown = _shown(np.concatenate([_intrinsics(camera), pose]))
        if shown.min() > 0 and (shown < [width, height]).all():
            return pose


def _shown(unknowns: np.ndarray) -> np.ndarray:
    focal, middle, distortion, turn, shift = np.split(unknowns, [2, 4, 9, 12])
    angle = float(np.linalg.norm(turn))
    axis = turn / angle
    points = np.column_stack([BOARD_MM, np.zeros(len(BOARD_MM))])
    turned = (  # Rodrigues
        points * math.cos(angle)
        + np.cross(axis, points) * math.sin(angle)
        + np.outer(points @ axis, axis) * (1 - math.cos(angle))
    ) + shift
    return bend(turned[:, :2] / turned[:, 2:], distortion)[0] * focal + middle


def _slopes(unknowns: np.ndarray) -> np.ndarray:
    columns = []
    for index, step in enumerate(STEPS):
        high, low = unknowns.copy(), unknowns.copy()
        high[index] += step
        low[index] -= step
        columns.append((_shown(high) - _shown(low)).ravel() / (2 * step))
    return np.stack(columns, axis=1)
