"""Renders a tag as seen through a lens with blur: grey values at any point, with their gradients.

Tag frame: unit is one module, origin at the tag's centre, u to the right and v downwards as the pattern is printed, so
that the black square's corners lie at ±`half_modules`. White paper is 1 and black ink is 0, convolved with a Gaussian
of standard deviation `blur` (modules). Beyond the ring of white paper, the paper continues without end.

A module is the product of two intervals, and a Gaussian is separable. The blurred pattern at N points is therefore
`sum(across @ pattern * along)` with an (N, modules) matrix for each axis: exact, and differentiable in closed form.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats

_REACH = 5.0
_STEPS = 4001
_GRID = np.linspace(-_REACH, _REACH, _STEPS)
_NORMAL_CDF = np.array([0.5 * (1.0 + math.erf(x / math.sqrt(2.0))) for x in _GRID])
_NORMAL_PDF = np.exp(-0.5 * _GRID**2) / math.sqrt(2.0 * math.pi)


@dataclass(frozen=True, slots=True, eq=False)
class TagAppearance:
    """Grey values of a blurred tag at N points.

    Attributes:
        value: (N,) 0 is ink, 1 is paper.
        slope_u: (N,) derivative of `value` along u, per module.
        slope_v: (N,) derivative of `value` along v, per module.
    """

    value: Floats
    slope_u: Floats
    slope_v: Floats


def appearance(pattern: Floats, points: Floats, blur: float) -> TagAppearance:
    """Returns grey values and gradients of a tag.

    Args:
        pattern: (m, m) from `TagDictionary.pattern`, with border and one ring of paper.
        points: (N, 2) in the tag frame.
        blur: Standard deviation of the Gaussian, in modules; greater than 0.
    """
    cover_u, rate_u = _coverage(points[:, 0], len(pattern), blur)
    cover_v, rate_v = _coverage(points[:, 1], len(pattern), blur)
    rows = cover_v @ pattern
    return TagAppearance(
        value=np.einsum("nm,nm->n", rows, cover_u),
        slope_u=np.einsum("nm,nm->n", rows, rate_u),
        slope_v=np.einsum("nm,nm->n", rate_v @ pattern, cover_u),
    )


def appearance_on_grid(pattern: Floats, axis: Floats, blur: float) -> TagAppearance:
    """Returns `appearance` on a square grid, row by row, with coordinates `axis` (n,) across and down: N is n²."""
    cover, rate = _coverage(axis, len(pattern), blur)
    rows = cover @ pattern
    return TagAppearance(
        value=(rows @ cover.T).ravel(),
        slope_u=(rows @ rate.T).ravel(),
        slope_v=(rate @ pattern @ cover.T).ravel(),
    )


def coverage(coordinate: Floats, modules: int, blur: float) -> Floats:
    """Returns how much each of `modules` columns contributes at each coordinate: (N, modules); rows sum to 1."""
    return _coverage(coordinate, modules, blur)[0]


def _coverage(coordinate: Floats, modules: int, blur: float) -> tuple[Floats, Floats]:
    inner_edges = np.arange(1, modules) - modules / 2
    z = (coordinate[:, None] - inner_edges[None, :]) / blur
    at = np.clip((z + _REACH) * ((_STEPS - 1) / (2 * _REACH)), 0.0, _STEPS - 1.0)
    left = np.minimum(at.astype(np.intp), _STEPS - 2)
    part = at - left
    right_of = _NORMAL_CDF[left] * (1 - part) + _NORMAL_CDF[left + 1] * part
    density = (_NORMAL_PDF[left] * (1 - part) + _NORMAL_PDF[left + 1] * part) / blur
    ones, zeros = np.ones((len(coordinate), 1)), np.zeros((len(coordinate), 1))
    covered = np.hstack([ones, right_of]) - np.hstack([right_of, zeros])
    rate = np.hstack([zeros, density]) - np.hstack([density, zeros])
    return covered, rate
