"""What is known of a lens before the picture is looked at, as a mean and a covariance of nine numbers.

The numbers are fx, fy, cx, cy (pixels) and k1, k2, p1, p2, k3. A calibration leaves small doubts, the lack of one
large ones; the picture's mat tags then narrow both by the same arithmetic, and what doubt remains is carried into
every place: Bayesian linear estimation with normal distributions.
"""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.camera.intrinsics import Lens

LENS_UNKNOWNS = 9
_USUAL_RMS_PX = 0.27
_USUAL_WIDTH_PX = 1920
_UNKNOWN_RMS_PX = 0.4
_RMS_RANGE_PX = (0.1, 1.5)
_RADIAL_TRADE = np.array([1.0, -2.8, 2.6])
"""How k1, k2 and k3 of a calibration err together: one hides the others over the part of the picture that is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class LensPrior:
    """A lens and how sure it is.

    Attributes:
        image_size: Width and height in pixels.
        mean: (9,) fx, fy, cx, cy, k1, k2, p1, p2, k3.
        covariance: (9, 9).
        calibrated: Whether it comes from a calibration.
    """

    image_size: tuple[int, int]
    mean: Floats
    covariance: Floats
    calibrated: bool


def calibrated_prior(lens: Lens) -> LensPrior:
    """A calibration with the doubts that 16 views of a board with 0.2 px of corner noise leave.

    Nine such calibrations held against the true lenses: focal lengths off by 0.08 % together and 0.03 % apart, the
    principal point by 1.2 px, and the radial coefficients, in pictures 1920 pixels wide, by a few thousandths that
    largely cancel one another.
    """
    rms_px = _UNKNOWN_RMS_PX if lens.rms_px is None else lens.rms_px
    share = float(np.clip(rms_px, *_RMS_RANGE_PX)) / _USUAL_RMS_PX
    # The same pixels of noise bend a picture of twice the width half as much.
    finer = _USUAL_WIDTH_PX / lens.image_size[0]
    radial = np.outer(_RADIAL_TRADE, _RADIAL_TRADE) * 2e-3**2 + np.diag(np.square([3e-4, 6e-4, 6e-4]))
    covariance = _covariance(
        lens.matrix[0][0], focal=(8e-4, 3e-4), centre_px=1.2, radial=radial * finer**2, tangential=2e-4 * finer
    )
    return LensPrior(lens.image_size, lens_numbers(lens), covariance * share**2, calibrated=True)


def unknown_prior(image_size: tuple[int, int], focal_px: float) -> LensPrior:
    """What cameras have in common: square pixels, a principal point near the middle, a few per cent of distortion.

    Args:
        image_size: Width and height in pixels.
        focal_px: A first guess of the focal length; it hardly counts.
    """
    width, height = image_size
    radial = np.diag(np.square([0.15, 0.1, 0.05]))
    covariance = _covariance(focal_px, focal=(0.4, 1e-3), centre_px=0.005 * width, radial=radial, tangential=1.0e-3)
    mean = np.array([focal_px, focal_px, (width - 1) / 2, (height - 1) / 2, 0.0, 0.0, 0.0, 0.0, 0.0])
    return LensPrior(image_size, mean, covariance, calibrated=False)


def lens_of(prior: LensPrior, unknowns: Floats) -> Lens:
    """The lens of nine numbers."""
    fx, fy, cx, cy = (float(value) for value in unknowns[:4])
    return Lens(
        image_size=prior.image_size,
        matrix=((fx, 0.0, cx), (0.0, fy, cy), (0.0, 0.0, 1.0)),
        distortion=tuple(float(value) for value in unknowns[4:9]),
        calibrated=prior.calibrated,
    )


def lens_numbers(lens: Lens) -> Floats:
    """(9,) fx, fy, cx, cy, k1, k2, p1, p2, k3: the inverse of `lens_of`."""
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    return np.array([fx, fy, cx, cy, *(*lens.distortion, 0.0, 0.0, 0.0, 0.0, 0.0)[:5]])


def _covariance(
    focal_px: float, *, focal: tuple[float, float], centre_px: float, radial: Floats, tangential: float
) -> Floats:
    """(9, 9) covariance.

    Args:
        focal_px: Focal length.
        focal: Relative standard deviation of both focal lengths together, and of each against the other.
        centre_px: Standard deviation of the principal point.
        radial: (3, 3) covariance of k1, k2, k3.
        tangential: Standard deviation of p1 and p2.
    """
    together, apart = focal
    covariance = np.zeros((LENS_UNKNOWNS, LENS_UNKNOWNS))
    covariance[:2, :2] = (together * focal_px) ** 2 + np.eye(2) * (apart * focal_px) ** 2
    covariance[2:4, 2:4] = np.eye(2) * centre_px**2
    covariance[np.ix_((4, 5, 8), (4, 5, 8))] = radial
    covariance[6:8, 6:8] = np.eye(2) * tangential**2
    return covariance
