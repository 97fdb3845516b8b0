"""Stores small patches of the image and compares them with later images.

Each patch is a selection of pixels from a tag, or from any distinctive spot. Its grey values in a later image are
explained by six unknowns, in one linear least-squares step from the stored values r and their gradients r_x, r_y, with
u and v across and down the patch:

    value = gain · r + offset + a · u + b · v − gain · (dx · r_x + dy · r_y)

This distinguishes a lamp that goes off or flickers (gain, offset) and a soft shadow (a, b) from a patch that moved
(dx, dy; valid up to about one pixel), and all of these from a patch that is covered (pixels that remain unexplained).
Pixels that a first fit leaves unexplained are excluded from a second one, so that a finger on a third of a tag is not
mistaken for a movement. All patches are compared in one operation, which makes it affordable to check every tag in
every image.

Every patch is stored twice: from the full image and from the small one. A tag covers only a few dozen pixels of the
small image, but they are means of many, so they show a shift to a hundredth of a small pixel: enough to decide that
nothing moved, or that a hand covers the tag. Only the remaining cases are compared in the full image, which then has to
be decoded. If that comparison shows that a patch is in place but partly covered, the small version is stored again, so
that a lasting cover does not force every image to be decoded; the full version stays, and shows how much is visible.

Method: one Gauss-Newton step of Lucas-Kanade alignment with gain and offset, repeated once without outliers.

References:
    Lucas and Kanade 1981; the gain and offset terms: Baker, Gross and Matthews 2003.
"""

import functools
import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Floats32
from vision.compiled.kernels import CHOICE, Kernels
from vision.images.frame_view import GreyView

DENSEST, THINNEST = 56, 16
"""Most and fewest pixels along one edge of a patch, from which its points are chosen."""

STEEP, EVEN = 144, 112
"""Number of points on the steepest gradients, which give the shift to a hundredth of a pixel, and of points spread
evenly."""

COARSE = 8
"""Points along one edge of a patch in the small image; a tag has about that many pixels there."""

COARSE_MIN_PX = 2.5
"""Smallest edge length of a tag in the small image; below it nothing of the pattern is left."""

REACH = 0.62
"""Half the width of a patch, in tag edges from its centre: it includes the black square and most of the white rim."""

NOISE_FLOOR, NOISE_CEILING = 1.0, 12.0
"""Limits of the noise in grey levels: the lower one is for rounding and compression."""

DOUBTFUL = 0.02
"""Share of unexplained pixels from which a patch is fitted a second time."""

EXPLAINED_NOISES = 4.0
"""A pixel is explained if its residual is below this many standard deviations of the noise, or see
`EXPLAINED_CONTRAST`."""

EXPLAINED_CONTRAST = 0.15
"""A pixel is also explained if its residual is below this share of the patch's contrast: slight changes of blur and
shading are not movement."""

MIN_GAIN = 0.04
"""Smallest gain. With less contrast, the patch is not dark but covered by something uniform."""

QUIET_EXPLAINED, QUIET_PX = 0.65, 0.12
"""If at least this share of a patch is unchanged in the small image, and has shifted by no more than this, the full
image would add nothing: every user of the comparison treats the patch as still."""

HIDDEN_EXPLAINED = 0.3
"""If less than this share of a patch is unchanged in the small image, the patch is covered."""

PARTLY_SAME, PARTLY_STILL_PX = 0.5, 0.25
"""If at least this share of a patch is unchanged in the full image, and has shifted by no more than this, the patch is
in place."""

SHAKEN = 0.3
"""Witness patches are compared in the full image if more than this share of all other patches changed, because the
camera may have moved."""

UNKNOWNS = 6

KERNEL_LIMITS = np.array([EXPLAINED_NOISES, EXPLAINED_CONTRAST, DOUBTFUL, MIN_GAIN, NOISE_FLOOR, NOISE_CEILING])

Bools = NDArray[np.bool_]
Look = tuple[Floats32, Floats32, Floats32]
"""Grey values, and their gradients in x and in y."""

NO_FLOATS: Floats32 = np.empty(0, dtype=np.float32)


class PatchSimilarity(NamedTuple):
    """How one patch looks now, compared with its stored appearance.

    Attributes:
        gain: Contrast now, divided by the stored contrast.
        shift_px: (dx, dy) in pixels, valid up to about one pixel.
        explained: Share of the pixels that match after gain, offset and shift: the smaller of the shares among the dark
            and among the light pixels.
    """

    gain: float
    shift_px: tuple[float, float]
    explained: float

    @property
    def moved_px(self) -> float:
        return math.hypot(*self.shift_px)


@dataclass(slots=True)
class _Patch:
    index: NDArray[np.intp]
    model: Floats32
    inverse: Floats32
    shares: Floats32
    contrast: float


@dataclass(frozen=True, slots=True)
class _PatchMatches:
    """The comparison of many patches: gain (n,), shift (n, 2) in pixels, explained share (n,)."""

    keys: tuple[Hashable, ...]
    gain: Floats32
    shift_px: Floats32
    explained: Floats32

    @staticmethod
    def of(keys: tuple[Hashable, ...], fit: Floats32, explained: Floats32, scale: int) -> "_PatchMatches":
        """Returns the comparison from the fitted unknowns (n, 6) and the explained shares."""
        gain = fit[:, 0]
        safe = np.where(np.abs(gain) < 1e-3, 1e-3, gain)
        shift = np.asarray(fit[:, 1:3] * (-scale / safe[:, None]), dtype=np.float32)
        return _PatchMatches(keys, gain, shift, explained)

    def each(self) -> dict[Hashable, PatchSimilarity]:
        told = zip(self.keys, self.gain.tolist(), self.shift_px.tolist(), self.explained.tolist(), strict=True)
        return {key: PatchSimilarity(gain, (dx_px, dy_px), share) for key, gain, (dx_px, dy_px), share in told}

    def stirring(self) -> list[Hashable]:
        """Returns the patches for which the small image is not conclusive: they are neither still nor hidden."""
        quiet = (self.explained >= QUIET_EXPLAINED) & (np.linalg.norm(self.shift_px, axis=1) <= QUIET_PX)
        return [self.keys[n] for n in np.flatnonzero(~quiet & (self.explained >= HIDDEN_EXPLAINED)).tolist()]


@dataclass(slots=True)
class _Stack:
    """Patches stacked in arrays.

    `index` has the shape (patches, points), `model` and `inverse` have (patches, unknowns, points), `shares` has
    (patches, 2, points).
    """

    keys: tuple[Hashable, ...]
    rows: dict[Hashable, int]
    index: NDArray[np.intp]
    model: Floats32
    inverse: Floats32
    shares: Floats32
    contrast: Floats32

    @staticmethod
    def of(patches: dict[Hashable, _Patch]) -> "_Stack":
        """Stacks patches."""
        each = list(patches.values())
        return _Stack(
            tuple(patches),
            {key: row for row, key in enumerate(patches)},
            np.stack([patch.index for patch in each]),
            np.stack([patch.model for patch in each]),
            np.stack([patch.inverse for patch in each]),
            np.stack([patch.shares for patch in each]),
            np.array([patch.contrast for patch in each], dtype=np.float32),
        )

    def put(self, row: int, patch: _Patch) -> None:
        """Replaces the patch in one row."""
        self.index[row], self.model[row], self.inverse[row] = patch.index, patch.model, patch.inverse
        self.shares[row], self.contrast[row] = patch.shares, patch.contrast

    def drop(self, key: Hashable) -> None:
        """Removes a patch; the last one takes its row, so that no other one has to be moved."""
        row, last = self.rows.pop(key), len(self.keys) - 1
        keys = list(self.keys)
        if row != last:
            keys[row] = keys[last]
            self.rows[keys[row]] = row
            for array in (self.index, self.model, self.inverse, self.shares, self.contrast):
                array[row] = array[last]
        self.keys = tuple(keys[:last])
        self.index, self.model, self.inverse = self.index[:last], self.model[:last], self.inverse[:last]
        self.shares, self.contrast = self.shares[:last], self.contrast[:last]

    def only(self, rows: list[int]) -> "_Stack":
        """Returns a stack of some of the patches."""
        keys = tuple(self.keys[row] for row in rows)
        return _Stack(
            keys=keys,
            rows={key: row for row, key in enumerate(keys)},
            index=self.index[rows],
            model=self.model[rows],
            inverse=self.inverse[rows],
            shares=self.shares[rows],
            contrast=self.contrast[rows],
        )


def _shares(dark: Bools) -> Floats32:
    """Returns the weight of each dark pixel among the dark ones, and of each light one among the light, (2, points)."""
    sides = np.stack([dark, ~dark])
    return np.asarray(sides / np.maximum(sides.sum(axis=1, keepdims=True), 1), dtype=np.float32)


class _Layer:
    """The patches as stored from images of one size.

    Attributes:
        noise: Standard deviation of the noise of one pixel.
    """

    def __init__(self) -> None:
        self.patches: dict[Hashable, _Patch] = {}
        self._stacked: _Stack | None = None
        self.noise = NOISE_FLOOR

    def put(self, key: Hashable, patch: _Patch | None) -> None:
        if patch is None:
            if self.patches.pop(key, None) is not None and self._stacked is not None:
                self._stacked.drop(key)
            return
        if self._stacked is not None and key in self.patches:
            self._stacked.put(self._stacked.rows[key], patch)
        else:
            self._stacked = None
        self.patches[key] = patch

    def compare(self, view: GreyView, scale: int, keys: Sequence[Hashable] | None = None) -> _PatchMatches:
        """Compares some or all patches with an image.

        Args:
            view: The image.
            scale: Pixels of the full image per pixel of this layer; 1 for the full image.
            keys: The patches to compare; None for all, which also measures the noise.
        """
        if not self.patches:
            return _PatchMatches((), NO_FLOATS, NO_FLOATS.reshape(0, 2), NO_FLOATS)
        stack = self._stack()
        kernels = CHOICE.kernels
        if kernels is not None:
            return self._compiled(kernels, stack, view, scale, keys)
        if keys is not None:
            stack = stack.only([stack.rows[key] for key in keys])
        values = view.values(stack.index) if scale == 1 else view.small_values(stack.index)
        fit = np.matmul(stack.inverse, values[:, :, None])
        fit = fit[:, :, 0]
        rest = np.abs(values - np.matmul(fit[:, None], stack.model)[:, 0])
        if keys is None:
            some = rest[:, ::8].ravel()
            some.partition(some.size // 2)
            self.noise = max(NOISE_FLOOR, min(NOISE_CEILING, float(some[some.size // 2]) / 0.6745))
        misfits = self._misfits(rest, fit, stack.contrast)
        doubtful = np.flatnonzero(np.add.reduce(misfits, axis=1, dtype=np.float32) > DOUBTFUL * misfits.shape[1])
        if len(doubtful):
            contrast = stack.contrast[doubtful]
            fit[doubtful], rest[doubtful] = _refit(values[doubtful], stack.model[doubtful], contrast)
            misfits[doubtful] = self._misfits(rest[doubtful], fit[doubtful], contrast)
        share = 1.0 - np.matmul(stack.shares, misfits[:, :, None].astype(np.float32))[:, :, 0].max(axis=1)
        share[fit[:, 0] < MIN_GAIN] = 0.0
        return _PatchMatches.of(stack.keys, fit, share, scale)

    def _compiled(
        self, kernels: Kernels, stack: "_Stack", view: GreyView, scale: int, keys: Sequence[Hashable] | None
    ) -> _PatchMatches:
        """Does what `compare` does with a compiled kernel."""
        shown = view.open() if scale == 1 else view.reduced()[0]
        chosen = range(len(stack.keys)) if keys is None else [stack.rows[key] for key in keys]
        fit, share, noise = kernels.fit_patches(
            np.ascontiguousarray(shown).reshape(-1),
            np.array(chosen, dtype=np.intp),
            stack.index,
            stack.model,
            stack.inverse,
            stack.shares,
            stack.contrast,
            0.0 if keys is None else self.noise,
            KERNEL_LIMITS,
        )
        self.noise = float(noise)
        return _PatchMatches.of(stack.keys if keys is None else tuple(keys), fit, share, scale)

    def _misfits(self, rest: Floats32, fit: Floats32, contrast: Floats32) -> Bools:
        allowed = np.maximum(EXPLAINED_NOISES * self.noise, EXPLAINED_CONTRAST * contrast * np.abs(fit[:, 0]))
        return np.asarray(rest > allowed[:, None])

    def _stack(self) -> _Stack:
        if self._stacked is None:
            self._stacked = _Stack.of(self.patches)
        return self._stacked


class PatchStore:
    """Stores patches by key and compares all of them with an image at once."""

    def __init__(self) -> None:
        self._fine, self._coarse = _Layer(), _Layer()
        self._witnesses: set[Hashable] = set()
        self._corners_px: dict[Hashable, NDArray[np.floating]] = {}
        self._covered: dict[Hashable, PatchSimilarity] = {}

    @property
    def noise(self) -> float:
        """Standard deviation of the noise of one pixel of the full image."""
        return self._fine.noise

    def remember(
        self, key: Hashable, view: GreyView, corners_px: NDArray[np.floating], *, witness: bool = False
    ) -> bool:
        """Stores how the square with these corners, (4, 2), looks now.

        Args:
            key: The patch's key.
            view: The image.
            corners_px: Corners of the square in the image.
            witness: Whether the patch is compared in full only if many others changed: a change of its own does not
                cause the image to be decoded.

        Returns:
            False, without storing the patch, if it reaches beyond the image or has no distinctive pattern.
        """
        patch = _fine_patch(view, corners_px)
        self._fine.put(key, patch)
        self._coarse.put(key, None if patch is None else _coarse_patch(view, corners_px))
        self._corners_px[key] = corners_px
        self._covered.pop(key, None)
        (self._witnesses.add if witness else self._witnesses.discard)(key)
        return patch is not None

    def forget(self, key: Hashable) -> None:
        """Removes a patch; an unknown key is not an error."""
        self._fine.put(key, None)
        self._coarse.put(key, None)
        self._corners_px.pop(key, None)
        self._covered.pop(key, None)
        self._witnesses.discard(key)

    def knows(self, key: Hashable) -> bool:
        """Whether a patch is stored."""
        return key in self._fine.patches

    def contrast(self, keys: list[Hashable]) -> float | None:
        """Returns the median contrast of these patches in grey levels; None if none is stored."""
        contrasts = [self._fine.patches[key].contrast for key in keys if key in self._fine.patches]
        return median(contrasts) if contrasts else None

    def compare(self, view: GreyView) -> dict[Hashable, PatchSimilarity]:
        """Compares every patch.

        Unless the image is due for decoding, the full image is used only for patches that changed.
        """
        if view.due:
            return self._fine.compare(view, 1).each()
        found = self._coarse.compare(view, view.reduced()[1])
        only_fine = [key for key in self._fine.patches if key not in self._coarse.patches]
        stirring = only_fine + found.stirring()
        own = [key for key in stirring if key not in self._witnesses]
        if not own:
            return self._with_covers(found.each())
        if len(own) < SHAKEN * (len(self._fine.patches) - len(self._witnesses)):
            stirring = own
        told = self._fine.compare(view, 1, stirring).each()
        for key in own:
            self._allow_cover(key, view, told[key])
        return self._with_covers(found.each()) | told

    def _allow_cover(self, key: Hashable, view: GreyView, like: PatchSimilarity) -> None:
        """Stores the small version of a patch again, if the patch is in place but partly covered."""
        if like.explained >= PARTLY_SAME and like.moved_px <= PARTLY_STILL_PX and key in self._coarse.patches:
            patch = _coarse_patch(view, self._corners_px[key])
            if patch is not None:
                self._coarse.put(key, patch)
                self._covered[key] = like

    def _with_covers(self, told: dict[Hashable, PatchSimilarity]) -> dict[Hashable, PatchSimilarity]:
        """Converts comparisons with a renewed small version into comparisons with the original full version."""
        for key, then in self._covered.items():
            gain, (x_px, y_px), explained = told[key]
            shift_px = (then.shift_px[0] + x_px, then.shift_px[1] + y_px)
            told[key] = PatchSimilarity(then.gain * gain, shift_px, min(then.explained, explained))
        return told


def _refit(values: Floats32, model: Floats32, contrast: Floats32) -> tuple[Floats32, Floats32]:
    """Fits again with uncertain pixels weighted down, starting from no change; returns the fit and its residuals.

    The least-squares fit is no suitable start: a hand over half a patch has already biased it.
    """
    half = values.shape[1] // 2
    rest = values - model[:, 0]
    rest = np.abs(rest - np.partition(rest, half, axis=1)[:, half, None])
    fit = np.zeros((len(values), UNKNOWNS), dtype=np.float32)
    for _ in range(3):
        middle = np.partition(rest, half, axis=1)[:, half]
        scale = np.maximum(1.5 * middle, 0.06 * contrast)
        weight = (1.0 / (1.0 + (rest / scale[:, None]) ** 2)) ** 2
        weighted = model * weight[:, None]
        normal = np.matmul(weighted, model.transpose(0, 2, 1)) + 1e-3 * np.eye(UNKNOWNS, dtype=np.float32)
        fit = np.linalg.solve(normal, np.matmul(weighted, values[:, :, None]))[:, :, 0].astype(np.float32)
        rest = np.abs(values - np.matmul(fit[:, None], model)[:, 0])
    return fit, rest


def _fine_patch(view: GreyView, corners_px: NDArray[np.floating]) -> _Patch | None:
    edge_px = float(np.linalg.norm(np.asarray(corners_px[1]) - np.asarray(corners_px[0])))
    across = int(np.clip(2 * REACH * edge_px, THINNEST, DENSEST))
    index = _grid_index(corners_px, across, (view.width_px, view.height_px))
    if index is None:
        return None
    value, slope_x, slope_y = _with_slopes(view.open(), index)
    steep = np.argpartition(-np.hypot(slope_x, slope_y), STEEP)[:STEEP]
    even = np.linspace(0, len(index) - 1, EVEN).astype(np.intp)
    chosen = np.concatenate([steep, even])
    return _patch(index[chosen], (value[chosen], slope_x[chosen], slope_y[chosen]), view.width_px)


def _coarse_patch(view: GreyView, corners_px: NDArray[np.floating]) -> _Patch | None:
    small, scale = view.reduced()
    corners = (np.asarray(corners_px) + 0.5) / scale - 0.5
    if float(np.linalg.norm(corners[1] - corners[0])) < COARSE_MIN_PX:
        return None
    index = _grid_index(corners, COARSE, (small.shape[1], small.shape[0]))
    return None if index is None else _patch(index, _with_slopes(small, index), small.shape[1])


@functools.lru_cache(maxsize=DENSEST)
def _shares_of_corners(across: int) -> Floats:
    """Returns how much each corner of a square contributes to each point of a grid over it, (points, 4)."""
    steps = np.linspace(-REACH, REACH, across) + 0.5
    right, down = (each.ravel() for each in np.meshgrid(steps, steps))
    return np.column_stack([(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down])


def _grid_index(corners_px: NDArray[np.floating], across: int, size_px: tuple[int, int]) -> NDArray[np.intp] | None:
    """Returns the indices of the pixels on a grid over a square; None if it reaches the image's edge."""
    pixels = np.rint(_shares_of_corners(across) @ np.asarray(corners_px, dtype=np.float64)).astype(np.intp)
    if pixels.min() < 1 or pixels[:, 0].max() > size_px[0] - 2 or pixels[:, 1].max() > size_px[1] - 2:
        return None
    return np.asarray(pixels[:, 1] * size_px[0] + pixels[:, 0])


def _with_slopes(grey: NDArray[np.uint8], index: NDArray[np.intp]) -> Look:
    flat, width = grey.reshape(-1), grey.shape[1]
    shifts = np.array([0, 1, -1, width, -width])
    here, right, left, below, above = flat[index + shifts[:, None]].astype(np.float32)
    return here, (right - left) / 2, (below - above) / 2


def _patch(index: NDArray[np.intp], context: Look, width_px: int) -> _Patch | None:
    value, slope_x, slope_y = context
    # Scaled to the size of grey values, so that all unknowns have a similar magnitude.
    place = np.column_stack([index % width_px, index // width_px]).astype(np.float32)
    place = (place - place.mean(axis=0)) * (100.0 / np.ptp(place, axis=0).max())
    tenth = len(value) // 10
    ordered = np.sort(value)
    low, high = float(ordered[tenth]), float(ordered[-1 - tenth])
    if high - low < 8.0:
        return None
    model = np.stack([value, slope_x, slope_y, np.ones_like(value), *place.T])
    normal = model @ model.T + 1e-3 * np.eye(UNKNOWNS, dtype=np.float32)
    inverse = np.linalg.solve(normal.astype(np.float64), model.astype(np.float64)).astype(np.float32)
    return _Patch(index, model, inverse, _shares(value < (low + high) / 2), high - low)
