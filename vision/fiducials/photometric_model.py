"""Fitting a tag's printed pattern to grey values: the common step of all placements.

The picture of a tag is taken to be

    grey = (1, u, v) · offset + (1, u, v) · gain * appearance(u, v)

with (u, v) the tag frame, so that light which changes evenly over the tag, on ink and on paper alike, does no harm.
A lens blurs light, not grey values: cameras store the light's 2.2th root or nearly so, which makes paper bleed over
ink by half a pixel at a blur of one. `Tone` carries a blend of ink and paper through that curve.

Whatever moves the tag (corners, or a base's place) enters as the change of (u, v) with those unknowns. Each step is
Gauss-Newton with Tukey's weights (iteratively reweighted least squares), so that what hides part of a tag loses its
say; the scale of the noise is the median absolute deviation.

References:
    Baker and Matthews 2004; Beaton and Tukey 1974 (weights).
"""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.fiducials.tag_image import TagAppearance, appearance

LIGHT_UNKNOWNS = 6
_GAMMA = 2.2
_TUKEY = 4.7
_MIN_NOISE = 0.6
"""Grey levels: rounding to 8 bit and JPEG leave at least this much."""
_BLUR_STEP = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Pixels that show a tag and its margin.

    Attributes:
        points: (N, 2) where they lie, in whatever plane the caller moves the tag in.
        grey: (N,) grey values.
    """

    points: Floats
    grey: Floats


@dataclass(frozen=True, slots=True)
class Tone:
    """Grey values of ink and paper, between which a camera's curve bends a blend of both.

    Attributes:
        ink: Grey value of black modules.
        paper: Grey value of white ones; above `ink`.
    """

    ink: float
    paper: float

    @staticmethod
    def of_values(grey: Floats) -> "Tone":
        """A first guess from a tag's pixels."""
        ink, paper = np.percentile(grey, (8.0, 92.0))
        return Tone(float(ink), float(max(paper, ink + 1.0)))

    @staticmethod
    def of_light(light: Floats) -> "Tone":
        """From fitted light (offset first, gain fourth)."""
        ink = float(np.clip(light[0], 0.0, 250.0))
        return Tone(ink, float(np.clip(light[0] + light[3], ink + 1.0, 400.0)))

    def bend(self, seen: TagAppearance) -> TagAppearance:
        """What a picture shows, 0 to 1 from ink to paper, of a blend in linear light."""
        dark, bright = self.ink**_GAMMA, self.paper**_GAMMA
        light = np.maximum(dark + (bright - dark) * seen.value, 1e-3)
        grey = light ** (1 / _GAMMA)
        rate = grey / light * (bright - dark) / (_GAMMA * (self.paper - self.ink))
        return TagAppearance((grey - self.ink) / (self.paper - self.ink), seen.slope_u * rate, seen.slope_v * rate)


@dataclass(frozen=True, slots=True, eq=False)
class Residual:
    """How a tag's pixels differ from the model, and how that changes with the unknowns.

    Attributes:
        residual: (N,) grey values less the model.
        slopes: (N, 1 + P + 6): change of the model with the blur, the P geometric unknowns and the light.
        light: (6,) offset and gain with their slopes that fit best.
        seen: The pattern as blurred by the lens.
    """

    residual: Floats
    slopes: Floats
    light: Floats
    seen: TagAppearance


@dataclass(frozen=True, slots=True, eq=False)
class TagView:
    """A tag's pixels as they lie on the tag, and how the picture was taken.

    Attributes:
        grey: (N,) grey values.
        tag_points: (N, 2) the pixels in the tag frame.
        blur: Modules.
        tone: Grey values of ink and paper.
    """

    grey: Floats
    tag_points: Floats
    blur: float
    tone: Tone


def light_basis(tag_points: Floats, seen: TagAppearance, half_modules: float) -> Floats:
    """(N, 6) columns 1, u, v and the same times the pattern; u and v scaled to ±1 at the tag's edge."""
    plain = np.column_stack([np.ones(len(tag_points)), tag_points / half_modules])
    return np.hstack([plain, plain * seen.value[:, None]])


def compare(pattern: Floats, view: TagView, moves: tuple[Floats, Floats], weights: Floats) -> Residual:
    """Compares pixels with a tag of known place.

    Args:
        pattern: (m, m) from `TagDictionary.pattern`.
        view: The pixels, seen from the tag.
        moves: ((N, P), (N, P)) how u and v of each pixel change with the geometric unknowns.
        weights: (N,) what each pixel counts when the light is fitted.
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
    return Residual(grey - basis @ light, slopes, light, seen)


def noise_of(residual: Floats) -> float:
    """Standard deviation of the grey values round the model, unmoved by outliers."""
    return max(_MIN_NOISE, float(1.4826 * np.median(np.abs(residual))))


def tukey_weights(residual: Floats, noise: float) -> Floats:
    """(N,) weights from 1 (fits) to 0 (something else)."""
    ratio = np.minimum(np.abs(residual) / (_TUKEY * noise), 1.0)
    return (1.0 - ratio**2) ** 2
