"""Refines the corners of a tag whose id is known, using all its pixels.

Nine unknowns are fitted to the grey values: the coordinates of the black square's four corners, and the blur. Where
the lens is known, pixels are undistorted first, so that straight edges are straight. The fitting step is that of
`vision.fiducials.photometric_model`; the covariance follows from its normal matrix and the residuals.

Method: Gauss-Newton by iteratively reweighted least squares with Tukey's weights; the covariance is the sandwich
covariance.

References:
    White 1980 (the covariance).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.camera.intrinsics import Lens
from vision.camera.lens_model import from_ideal_px, to_ideal_px
from vision.fiducials.decoder import homographies
from vision.fiducials.photometric_model import Samples, TagView, Tone, compare, noise_of, tukey_weights

_MARGIN_MODULES = 0.7
_MAX_SAMPLES = 5000
_STEPS = 12
_BLUR_PX = (0.35, 4.0)
_FIRST_BLUR_PX = 0.8
_MAX_STEP_PX = 2.0
_CLOSE_ENOUGH_PX = 2e-3
_MISPRINTED = 0.35
"""A module counts as hidden if it differs from the model by more than this share of the contrast."""


@dataclass(frozen=True, slots=True, eq=False)
class TagFit:
    """A fitted tag.

    Attributes:
        corners_px: (4, 2) in the distorted image, from the pattern's top left.
        covariance_px: (8, 8) of the corners, x and y alternating, from the noise of this tag's pixels.
        blur_px: Standard deviation of the blur.
        correlation: Correlation of grey values and model, -1 to 1.
        worst_module: Largest mean misfit of any module of the code, as a share of the contrast.
        hidden_share: Share of the black square whose modules are not as printed.
        noise_grey: Standard deviation of the residuals in grey levels.
        contrast_grey: Contrast between ink and paper in grey levels.
    """

    corners_px: Floats
    covariance_px: Floats
    blur_px: float
    correlation: float
    worst_module: float
    hidden_share: float
    noise_grey: float
    contrast_grey: float


def gather(grey: Image, corners_px: Floats, margin_px: float) -> Samples:
    """Collects the pixels in a tag's bounding box plus `margin_px`; too many are subsampled evenly."""
    height, width = grey.shape
    low = np.floor(corners_px.min(axis=0) - margin_px)
    high = np.ceil(corners_px.max(axis=0) + margin_px)
    x0, y0 = int(max(low[0], 0)), int(max(low[1], 0))
    x1, y1 = int(min(high[0] + 1, width)), int(min(high[1] + 1, height))
    stride = max(1, round(np.sqrt(max(x1 - x0, 0) * max(y1 - y0, 0) / _MAX_SAMPLES)))
    x, y = np.meshgrid(np.arange(x0, x1, stride), np.arange(y0, y1, stride))
    points = np.column_stack([x.ravel(), y.ravel()])
    return Samples(points.astype(np.float64), grey[points[:, 1], points[:, 0]].astype(np.float64))


def fit_tag(grey: Image, corners_px: Floats, pattern: Floats, lens: Lens | None = None) -> TagFit | None:
    """Fits the corners of a tag.

    Args:
        grey: (h, w) uint8.
        corners_px: (4, 2) image frame, from the pattern's top left, accurate to about half a module.
        pattern: From `TagDictionary.pattern`.
        lens: The lens; None if unknown, in which case the tag's edges are assumed to be straight in the image.

    Returns:
        The fit; None if the tag does not lie inside the image or the fit diverges.
    """
    half = len(pattern) / 2 - 1
    module_px = _edge_px(corners_px) / (2 * half)
    samples = gather(grey, corners_px, (_MARGIN_MODULES + 0.5) * module_px)
    if len(samples.grey) < 60:
        return None
    ideal = _ideal(lens, np.vstack([corners_px, samples.points]))
    corners, points = ideal[:4], ideal[4:]
    inside = np.abs(_tag_points(points, corners, _square(half))).max(axis=1) < half + _MARGIN_MODULES
    points, values = points[inside], samples.grey[inside]
    if len(values) < 60:
        return None
    fitted = _iterate(points, values, corners, pattern, module_px)
    if fitted is None:
        return None
    corners, view, covariance = fitted
    corners = corners if lens is None else from_ideal_px(lens, corners)
    return _described(view, pattern, corners, covariance, module_px)


def _iterate(
    points: Floats, values: Floats, corners: Floats, pattern: Floats, module_px: float
) -> tuple[Floats, TagView, Floats] | None:
    half = len(pattern) / 2 - 1
    square = _square(half)
    blur = _FIRST_BLUR_PX / module_px
    start = corners
    tone = Tone.of_values(values)
    weights = np.ones(len(values))
    covariance: Floats = np.eye(8)
    for step in range(_STEPS):
        tag_points = _tag_points(points, corners, square)
        moves = _corner_moves(tag_points, corners, half)
        fit = compare(pattern, TagView(values, tag_points, blur, tone), moves, weights)
        tone = Tone.of_light(fit.light)
        noise = noise_of(fit.residual)
        weights = tukey_weights(fit.residual, noise * (3.0 if step < 2 else 1.0))
        weighted = fit.slopes * weights[:, None]
        normal = fit.slopes.T @ weighted
        normal[np.diag_indices_from(normal)] += 1e-9 * np.trace(normal) / len(normal) + 1e-9
        inverse = np.linalg.inv(normal)
        change = inverse @ (weighted.T @ fit.residual)
        moved = np.clip(change[1:9], -_MAX_STEP_PX, _MAX_STEP_PX)
        corners = corners + moved.reshape(4, 2)
        blur = float(np.clip(blur + np.clip(change[0], -0.1, 0.1), _BLUR_PX[0] / module_px, _BLUR_PX[1] / module_px))
        # Residuals are largest along edges, where they matter most, so each pixel's own residual is used (White 1980).
        pulls = weighted * fit.residual[:, None]
        covariance = np.asarray((inverse @ (pulls.T @ pulls) @ inverse)[1:9, 1:9], dtype=np.float64)
        if np.abs(corners - start).max() > 1.5 * module_px + 2.0 or not cv2.isContourConvex(
            corners.astype(np.float32).reshape(-1, 1, 2)
        ):
            return None
        if step > 2 and np.abs(moved).max() < _CLOSE_ENOUGH_PX:
            break
    return corners, TagView(values, _tag_points(points, corners, square), blur, tone), covariance


def _described(view: TagView, pattern: Floats, corners_px: Floats, covariance: Floats, module_px: float) -> TagFit:
    values = view.grey
    no_moves = np.zeros((len(values), 0))
    fit = compare(pattern, view, (no_moves, no_moves), np.ones(len(values)))
    noise = noise_of(fit.residual)
    fit = compare(pattern, view, (no_moves, no_moves), tukey_weights(fit.residual, 2 * noise))
    contrast = float(fit.light[3])
    worst, hidden = _module_misfit(fit.residual / max(abs(contrast), 1.0), view.tag_points, len(pattern))
    model = values - fit.residual
    spread = float(values.std() * model.std())
    correlation = float(((values - values.mean()) * (model - model.mean())).mean() / spread) if spread > 0 else 0.0
    return TagFit(
        corners_px=corners_px,
        covariance_px=covariance,
        blur_px=view.blur * module_px,
        correlation=correlation if contrast > 0 else -abs(correlation),
        worst_module=worst,
        hidden_share=hidden,
        noise_grey=noise_of(fit.residual),
        contrast_grey=contrast,
    )


def _module_misfit(misfit: Floats, tag_points: Floats, size: int) -> tuple[float, float]:
    """Returns the largest mean misfit of a module of the code, and the share of the square that is not as printed."""
    index = np.clip(np.floor(tag_points + size / 2).astype(np.intp), 0, size - 1)
    flat = index[:, 1] * size + index[:, 0]
    count = np.bincount(flat, minlength=size * size)
    mean = np.abs(np.bincount(flat, weights=misfit, minlength=size * size)) / np.maximum(count, 1)
    inside = mean.reshape(size, size)[1:-1, 1:-1]
    return float(inside[1:-1, 1:-1].max()), float((inside > _MISPRINTED).mean())


def _tag_points(points: Floats, corners: Floats, square: Floats) -> Floats:
    back = homographies(corners, square[None])[0]
    mapped = np.column_stack([points, np.ones(len(points))]) @ back.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:3], dtype=np.float64)


def _corner_moves(tag_points: Floats, corners: Floats, half: float) -> tuple[Floats, Floats]:
    """Returns how u and v at fixed pixels change with the eight corner coordinates.

    A corner moves the tag's points with bilinear weights. The perspective across one tag is small enough for the steps
    to converge all the same.
    """
    s = (tag_points + half) / (2 * half)
    shares = np.column_stack(
        [(1 - s[:, 0]) * (1 - s[:, 1]), s[:, 0] * (1 - s[:, 1]), s[:, 0] * s[:, 1], (1 - s[:, 0]) * s[:, 1]]
    )
    along_u = ((1 - s[:, 1:]) * (corners[1] - corners[0]) + s[:, 1:] * (corners[2] - corners[3])) / (2 * half)
    along_v = ((1 - s[:, :1]) * (corners[3] - corners[0]) + s[:, :1] * (corners[2] - corners[1])) / (2 * half)
    det = along_u[:, 0] * along_v[:, 1] - along_u[:, 1] * along_v[:, 0]
    u_rates = np.column_stack([along_v[:, 1], -along_v[:, 0]]) / det[:, None]
    v_rates = np.column_stack([-along_u[:, 1], along_u[:, 0]]) / det[:, None]
    return (
        -(shares[:, :, None] * u_rates[:, None, :]).reshape(len(s), 8),
        -(shares[:, :, None] * v_rates[:, None, :]).reshape(len(s), 8),
    )


def _square(half: float) -> Floats:
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def _edge_px(corners_px: Floats) -> float:
    return float(np.linalg.norm(corners_px - np.roll(corners_px, 1, axis=0), axis=1).mean())


def _ideal(lens: Lens | None, points_px: Floats) -> Floats:
    return points_px if lens is None else to_ideal_px(lens, points_px)
