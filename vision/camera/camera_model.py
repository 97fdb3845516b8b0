"""The camera above the mat: projects points to pixels, and pixels back to a plane."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.camera.intrinsics import Lens
from vision.camera.lens_model import pixels_of, rays_of


@dataclass(frozen=True, slots=True, eq=False)
class CameraModel:
    """A lens and its pose (intrinsics and extrinsics).

    Attributes:
        lens: The lens, calibrated or estimated.
        rotation: (3, 3), mat frame to camera frame.
        translation: (3,) mm, the mat's origin in the camera frame.
    """

    lens: Lens
    rotation: Floats
    translation: Floats

    @property
    def camera_mm(self) -> Floats:
        """Position of the camera in the mat frame, (3,)."""
        return np.asarray(-self.rotation.T @ self.translation)

    def pixels(self, points_mm: Floats) -> Floats:
        """Projects points (n, 3) of the mat frame to pixels (n, 2) of the distorted image."""
        seen = points_mm @ self.rotation.T + self.translation
        return pixels_of(self.lens, seen[:, :2] / seen[:, 2:])

    def on_plane(self, points_px: Floats, height_mm: float) -> Floats:
        """Projects pixels (n, 2) onto the plane at a height above the mat; returns (n, 2) in the mat frame."""
        rays = np.column_stack([rays_of(self.lens, points_px), np.ones(len(points_px))]) @ self.rotation
        camera = self.camera_mm
        return np.asarray(camera[:2] + rays[:, :2] * ((height_mm - camera[2]) / rays[:, 2:]))

    def px_per_mm(self, x_mm: float, y_mm: float) -> float:
        """Returns the image scale at a point of the mat."""
        return float(self.scales(np.array([[x_mm, y_mm]]))[0])

    def scales(self, points_mm: Floats) -> Floats:
        """Returns the image scale (n,), in pixels per mm, at points (n, 2) of the mat, without distortion."""
        depth_mm = points_mm @ self.rotation[2, :2] + self.translation[2]
        return np.asarray(self.lens.matrix[0][0] / depth_mm)
