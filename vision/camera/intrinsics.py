"""The intrinsics of one camera's lens. `camera.toml` holds this data.

The model is OpenCV's pinhole model with five distortion coefficients. The image frame has (0, 0) at the centre of the
top left pixel. The pose is not part of the intrinsics: it is computed for every image from the mat's tags.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lens:
    """The mapping from directions to pixels of a camera.

    Attributes:
        image_size: Width and height of its images, in pixels.
        matrix: Camera matrix, row by row, ((fx, 0, cx), (0, fy, cy), (0, 0, 1)), in pixels.
        distortion: (k1, k2, p1, p2, k3), OpenCV's order.
        rms_px: Reprojection error of the calibration, if known.
        made_at: When the calibration was made, ISO 8601 in UTC, if known.
        calibrated: Whether it comes from a calibration; False if it was estimated from an image of the mat.
        error_mm: Bound of the position error due to the lens for 95 % of the places on a 600 mm mat, if known.
    """

    image_size: tuple[int, int]
    matrix: tuple[tuple[float, float, float], ...]
    distortion: tuple[float, ...]
    rms_px: float | None = None
    made_at: str | None = None
    calibrated: bool = True
    error_mm: float | None = None
