"""Small pieces of the picture that are remembered, and whether they still look the same.

Each patch is a choice of pixels from a tag (or from any marked spot). Its grey values in a later picture are
explained by four unknowns, in one linear least-squares step from the remembered values r and their slopes r_x, r_y:

    value = gain · r + offset − gain · (dx · r_x + dy · r_y)

so a lamp that goes off or flickers (gain, offset) is told from a patch that moved (dx, dy, true within about a pixel),
and both from one that is covered (pixels that stay unexplained). Pixels that a first fit leaves unexplained are left
out of a second, so that a finger on a third of a tag does not pass for a movement of it. All patches are compared in
one go; that is what makes looking at every tag in every picture affordable.

References:
    Lucas and Kanade 1981; the gain and offset terms: Baker, Gross and Matthews 2003.
"""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tracking.view import View

DENSEST, THINNEST = 56, 16
"""Most and fewest pixels along one edge of a patch from which its points are chosen."""

STEEP, EVEN = 144, 112
"""Points on the steepest slopes, which tell the shift to a hundredth of a pixel, and points spread evenly."""

REACH = 0.62
"""How far a patch reaches from the tag's centre, in edges: the black square and most of its white rim."""

NOISE_FLOOR = 1.0
"""Grey levels of noise that are always allowed: rounding and compression."""

EXPLAINED_NOISES = 4.0
"""A pixel is explained when it lies within that many standard deviations of noise …"""

EXPLAINED_CONTRAST = 0.15
"""… or within that share of the patch's own contrast: small changes of blur and shading are no movement."""

LEAST_GAIN = 0.04
"""Less of the contrast left than that is no patch in the dark, but something even that lies on it."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Likeness:
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
        return float(np.hypot(*self.shift_px))


@dataclass(slots=True)
class _Patch:
    index: NDArray[np.intp]
    model: Floats
    inverse: Floats
    dark: NDArray[np.bool_]
    contrast: float


class Watch:
    """Remembers patches by key and compares all of them with a picture at once."""

    def __init__(self) -> None:
        self._patches: dict[Hashable, _Patch] = {}
        self._stacked: tuple[list[Hashable], NDArray[np.intp], Floats, Floats, NDArray[np.bool_], Floats] | None = None
        self.noise = NOISE_FLOOR

    def remember(self, key: Hashable, view: View, corners_px: NDArray[np.floating]) -> bool:
        """Remembers how the square with these corners, (4, 2), looks now.

        Returns:
            False, and nothing is remembered, if it reaches beyond the picture or shows nothing to recognise.
        """
        index = _grid_index(view, corners_px)
        patch = None if index is None else _patch(view, index)
        if patch is None:
            self.forget(key)
            return False
        self._patches[key] = patch
        self._stacked = None
        return True

    def forget(self, key: Hashable) -> None:
        """Forgets a patch; one that is not remembered is no error."""
        if self._patches.pop(key, None) is not None:
            self._stacked = None

    def knows(self, key: Hashable) -> bool:
        """Whether a patch is remembered."""
        return key in self._patches

    def contrast(self, keys: list[Hashable]) -> float | None:
        """Median contrast of these patches in grey levels; None without any."""
        contrasts = [self._patches[key].contrast for key in keys if key in self._patches]
        return float(np.median(contrasts)) if contrasts else None

    def compare(self, view: View) -> dict[Hashable, Likeness]:
        """How every remembered patch looks in this picture."""
        if not self._patches:
            return {}
        keys, index, model, inverse, dark, contrast = self._stack()
        values = view.values(index)
        fit = np.matmul(inverse, values[:, :, None])[:, :, 0]
        rest = np.abs(values - np.matmul(model, fit[:, :, None])[:, :, 0])
        some = rest[:, ::8].ravel()
        self.noise = max(NOISE_FLOOR, min(12.0, float(np.partition(some, some.size // 2)[some.size // 2]) / 0.6745))
        allowed = np.maximum(EXPLAINED_NOISES * self.noise, EXPLAINED_CONTRAST * contrast * np.abs(fit[:, 0]))
        fits = rest <= allowed[:, None]
        doubtful = np.flatnonzero(fits.mean(axis=1) < 0.98)
        if len(doubtful):
            fit[doubtful], rest[doubtful] = _refit(values[doubtful], model[doubtful], contrast[doubtful])
            allowed = np.maximum(EXPLAINED_NOISES * self.noise, EXPLAINED_CONTRAST * contrast * np.abs(fit[:, 0]))
            fits = rest <= allowed[:, None]
        gain = fit[:, 0]
        safe = np.where(np.abs(gain) < 1e-3, 1e-3, gain)
        shift = -fit[:, 2:] / safe[:, None]
        share = np.minimum(_share(fits, dark), _share(fits, ~dark))
        share[gain < LEAST_GAIN] = 0.0
        return {
            key: Likeness(float(gain[n]), (float(shift[n, 0]), float(shift[n, 1])), float(share[n]))
            for n, key in enumerate(keys)
        }

    def _stack(self) -> tuple[list[Hashable], NDArray[np.intp], Floats, Floats, NDArray[np.bool_], Floats]:
        if self._stacked is None:
            patches = list(self._patches.values())
            self._stacked = (
                list(self._patches),
                np.stack([patch.index for patch in patches]),
                np.stack([patch.model for patch in patches]),
                np.stack([patch.inverse for patch in patches]),
                np.stack([patch.dark for patch in patches]),
                np.array([patch.contrast for patch in patches], dtype=np.float32),
            )
        return self._stacked


def _share(fits: NDArray[np.bool_], among: NDArray[np.bool_]) -> Floats:
    count = np.maximum(among.sum(axis=1), 1)
    return np.asarray((fits & among).sum(axis=1) / count, dtype=np.float32)


def _refit(values: Floats, model: Floats, contrast: Floats) -> tuple[Floats, Floats]:
    """The fit with doubtful pixels weighted down, started from no change at all, and what it leaves unexplained.

    Starting from the least-squares fit would not do: a hand over half a patch has pulled it away already.
    """
    level = np.median(values - model[:, :, 0], axis=1)
    rest = np.abs(values - model[:, :, 0] - level[:, None])
    fit = np.zeros((len(values), 4), dtype=np.float32)
    for _ in range(3):
        middle = np.partition(rest, rest.shape[1] // 2, axis=1)[:, rest.shape[1] // 2]
        scale = np.maximum(1.5 * middle, 0.06 * contrast)
        weight = (1.0 / (1.0 + (rest / scale[:, None]) ** 2)) ** 2
        weighted = model * weight[:, :, None]
        across = weighted.transpose(0, 2, 1)
        normal = np.matmul(across, model) + 1e-3 * np.eye(4, dtype=np.float32)
        fit = np.linalg.solve(normal, np.matmul(across, values[:, :, None]))[:, :, 0].astype(np.float32)
        rest = np.abs(values - np.matmul(model, fit[:, :, None])[:, :, 0])
    return fit, rest


def _grid_index(view: View, corners_px: NDArray[np.floating]) -> NDArray[np.intp] | None:
    edge_px = float(np.linalg.norm(np.asarray(corners_px[1]) - np.asarray(corners_px[0])))
    steps = np.linspace(-REACH, REACH, int(np.clip(2 * REACH * edge_px, THINNEST, DENSEST))) + 0.5
    across, down = np.meshgrid(steps, steps)
    a, b, c, d = np.asarray(corners_px, dtype=np.float64)
    points = (
        np.multiply.outer((1 - across) * (1 - down), a)
        + np.multiply.outer(across * (1 - down), b)
        + np.multiply.outer(across * down, c)
        + np.multiply.outer((1 - across) * down, d)
    ).reshape(-1, 2)
    pixels = np.rint(points).astype(np.intp)
    if pixels.min() < 1 or pixels[:, 0].max() > view.width_px - 2 or pixels[:, 1].max() > view.height_px - 2:
        return None
    return np.asarray(pixels[:, 1] * view.width_px + pixels[:, 0])


def _patch(view: View, index: NDArray[np.intp]) -> _Patch | None:
    value = view.values(index)
    slope_x = (view.values(index + 1) - view.values(index - 1)) / 2
    slope_y = (view.values(index + view.width_px) - view.values(index - view.width_px)) / 2
    steep = np.argpartition(-np.hypot(slope_x, slope_y), STEEP)[:STEEP]
    even = np.linspace(0, len(index) - 1, EVEN).astype(np.intp)
    chosen = np.concatenate([steep, even])
    index, value, slope_x, slope_y = index[chosen], value[chosen], slope_x[chosen], slope_y[chosen]
    low, high = np.percentile(value, (10, 90))
    contrast = float(high - low)
    if contrast < 8.0:
        return None
    model = np.stack([value, np.ones_like(value), slope_x, slope_y], axis=1)
    normal = model.T @ model + 1e-3 * np.eye(4, dtype=np.float32)
    inverse = np.linalg.solve(normal.astype(np.float64), model.T.astype(np.float64)).astype(np.float32)
    return _Patch(index, model, inverse, value < (low + high) / 2, contrast)
