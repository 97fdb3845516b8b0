"""Renders a tag as seen through a lens with blur: grey values at any point, with their gradients.

Tag frame: unit is one module, origin at the tag's centre, u to the right and v downwards as the pattern is printed, so
that the black square's corners lie at ±`half_modules`. White paper is 1 and black ink is 0, convolved with a Gaussian
of standard deviation `blur` (modules). Beyond the ring of white paper, the paper continues without end.

The pattern is a sum of steps along both axes, and a Gaussian is separable. The blurred pattern at N points is therefore
`sum(across * (down @ steps))` with an (N, modules) matrix of blurred steps for each axis: exact, and differentiable in
closed form.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

_REACH = 5.0
_STEPS = 4001
_PER_BLUR = (_STEPS - 1) / (2 * _REACH)
_GRID = np.linspace(-_REACH, _REACH, _STEPS)
_NORMAL_CDF = np.array([0.5 * (1.0 + math.erf(x / math.sqrt(2.0))) for x in _GRID])
_NORMAL_PDF = np.exp(-0.5 * _GRID**2) / math.sqrt(2.0 * math.pi)
_CDF_RISES, _PDF_RISES = (np.append(np.diff(each), 0.0) for each in (_NORMAL_CDF, _NORMAL_PDF))


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


@dataclass(frozen=True, slots=True, eq=False)
class BlurredAppearance(TagAppearance):
    """Grey values of a blurred tag, and how they change with the blur.

    Attributes:
        slope_blur: (N,) derivative of `value` by the blur, per module.
    """

    slope_blur: Floats


def appearance(pattern: Floats, points: Floats, blur: float) -> BlurredAppearance:
    """Returns grey values and gradients of a tag.

    Args:
        pattern: (m, m) from `TagDictionary.pattern`, with border and one ring of paper.
        points: (N, 2) in the tag frame.
        blur: Standard deviation of the Gaussian, in modules; greater than 0.
    """
    count, steps = len(points), _steps(pattern).T
    coordinates = points.ravel(order="F")
    risen, rate = _risen(coordinates, len(pattern), blur)
    # A step's height depends on the distance from its edge divided by the blur.
    widened = rate * (_edges(len(pattern))[:, None] - coordinates)
    across, down = risen[:, :count], risen[:, count:]
    columns, inner = steps @ down, steps[:, 1:]
    return BlurredAppearance(
        value=np.einsum("mn,mn->n", columns, across),
        slope_u=np.einsum("mn,mn->n", columns[1:], rate[:, :count]),
        slope_v=np.einsum("mn,mn->n", inner @ rate[:, count:], across),
        slope_blur=(
            np.einsum("mn,mn->n", columns[1:], widened[:, :count])
            + np.einsum("mn,mn->n", inner @ widened[:, count:], across)
        )
        / blur,
    )


def appearance_on_grid(pattern: Floats, axis: Floats, blur: float) -> TagAppearance:
    """Returns `appearance` on a square grid, row by row, with coordinates `axis` (n,) across and down: N is n²."""
    risen, rate = _risen(axis, len(pattern), blur)
    steps = _steps(pattern)
    rows = risen.T @ steps
    return TagAppearance(
        value=(rows @ risen).ravel(),
        slope_u=(rows[:, 1:] @ rate).ravel(),
        slope_v=(rate.T @ steps[1:] @ risen).ravel(),
    )


def coverage(coordinate: Floats, modules: int, blur: float) -> Floats:
    """Returns how much each of `modules` columns contributes at each coordinate: (N, modules); rows sum to 1."""
    risen = _level(*_between(coordinate, modules, blur))
    risen[:-1] -= risen[1:]
    return risen.T


def normal_cdf(z: Floats) -> Floats:
    """Returns the normal distribution's cumulative probability at each of `z`, to 2e-7."""
    left, part = _split((z + _REACH) * _PER_BLUR)
    return np.asarray(_NORMAL_CDF.take(left) + part * _CDF_RISES.take(left))


def _steps(pattern: Floats) -> Floats:
    """Returns the differences of neighbouring modules along both axes (m, m), of which the pattern is the sum."""
    down = pattern.copy()
    down[1:] -= pattern[:-1]
    steps = down.copy()
    steps[:, 1:] -= down[:, :-1]
    return steps


def _risen(coordinate: Floats, modules: int, blur: float) -> tuple[Floats, Floats]:
    """Returns `_level`, and its derivatives (modules - 1, N) by the coordinate, without the first step."""
    left, part = _between(coordinate, modules, blur)
    return _level(left, part), (_NORMAL_PDF.take(left) + part * _PDF_RISES.take(left)) / blur


def _level(left: NDArray[np.intp], part: Floats) -> Floats:
    """Returns the height of each blurred step (modules, N), of which the first lies before all coordinates."""
    level = np.empty((len(left) + 1, left.shape[1]))
    level[0] = 1.0
    np.multiply(part, _CDF_RISES.take(left), out=level[1:])
    level[1:] += _NORMAL_CDF.take(left)
    return level


def _between(coordinate: Floats, modules: int, blur: float) -> tuple[NDArray[np.intp], Floats]:
    """Returns the place in the tables, (modules - 1, N), of how far each coordinate lies beyond each inner edge."""
    return _split(coordinate * (_PER_BLUR / blur) + ((_REACH - _edges(modules) / blur) * _PER_BLUR)[:, None])


def _edges(modules: int) -> Floats:
    """Returns where the inner edges of so many modules lie, (modules - 1,)."""
    return np.asarray(np.arange(1, modules) - modules / 2, dtype=np.float64)


def _split(at: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Returns the indices in the tables to the left of positions, and the share of the way to the next one."""
    within = np.clip(at, 0.0, _STEPS - 1.0)
    left = within.astype(np.intp)
    within -= left
    return left, within
