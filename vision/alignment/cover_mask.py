"""Places partly covered tags: a hand, a miniature, another base or a sheet of paper hides a part.

A cover is connected and enters from outside the tag. The first steps are therefore run several times, each time
trusting another half of the tag (and once all of it). The run that explains most of the points continues, with weights
that exclude any point whose neighbours are not explained either.

Method: multi-start iteratively reweighted least squares with Tukey's weights, smoothed over neighbours.
"""

import functools
import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.alignment.gauss_newton import (
    TUKEY,
    Fit,
    PlacementBatch,
    SizePrior,
    equations_of,
    solved_where,
    stepped,
    tukey,
)
from vision.arrays import Flags, Floats, Floats32
from vision.fiducials.templates import SCALE, cell_numbers

WAYS = 8
"""Number of directions from which a cover may enter."""

SOFTNESS = 0.25
"""Width of the soft edge of a trusted half, as a share of the grid's reach."""

FINE_STEPS, FEWEST_STEPS = 4, 2
"""Most and fewest of the last steps; they end early only where no tag has moved in any of them: the weights of a later
step can still move one that came to rest."""

CLIP = 0.25
"""Residuals are clipped at this share of the contrast when starts are compared."""

MIN_CONTRAST = 6.0
FARTHEST_MODULES, FARTHEST_SCALE = 1.2, 0.12
"""A start is rejected if it moves farther than this or changes the size by more than this."""

BAD_CELL = 0.35
"""A module counts as covered if more than this share of its points is not explained."""

SIZE_LYING = 1.005
"""Mean apparent size of a tag that lies on the mat, relative to its true size: the tone curve of cameras widens ink
slightly."""

SIZE_SIGMA = 0.006
"""Standard deviation of that size from tag to tag."""

MIN_CELLS = 2
"""Fewest modules of a cover; fewer indicate a misprint, or another tag."""


@dataclass(frozen=True, slots=True, eq=False)
class CoverMask:
    """The covered part of a tag.

    Attributes:
        visible: Visible share of the black square.
        points: (points,) True for hidden points of the grid.
    """

    visible: float
    points: Flags


def descend_covered(
    coarse: PlacementBatch, fine: PlacementBatch, starts: Floats, lying: Flags
) -> tuple[Floats, Fit, Flags]:
    """Places partly covered tags.

    Args:
        coarse: The tags on a grid that makes many starts affordable.
        fine: The same tags on the grid for the final placement.
        starts: (n, 3) x, y in mm and angle in rad, accurate to about half a module.
        lying: (n,) whether each tag lies on the mat, so that its size is known. The visible part of a tag may determine
            its size poorly, and a wrong size shifts its centre.

    Returns:
        (n, 4) x, y, angle and scale; the last fit; and whether each tag lies inside the image.
    """
    state, weights, inside = _best_guess(coarse, np.column_stack([starts, np.ones(len(starts))]), lying)
    weights = _regridded(weights, coarse.patches.grid, fine.patches.grid)
    return _descended(fine, state, weights, inside, lying)


def descend_from_near(job: PlacementBatch, starts: Floats, lying: Flags) -> tuple[Floats, Fit, Flags]:
    """Places partly covered tags from the nearly correct poses and scales `starts` (n, 4), which are the only start."""
    values, inside = job.patches.look_up(starts)
    fit = stepped(values, job.fine_designs(), job.guess(values, wide=False), wide=False)
    return _descended(job, starts, _coherent(fit, job.patches.grid), inside, lying)


def _descended(
    job: PlacementBatch, state: Floats, weights: Floats32, inside: Flags, lying: Flags
) -> tuple[Floats, Fit, Flags]:
    """Runs the last steps from nearly correct states and weights; returns the same as `descend_covered`."""
    designs = job.fine_designs()
    step, rests = 0, True
    held: SizePrior | None = None
    while True:
        values, visible = job.patches.look_up(state)
        inside = inside & visible
        equations = equations_of(values, designs, weights)
        fit = solved_where(equations, weights, held)
        if held is None and lying.any():
            fit = solved_where(equations, weights, _held(state, fit, lying))
        state = job.patches.moved(state, fit)
        step, rests = step + 1, rests and fit.rests()
        if step == FINE_STEPS or (step >= FEWEST_STEPS and rests):
            return state, fit, inside
        weights = _coherent(fit, job.patches.grid)
        held = _held(state, fit, lying)


def descend_shown(job: PlacementBatch, starts: Floats, shown: Floats32) -> tuple[Floats, Fit, Flags]:
    """Places tags that lie on the mat, using only the points that are known to be visible.

    Args:
        job: The tags.
        starts: (n, 3) x, y in mm and angle in rad, nearly correct.
        shown: (n, points) 1 for visible points.

    Returns:
        The same as `descend_covered`.
    """
    state, designs, weights = np.column_stack([starts, np.full(len(starts), SIZE_LYING)]), job.fine_designs(), shown
    inside, lying = np.ones(len(starts), dtype=bool), np.ones(len(starts), dtype=bool)
    held: SizePrior | None = None
    step, rests = 0, True
    while True:
        values, visible = job.patches.look_up(state)
        inside &= visible
        equations = equations_of(values, designs, weights)
        fit = solved_where(equations, weights, held)
        if held is None:
            fit = solved_where(equations, weights, _held(state, fit, lying))
        state = job.patches.moved(state, fit)
        step, rests = step + 1, rests and fit.rests()
        if step == FINE_STEPS or (step >= FEWEST_STEPS and rests):
            return state, fit, inside
        weights = shown * tukey(fit.rest, TUKEY * fit.noise)
        held = _held(state, fit, lying)


def cover_of(bits: int, misfit: Floats32, allowed: float) -> CoverMask:
    """Determines a tag's covered part from the points that are not explained.

    Args:
        bits: Modules along one side of its code.
        misfit: (points,) grey values minus the model, as shares of the contrast.
        allowed: Largest residual of an explained point.
    """
    cells = cell_numbers(bits, math.isqrt(len(misfit)))
    size = bits + 4
    count = np.maximum(np.bincount(cells, minlength=size * size), 1)
    bad = np.bincount(cells, weights=np.abs(misfit) > allowed, minlength=size * size) / count
    hidden = _from_outside((bad > BAD_CELL).reshape(size, size))
    return CoverMask(float(1.0 - hidden[1:-1, 1:-1].mean()), hidden.ravel()[cells])


def _from_outside(bad: Flags) -> Flags:
    """Returns the bad modules that are connected and extend beyond the code; others within the code are not a cover."""
    _, labels = cv2.connectedComponents(bad.astype(np.uint8), connectivity=8)
    inner = np.zeros(bad.shape, dtype=bool)
    inner[2:-2, 2:-2] = True
    kept = [
        label
        for label in range(1, int(labels.max()) + 1)
        if (labels == label)[~inner].any() and (labels == label).sum() >= MIN_CELLS
    ]
    return np.isin(labels, kept)


def _held(state: Floats, fit: Fit, lying: Flags) -> SizePrior:
    gain = fit.gain
    return SizePrior(SIZE_LYING / state[:, SCALE] - 1.0, lying * (fit.noise / (SIZE_SIGMA * gain)) ** 2, gain)


def _best_guess(job: PlacementBatch, start: Floats, lying: Flags) -> tuple[Floats, Floats32, Flags]:
    """Runs all starts; returns each tag's best state, its weights, and whether it lies inside the image."""
    believed = _believed(job.patches.grid)
    count, ways = len(start), len(believed)
    patches = job.patches.repeated(ways)
    wide, fine = job.wide_designs(ways), job.fine_designs(ways)
    mask = weights = np.tile(believed, (count, 1))
    state, inside = start.repeat(ways, axis=0), np.ones(count * ways, dtype=bool)
    each_lying = lying.repeat(ways)
    held: SizePrior | None = None
    for step, design in enumerate((wide, wide, fine)):
        values, visible = patches.look_up(state)
        inside &= visible
        fit = solved_where(equations_of(values, design, weights), weights, held)
        state = patches.moved(state, fit)
        weights = mask * tukey(fit.rest, TUKEY * fit.noise * (2.0 if step == 0 else 1.0))
        held = _held(state, fit, each_lying)
    values, visible = patches.look_up(state)
    fit = solved_where(equations_of(values, fine, weights := _coherent(fit, patches.grid)), weights, held)
    state, weights = patches.moved(state, fit), _coherent(fit, patches.grid)
    score = np.minimum((fit.rest / (CLIP * fit.gain)[:, None]) ** 2, 1.0).mean(axis=1)
    off_modules = np.hypot(*(state - start.repeat(ways, axis=0))[:, :2].T) / patches.module_mm
    strange = (off_modules > FARTHEST_MODULES) | (np.abs(state[:, SCALE] - 1) > FARTHEST_SCALE)
    score += strange | (fit.unknowns[:, 5] < MIN_CONTRAST)
    best = np.arange(count) * ways + score.reshape(count, ways).argmin(axis=1)
    return state[best], weights[best], (inside & visible)[best]


@functools.lru_cache(maxsize=4)
def _believed(grid: int) -> Floats32:
    """Returns weights (1 + WAYS, points): the whole tag, and its halves."""
    axis = (np.arange(grid) + 0.5) / grid * 2 - 1
    u, v = (each.ravel() for each in np.meshgrid(axis, axis))
    turns = np.arange(WAYS) * math.tau / WAYS
    halves = [np.clip(0.5 - (u * math.cos(turn) + v * math.sin(turn)) / SOFTNESS, 0.0, 1.0) for turn in turns]
    return np.stack([np.ones_like(u), *halves]).astype(np.float32)


def _coherent(fit: Fit, grid: int) -> Floats32:
    """Returns Tukey's weights, reduced where a large share of the neighbours is not explained."""
    limit = TUKEY * fit.noise
    bad = (np.abs(fit.rest) > 0.75 * limit[:, None]).reshape(-1, grid, grid)
    wider = np.arange(-1, grid + 1).clip(0, grid - 1)
    padded = bad.astype(np.float32).take(wider, axis=1).take(wider, axis=2)
    rows = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    share = (rows[:, :, :-2] + rows[:, :, 1:-1] + rows[:, :, 2:]).reshape(len(bad), -1) / 9
    return np.asarray(tukey(fit.rest, limit) * np.clip(1.5 - 3 * share, 0.0, 1.0), dtype=np.float32)


def _regridded(weights: Floats32, grid: int, wanted: int) -> Floats32:
    near = ((np.arange(wanted) + 0.5) / wanted * grid).astype(int)
    square = weights.reshape(-1, grid, grid)
    return np.ascontiguousarray(square[:, near][:, :, near]).reshape(len(weights), wanted * wanted)
