"""Computes one step of the placement, for many tags at a time (see `vision.alignment.placement`).

Method: Gauss-Newton on grey values by iteratively reweighted least squares (IRLS) with Tukey's weights, in the inverse
compositional form: the gradients are those of the template, not of the image.

References:
    Baker and Matthews 2004, "Lucas-Kanade 20 years on"; Beaton and Tukey 1974 (the weights).
"""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats, Floats32
from vision.camera.camera_model import CameraModel
from vision.camera.lens_model import distortion_of
from vision.compiled.kernels import Kernels
from vision.fiducials.templates import CURVE, GAIN, RIDGE, SCALE, TURN, Template, between_knots, first_guess
from vision.images.frame_view import GreyView

OVERHANG_MODULES = 1.0
"""Width of the grid, in modules, that may lie outside the image."""

LONGEST_STEP = np.array([0.7, 0.7, 0.2, 0.1])
"""Longest trusted step: shift in each direction in modules, rotation, and relative growth."""

SMALLEST, LARGEST = 0.7, 1.5
"""Smallest and largest apparent size, relative to the true size."""

REST_MODULES = 0.004
"""Step length below which the iteration stops: a hundredth of a millimetre."""

MIN_NOISE = 0.8
TUKEY = 4.7
MIN_GAIN = 2.0

DIAGONAL = RIDGE * np.eye(CURVE + 1)

KERNEL_LIMITS = np.array(
    [TUKEY, MIN_NOISE, MIN_GAIN, RIDGE, *LONGEST_STEP[[0, TURN, SCALE]], SMALLEST, LARGEST, REST_MODULES]
)

KNOTS = np.array([complex(u, -v) for v in (-1.0, 0.0, 1.0) for u in (-1.0, 0.0, 1.0)])
"""Points of a tag, right + i · up as shares of the grid's reach, that are projected through the lens; all other points
are interpolated."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Coefficients, residuals and precision of a fit, for n tags.

    Attributes:
        unknowns: (n, 10) in the order of a design's columns.
        normal: (n, 10, 10) normal matrix.
        weighted: (n, points, 10) design times weights.
        rest: (n, points) grey values minus the model.
        noise: (n,) standard deviation of the residuals where the tag is visible.
        gain: (n,) contrast in grey levels, kept away from zero.
    """

    unknowns: Floats
    normal: Floats
    weighted: Floats32
    rest: Floats32
    noise: Floats32
    gain: Floats

    @property
    def inverse(self) -> Floats:
        """The inverse of the normal matrix, (n, 10, 10), which only the last fit needs."""
        return np.asarray(np.linalg.inv(self.normal), dtype=np.float64)

    @property
    def step(self) -> Floats:
        """The step that the fit suggests, (n, 4): shift in modules, rotation and relative growth."""
        return np.asarray(self.unknowns[:, :4] / self.gain[:, None])

    def rests(self) -> bool:
        """Whether the step was so small for every tag that another one is useless."""
        return bool(np.abs(self.step).max() < REST_MODULES)


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """The sampling grids of n tags.

    Attributes:
        view: The image.
        model: The camera above the mat.
        grid: Points along one edge of each grid.
        reach_mm: (n,) half the width of each grid.
        module_mm: (n,) edge length of a module.
        height_mm: (n,) height above the mat.
    """

    view: GreyView
    model: CameraModel
    grid: int
    reach_mm: Floats
    module_mm: Floats
    height_mm: Floats

    def look_up(self, state: Floats) -> tuple[Floats32, Flags]:
        """Samples grey values (n, points) at the grids; also returns whether each grid lies inside the image."""
        arms = self.reach_mm * state[:, 3] * np.exp(1j * state[:, 2])
        knots = (state[:, 0] + 1j * state[:, 1])[:, None] + arms[:, None] * KNOTS
        points = np.empty((*knots.shape, 3))
        points[:, :, :2], points[:, :, 2] = knots.view(np.float64).reshape(*knots.shape, 2), self.height_mm[:, None]
        seen = self.model.pixels(points.reshape(-1, 3)).reshape(*knots.shape, 2)
        x_px, y_px = (seen.transpose(2, 0, 1) @ between_knots(self.grid)).astype(np.float32)
        return self.view.between(x_px, y_px), self._visible(state, seen)

    def _visible(self, state: Floats, seen_px: Floats) -> Flags:
        """Returns (n,) whether the knots (n, 9, 2) lie inside the image or within the allowed margin outside."""
        last = np.array([self.view.width_px - 1, self.view.height_px - 1])
        flat = seen_px.reshape(-1, 2)
        if np.minimum.reduce(flat, axis=None) >= 0.0 and (np.maximum.reduce(flat) <= last).all():
            return np.ones(len(state), dtype=bool)
        low, high = seen_px.min(axis=1), seen_px.max(axis=1)
        # Outside the image, edge pixels are repeated; points that do not fit there count as hidden.
        over_px = (OVERHANG_MODULES * self.module_mm * self.model.scales(state[:, :2]))[:, None]
        return np.asarray((low >= -over_px).all(axis=1) & (high <= last + over_px).all(axis=1))

    def moved(self, state: Floats, fit: Fit) -> Floats:
        """Returns the state after the step that the fit suggests, limited to the longest trusted step."""
        step = np.minimum(np.maximum(fit.step, -LONGEST_STEP), LONGEST_STEP)
        arms = self.module_mm * state[:, 3] * np.exp(1j * state[:, 2])
        shift = arms * (step[:, 0] - 1j * step[:, 1])
        moved = state.copy()
        moved[:, 0] += shift.real
        moved[:, 1] += shift.imag
        moved[:, 2] += step[:, TURN]
        moved[:, 3] = np.minimum(np.maximum(state[:, 3] * (1 + step[:, SCALE]), SMALLEST), LARGEST)
        return moved

    def repeated(self, times: int) -> "Patches":
        """Repeats each tag the given number of times, one copy after the other."""
        reach_mm, module_mm, height_mm = (
            each.repeat(times) for each in (self.reach_mm, self.module_mm, self.height_mm)
        )
        return Patches(self.view, self.model, self.grid, reach_mm, module_mm, height_mm)


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """What an unweighted fit leaves, from which the weights of the first step follow, for n tags.

    Attributes:
        rest: (n, points) grey values minus the model.
        noise: (n,) standard deviation of the residuals where the tag is visible.
    """

    rest: Floats32
    noise: Floats32


@dataclass(frozen=True, slots=True, eq=False)
class PlacementBatch:
    """The tags to place.

    Attributes:
        patches: Their sampling grids.
        fine: Template of each tag with the image's blur.
        wide: Template of each tag with more blur, which converges from farther away.
        module_px: (n,) edge length of a module in the image.
    """

    patches: Patches
    fine: list[Template]
    wide: list[Template]
    module_px: Floats

    def guess(self, values: Floats32, *, wide: bool) -> "Guess":
        """Fits grey values (n, points) without weights."""
        templates = self.wide if wide else self.fine
        solving, design = np.stack([first_guess(each) for each in templates]), _stacked(templates, 1)
        rest = values - np.matmul(design, np.matmul(solving, values[:, :, None]))[:, :, 0]
        return Guess(rest, np.maximum(MIN_NOISE, 1.4826 * _middle(rest)))

    def fine_designs(self, times: int = 1) -> Floats32:
        """Returns the designs (n · times, points, 10), each that many times, one copy after the other."""
        return _stacked(self.fine, times)

    def wide_designs(self, times: int = 1) -> Floats32:
        """Returns the designs with more blur (n · times, points, 10)."""
        return _stacked(self.wide, times)


def _stacked(templates: list[Template], times: int) -> Floats32:
    # The points lie next to each other in memory, so that whatever is done with all of them takes a fifth of the time.
    return np.stack([each.design.T for each in templates for _ in range(times)]).transpose(0, 2, 1)


def stepped(values: Floats32, design: Floats32, before: Fit | Guess, *, wide: bool) -> Fit:
    """Computes one step, weighted by the residuals of the step before, or for the first one of an unweighted fit."""
    limit = TUKEY * before.noise * (3.0 if wide else 1.0)
    return solved(values, design, tukey(before.rest, limit))


def tukey(rest: Floats32, limit: Floats32) -> Floats32:
    """Returns Tukey's weights (n, points): 1 for no residual, 0 at the limit (n,)."""
    ratio = rest / limit[:, None]
    left = np.maximum(1.0 - ratio * ratio, 0.0)
    return np.asarray(left * left, dtype=np.float32)


def solved(values: Floats32, design: Floats32, weights: Floats32) -> Fit:
    """Solves the weighted least squares of one step; the noise is estimated from all points."""
    equations = equations_of(values, design, weights)
    unknowns, normal = _solution(equations, None)
    rest = values - np.matmul(design, unknowns[:, :, None])[:, :, 0]
    return _fit(unknowns, normal, equations.weighted, rest, _middle(rest))


def _middle(rest: Floats32) -> Floats32:
    """Returns the upper median of each row's sizes (n,)."""
    size, half = np.abs(rest), rest.shape[1] // 2
    size.partition(half, axis=1)
    return size[:, half]


@dataclass(frozen=True, slots=True, eq=False)
class SizePrior:
    """Prior knowledge about the size of n tags.

    Attributes:
        growth: (n,) relative growth from the present size to the expected one.
        pull: (n,) weight of the prior, in the unit of the normal equations.
        gain: (n,) contrast in grey levels.
    """

    growth: Floats
    pull: Floats
    gain: Floats


@dataclass(frozen=True, slots=True, eq=False)
class NormalEquations:
    """The equations of one step, for n tags.

    Attributes:
        values: (n, points) grey values.
        design: (n, points, 10).
        weighted: (n, points, 10) design times weights.
        normal: (n, 10, 10) normal matrix.
        right: (n, 10, 1) right-hand side.
    """

    values: Floats32
    design: Floats32
    weighted: Floats32
    normal: Floats
    right: Floats


def equations_of(values: Floats32, design: Floats32, weights: Floats32) -> NormalEquations:
    """Builds the weighted least-squares equations of one step."""
    weighted = design * weights[:, :, None]
    across = weighted.transpose(0, 2, 1)
    normal = np.matmul(across, design).astype(np.float64)
    right = np.matmul(across, values[:, :, None]).astype(np.float64)
    return NormalEquations(values, design, weighted, normal + DIAGONAL, right)


def solved_where(equations: NormalEquations, weights: Floats32, held: SizePrior | None = None) -> Fit:
    """Solves equations; the noise is estimated from the points with weight, because much of a tag may be covered."""
    unknowns, normal = _solution(equations, held)
    rest = equations.values - np.matmul(equations.design, unknowns[:, :, None])[:, :, 0]
    size = np.abs(rest)
    order, each = np.argsort(size, axis=1), np.arange(len(size))
    summed = weights[each[:, None], order].cumsum(axis=1)
    middle = np.minimum((summed < 0.5 * summed[:, -1:]).sum(axis=1), rest.shape[1] - 1)
    return _fit(unknowns, normal, equations.weighted, rest, size[each, order[each, middle]])


def _fit(unknowns: Floats32, normal: Floats, weighted: Floats32, rest: Floats32, median: Floats32) -> Fit:
    told = unknowns.astype(np.float64)
    gain = np.where(np.abs(told[:, GAIN]) < MIN_GAIN, MIN_GAIN, told[:, GAIN])
    return Fit(told, normal, weighted, rest, np.maximum(MIN_NOISE, 1.4826 * median), gain)


def _solution(equations: NormalEquations, held: SizePrior | None) -> tuple[Floats32, Floats]:
    normal, right = equations.normal, equations.right
    if held is not None:
        normal, right = normal.copy(), right.copy()
        normal[:, SCALE, SCALE] += held.pull
        right[:, SCALE, 0] += held.pull * held.gain * held.growth
    return np.linalg.solve(normal, right)[:, :, 0].astype(np.float32), normal


def compiled_steps(
    kernels: Kernels, job: PlacementBatch, starts: Floats, steps: int, fine_steps: int
) -> tuple[Floats, Fit, PlacementBatch, Flags]:
    """Runs up to `steps` steps with a compiled kernel, the last `fine_steps` of them with the image's own blur.

    Args:
        kernels: The kernels.
        job: The tags.
        starts: (n, 3) x, y in mm and angle in rad.
        steps: Largest number of steps.
        fine_steps: See above.

    Returns:
        State (n, 4), the last fit, the tags again, and whether each lies inside the image.
    """
    patches, model = job.patches, job.patches.model
    (fx, _, cx), (_, fy, cy), _ = model.lens.matrix
    fine = job.fine_designs()
    wide = job.wide_designs() if steps > fine_steps else fine
    state, unknowns, normal, weights, rest, noise, inside = kernels.step_tags(
        patches.view.open(),
        np.column_stack([model.rotation, model.translation]),
        np.array([fx, fy, cx, cy, *distortion_of(model.lens)]),
        np.column_stack([patches.reach_mm, patches.module_mm, patches.height_mm]),
        between_knots(patches.grid),
        fine.transpose(0, 2, 1),
        wide.transpose(0, 2, 1),
        starts,
        KERNEL_LIMITS,
        steps,
        fine_steps,
    )
    gain = np.where(np.abs(unknowns[:, GAIN]) < MIN_GAIN, MIN_GAIN, unknowns[:, GAIN])
    return state, Fit(unknowns, normal, fine * weights[:, :, None], rest, noise, gain), job, inside
