"""Appearance of printed tags on a square grid of points, with the derivatives by each unknown of the placement."""

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Floats32
from vision.fiducials.dictionary import dictionary
from vision.fiducials.tag_image import appearance_on_grid

MARGIN_MODULES = 0.55
"""Width of the white rim that the grid covers."""

BLUR_STEP = 0.05
"""Step between the blurs for which templates are stored, in modules; the fit covers values in between."""

SHIFT_U, SHIFT_V, TURN, SCALE, BLUR, GAIN, OFFSET, LIGHT_U, LIGHT_V, CURVE = range(10)
"""Columns of `Template.design`."""

RIDGE = 1e-4
"""What is added to the diagonal of normal equations, so that they have a solution even where a tag is hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A tag on a grid.

    Attributes:
        design: (points, 10) contribution of each unknown, times the gain, to the grey values.
        ink: (points,) True where a point is black.
        modules: (bits², points) means over the modules of the code.
        blur: Standard deviation of the blur, in modules.
        reach: Half the width of the grid, in modules.
    """

    design: Floats32
    ink: Flags
    modules: Floats32
    blur: float
    reach: float


def reach_of(bits: int) -> float:
    """Returns half the width of the grid, in modules."""
    return bits / 2 + 1 + MARGIN_MODULES


def blur_level(blur_modules: Floats) -> NDArray[np.int_]:
    """Returns the template level nearest to each blur (n,)."""
    return np.clip(np.rint(blur_modules / BLUR_STEP), 1, 16).astype(int)


@functools.lru_cache(maxsize=8)
def between_knots(grid: int) -> Floats:
    """Returns the weights of the knots at the grid's points, (9, points).

    The interpolation is biquadratic, which is exact to a thousandth of a pixel here.
    """
    axis = (np.arange(grid) + 0.5) / grid * 2 - 1
    along = np.stack([axis * (axis - 1) / 2, 1 - axis**2, axis * (axis + 1) / 2])
    weights = along[:, None, :, None] * along[None, :, None, :]
    return np.asarray(weights.reshape(9, grid * grid))


def grid_axis(bits: int, grid: int) -> Floats:
    """Returns the coordinates of the grid's rows and columns in the tag frame, (grid,)."""
    return np.asarray(((np.arange(grid) + 0.5) / grid * 2 - 1) * reach_of(bits))


@functools.lru_cache(maxsize=16)
def grid_points(bits: int, grid: int) -> Floats:
    """Returns the grid's points in the tag frame, row by row, (points, 2)."""
    axis = grid_axis(bits, grid)
    u, v = np.meshgrid(axis, axis)
    return np.column_stack([u.ravel(), v.ravel()])


@functools.lru_cache(maxsize=32)
def cell_numbers(bits: int, grid: int) -> NDArray[np.intp]:
    """Returns the module in which each point lies, (points,), counted row by row, with border and one ring of paper."""
    size = bits + 4
    cell = np.floor(grid_points(bits, grid) + size / 2).astype(np.intp)
    return np.asarray(cell[:, 1] * size + cell[:, 0])


@functools.lru_cache(maxsize=1024)
def template(name: str, tag_id: int, level: int, grid: int) -> Template:
    """Returns the template of a tag.

    Args:
        name: OpenCV's name of its dictionary.
        tag_id: Number in the dictionary.
        level: Its blur, in steps of `BLUR_STEP`.
        grid: Points along one edge.
    """
    tags = dictionary(name)
    pattern, points, blur = tags.pattern(tag_id), grid_points(tags.bits, grid), level * BLUR_STEP
    axis = grid_axis(tags.bits, grid)
    seen = appearance_on_grid(pattern, axis, blur)
    more = appearance_on_grid(pattern, axis, blur + 0.02)
    u, v = points[:, 0], points[:, 1]
    slope_u, slope_v = seen.slope_u, seen.slope_v
    columns = (
        -slope_u,
        -slope_v,
        -(slope_u * v - slope_v * u),
        -(slope_u * u + slope_v * v),
        (more.value - seen.value) / 0.02,
        seen.value,
        np.ones_like(u),
        u,
        v,
        seen.value * (1.0 - seen.value),
    )
    design = np.stack(columns, dtype=np.float32, casting="same_kind").T
    return Template(design, seen.value < 0.5, _module_means(tags.bits, grid), blur, reach_of(tags.bits))


@functools.lru_cache(maxsize=512)
def first_guess(shown: Template) -> Floats32:
    """Returns the matrix (10, points) that turns grey values into an unweighted least-squares fit of a template."""
    design = shown.design.astype(np.float64)
    normal = design.T @ design + RIDGE * np.eye(design.shape[1])
    return np.asarray(np.linalg.solve(normal, design.T), dtype=np.float32)


@functools.lru_cache(maxsize=16)
def _module_means(bits: int, grid: int) -> Floats32:
    """Returns the weights of the mean over each module of the code, (bits², points)."""
    size, cells = bits + 4, cell_numbers(bits, grid)
    inner = [row * size + column for row in range(2, size - 2) for column in range(2, size - 2)]
    modules = np.stack([cells == each for each in inner]).astype(np.float32)
    return np.asarray(modules / np.maximum(modules.sum(axis=1, keepdims=True), 1.0))
