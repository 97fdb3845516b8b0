"""One camera's lens: the data behind `camera.toml`.

OpenCV's pinhole model with five distortion coefficients; the image frame has (0, 0) at the centre of the top left
pixel. The pose is not part of it: every picture finds its own from the mat's tags.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lens:
    """How a camera maps directions to pixels.

    Attributes:
        image_size: Width and height of its pictures, in pixels.
        matrix: Camera matrix by rows, ((fx, 0, cx), (0, fy, cy), (0, 0, 1)), in pixels.
        distortion: (k1, k2, p1, p2, k3), OpenCV's order.
        rms_px: Reprojection error of the calibration, where known.
        made_at: When it was made, ISO 8601 in UTC, where known.
        calibrated: Whether it comes from a calibration; False for one estimated from a picture of the mat.
        error_mm: 95 % of places on a 600 mm mat are off by less because of the lens, where known.
    """

    image_size: tuple[int, int]
    matrix: tuple[tuple[float, float, float], ...]
    distortion: tuple[float, ...]
    rms_px: float | None = None
    made_at: str | None = None
    calibrated: bool = True
    error_mm: float | None = None
