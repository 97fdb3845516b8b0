"""The camera of the rendered frames: where a point of the mat appears, and which point of the mat a pixel looks at.

Both ways are written out from the lens model's formula and share nothing with the program's camera code: points go
forward through the distortion, pixels go back by Newton's method. Pixels are OpenCV's, millimetres the mat's.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision import Lens

NEWTON_STEPS = 7

LENSES = {  # focal length over picture width, and (k1, k2, p1, p2, k3)
    "phone": (0.745, (0.042, -0.115, 0.0, 0.0, 0.052)),
    "webcam": (0.645, (-0.112, 0.051, 0.0, 0.0, 0.0)),
    "wide": (0.492, (-0.154, 0.042, 0.0, 0.0, 0.0)),
}


@dataclass(frozen=True, slots=True)
class TrueCamera:
    """One camera as it really is.

    Attributes:
        size: Width and height of the picture in pixels.
        matrix: (3, 3) camera matrix.
        distortion: (k1, k2, p1, p2, k3).
        rotation: (3, 3), mat to camera.
        centre_mm: (3,) where it is, mat frame.
        tilt_deg: Between its axis and the vertical.
        lens: Name of the kind of lens.
    """

    size: tuple[int, int]
    matrix: np.ndarray
    distortion: np.ndarray
    rotation: np.ndarray
    centre_mm: np.ndarray
    tilt_deg: float
    lens: str

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        """(…, 3) points of the mat frame to (…, 2) pixels."""
        seen = (np.asarray(points_mm, float) - self.centre_mm) @ self.rotation.T
        bent, _ = bend(seen[..., :2] / seen[..., 2:], self.distortion)
        return bent * [self.matrix[0, 0], self.matrix[1, 1]] + self.matrix[:2, 2]

    def directions(self, pixels: np.ndarray) -> np.ndarray:
        """(…, 2) pixels to (…, 3) directions in the mat frame."""
        bent = (pixels - self.matrix[:2, 2]) / [self.matrix[0, 0], self.matrix[1, 1]]
        straight = bent.copy()
        for _ in range(NEWTON_STEPS):
            there, slope = bend(straight, self.distortion)
            miss = bent - there
            xx, xy, yy = slope
            area = xx * yy - xy * xy
            straight = straight + np.stack(
                [(yy * miss[..., 0] - xy * miss[..., 1]) / area, (xx * miss[..., 1] - xy * miss[..., 0]) / area], -1
            )
        return np.concatenate([straight, np.ones_like(straight[..., :1])], axis=-1) @ self.rotation

    def on_plane(self, pixels: np.ndarray, height_mm: float = 0.0) -> np.ndarray:
        """(…, 2) pixels to the (…, 2) points that they look at in the plane at that height."""
        ways = self.directions(pixels)
        reach = (height_mm - self.centre_mm[2]) / ways[..., 2:]
        return self.centre_mm[:2] + reach * ways[..., :2]

    def exact_lens(self) -> Lens:
        """The lens as it is, in the program's form."""
        fx, fy, (cx, cy) = self.matrix[0, 0], self.matrix[1, 1], self.matrix[:2, 2]
        rows = ((float(fx), 0.0, float(cx)), (0.0, float(fy), float(cy)), (0.0, 0.0, 1.0))
        return Lens(self.size, rows, tuple(float(k) for k in self.distortion))


def bend(straight: np.ndarray, distortion: np.ndarray) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """What the lens does to (…, 2) directions at depth 1, and the slopes dx/dx, dx/dy (which is dy/dx) and dy/dy."""
    k1, k2, p1, p2, k3 = distortion
    x, y = straight[..., 0], straight[..., 1]
    r2 = x * x + y * y
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    grow = k1 + r2 * (2 * k2 + r2 * 3 * k3)
    bent = np.stack(
        [x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x), y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y], -1
    )
    cross = 2 * x * y * grow + 2 * p1 * x + 2 * p2 * y
    return bent, (
        radial + 2 * x * x * grow + 2 * p1 * y + 6 * p2 * x,
        cross,
        radial + 2 * y * y * grow + 6 * p1 * y + 2 * p2 * x,
    )


def random_camera(
    rng: np.random.Generator, size: tuple[int, int], lens: str, tilt_deg: float, must_show_mm: np.ndarray
) -> TrueCamera:
    """A camera of that kind, tilted, turned any way round, as low as shows all of some points.

    Args:
        rng: Source of the chances.
        size: Width and height of its pictures.
        lens: A key of `LENSES`.
        tilt_deg: Between its axis and the vertical.
        must_show_mm: (N, 2) points of the mat's plane.
    """
    per_width, typical = LENSES[lens]
    focal_px = size[0] * per_width * rng.uniform(0.97, 1.03)
    middle = (np.array(size) - 1) / 2 + rng.normal(0, 0.004, 2) * size[0]
    matrix = np.array([[focal_px, 0, middle[0]], [0, focal_px * rng.normal(1, 0.0006), middle[1]], [0, 0, 1]])
    distortion = np.array(typical) * rng.uniform(0.9, 1.08)
    distortion[2:4] = rng.normal(0, 0.0005, 2)
    roll = math.radians(rng.choice([0, 0, 180, 90, 270]) + rng.uniform(-8, 8))
    rotation, backwards = _pose(math.radians(tilt_deg), rng.uniform(0, math.tau), roll)
    points = np.column_stack([must_show_mm, np.zeros(len(must_show_mm))])
    aim = np.array([*(must_show_mm.mean(axis=0) + rng.normal(0, 6, 2)), 0.0])
    away_mm = 300.0
    while True:
        camera = TrueCamera(size, matrix, distortion, rotation, aim + away_mm * backwards, tilt_deg, lens)
        shown = camera.project(points)
        edge = 0.004 * size[0]
        if shown.min() >= edge and (shown <= np.array(size) - 1 - edge).all():
            return camera
        away_mm *= 1.01
        aim[:2] += 0.1 * (
            camera.on_plane((shown.min(0) + shown.max(0)) / 2) - camera.on_plane((np.array(size) - 1) / 2)
        )


def _pose(tilt: float, towards: float, roll: float) -> tuple[np.ndarray, np.ndarray]:
    """Rotation of mat to camera, and the unit vector from what it aims at to where it is."""
    forward = np.array([math.sin(tilt) * math.cos(towards), math.sin(tilt) * math.sin(towards), -math.cos(tilt)])
    right = np.cross(forward, [math.sin(roll), math.cos(roll), 0.0])
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(forward, right), forward]), -forward
