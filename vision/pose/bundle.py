"""Computes the lens and pose that explain the mat's tags best, with their covariance.

There are fifteen unknowns: rotation and translation of the camera, and the nine of `lens_prior`. The tags' corners are
weighted by the precision of their fits, and the prior constrains the lens. With a calibration the prior is tight, and
the image corrects it only slightly; without one it is loose, and this is self-calibration.

Method: bundle adjustment of one view, a maximum a posteriori estimate by Levenberg-Marquardt steps. The covariance is
the inverse of the normal matrix, scaled up if the residuals exceed the tags' noise.

References:
    Triggs, McLauchlan, Hartley and Fitzgibbon 2000, "Bundle adjustment: a modern synthesis".
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.camera.intrinsics import Lens
from vision.fiducials.corner_refinement import TagFit
from vision.pose.lens_prior import LensPrior, lens_numbers, lens_of
from vision.table import Tag

UNKNOWNS = 15
_LENS_MODEL_SHARE = 1.5
"""Factor on the lens's standard deviation: a lens estimated from one flat view hides model errors where no tag lies."""
_LENS_BENT = 3.0
"""Distance of a lens from its prior, in standard deviations, beyond which all uncertainties grow with it."""

_STEPS = 60
_FLOOR_PX = 0.006
_COMMON_FLOOR_PX = 0.003
_BLEED_PX = 0.15
"""Uncertainty of a tag's edges: the camera's tone curve and sharpening shift the boundary of ink and paper, so that a
tag's size is unreliable."""
NOISE_SHARE = 2.0
"""Factor on the noise of a fit: neighbouring pixels have correlated noise (JPEG, upscaling), so the fit underestimates
its error."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraFit:
    """Lens and pose with their covariance.

    Attributes:
        model: Lens and pose.
        covariance: (15, 15) of rotation vector, translation (mm), fx, fy, cx, cy, k1, k2, p1, p2, k3.
        reprojection_px: Reprojection error: root mean square distance of the corners from their projection.
        misfit: Residual of each tag's corners in standard deviations, in the order of the arguments.
        off_px: Residual of each tag's corners in pixels, in the same order.
        lens_off: Root mean square distance of the lens from its prior, in standard deviations.
    """

    model: CameraModel
    covariance: Floats
    reprojection_px: float
    misfit: tuple[float, ...]
    off_px: tuple[float, ...]
    lens_off: float = 0.0


def corner_covariance(fit: TagFit) -> Floats:
    """Returns the covariance (8, 8) in px² of a fitted tag's corners, including errors that the fit cannot estimate."""
    covariance = fit.covariance_px * NOISE_SHARE**2 + np.eye(8) * _FLOOR_PX**2
    covariance[0::2, 0::2] += _COMMON_FLOOR_PX**2
    covariance[1::2, 1::2] += _COMMON_FLOOR_PX**2
    outwards = fit.corners_px - fit.corners_px.mean(axis=0)
    outwards = (outwards / np.linalg.norm(outwards, axis=1, keepdims=True)).ravel()
    return np.asarray(covariance + _BLEED_PX**2 * np.outer(outwards, outwards), dtype=np.float64)


def corner_weight(fit: TagFit) -> Floats:
    """Returns the inverse (8, 8) of `corner_covariance`."""
    return np.asarray(np.linalg.inv(corner_covariance(fit)), dtype=np.float64)


def mat_corners_mm(tag: Tag) -> Floats:
    """Returns the corners (4, 3) of a mat tag in the mat frame."""
    return np.column_stack([np.array(tag.corners_mm()), np.full(4, tag.height_mm)])


def fit_camera(pairs: list[tuple[Tag, TagFit]], prior: LensPrior, start: CameraModel) -> CameraFit | None:
    """Fits lens and pose.

    Args:
        pairs: The mat's tags with their fits; two or more.
        prior: The prior distribution of the lens.
        start: Approximate lens and pose.

    Returns:
        The fit; None if it does not converge.
    """
    points = np.concatenate([mat_corners_mm(tag) for tag, _ in pairs])
    seen = np.concatenate([fit.corners_px for _, fit in pairs])
    weights = [corner_weight(fit) for _, fit in pairs]
    hold = np.asarray(np.linalg.inv(prior.covariance), dtype=np.float64)
    unknowns = np.concatenate([cv2.Rodrigues(start.rotation)[0].ravel(), start.translation, lens_numbers(start.lens)])
    damping = 1e-3
    cost, normal, pull = _system(points, seen, weights, unknowns, (prior.mean, hold))
    for _ in range(_STEPS):
        diagonal = np.diag(normal)
        change = np.linalg.solve(normal + np.diag(damping * diagonal), pull)
        tried = _system(points, seen, weights, unknowns + change, (prior.mean, hold))
        if tried[0] < cost:
            settled = cost - tried[0] < 1e-7 * cost
            unknowns = unknowns + change
            cost, normal, pull = tried
            damping = max(damping / 5, 1e-9)
            if settled:
                break
        else:
            damping *= 6
            if damping > 1e8:
                break
    return _described(points, seen, weights, unknowns, normal, prior)


def camera_slopes(model: CameraModel, points_mm: Floats) -> Floats:
    """Returns the derivatives (2 N, 15) of the pixels of points (N, 3) by the camera's unknowns."""
    lens = model.lens
    _, slopes = cv2.projectPoints(
        points_mm,
        cv2.Rodrigues(model.rotation)[0],
        model.translation,
        np.array(lens.matrix),
        np.array(lens.distortion),
    )
    return np.asarray(slopes[:, :UNKNOWNS], dtype=np.float64)


def _described(
    points: Floats, seen: Floats, weights: list[Floats], unknowns: Floats, normal: Floats, prior: LensPrior
) -> CameraFit | None:
    if not np.isfinite(unknowns).all():
        return None
    model = camera_model_of(lens_of(prior, unknowns[6:]), unknowns[:3], unknowns[3:6])
    rests = (seen - model.pixels(points)).reshape(-1, 4, 2)
    misfit = [float(np.sqrt(r.ravel() @ w @ r.ravel() / 8)) for r, w in zip(rests, weights, strict=True)]
    covariance = np.asarray(np.linalg.inv(normal), dtype=np.float64)
    # If the residuals exceed the noise (a creased mat, a bent tag), all uncertainties grow; they never shrink.
    spread = max(1.0, float(np.mean(np.square(misfit))) * 8 * len(misfit) / max(8 * len(misfit) - 8, 8))
    away = unknowns[6:] - prior.mean
    lens_off = float(np.sqrt(away @ np.linalg.solve(prior.covariance, away) / len(away)))
    if lens_off > _LENS_BENT:
        # The tags bent the lens out of its calibration: whatever did that is not modelled.
        spread = max(spread, lens_off**2)
    if not prior.calibrated:
        spread *= _LENS_MODEL_SHARE**2
    return CameraFit(
        model=model,
        covariance=covariance * spread,
        reprojection_px=float(np.sqrt((rests**2).sum(axis=2).mean())),
        misfit=tuple(misfit),
        off_px=tuple(float(np.hypot(*rest.mean(axis=0))) for rest in rests),
        lens_off=lens_off,
    )


def camera_model_of(lens: Lens, turn: Floats, shift_mm: Floats) -> CameraModel:
    """Returns lens and pose from a rotation vector (3,) and a translation (3,)."""
    rotation = np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64)
    return CameraModel(lens, rotation, np.asarray(shift_mm, dtype=np.float64))


def _system(
    points: Floats, seen: Floats, weights: list[Floats], unknowns: Floats, held: tuple[Floats, Floats]
) -> tuple[float, Floats, Floats]:
    """Returns cost, normal matrix (15, 15) and right-hand side (15,) at `unknowns`."""
    fx, fy, cx, cy = unknowns[6:10]
    matrix = np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])
    pixels, slopes = cv2.projectPoints(points, unknowns[:3], unknowns[3:6], matrix, unknowns[10:15])
    rests = (seen - pixels.reshape(-1, 2)).reshape(-1, 8)
    slopes = slopes[:, :UNKNOWNS].reshape(-1, 8, UNKNOWNS)
    stack = np.stack(weights)
    weighted = np.matmul(stack, rests[:, :, None])
    mean, hold = held
    away = unknowns[6:] - mean
    flat = slopes.reshape(-1, UNKNOWNS)
    normal = flat.T @ np.matmul(stack, slopes).reshape(-1, UNKNOWNS)
    normal[6:, 6:] += hold
    pull = flat.T @ weighted.ravel()
    pull[6:] -= hold @ away
    cost = float(rests.ravel() @ weighted.ravel() + away @ hold @ away)
    return (cost if np.isfinite(cost) else np.inf), normal, pull
