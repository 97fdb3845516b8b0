"""Rectifies a camera image into a view of the mat from straight above."""

import threading
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.camera.intrinsics import Lens
from vision.observation import MatObservation
from vision.table import MatLayout

MAX_PX = 800  # length of the mat's longer side in the view: about as many pixels as a tablet shows of it
KNOT_PX = 20  # spacing of the knots at which the lens model is evaluated; it is smooth between them
SHIFTED_PX = 0.4  # movement of the image below which the remap tables are kept, because the difference is invisible

Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""OpenCV's fixed-point maps, exact to 1/32 px: it looks images up by them in half the time, with the same result."""


class TopImage:
    """The mat from straight above in one camera image, rectified when it is first looked at: most are never.

    Attributes:
        size_px: Width and height.
    """

    def __init__(self, size_px: tuple[int, int], rectified: Callable[[], Image]) -> None:
        """Prepares an image.

        Args:
            size_px: Width and height.
            rectified: Makes the image, (h, w, 3) BGR, x to the right and y upwards; called once at most, from the
                thread that looks first.
        """
        self.size_px = size_px
        self._rectified: Callable[[], Image] | None = rectified
        self._pixels: Image | None = None
        self._lock = threading.Lock()

    @property
    def pixels(self) -> Image:
        """The image, (h, w, 3) BGR, x to the right and y upwards; may be asked for from any thread."""
        with self._lock:
            if self._rectified is not None:
                # The camera image is freed with what made this one of it.
                self._pixels, self._rectified = self._rectified(), None
            assert self._pixels is not None  # noqa: S101 (it was just made)
            return self._pixels


class TopView:
    """Rectifies images of one camera, and keeps the remap tables while the camera stands still."""

    def __init__(self, mat: MatLayout) -> None:
        """Creates a top view of a mat."""
        self._mat = mat
        self._knots_px: Floats | None = None
        self._maps: Maps | None = None
        self._lock = threading.Lock()
        scale = MAX_PX / max(mat.width_mm, mat.height_mm)
        self._size = round(mat.width_mm * scale), round(mat.height_mm * scale)

    def __call__(self, image: Image, mat: MatObservation) -> TopImage | None:
        """Returns the mat as seen from above.

        Args:
            image: (h, w, 3) BGR or (h, w) grey camera image; kept until somebody looks.
            mat: The mat's pose in the image, with the calibrated or estimated lens.

        Returns:
            The image from above; None if the mat was not found.
        """
        if mat.mat_to_image is None or mat.lens is None:
            return None
        mat_to_image, lens = np.array(mat.mat_to_image), mat.lens
        return TopImage(self._size, lambda: self._rectified(image, mat_to_image, lens))

    def _rectified(self, image: Image, mat_to_image: Floats, lens: Lens) -> Image:
        with self._lock:
            knots_px = self._knots(mat_to_image, lens)
            if self._maps is None or self._knots_px is None or np.abs(knots_px - self._knots_px).max() > SHIFTED_PX:
                self._knots_px = knots_px
                self._maps = self._between_knots(knots_px)
            maps = self._maps
        flat = cv2.remap(image, *maps, cv2.INTER_LINEAR)
        colour = cv2.cvtColor(flat, cv2.COLOR_GRAY2BGR) if flat.ndim == 2 else flat
        return np.ascontiguousarray(colour, dtype=np.uint8)

    def _knots(self, mat_to_image: Floats, lens: Lens) -> Floats:
        """Returns where the knots lie in the image, (rows, columns, 2); the outer knots lie on the mat's edges."""
        columns, rows = (side // KNOT_PX + 1 for side in self._size)
        x_mm, y_mm = np.meshgrid(np.linspace(0, self._mat.width_mm, columns), np.linspace(self._mat.height_mm, 0, rows))
        ideal = np.stack([x_mm.ravel(), y_mm.ravel(), np.ones(x_mm.size)]).T @ mat_to_image.T
        matrix = np.array(lens.matrix)
        rays = np.linalg.solve(matrix, ideal.T).T
        points = (rays / rays[:, 2:]).reshape(-1, 1, 3)
        nowhere = np.zeros(3)
        bent, _ = cv2.projectPoints(points, nowhere, nowhere, matrix, np.array(lens.distortion))
        return np.asarray(bent, dtype=np.float64).reshape(rows, columns, 2)

    def _between_knots(self, knots_px: Floats) -> Maps:
        """Returns the remap tables: for every pixel of the view (h, w) its place in the image."""
        rows, columns = knots_px.shape[:2]
        across = (np.arange(self._size[0], dtype=np.float32) + 0.5) / self._size[0] * (columns - 1)
        down = (np.arange(self._size[1], dtype=np.float32) + 0.5) / self._size[1] * (rows - 1)
        at_x, at_y = np.meshgrid(across, down)
        x_px, y_px = cv2.split(cv2.remap(knots_px.astype(np.float32), at_x, at_y, cv2.INTER_LINEAR))
        whole, rest = cv2.convertMaps(x_px, y_px, cv2.CV_16SC2)
        return whole.astype(np.int16, copy=False), rest.astype(np.uint16, copy=False)
