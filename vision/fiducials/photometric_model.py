"""Fits a tag's printed pattern to grey values: the step that all placement methods share.

The image of a tag is modelled as

    grey = (1, u, v) · offset + (1, u, v) · gain * appearance(u, v)

with (u, v) in the tag frame, so that light that varies linearly over the tag, on ink and paper alike, causes no error.
A lens blurs light, not grey values. Cameras store approximately the 2.2th root of the light, so with a blur of one
pixel the paper spreads over the ink by half a pixel. `Tone` applies that curve to a blend of ink and paper.

The unknowns that move the tag (its corners, or a base's pose) enter through the derivative of (u, v) by them. Each step
is Gauss-Newton with Tukey's weights (iteratively reweighted least squares), so that covered parts of a tag lose
influence; the scale of the noise is the median absolute deviation.

References:
    Baker and Matthews 2004; Beaton and Tukey 1974 (weights).
"""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, medians, percentiles
from vision.fiducials.tag_image import TagAppearance, appearance

LIGHT_UNKNOWNS = 6
_GAMMA = 2.2
_TUKEY = 4.7
_MIN_NOISE = 0.6
"""Lower limit of the noise in grey levels: rounding to 8 bits and JPEG leave at least this much."""
_BLUR_STEP = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Pixels that show a tag and its margin.

    Attributes:
        points: (N, 2) positions, in the plane in which the caller moves the tag.
        grey: (N,) grey values.
    """

    points: Floats
    grey: Floats


@dataclass(frozen=True, slots=True)
class Tone:
    """Grey values of ink and paper; the camera's tone curve maps blends between them.

    Attributes:
        ink: Grey value of black modules.
        paper: Grey value of white modules; greater than `ink`.
    """

    ink: float
    paper: float

    @staticmethod
    def of_values(grey: Floats) -> "Tone":
        """Returns a first estimate from a tag's pixels."""
        ink, paper = (float(percentiles(grey, percent)) for percent in (8.0, 92.0))
        return Tone(ink, max(paper, ink + 1.0))

    @staticmethod
    def of_light(light: Floats) -> "Tone":
        """Returns the tone of fitted light coefficients (the offset is the first, the gain the fourth)."""
        ink = float(np.clip(light[0], 0.0, 250.0))
        return Tone(ink, float(np.clip(light[0] + light[3], ink + 1.0, 400.0)))

    def bend(self, seen: TagAppearance) -> TagAppearance:
        """Applies the tone curve to a blend in linear light; 0 is ink, 1 is paper."""
        dark, bright = self.ink**_GAMMA, self.paper**_GAMMA
        light = np.maximum(dark + (bright - dark) * seen.value, 1e-3)
        grey = light ** (1 / _GAMMA)
        rate = grey / light * (bright - dark) / (_GAMMA * (self.paper - self.ink))
        return TagAppearance((grey - self.ink) / (self.paper - self.ink), seen.slope_u * rate, seen.slope_v * rate)


@dataclass(frozen=True, slots=True, eq=False)
class PhotometricResiduals:
    """The residuals of a tag's pixels, and their derivatives by the unknowns.

    Attributes:
        residual: (N,) grey values minus the model.
        slopes: (N, 1 + P + 6): derivatives of the model by the blur, the P geometric unknowns and the light.
        light: (6,) best-fitting offset and gain, each with its gradients.
        seen: The pattern as blurred by the lens.
    """

    residual: Floats
    slopes: Floats
    light: Floats
    seen: TagAppearance


@dataclass(frozen=True, slots=True, eq=False)
class TagView:
    """A tag's pixels in the tag frame, with the parameters of the image.

    Attributes:
        grey: (N,) grey values.
        tag_points: (N, 2) the pixels' positions in the tag frame.
        blur: Standard deviation of the blur in modules.
        tone: Grey values of ink and paper.
    """

    grey: Floats
    tag_points: Floats
    blur: float
    tone: Tone


def light_basis(tag_points: Floats, seen: TagAppearance, half_modules: float) -> Floats:
    """Returns (N, 6): columns 1, u, v, and the same times the pattern; u and v are ±1 at the tag's edge."""
    plain = np.column_stack([np.ones(len(tag_points)), tag_points / half_modules])
    return np.hstack([plain, plain * seen.value[:, None]])


def compare(pattern: Floats, view: TagView, moves: tuple[Floats, Floats], weights: Floats) -> PhotometricResiduals:
    """Compares pixels with a tag of known pose.

    Args:
        pattern: (m, m) from `TagDictionary.pattern`.
        view: The pixels in the tag frame.
        moves: ((N, P), (N, P)) derivatives of u and v of each pixel by the geometric unknowns.
        weights: (N,) weight of each pixel when the light is fitted.
    """
    half_modules = len(pattern) / 2 - 1
    grey, tag_points = view.grey, view.tag_points
    seen = view.tone.bend(appearance(pattern, tag_points, view.blur))
    basis = light_basis(tag_points, seen, half_modules)
    weighted = basis * weights[:, None]
    light: Floats = np.linalg.solve(basis.T @ weighted + 1e-6 * np.eye(LIGHT_UNKNOWNS), weighted.T @ grey).astype(
        np.float64
    )
    gain = light[3] + (tag_points / half_modules) @ light[4:6]
    more_blur = view.tone.bend(appearance(pattern, tag_points, view.blur + _BLUR_STEP)).value - seen.value
    slopes = np.hstack(
        [
            (gain * more_blur / _BLUR_STEP)[:, None],
            (gain * seen.slope_u)[:, None] * moves[0] + (gain * seen.slope_v)[:, None] * moves[1],
            basis,
        ]
    )
    return PhotometricResiduals(grey - basis @ light, slopes, light, seen)


def noise_of(residual: Floats) -> float:
    """Returns the standard deviation of the residuals, robust to outliers."""
    return max(_MIN_NOISE, 1.4826 * float(medians(np.abs(residual))))


def tukey_weights(residual: Floats, noise: float) -> Floats:
    """Returns weights (N,) from 1 (inlier) to 0 (outlier)."""
    ratio = np.minimum(np.abs(residual) / (_TUKEY * noise), 1.0)
    return (1.0 - ratio**2) ** 2
