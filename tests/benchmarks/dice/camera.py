"""A pinhole camera above a table; millimetres, z up, the table at z = 0."""

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Pinhole:
    """Where the camera is and how it looks.

    Attributes:
        place_mm: (3,) its centre.
        turn: (3, 3) rows are the camera's axes (right, down, ahead) in the world.
        focal_px: Focal length.
        size: Width and height of the picture, px.
    """

    place_mm: np.ndarray
    turn: np.ndarray
    focal_px: float
    size: tuple[int, int]

    @property
    def middle_px(self) -> np.ndarray:
        return np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        """(…, 3) to (…, 2) pixels."""
        seen = (points_mm - self.place_mm) @ self.turn.T
        return seen[..., :2] / seen[..., 2:] * self.focal_px + self.middle_px

    def rays(self, pixels: np.ndarray) -> np.ndarray:
        """(…, 2) pixels to (…, 3) unit directions in the world."""
        flat = (pixels - self.middle_px) / self.focal_px
        ahead = np.concatenate([flat, np.ones_like(flat[..., :1])], -1)
        rays = ahead @ self.turn
        return rays / np.sqrt(np.einsum("...i,...i->...", rays, rays))[..., None]

    def ground(self, pixels: np.ndarray, height_mm: float = 0.0) -> np.ndarray:
        """(…, 2) pixels to (…, 2) places on the table."""
        flat = (pixels - self.middle_px) / self.focal_px
        rays = flat[..., :1] * self.turn[0] + flat[..., 1:] * self.turn[1] + self.turn[2]
        far = (height_mm - self.place_mm[2]) / rays[..., 2:]
        return self.place_mm[:2] + far * rays[..., :2]


def looking_at(
    target_mm: np.ndarray, far_mm: float, angles_rad: tuple[float, float, float], focal_px: float, size: tuple[int, int]
) -> Pinhole:
    """A camera that looks at a point of the table.

    Args:
        target_mm: (2,) the point.
        far_mm: How far away.
        angles_rad: Lean from straight above, the side it leans to, and the picture's turn against the table's x.
        focal_px: Focal length.
        size: Width and height of the picture, px.
    """
    lean, side, roll = angles_rad
    back = np.array([math.sin(lean) * math.cos(side), math.sin(lean) * math.sin(side), math.cos(lean)])
    ahead = -back
    away = np.array([-math.cos(side), -math.sin(side), 0.0])
    right = np.cross(ahead, away if lean < 1e-6 else np.array([0.0, 0.0, 1.0]))
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    # Turned about the line of sight until the picture's right is the table's x, and by the roll from there.
    roll += math.atan2(down[0], right[0])
    cos, sin = math.cos(roll), math.sin(roll)
    turn = np.array([cos * right + sin * down, -sin * right + cos * down, ahead])
    return Pinhole(np.array([*target_mm, 0.0]) + far_mm * back, turn, focal_px, size)
