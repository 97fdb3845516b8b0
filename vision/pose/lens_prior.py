"""The prior distribution of a lens before an image is used: mean and covariance of nine parameters.

The parameters are fx, fy, cx, cy (pixels) and k1, k2, p1, p2, k3. A calibration has small variances, its absence large
ones. The mat's tags in the image then reduce both by the same arithmetic, and the remaining uncertainty is propagated
to every position: Bayesian linear estimation with normal distributions.
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
"""Direction in which the errors of k1, k2 and k3 of a calibration are correlated: they compensate each other in the
visible part of the image."""


@dataclass(frozen=True, slots=True, eq=False)
class LensPrior:
    """A lens and its uncertainty.

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
    """Returns the prior of a calibration made from 16 views of a board with 0.2 px of corner noise.

    Nine such calibrations were compared with the true lenses. The errors were 0.08 % of the focal lengths together and
    0.03 % between them, 1.2 px of the principal point, and, in images 1920 pixels wide, a few thousandths of the radial
    coefficients, which largely compensate each other.
    """
    rms_px = _UNKNOWN_RMS_PX if lens.rms_px is None else lens.rms_px
    share = float(np.clip(rms_px, *_RMS_RANGE_PX)) / _USUAL_RMS_PX
    # The same noise in pixels distorts an image of twice the width half as much.
    finer = _USUAL_WIDTH_PX / lens.image_size[0]
    radial = np.outer(_RADIAL_TRADE, _RADIAL_TRADE) * 2e-3**2 + np.diag(np.square([3e-4, 6e-4, 6e-4]))
    covariance = _covariance(
        lens.matrix[0][0], focal=(8e-4, 3e-4), centre_px=1.2, radial=radial * finer**2, tangential=2e-4 * finer
    )
    return LensPrior(lens.image_size, lens_numbers(lens), covariance * share**2, calibrated=True)


def unknown_prior(image_size: tuple[int, int], focal_px: float) -> LensPrior:
    """Returns the prior of an unknown camera: square pixels, a central principal point, a few per cent of distortion.

    Args:
        image_size: Width and height in pixels.
        focal_px: A first estimate of the focal length; it has hardly any weight.
    """
    width, height = image_size
    radial = np.diag(np.square([0.15, 0.1, 0.05]))
    covariance = _covariance(focal_px, focal=(0.4, 1e-3), centre_px=0.005 * width, radial=radial, tangential=1.0e-3)
    mean = np.array([focal_px, focal_px, (width - 1) / 2, (height - 1) / 2, 0.0, 0.0, 0.0, 0.0, 0.0])
    return LensPrior(image_size, mean, covariance, calibrated=False)


def lens_of(prior: LensPrior, unknowns: Floats) -> Lens:
    """Returns the lens with the nine parameters `unknowns`."""
    fx, fy, cx, cy = (float(value) for value in unknowns[:4])
    return Lens(
        image_size=prior.image_size,
        matrix=((fx, 0.0, cx), (0.0, fy, cy), (0.0, 0.0, 1.0)),
        distortion=tuple(float(value) for value in unknowns[4:9]),
        calibrated=prior.calibrated,
    )


def lens_numbers(lens: Lens) -> Floats:
    """Returns the parameters fx, fy, cx, cy, k1, k2, p1, p2, k3 (9,): the inverse of `lens_of`."""
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    return np.array([fx, fy, cx, cy, *(*lens.distortion, 0.0, 0.0, 0.0, 0.0, 0.0)[:5]])


def _covariance(
    focal_px: float, *, focal: tuple[float, float], centre_px: float, radial: Floats, tangential: float
) -> Floats:
    """Returns the covariance (9, 9).

    Args:
        focal_px: Focal length.
        focal: Relative standard deviations of both focal lengths together, and of their difference.
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
