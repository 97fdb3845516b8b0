"""One camera at one pose, with cached data."""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.camera.intrinsics import Lens
from vision.images.rect import Rect
from vision.simulation.optics import (
    CameraPose,
    Wave,
    direction_field,
    met_surface,
    plane_from_directions,
    project,
    raised_mm,
)

MARGIN_PX = 4
"""Width of the margin for which directions are computed, so that cards at the image's edge are filtered like the
others."""


class SceneCamera:
    """A lens and a pose; projects points of the mat frame to pixels, and rectangles of pixels to planes.

    Heights are heights above the mat: on a wavy mat everything follows the waves.
    """

    def __init__(
        self,
        lens: Lens,
        pose: CameraPose,
        field: NDArray[np.float32] | None = None,
        waves: tuple[Wave, ...] = (),
    ) -> None:
        self.lens = lens
        self.pose = pose
        self.waves = waves
        self.field = direction_field(lens, MARGIN_PX) if field is None else field
        self.frame = Rect(0, 0, *lens.image_size)

    @property
    def standpoint(self) -> tuple[CameraPose, Lens]:
        """Everything that an image of objects at rest depends on."""
        return self.pose, self.lens

    def with_pose(self, pose: CameraPose, waves: tuple[Wave, ...] = ()) -> "SceneCamera":
        """Returns the same lens at another pose, over a mat with these waves."""
        return SceneCamera(self.lens, pose, self.field, waves)

    def project(self, points_mm: Floats) -> Floats:
        """Projects points of the mat frame (n, 3) to pixels (n, 2)."""
        if self.waves:
            points_mm = np.asarray(points_mm, dtype=np.float64).copy()
            points_mm[:, 2] += raised_mm(self.waves, points_mm[:, 0], points_mm[:, 1])
        return project(self.lens, self.pose, points_mm)

    def px_per_mm(self, at_mm: tuple[float, float]) -> float:
        """Returns the image scale at a point of the mat."""
        x_mm, y_mm = at_mm
        a, b, c = self.project(np.array([[x_mm, y_mm, 0.0], [x_mm + 1.0, y_mm, 0.0], [x_mm, y_mm + 1.0, 0.0]]))
        return float((np.linalg.norm(b - a) + np.linalg.norm(c - a)) / 2)

    def plane_places(self, rect: Rect, height_mm: float, to_card: Floats) -> NDArray[np.float32]:
        """Returns where the pixels of a rectangle lie on a plane, (h, w, 2).

        Args:
            rect: Pixels, at most `MARGIN_PX` outside the image.
            height_mm: Height of the plane.
            to_card: 3 × 3 matrix, a similarity, from (X, Y, 1) in the mat frame to the wanted coordinates.
        """
        rows, columns = rect.slices(self.frame.grown(MARGIN_PX))
        seen = self.field[rows, columns]
        if self.waves:
            met = met_surface(self.pose, seen.astype(np.float64), height_mm, self.waves)
            return np.asarray(met @ to_card[:2, :2].T + to_card[:2, 2], dtype=np.float32)
        matrix = (to_card @ plane_from_directions(self.pose, height_mm)).astype(np.float32)
        x, y = seen[..., 0], seen[..., 1]
        weight = 1.0 / (matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2])
        places = np.empty(seen.shape, dtype=np.float32)
        places[..., 0] = (matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]) * weight
        places[..., 1] = (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]) * weight
        return places
