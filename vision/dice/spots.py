"""Round spots that stand out from an even surrounding: what pips look like before anything is known of dice.

A spot is looked for in every colour channel at once, light or dark, at sizes half an octave apart. At each size the
picture is shrunk so that the spot sought is about five pixels wide, the mean of 3 × 3 pixels is compared with that of
the ring around them, and where the difference peaks, rays are sent out from the peak. What makes it a spot is that all
rays but a few leave it, after about the same way.
"""

from dataclasses import dataclass, fields, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.neighbours import Floats, near_alike
from vision.picture import Image

RADIUS_PX = 2.4
"""Radius of the spots sought, in the shrunk picture."""

STEP = 2.0**0.5
"""From one size to the next."""

SIZES = 9
"""The greatest spot is `RADIUS_PX * STEP**SIZES` in radius: 54 px, a pip of a die of 500 px."""

LEAST_CONTRAST = 12.0
"""In grey levels of the best channel; below lie noise and the grain of wood."""

WEIGHT = np.array((0.6, 1.0, 1.0), np.float32)
"""Of blue, green and red: cameras and JPEG are at their worst in blue."""

RAYS = 20
RAY_STEP_PX = 0.5
RAY_LENGTH_PX = 5.5
OUTER_STEPS = (8, 10)
"""Steps of a ray at which it is surely outside: 4 and 5 px from the middle."""

GLANCE_PX = 5.0
LEAST_LEFT = 5
"""Of eight places so far around a peak, how many must be nearer to their median than to it: a cheap first look."""

MOST_OFF = 0.16
"""How far the ends of rays may lie from an ellipse in the mean, in its radii."""

LEAST_KNOWN = 0.84
"""Part of the rays that must leave the spot; the rest may run into glare."""

ASTRAY = 1.7
LEAST_CROSSED = 0.79
LESS_SHARP = 0.6
"""A ray so much longer than is usual around a spot has left something else; so many must not, and so much less sharp a
spot with such rays passes for."""

MOST_UNEVEN = 0.12
"""Part of the inside that may have another colour: a glint on a pip."""

PIP_ON_BODY = (0.09, 0.3)
"""Radius of a pip in that of the circle around its die."""

PIP_AS_CLEAR = 0.7
"""Its contrast in that of its die's body with the ground, at least; a lamp mirrored in a glossy pip has less."""

ALIKE = 1.6
"""Radii of two findings of one spot differ by less; a pip near its die's edge is also found with the rim around it."""

LEAST_ROUND = 0.3
"""Shortest axis of a spot in its longest: a face seen from more than 60° off is none that lies on top."""


@dataclass(frozen=True, slots=True)
class Spots:
    """Many spots; arrays with one row for each.

    Attributes:
        centre_px: (n, 2) middle.
        radius_px: (n,) mean radius.
        shape: (n, 2, 2) symmetric: a unit circle becomes the spot's outline over its radius; its determinant is 1.
        angular: (n,) how square it is: 0 on a circle, 0.1 on a square that is seen sharply.
        inner: (n, c) colour in the middle.
        outer: (n, c) colour around.
        sharp: (n,) how fast the colour changes at its rim, all around, in grey levels a pixel.
    """

    centre_px: Floats
    radius_px: Floats
    shape: Floats
    angular: Floats
    inner: Floats
    outer: Floats
    sharp: Floats

    def __len__(self) -> int:
        return len(self.radius_px)

    @property
    def aspect(self) -> Floats:
        """(n,) shortest axis in longest."""
        value = np.linalg.eigvalsh(self.shape) if len(self) else np.ones((0, 2))
        return np.asarray(value[:, 0] / value[:, 1], np.float32)

    def taken(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> "Spots":
        """Those of these rows."""
        return Spots(
            self.centre_px[rows],
            self.radius_px[rows],
            self.shape[rows],
            self.angular[rows],
            self.inner[rows],
            self.outer[rows],
            self.sharp[rows],
        )


def find_spots(image: Image) -> Spots:
    """Every spot of a picture, each once.

    Args:
        image: (h, w, c) 8 bit.
    """
    found = [_none(image.shape[2])]
    levels: list[Image] = []
    for number in range(SIZES + 1):
        scale = STEP**number
        size_px = (round(image.shape[1] / scale), round(image.shape[0] / scale))
        if min(size_px) < 16:
            break
        larger = levels[number - 2] if number > 1 else image
        level = (
            image if number == 0 else np.asarray(cv2.resize(larger, size_px, interpolation=cv2.INTER_AREA), np.uint8)
        )
        levels.append(level)
        found.append(_spots_of_level(level.reshape(*level.shape[:2], -1), image.shape[1] / size_px[0]))
    return _without_bodies(_each_once(_joined(found)))


def _spots_of_level(level: Image, scale: float) -> Spots:
    peaks = _peaks(level)
    if not len(peaks):
        return _none(level.shape[2])
    return _measured(level, peaks, scale)


def _peaks(level: Image) -> Floats:
    """(n, 2) x and y where the middle differs most from the ring around it."""
    middle = cv2.blur(level, (3, 3))
    near = cv2.blur(level, (5, 5))
    far = cv2.blur(level, (9, 9))
    # ring = (81 far - 25 near) / 56, so that the spot itself does not count into its own surrounding.
    ring = cv2.addWeighted(far, 81 / 56, near, -25 / 56, 0.0)
    light = _strongest(np.asarray(cv2.subtract(middle, ring), np.uint8))
    dark = _strongest(np.asarray(cv2.subtract(ring, middle), np.uint8))
    square = np.ones((7, 7), np.uint8)
    at = np.zeros(light.shape, bool)
    for answer in (light, dark):
        at |= (answer >= LEAST_CONTRAST) & (answer == cv2.dilate(answer, square))
    at[:2], at[-2:], at[:, :2], at[:, -2:] = False, False, False, False
    y, x = np.nonzero(at)
    return np.stack((x, y), axis=1).astype(np.float32)


def _strongest(answer: Image) -> Image:
    if answer.ndim == 2:
        return answer
    first, second, third = cv2.split(answer)
    return np.asarray(cv2.max(cv2.max(first, second), third), np.uint8)


def _measured(level: Image, peaks: Floats, scale: float) -> Spots:
    """Two rounds: the rays start from the peak at first, then from the middle of what they met."""
    rough = _spots_at(level, peaks[_glanced(level, peaks)], RAYS // 2)
    spots = _spots_at(level, rough.centre_px, RAYS)
    # Pixel centres: the shrunk picture's (0, 0) is not the whole one's.
    centre = (spots.centre_px + 0.5) * scale - 0.5
    return replace(spots, centre_px=centre, radius_px=spots.radius_px * scale, sharp=spots.sharp / scale)


def _glanced(level: Image, peaks: Floats) -> NDArray[np.bool_]:
    """(n,) whether a peak stands out from nearly all sides."""
    soft = cv2.blur(level, (3, 3)).reshape(level.shape).astype(np.float32)
    angle = np.arange(8) * (np.pi / 4)
    way = np.rint(GLANCE_PX * np.stack((np.cos(angle), np.sin(angle)), axis=1)).astype(np.int64)
    x, y = peaks.astype(np.int64).T
    high, wide = level.shape[:2]
    ring = soft[np.clip(y + way[:, 1:], 0, high - 1), np.clip(x + way[:, :1], 0, wide - 1)]
    outer = np.median(ring, axis=0)
    difference = soft[y, x] - outer
    share = ((ring - outer) * difference).sum(axis=2) / np.maximum((difference**2).sum(axis=1), 1.0)
    return np.asarray((share < 0.5).sum(axis=0) >= LEAST_LEFT)


def _spots_at(level: Image, centre: Floats, rays: int) -> Spots:
    """Spots around places; of all rays, or without those that ran into another spot, as an ellipse fits better."""
    if not len(centre):
        return _none(level.shape[2])
    sent = _Rays.sent(level, centre, rays)
    whole, error = _fitted(sent)
    run_on = np.flatnonzero(sent.are_astray.any(axis=1))
    touched, touched_error = _fitted(sent.taken(run_on).without_astray())
    better = touched_error < error[run_on]
    error[run_on[better]] = np.inf
    found = _joined([whole, touched.taken(better)])
    off = np.hypot(*(found.centre_px - np.concatenate((centre, centre[run_on[better]]))).T)
    near = off < (0.5 if rays == RAYS else 1.0) * found.radius_px
    return found.taken(near & (np.concatenate((error, touched_error[better])) < MOST_OFF))


@dataclass(frozen=True, slots=True)
class _Rays:
    """Rays of n places, and what they see; c colours at s steps.

    Attributes:
        centre_px: (n, 2) where they start.
        seen: (n, rays, s, c) colours.
        inner: (n, c) colour at their start.
        outer: (n, c) colour at their end.
        way_px: (n, rays) after how much each leaves the spot, NaN where it does not.
        sharp: (n,) how fast the colour changes there.
    """

    centre_px: Floats
    seen: Floats
    inner: Floats
    outer: Floats
    way_px: Floats
    sharp: Floats

    @classmethod
    def sent(cls, level: Image, centre_px: Floats, rays: int) -> "_Rays":
        steps = _steps()
        seen = sampled(level, centre_px[:, None, None, :] + _ways(rays)[:, None, :] * steps[:, None])
        inner = seen[:, :, :3].mean(axis=(1, 2))
        outer = np.median(seen[:, :, list(OUTER_STEPS)].reshape(len(seen), -1, seen.shape[3]), axis=1)
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

    def taken(self, rows: NDArray[np.int64]) -> "_Rays":
        """Those of these rows."""
        return _Rays(*(getattr(self, field.name)[rows] for field in fields(self)))

    @property
    def are_astray(self) -> NDArray[np.bool_]:
        """(n, rays) whether each runs on, or so long that it has left another spot, which touches."""
        count = np.isfinite(self.way_px).sum(axis=1)
        usual = np.sort(self.way_px, axis=1)[np.arange(len(count)), np.maximum(count - 1, 0) // 2]
        return ~np.asarray(self.way_px < ASTRAY * usual[:, None])

    def without_astray(self) -> "_Rays":
        """The same but for rays that have left another spot.

        What is round goes as far the other way, so there it is taken from the opposite ray: without, the middle would
        be drawn away from that other spot. Such a spot counts as less sharp than one that is whole.
        """
        way = np.where(self.are_astray, np.nan, self.way_px)
        way[np.isfinite(way).mean(axis=1) < LEAST_CROSSED] = np.nan
        way = np.where(np.isfinite(way), way, np.roll(way, way.shape[1] // 2, axis=1))
        return replace(self, way_px=way, sharp=LESS_SHARP * self.sharp)

    @property
    def is_clear(self) -> NDArray[np.bool_]:
        """(n,) whether a place is even as far as the rays go, and stands out from its surrounding."""
        difference = self.inner - self.outer
        # The blurred rim is no part of the inside; a whole die passes for a spot but for its pips.
        inside = _steps()[None, None] < 0.6 * np.nan_to_num(self.way_px, nan=2.0)[..., None]
        off = np.linalg.norm(self.seen - self.inner[:, None, None], axis=3)
        far = off > 0.4 * np.sqrt(_power(difference))[:, None, None]
        even = (far & inside).sum(axis=(1, 2)) < MOST_UNEVEN * inside.sum(axis=(1, 2))
        stands_out = np.abs(difference * WEIGHT[: difference.shape[1]]).max(axis=1) >= 1.4 * LEAST_CONTRAST
        return np.asarray(even & stands_out & (np.isfinite(self.way_px).mean(axis=1) >= LEAST_KNOWN))


def _steps() -> Floats:
    return np.arange(0.0, RAY_LENGTH_PX + 0.01, RAY_STEP_PX).astype(np.float32)


def _ways(rays: int) -> Floats:
    """(rays, 2) unit vectors all around."""
    angle = np.arange(rays) * (2 * np.pi / rays)
    return np.stack((np.cos(angle), np.sin(angle)), axis=1).astype(np.float32)


def _power(difference: Floats) -> Floats:
    return np.asarray(np.maximum((difference**2).sum(axis=1), 1.0), np.float32)


def _fitted(rays: _Rays) -> tuple[Spots, Floats]:
    """The spot that rays tell at each place, and how far they end from its outline, in radii; endless where is none."""
    met = rays.centre_px[:, None] + _ways(rays.way_px.shape[1]) * rays.way_px[..., None]
    middle, shape, radius, angular, error = _ellipses(met, rays.is_clear)
    return Spots(middle, radius, shape, angular, rays.inner, rays.outer, rays.sharp), error


def _ellipses(met: Floats, good: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Middle, shape, radius and angularity of the ellipse nearest to each spot's points; how near it is, in radii."""
    filled = np.where(np.isnan(met), np.nanmedian(np.where(good[:, None, None], met, 0.0), axis=1)[:, None], met)
    missing = np.isnan(met[..., 0])
    count = np.maximum((~missing).sum(axis=1), 1)
    middle = np.where(missing[..., None], 0.0, filled).sum(axis=1) / count[:, None]
    arm = np.where(missing[..., None], 0.0, filled - middle[:, None])
    # Rays at even angles meet an ellipse with axes a, b so that the second moments are as a to b (and not as a² to b²):
    # a²b / (a + b) and ab² / (a + b).
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
    fits = (radius > 0.5 * RADIUS_PX) & (radius < 1.6 * RADIUS_PX) & (axes[:, 0] > LEAST_ROUND * axes[:, 1])
    return middle.astype(np.float32), shape, radius, angular, np.where(good & fits, off, np.inf)


def sampled(image: Image, where: Floats) -> Floats:
    """Colours between pixels, bilinear; outside the picture its edge goes on.

    Args:
        image: (h, w, c).
        where: (..., 2) x and y.

    Returns:
        (..., c).
    """
    flat = where.reshape(-1, where.shape[-2], 2) if where.ndim > 2 else where.reshape(1, -1, 2)
    # OpenCV maps no more than 32767 rows at once.
    parts = [
        cv2.remap(image, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for part in np.array_split(flat.astype(np.float32), len(flat) // 30_000 + 1)
    ]
    return np.concatenate(parts).reshape(*where.shape[:-1], image.shape[2]).astype(np.float32)


def _none(channels: int) -> Spots:
    empty = np.zeros((0, channels), np.float32)
    line = np.zeros(0, np.float32)
    return Spots(np.zeros((0, 2), np.float32), line, np.zeros((0, 2, 2), np.float32), line, empty, empty, line)


def _joined(parts: list[Spots]) -> Spots:
    return Spots(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Spots)))


def _each_once(spots: Spots) -> Spots:
    """Without the less sharp of two spots, found at two sizes, that lie on each other; a pip on a die is two spots."""
    place = np.empty(len(spots), np.int64)
    place[np.argsort(-spots.sharp, kind="stable")] = np.arange(len(spots))
    one, two = near_alike(spots.centre_px, spots.radius_px, 0.8, ALIKE)
    first = np.where(place[one] < place[two], one, two)
    other = np.where(place[one] < place[two], two, one)
    near_enough = np.hypot(*(spots.centre_px[one] - spots.centre_px[two]).T) < 0.8 * spots.radius_px[first]
    kept = np.ones(len(spots), bool)
    for row in np.argsort(place[first], kind="stable"):
        if near_enough[row] and kept[first[row]]:
            kept[other[row]] = False
    order = np.argsort(place)
    return spots.taken(order[kept[order]])


def _without_bodies(spots: Spots) -> Spots:
    """Without spots that carry spots as small as pips are on a die: those are the dice themselves."""
    if not len(spots):
        return spots
    large = np.flatnonzero(spots.radius_px * PIP_ON_BODY[1] > spots.radius_px.min())
    contrast = np.linalg.norm(spots.inner - spots.outer, axis=1)
    carries = np.zeros(len(spots), bool)
    for row in large:
        small = (spots.radius_px > PIP_ON_BODY[0] * spots.radius_px[row]) & (
            spots.radius_px < PIP_ON_BODY[1] * spots.radius_px[row]
        )
        small &= contrast > PIP_AS_CLEAR * contrast[row]
        way = np.hypot(*(spots.centre_px[small] - spots.centre_px[row]).T)
        carries[row] = bool((way < 0.8 * spots.radius_px[row]).any())
    return spots.taken(~carries)
