"""Small pieces of the picture that are remembered, and whether they still look the same.

Each patch is a choice of pixels from a tag (or from any marked spot). Its grey values in a later picture are
explained by six unknowns, in one linear least-squares step from the remembered values r and their slopes r_x, r_y, with
u and v across and down the patch:

    value = gain · r + offset + a · u + b · v − gain · (dx · r_x + dy · r_y)

so a lamp that goes off or flickers (gain, offset) or a soft shadow (a, b) is told from a patch that moved (dx, dy, true
within about a pixel), and all of them from one that is covered (pixels that stay unexplained). Pixels that a first fit
leaves unexplained are left out of a second, so that a finger on a third of a tag does not pass for a movement of it.
All patches are compared in one go; that is what makes looking at every tag in every picture affordable.

Every patch is remembered twice, from the whole picture and from the small one. The few dozen pixels that a tag has left
in the small one tell a shift to a hundredth of one of them, because they are means of many: enough to say that nothing
stirs, or that a hand lies on it. Only what is neither is looked at in the whole picture, which then must be decoded.
If that shows a patch in its place with something on a part of it, the small picture's memory is made anew, so that what
lies there for long does not open every picture; the whole picture's memory stays, and says how much still shows.

References:
    Lucas and Kanade 1981; the gain and offset terms: Baker, Gross and Matthews 2003.
"""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32
from vision.images.frame_view import View

DENSEST, THINNEST = 56, 16
"""Most and fewest pixels along one edge of a patch from which its points are chosen."""

STEEP, EVEN = 144, 112
"""Points on the steepest slopes, which tell the shift to a hundredth of a pixel, and points spread evenly."""

COARSE = 8
"""Points along one edge of a patch in the small picture; a tag has about so many pixels there."""

COARSE_MIN_PX = 2.5
"""Edge of a tag in the small picture below which nothing of its print is left."""

REACH = 0.62
"""How far a patch reaches from the tag's centre, in edges: the black square and most of its white rim."""

NOISE_FLOOR = 1.0
"""Grey levels of noise that are always allowed: rounding and compression."""

EXPLAINED_NOISES = 4.0
"""A pixel is explained when it lies within that many standard deviations of noise …"""

EXPLAINED_CONTRAST = 0.15
"""… or within that share of the patch's own contrast: small changes of blur and shading are no movement."""

MIN_GAIN = 0.04
"""Less of the contrast left than that is no patch in the dark, but something even that lies on it."""

QUIET_EXPLAINED, QUIET_PX = 0.65, 0.12
"""Of a patch that is so far as before in the small picture, and what is has not shifted more than that, the whole
picture would tell nothing else: no reader of a likeness takes that for a movement."""

HIDDEN_EXPLAINED = 0.3
"""Likewise of one of which less is as before: something lies on it."""

PARTLY_SAME, PARTLY_STILL_PX = 0.5, 0.25
"""What is so far as before in the whole picture, and what is has not shifted more than that, is in its place."""

SHAKEN = 0.3
"""Witnesses are looked at in the whole picture once that share of all others stirs: the camera may have moved."""

UNKNOWNS = 6

Bools = NDArray[np.bool_]
Look = tuple[Floats32, Floats32, Floats32]
"""Values and their slopes each way."""

NO_FLOATS: Floats32 = np.empty(0, dtype=np.float32)


class Likeness(NamedTuple):
    """How one patch looks now beside how it was remembered.

    Attributes:
        gain: Contrast now over contrast then.
        shift_px: (dx, dy) in pixels, true while it is below about one.
        explained: Share of the pixels that are as remembered, after gain, offset and shift; the smaller of the
            share among the dark ones and among the light ones.
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
    dark: Bools
    contrast: float


@dataclass(frozen=True, slots=True)
class _Told:
    """The likeness of many patches: gain (n,), shift (n, 2) in pixels, explained share (n,)."""

    keys: tuple[Hashable, ...]
    gain: Floats32
    shift_px: Floats32
    explained: Floats32

    def each(self) -> dict[Hashable, Likeness]:
        told = zip(self.keys, self.gain.tolist(), self.shift_px.tolist(), self.explained.tolist(), strict=True)
        return {key: Likeness(gain, (dx_px, dy_px), share) for key, gain, (dx_px, dy_px), share in told}

    def stirring(self) -> list[Hashable]:
        """Those of which a small picture does not tell enough: neither has nothing stirred, nor are they hidden."""
        quiet = (self.explained >= QUIET_EXPLAINED) & (np.linalg.norm(self.shift_px, axis=1) <= QUIET_PX)
        return [self.keys[n] for n in np.flatnonzero(~quiet & (self.explained >= HIDDEN_EXPLAINED)).tolist()]


@dataclass(frozen=True, slots=True)
class _Stack:
    """Patches side by side: (patches, points, …); the shares (patches, 2, points)."""

    keys: tuple[Hashable, ...]
    rows: dict[Hashable, int]
    index: NDArray[np.intp]
    model: Floats32
    inverse: Floats32
    shares: Floats32
    contrast: Floats32

    @staticmethod
    def of(patches: dict[Hashable, _Patch]) -> "_Stack":
        """All of them, one after the other."""
        each = list(patches.values())
        return _Stack(
            tuple(patches),
            {key: row for row, key in enumerate(patches)},
            np.stack([patch.index for patch in each]),
            np.stack([patch.model for patch in each]),
            np.stack([patch.inverse for patch in each]),
            np.stack([_shares(patch) for patch in each]),
            np.array([patch.contrast for patch in each], dtype=np.float32),
        )

    def put(self, row: int, patch: _Patch) -> None:
        """Another patch in the place of one."""
        self.index[row], self.model[row], self.inverse[row] = patch.index, patch.model, patch.inverse
        self.shares[row], self.contrast[row] = _shares(patch), patch.contrast

    def only(self, rows: list[int]) -> "_Stack":
        """Some of the patches."""
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


def _shares(patch: _Patch) -> Floats32:
    """(2, points) what one dark pixel counts among the dark, and one light pixel among the light."""
    sides = np.stack([patch.dark, ~patch.dark])
    return np.asarray(sides / np.maximum(sides.sum(axis=1, keepdims=True), 1), dtype=np.float32)


class _Layer:
    """The patches as pictures of one size show them.

    Attributes:
        noise: Standard deviation of the noise of one pixel.
    """

    def __init__(self) -> None:
        self.patches: dict[Hashable, _Patch] = {}
        self._stacked: _Stack | None = None
        self.noise = NOISE_FLOOR

    def put(self, key: Hashable, patch: _Patch | None) -> None:
        if patch is None:
            if self.patches.pop(key, None) is not None:
                self._stacked = None
            return
        if self._stacked is not None and key in self.patches:
            self._stacked.put(self._stacked.rows[key], patch)
        else:
            self._stacked = None
        self.patches[key] = patch

    def compare(self, view: View, scale: int, keys: Sequence[Hashable] | None = None) -> _Told:
        """How these patches look in a picture, or all.

        Args:
            view: The picture.
            scale: How many pixels one of this layer's stands for; 1 for the whole picture.
            keys: Which; the noise is measured where all are compared.
        """
        if not self.patches:
            return _Told((), NO_FLOATS, NO_FLOATS.reshape(0, 2), NO_FLOATS)
        stack = self._stack()
        if keys is not None:
            stack = stack.only([stack.rows[key] for key in keys])
        values = view.values(stack.index) if scale == 1 else view.small_values(stack.index)
        fit = np.matmul(stack.inverse, values[:, :, None])
        rest = np.abs(values - np.matmul(stack.model, fit)[:, :, 0])
        fit = fit[:, :, 0]
        if keys is None:
            some = rest[:, ::8].ravel()
            some.partition(some.size // 2)
            self.noise = max(NOISE_FLOOR, min(12.0, float(some[some.size // 2]) / 0.6745))
        misfits = self._misfits(rest, fit, stack.contrast)
        doubtful = np.flatnonzero(np.add.reduce(misfits, axis=1, dtype=np.float32) > 0.02 * misfits.shape[1])
        if len(doubtful):
            contrast = stack.contrast[doubtful]
            fit[doubtful], rest[doubtful] = _refit(values[doubtful], stack.model[doubtful], contrast)
            misfits[doubtful] = self._misfits(rest[doubtful], fit[doubtful], contrast)
        gain = fit[:, 0]
        safe = np.where(np.abs(gain) < 1e-3, 1e-3, gain)
        shift = fit[:, 1:3] * (-scale / safe[:, None])
        share = 1.0 - np.matmul(stack.shares, misfits[:, :, None].astype(np.float32))[:, :, 0].max(axis=1)
        share[gain < MIN_GAIN] = 0.0
        return _Told(stack.keys, gain, shift, share)

    def _misfits(self, rest: Floats32, fit: Floats32, contrast: Floats32) -> Bools:
        allowed = np.maximum(EXPLAINED_NOISES * self.noise, EXPLAINED_CONTRAST * contrast * np.abs(fit[:, 0]))
        return np.asarray(rest > allowed[:, None])

    def _stack(self) -> _Stack:
        if self._stacked is None:
            self._stacked = _Stack.of(self.patches)
        return self._stacked


class Watch:
    """Remembers patches by key and compares all of them with a picture at once."""

    def __init__(self) -> None:
        self._fine, self._coarse = _Layer(), _Layer()
        self._witnesses: set[Hashable] = set()
        self._corners_px: dict[Hashable, NDArray[np.floating]] = {}
        self._covered: dict[Hashable, Likeness] = {}

    @property
    def noise(self) -> float:
        """Standard deviation of the noise of one pixel of the whole picture."""
        return self._fine.noise

    def remember(self, key: Hashable, view: View, corners_px: NDArray[np.floating], *, witness: bool = False) -> bool:
        """Remembers how the square with these corners, (4, 2), looks now.

        Args:
            key: By which it is known.
            view: The picture.
            corners_px: Where the square is in it.
            witness: Whether it is asked only when many others stir: what it does by itself opens no picture.

        Returns:
            False, and nothing is remembered, if it reaches beyond the picture or shows nothing to recognise.
        """
        patch = _fine_patch(view, corners_px)
        self._fine.put(key, patch)
        self._coarse.put(key, None if patch is None else _coarse_patch(view, corners_px))
        self._corners_px[key] = corners_px
        self._covered.pop(key, None)
        (self._witnesses.add if witness else self._witnesses.discard)(key)
        return patch is not None

    def forget(self, key: Hashable) -> None:
        """Forgets a patch; one that is not remembered is no error."""
        self._fine.put(key, None)
        self._coarse.put(key, None)
        self._corners_px.pop(key, None)
        self._covered.pop(key, None)
        self._witnesses.discard(key)

    def knows(self, key: Hashable) -> bool:
        """Whether a patch is remembered."""
        return key in self._fine.patches

    def contrast(self, keys: list[Hashable]) -> float | None:
        """Median contrast of these patches in grey levels; None without any."""
        contrasts = [self._fine.patches[key].contrast for key in keys if key in self._fine.patches]
        return median(contrasts) if contrasts else None

    def compare(self, view: View) -> dict[Hashable, Likeness]:
        """How every remembered patch looks; unless it is due, a picture is opened only for those that stir."""
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

    def _allow_cover(self, key: Hashable, view: View, like: Likeness) -> None:
        """Takes what lies on a part of a patch that is in its place into how the small picture is remembered."""
        if like.explained >= PARTLY_SAME and like.moved_px <= PARTLY_STILL_PX and key in self._coarse.patches:
            patch = _coarse_patch(view, self._corners_px[key])
            if patch is not None:
                self._coarse.put(key, patch)
                self._covered[key] = like

    def _with_covers(self, told: dict[Hashable, Likeness]) -> dict[Hashable, Likeness]:
        """Likenesses to the small picture's newer memory, as those to the whole picture's."""
        for key, then in self._covered.items():
            gain, (x_px, y_px), explained = told[key]
            shift_px = (then.shift_px[0] + x_px, then.shift_px[1] + y_px)
            told[key] = Likeness(then.gain * gain, shift_px, min(then.explained, explained))
        return told


def _refit(values: Floats32, model: Floats32, contrast: Floats32) -> tuple[Floats32, Floats32]:
    """The fit with doubtful pixels weighted down, started from no change at all, and what it leaves unexplained.

    Starting from the least-squares fit would not do: a hand over half a patch has pulled it away already.
    """
    half = values.shape[1] // 2
    rest = values - model[:, :, 0]
    rest = np.abs(rest - np.partition(rest, half, axis=1)[:, half, None])
    fit = np.zeros((len(values), UNKNOWNS), dtype=np.float32)
    for _ in range(3):
        middle = np.partition(rest, half, axis=1)[:, half]
        scale = np.maximum(1.5 * middle, 0.06 * contrast)
        weight = (1.0 / (1.0 + (rest / scale[:, None]) ** 2)) ** 2
        weighted = model * weight[:, :, None]
        across = weighted.transpose(0, 2, 1)
        normal = np.matmul(across, model) + 1e-3 * np.eye(UNKNOWNS, dtype=np.float32)
        fit = np.linalg.solve(normal, np.matmul(across, values[:, :, None]))[:, :, 0].astype(np.float32)
        rest = np.abs(values - np.matmul(model, fit[:, :, None])[:, :, 0])
    return fit, rest


def _fine_patch(view: View, corners_px: NDArray[np.floating]) -> _Patch | None:
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


def _coarse_patch(view: View, corners_px: NDArray[np.floating]) -> _Patch | None:
    small, scale = view.reduced()
    corners = (np.asarray(corners_px) + 0.5) / scale - 0.5
    if float(np.linalg.norm(corners[1] - corners[0])) < COARSE_MIN_PX:
        return None
    index = _grid_index(corners, COARSE, (small.shape[1], small.shape[0]))
    return None if index is None else _patch(index, _with_slopes(small, index), small.shape[1])


def _grid_index(corners_px: NDArray[np.floating], across: int, size_px: tuple[int, int]) -> NDArray[np.intp] | None:
    """Numbers of the pixels on a grid over a square; None if it reaches to the picture's edge."""
    steps = np.linspace(-REACH, REACH, across) + 0.5
    right, down = np.meshgrid(steps, steps)
    a, b, c, d = np.asarray(corners_px, dtype=np.float64)
    points = (
        np.multiply.outer((1 - right) * (1 - down), a)
        + np.multiply.outer(right * (1 - down), b)
        + np.multiply.outer(right * down, c)
        + np.multiply.outer((1 - right) * down, d)
    ).reshape(-1, 2)
    pixels = np.rint(points).astype(np.intp)
    if pixels.min() < 1 or pixels[:, 0].max() > size_px[0] - 2 or pixels[:, 1].max() > size_px[1] - 2:
        return None
    return np.asarray(pixels[:, 1] * size_px[0] + pixels[:, 0])


def _with_slopes(grey: NDArray[np.uint8], index: NDArray[np.intp]) -> Look:
    flat, width = grey.reshape(-1), grey.shape[1]
    shifts = np.array([0, 1, -1, width, -width])
    here, right, left, below, above = flat[index + shifts[:, None]].astype(np.float32)
    return here, (right - left) / 2, (below - above) / 2


def _patch(index: NDArray[np.intp], look: Look, width_px: int) -> _Patch | None:
    value, slope_x, slope_y = look
    # As large as grey values, so that no unknown is smaller than the others by far.
    place = np.column_stack([index % width_px, index // width_px]).astype(np.float32)
    place = (place - place.mean(axis=0)) * (100.0 / np.ptp(place, axis=0).max())
    tenth = len(value) // 10
    ordered = np.sort(value)
    low, high = float(ordered[tenth]), float(ordered[-1 - tenth])
    if high - low < 8.0:
        return None
    model = np.column_stack([value, slope_x, slope_y, np.ones_like(value), place]).astype(np.float32)
    normal = model.T @ model + 1e-3 * np.eye(UNKNOWNS, dtype=np.float32)
    inverse = np.linalg.solve(normal.astype(np.float64), model.T.astype(np.float64)).astype(np.float32)
    return _Patch(index, model, inverse, value < (low + high) / 2, high - low)
