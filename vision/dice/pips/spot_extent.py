"""Measures the extent of a spot: rays run outwards from its centre, and an ellipse is fitted to where they leave it.

A spot is recognised by nearly all rays leaving it after a similar distance. The image is shrunk first so that a spot is
about five pixels wide.
"""

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image, medians_along
from vision.dice.neighbours import Floats
from vision.dice.samples import sampled

RADIUS_PX = 2.4
"""Radius of the spots searched for, in the shrunk image."""

MIN_CONTRAST = 12.0
"""Smallest contrast in grey levels of the best channel; noise and the grain of wood are below it."""

WEIGHT = np.array((0.6, 1.0, 1.0), np.float32)
"""Weights of blue, green and red: cameras and JPEG are worst in blue."""

RAYS = 20
RAY_STEP_PX = 0.5
RAY_LENGTH_PX = 5.5
OUTER_STEPS = (8, 10)
"""Steps of a ray that are certainly outside the spot: 4 and 5 px from the centre."""

MIN_KNOWN = 0.84
"""Smallest share of the rays that must leave the spot; the rest may end in glare."""

ASTRAY = 1.7
MIN_CROSSED = 0.79
LESS_SHARP = 0.6
"""Factor on the sharpness of a spot that touches another. A ray longer than usual by `ASTRAY` has left another spot; at
least `MIN_CROSSED` of the rays must be normal."""

MAX_UNEVEN = 0.12
"""Largest share of the inside that may have another colour: a glint on a pip."""

MIN_ROUND = 0.3
"""Smallest ratio of a spot's axes: a face seen from more than 60° off does not lie on top."""


@dataclass(frozen=True, slots=True)
class Rays:
    """Rays from n places with the sampled colours: c channels at s steps.

    Attributes:
        centre_px: (n, 2) their origins.
        seen: (n, rays, s, c) colours.
        inner: (n, c) colour at the origin.
        outer: (n, c) colour at the end.
        way_px: (n, rays) distance after which each ray leaves the spot; NaN if it does not.
        sharp: (n,) gradient of the colour there.
    """

    centre_px: Floats
    seen: Floats
    inner: Floats
    outer: Floats
    way_px: Floats
    sharp: Floats

    @classmethod
    def sent(cls, level: Image, centre_px: Floats, rays: int) -> "Rays":
        """Samples a number of rays from each of n places.

        Args:
            level: (h, w, c) 8 bit, the shrunk image.
            centre_px: (n, 2) places in it.
            rays: Number of rays from each place, at equal angles.
        """
        steps = _steps()
        seen = sampled(level, centre_px[:, None, None, :] + _ways(rays)[:, None, :] * steps[:, None])
        inner = seen[:, :, :3].mean(axis=(1, 2))
        outer = medians_along(seen[:, :, list(OUTER_STEPS)].reshape(len(seen), -1, seen.shape[3]), 1)
        difference = inner - outer
        power = _power(difference)
        share = ((seen - outer[:, None, None]) * difference[:, None, None]).sum(axis=3) / power[:, None, None]
        below = share < 0.5
        first = below.argmax(axis=2)
        crossed = below.any(axis=2) & (first > 0)
        at = np.maximum(first, 1)
        after = np.take_along_axis(share, at[..., None], axis=2)[..., 0]
        before = np.take_along_axis(share, at[..., None] - 1, axis=2)[..., 0]
        way = (at - 1 + (before - 0.5) / np.maximum(before - after, 1e-3)) * RAY_STEP_PX
        sharp = np.where(crossed, before - after, 0.0).mean(axis=1) * np.sqrt(power) / RAY_STEP_PX
        return cls(
            centre_px,
            seen,
            inner.astype(np.float32),
            outer,
            np.where(crossed, way, np.nan).astype(np.float32),
            sharp.astype(np.float32),
        )

    def taken(self, rows: NDArray[np.int64]) -> "Rays":
        """Returns the rays of these rows."""
        return Rays(*(getattr(self, field.name)[rows] for field in fields(self)))

    @property
    def met_px(self) -> Floats:
        """Points where the rays leave the spots, (n, rays, 2); NaN for a ray that does not."""
        return np.asarray(self.centre_px[:, None] + _ways(self.way_px.shape[1]) * self.way_px[..., None])

    @property
    def are_astray(self) -> NDArray[np.bool_]:
        """Whether each ray (n, rays) does not end, or is so long that it has left another, touching spot."""
        count = np.isfinite(self.way_px).sum(axis=1)
        usual = np.sort(self.way_px, axis=1)[np.arange(len(count)), np.maximum(count - 1, 0) // 2]
        return ~np.asarray(self.way_px < ASTRAY * usual[:, None])

    def without_astray(self) -> "Rays":
        """Returns the rays without those that have left another spot.

        A round spot extends equally far in the opposite direction, so a missing ray is replaced by its opposite;
        otherwise the centre would be biased away from the other spot. Such a spot counts as less sharp than a whole
        one.
        """
        way = np.where(self.are_astray, np.nan, self.way_px)
        way[np.isfinite(way).mean(axis=1) < MIN_CROSSED] = np.nan
        way = np.where(np.isfinite(way), way, np.roll(way, way.shape[1] // 2, axis=1))
        return replace(self, way_px=way, sharp=LESS_SHARP * self.sharp)

    @property
    def is_clear(self) -> NDArray[np.bool_]:
        """Whether each place (n,) is uniform as far as the rays go, and contrasts with its surroundings."""
        difference = self.inner - self.outer
        # The blurred rim does not belong to the inside. A whole die looks like a spot except for its pips.
        inside = _steps()[None, None] < 0.6 * np.nan_to_num(self.way_px, nan=2.0)[..., None]
        off = np.linalg.norm(self.seen - self.inner[:, None, None], axis=3)
        far = off > 0.4 * np.sqrt(_power(difference))[:, None, None]
        even = (far & inside).sum(axis=(1, 2)) < MAX_UNEVEN * inside.sum(axis=(1, 2))
        stands_out = np.abs(difference * WEIGHT[: difference.shape[1]]).max(axis=1) >= 1.4 * MIN_CONTRAST
        return np.asarray(even & stands_out & (np.isfinite(self.way_px).mean(axis=1) >= MIN_KNOWN))


def _steps() -> Floats:
    return np.arange(0.0, RAY_LENGTH_PX + 0.01, RAY_STEP_PX).astype(np.float32)


def _ways(rays: int) -> Floats:
    """Returns unit vectors in all directions, (rays, 2)."""
    angle = np.arange(rays) * (2 * np.pi / rays)
    return np.stack((np.cos(angle), np.sin(angle)), axis=1).astype(np.float32)


def _power(difference: Floats) -> Floats:
    return np.asarray(np.maximum((difference**2).sum(axis=1), 1.0), np.float32)


def ellipses(met: Floats, good: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Fits an ellipse to each spot's points.

    Args:
        met: (n, rays, 2) points at equal angles around each spot, in pixels; NaN for a missing one.
        good: (n,) which spots to fit.

    Returns:
        (n, 2) centre; (n, 2, 2) shape, radius and angularity as in `vision.dice.pips.spots.Spots`; (n,) mean distance
        of its points from the ellipse, in radii, infinite if it is not a spot of the size searched for.
    """
    filled = np.where(np.isnan(met), _medians_of_known(np.where(good[:, None, None], met, 0.0))[:, None], met)
    missing = np.isnan(met[..., 0])
    count = np.maximum((~missing).sum(axis=1), 1)
    middle = np.where(missing[..., None], 0.0, filled).sum(axis=1) / count[:, None]
    arm = np.where(missing[..., None], 0.0, filled - middle[:, None])
    # Rays at equal angles meet an ellipse with axes a, b such that the ratio of the second moments is a to b, not a² to
    # b²: they are a²b / (a + b) and ab² / (a + b).
    moment = 2 * np.einsum("nri,nrj->nij", arm, arm) / count[:, None, None]
    value, vector = np.linalg.eigh(np.where(good[:, None, None], moment, np.eye(2)))
    value = np.maximum(value, 1e-6)
    ratio = np.clip(value[:, 1] / value[:, 0], 1.0, 25.0)
    radius = np.sqrt(np.sqrt(value[:, 0] * value[:, 1]) * (1 + ratio) / (2 * np.sqrt(ratio)))
    axes = radius[:, None] * np.stack((ratio**-0.5, ratio**0.5), axis=1)
    shape = np.einsum("nij,nj,nkj->nik", vector, axes / radius[:, None], vector)
    level_arm = np.einsum("nij,nrj->nri", np.linalg.inv(shape), arm)
    length = np.hypot(level_arm[..., 0], level_arm[..., 1])
    error = np.where(missing, 0.0, np.abs(length - radius[:, None]))
    turn = np.exp(4j * np.arctan2(level_arm[..., 1], level_arm[..., 0]))
    wave = np.where(missing, 0.0, (length - radius[:, None]) * turn).sum(axis=1)
    angular = 2 * np.abs(wave) / count / radius
    off = error.sum(axis=1) / count / radius
    fits = (radius > 0.5 * RADIUS_PX) & (radius < 1.6 * RADIUS_PX) & (axes[:, 0] > MIN_ROUND * axes[:, 1])
    return middle.astype(np.float32), shape, radius, angular, np.where(good & fits, off, np.inf)


def _medians_of_known(met: Floats) -> Floats:
    """Returns the medians (n, 2) of the points of each spot (n, rays, 2), those that are NaN left out."""
    # NaN is sorted behind all numbers.
    ordered, count = np.sort(met, axis=1), (~np.isnan(met)).sum(axis=1, keepdims=True)
    low, high = (
        np.take_along_axis(ordered, at, axis=1)[:, 0]
        for at in (np.maximum(count - 1, 0) // 2, np.minimum(count // 2, met.shape[1] - 1))
    )
    return np.asarray((low + high) / 2)
