"""Models the pixels of a tag that lies flat, and fits the tag by maximum likelihood.

The lens blends ink and paper as light, the light varies linearly over the tag, the tone curve maps the result, and dark
pixels have more noise than bright ones. The curve is a 2.2th root plus, where the image shows it, a bow between ink and
paper. Beyond the white rim the surface is unknown, and the blur carries its light across the rim, so a pixel has less
weight the more of that light it may contain. A shadow's edge may cross the tag.

Method: maximum likelihood by Gauss-Newton on grey values. If the noise can be estimated from the image, the standard
deviations reach the Cramér-Rao bound; where the model is not exact, they are those of the sandwich covariance.

References:
    Baker and Matthews 2004 (Gauss-Newton on grey values); White 1980 (sandwich covariance).
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.alignment import shadows
from vision.alignment.placement import TagPose
from vision.arrays import Floats, medians, percentiles
from vision.camera.camera_model import CameraModel
from vision.fiducials.dictionary import dictionary
from vision.fiducials.tag_image import appearance, normal_cdf
from vision.images.frame_view import GreyView
from vision.images.rect import Rect
from vision.table import Tag

MARGIN_MODULES = 0.9
"""Margin around the black square that is used."""

PAPER_MODULES = 0.8
"""Width of the white rim that is assumed to be paper."""

FOREIGN = 0.5
"""Assumed standard deviation of the surface beyond the rim, relative to paper, as a share of the contrast."""

SURELY_PAPER, PURE, MIN_PIXELS = 0.3, 0.85, 20
"""Pixels used to estimate the noise: at most this far outside the black square, at least this pure in ink or paper, and
at least this many."""

GAMMA = 2.2
MAX_STEPS = 8
CALM_STEPS = 3
"""Fewest steps of the iteration."""

REST_MODULES, ROUGH_REST_MODULES = 1e-4, 1e-2
"""Length of a step, in modules, below which the iteration ends."""

TUKEY, WIDE = 7.0, 3.0
"""Standard deviations above which a pixel is an outlier, and the factor on that limit in the first steps."""

MIN_NOISE = 1.0
MIN_REST = 0.8
"""Lower limit of a residual, as a share of the noise: no pixel may claim a better fit."""

BLUR_MODULES = (0.08, 1.2)
BOW_SIGMA, MAX_BOW = 0.3, 0.3
MAX_SLOPE = 0.6
LONGEST = np.array([0.4, 0.4, 0.1])
"""Longest step: in each direction (modules), and in rotation."""

BLUR, PAPER, INK, SLOPE_U, SLOPE_V, BOW, EDGE = range(3, 10)
"""Indices of the unknowns after the pose; EDGE is the first unknown of a shadow's edge, if there is one."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """The pixels of one tag.

    Attributes:
        grey: (N,) grey values.
        tints: (N, 2) blue and red minus grey; 0 in a grey image.
        points_mm: (N, 2) their positions in the tag's plane, mat frame.
        pattern: The tag as printed.
        module_mm: Edge length of a module on the mat.
        module_px: Edge length of a module in the image.
    """

    grey: Floats
    tints: Floats
    points_mm: Floats
    pattern: Floats
    module_mm: float
    module_px: float

    @property
    def half_modules(self) -> float:
        return len(self.pattern) / 2 - 1


@dataclass(frozen=True, slots=True, eq=False)
class TagParameters:
    """The estimated parameters of a tag: pose (mm, mm, rad), blur, light of paper and ink, its gradients, the curve.

    The parameters of a shadow's edge may follow.
    """

    unknowns: Floats

    @property
    def shadowed(self) -> bool:
        return len(self.unknowns) > EDGE

    def under(self, edge: Floats) -> "TagParameters":
        """Returns the parameters with those of a shadow's edge added."""
        return TagParameters(np.concatenate([self.unknowns, edge]))

    def blurred(self, blur: float) -> "TagParameters":
        """Returns the parameters with another blur, in modules."""
        new = self.unknowns.copy()
        new[BLUR] = np.clip(blur, *BLUR_MODULES)
        return TagParameters(new)

    @property
    def paper(self) -> float:
        return float(self.unknowns[PAPER] ** (1 / GAMMA))

    @property
    def ink(self) -> float:
        return float(self.unknowns[INK] ** (1 / GAMMA))

    def moved(self, step: Floats, module_mm: float) -> "TagParameters":
        """Returns the parameters after a step, limited to the longest trusted step."""
        longest = LONGEST * [module_mm, module_mm, 1.0]
        new = self.unknowns + np.concatenate([np.clip(step[:3], -longest, longest), step[3:]])
        new[BLUR] = np.clip(new[BLUR], *BLUR_MODULES)
        new[PAPER] = max(new[PAPER], 4.0)
        new[INK] = np.clip(new[INK], 0.3, 0.9 * new[PAPER])
        new[SLOPE_U : SLOPE_V + 1] = np.clip(new[SLOPE_U : SLOPE_V + 1], -MAX_SLOPE, MAX_SLOPE)
        new[BOW] = np.clip(new[BOW], -MAX_BOW, MAX_BOW)
        if self.shadowed:
            new[EDGE:] = shadows.moved(self.unknowns[EDGE:], step[EDGE:])
        return TagParameters(new)


@dataclass(frozen=True, slots=True, eq=False)
class PixelResiduals:
    """The pixels' residuals, the model's derivatives by the unknowns (N, 9), and the pixels' standard deviations."""

    rest: Floats
    slopes: Floats
    sigma: Floats


def patch_of(view: GreyView, model: CameraModel, name: str, tag: Tag, place: TagPose) -> Patch | None:
    """Returns the pixels of a tag; None if some of them lie outside the image."""
    bits = dictionary(name).bits
    module_mm = tag.size_mm / (bits + 2)
    reach_mm = (bits / 2 + 1 + MARGIN_MODULES) * module_mm
    turn = np.exp(1j * (place.angle_rad + math.pi / 4 * np.array([1, 3, 5, 7]))) * reach_mm * math.sqrt(2)
    corners = np.column_stack([place.x_mm + turn.real, place.y_mm + turn.imag, np.full(4, tag.height_mm)])
    rect = Rect.around(model.pixels(corners)).grown(1)
    if rect != rect.within(view.width_px, view.height_px):
        return None
    x_px, y_px = np.meshgrid(np.arange(rect.left, rect.right), np.arange(rect.top, rect.bottom))
    points = model.on_plane(np.column_stack([x_px.ravel(), y_px.ravel()]).astype(np.float64), tag.height_mm)
    u, v = in_modules(points, np.array([place.x_mm, place.y_mm, place.angle_rad]), module_mm)
    inside = np.maximum(np.abs(u), np.abs(v)) < reach_mm / module_mm
    grey = view.grey(rect).ravel()[inside].astype(np.float64)
    colour = view.colour(rect)
    tints = np.zeros((len(grey), 2)) if colour is None else colour.reshape(-1, 3)[inside][:, [0, 2]] - grey[:, None]
    scale = float(model.scales(np.array([[place.x_mm, place.y_mm]]))[0])
    return Patch(grey, tints, points[inside], dictionary(name).pattern(tag.id), module_mm, module_mm * scale)


def start_parameters(patch: Patch, place: TagPose, blur_px: float) -> TagParameters:
    """Returns start parameters: the quick placement's pose, and the light of the darkest and brightest pixels."""
    ink, paper = (float(percentiles(patch.grey, percent)) for percent in (8.0, 92.0))
    ink, paper = max(ink, 2.0), max(paper, ink + 4.0, 6.0)
    start = [place.x_mm, place.y_mm, place.angle_rad, blur_px / patch.module_px]
    return TagParameters(np.array([*start, paper**GAMMA, ink**GAMMA, 0.0, 0.0, 0.0]))


def in_modules(points_mm: Floats, place: Floats, module_mm: float) -> tuple[Floats, Floats]:
    """Converts points of the mat to the tag frame, right and down, in modules."""
    cos, sin = math.cos(place[2]) / module_mm, math.sin(place[2]) / module_mm
    x_mm, y_mm = (points_mm - place[:2]).T
    return cos * x_mm + sin * y_mm, sin * x_mm - cos * y_mm


def fitted(
    patch: Patch, parameters: TagParameters, blur_doubt: float, *, rough: bool = False, near: bool = False
) -> tuple[TagParameters, Floats]:
    """Fits a tag to its pixels; returns the parameters and the pose's covariance (3, 3).

    Args:
        patch: Its pixels.
        parameters: Start parameters, accurate to a third of a module; their blur is the prior value.
        blur_doubt: Relative standard deviation of that blur.
        rough: Whether the result is only the start of another fit.
        near: Whether the start is the result of another fit, so that no outlier is far from it.
    """
    calm_steps = 1 if near else CALM_STEPS
    rest_mm = (ROUGH_REST_MODULES if rough else REST_MODULES) * patch.module_mm
    count, expected = len(parameters.unknowns), parameters.unknowns.copy()
    expected[BOW] = 0.0
    held = np.zeros(count)
    held[BLUR], held[BOW] = 1 / (blur_doubt * expected[BLUR]) ** 2, 1 / BOW_SIGMA**2
    if parameters.shadowed:
        held[EDGE:] = 1 / shadows.SIGMAS**2
    covariance: Floats = np.full((3, 3), np.inf)
    for number in range(MAX_STEPS):
        seen = compared(patch, parameters)
        limit = TUKEY * (WIDE if number < calm_steps - 1 else 1.0) * seen.sigma
        weights = (1.0 - np.minimum(np.abs(seen.rest) / limit, 1.0) ** 2) ** 2 / seen.sigma**2
        weighted = seen.slopes * weights[:, None]
        normal = seen.slopes.T @ weighted + np.diag(held)
        normal[np.diag_indices(count)] *= 1 + 1e-9
        inverse = np.linalg.inv(normal)
        step = inverse @ (weighted.T @ seen.rest + held * (expected - parameters.unknowns))
        parameters = parameters.moved(step, patch.module_mm)
        pulls = (inverse[:3] @ weighted.T) * np.clip(np.abs(seen.rest), MIN_REST * seen.sigma, TUKEY * seen.sigma)
        covariance = np.asarray(pulls @ pulls.T, dtype=np.float64)
        if number >= calm_steps and np.abs(step[:2]).max() < rest_mm:
            break
    return parameters, covariance


def compared(patch: Patch, parameters: TagParameters) -> PixelResiduals:
    """Compares the pixels with the model."""
    x_mm, y_mm, angle_rad, blur, paper, ink, slope_u, slope_v, bow = parameters.unknowns[:EDGE].tolist()
    half, contrast = patch.half_modules, max(parameters.paper - parameters.ink, 1.0)
    place = np.array([x_mm, y_mm, angle_rad])
    points = np.stack(in_modules(patch.points_mm, place, patch.module_mm))
    u, v = points
    seen = appearance(patch.pattern, points.T, blur)
    blend, white = seen.value, 1.0 - seen.value
    sloping = np.maximum(1.0 + (slope_u / half) * u + (slope_v / half) * v, 0.05)
    shadow = shadows.shade_at(u, v, parameters.unknowns[EDGE:]) if parameters.shadowed else None
    shade = sloping if shadow is None else sloping * shadow.left
    even = ink + (paper - ink) * blend
    shone = np.maximum(even * shade, 0.2)
    straight = shone ** (1 / GAMMA)
    per_light = straight / shone / GAMMA
    bowed = (4 * contrast) * blend * white
    shaded = shade * per_light
    per_blend = (paper - ink) * shaded + (4 * bow * contrast) * (1 - 2 * blend)
    cos, sin = math.cos(angle_rad) / patch.module_mm, math.sin(angle_rad) / patch.module_mm
    slopes = np.empty((len(parameters.unknowns), len(u)))
    per_u, per_v = per_blend * seen.slope_u, per_blend * seen.slope_v
    slopes[0] = -cos * per_u - sin * per_v
    slopes[1] = cos * per_v - sin * per_u
    slopes[2] = u * per_v - v * per_u
    slopes[BLUR] = per_blend * seen.slope_blur
    slopes[PAPER] = blend * shaded
    slopes[INK] = white * shaded
    lit = even * per_light if shadow is None else even * per_light * shadow.left
    slopes[SLOPE_U] = lit * u / half
    slopes[SLOPE_V] = lit * v / half
    slopes[BOW] = bowed
    if shadow is not None:
        slopes[EDGE:] = (even * sloping * per_light) * shadow.slopes.T
    rest = patch.grey - straight - bow * bowed
    beyond = np.abs(points).max(axis=0) - half
    foreign = (FOREIGN * contrast) * normal_cdf((beyond - PAPER_MODULES) / blur)
    brightness = np.clip((straight - parameters.ink) / contrast, 0.0, 1.0)
    return PixelResiduals(rest, slopes.T, np.hypot(_noise(rest, blend, beyond, brightness), foreign))


def _noise(rest: Floats, blend: Floats, beyond: Floats, brightness: Floats) -> Floats:
    """Returns the noise of each pixel (N,), as estimated from pixels of pure ink and of pure paper."""
    inner = beyond < SURELY_PAPER
    dark, bright = (rest[inner & pure] for pure in (blend < 1 - PURE, blend > PURE))
    if min(len(dark), len(bright)) < MIN_PIXELS:
        dark = bright = rest[inner]
    low, high = (max(MIN_NOISE, 1.4826 * float(medians(np.abs(some)))) for some in (dark, bright))
    return low + (high - low) * brightness
