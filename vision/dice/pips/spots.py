"""Finds round spots that contrast with uniform surroundings: the appearance of pips, without any knowledge of dice.

Spots are searched for in all colour channels at once, bright or dark, at sizes half an octave apart. At each size the
image is shrunk so that the spot is about five pixels wide, and the mean of 3 × 3 pixels is compared with that of the
ring around them. Where the difference peaks, rays run outwards from the peak (`vision.dice.pips.spot_extent`).

Method: blob detection by the difference between centre and surround, over a pyramid of scales.

References:
    Lindeberg 1998 (scale selection).
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image, medians_along
from vision.dice.neighbours import Floats, near_alike
from vision.dice.pips.bodies import Body, are_near
from vision.dice.pips.spot_extent import MIN_CONTRAST, RADIUS_PX, RAYS, Rays, ellipses

STEP = 2.0**0.5
"""Ratio between consecutive sizes."""

SIZES = 9
"""Number of sizes. The largest radius is `RADIUS_PX * STEP**SIZES`: 54 px, a pip of a die of 500 px."""

MAX_PEAKS = 60_000
"""Most peaks at one size, the strongest ones: noise has ten times as many, a busy table half as many."""

MAX_SPOTS = 20_000
"""Most spots over all sizes, those with the highest contrast: a table under a sharp camera has a quarter of them."""

PIP_IN_BODY = (0.022, 0.25)
"""Range of the radius of the spots searched for, in sizes of the body."""

GLANCE_PX = 5.0
MIN_LEFT = 5
"""Of eight points at distance `GLANCE_PX` around a peak, the number that must be closer to their median than to the
peak: a cheap first test."""

MAX_OFF = 0.16
"""Largest mean distance of the rays' ends from the ellipse, in its radii."""

PIP_ON_BODY = (0.09, 0.3)
"""Range of a pip's radius, relative to the radius of the circle around its die."""

PIP_AS_CLEAR = 0.7
"""Smallest contrast of a pip, relative to that of its die against the ground; a reflection of a lamp in a glossy pip
has less."""

ALIKE = 1.6
"""Largest ratio between the radii of two detections of one spot; a pip near its die's edge is also detected together
with the rim around it."""


@dataclass(frozen=True, slots=True)
class Spots:
    """Many spots, as arrays with one row each.

    Attributes:
        centre_px: (n, 2) centre.
        radius_px: (n,) mean radius.
        shape: (n, 2, 2) symmetric: maps a unit circle to the spot's outline, divided by its radius; determinant 1.
        angular: (n,) how square it is: 0 for a circle, 0.1 for a square in focus.
        inner: (n, c) colour in the centre.
        outer: (n, c) colour around it.
        sharp: (n,) mean gradient of the colour at its rim, in grey levels per pixel.
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
        """Ratio of the shortest to the longest axis, (n,)."""
        value = np.linalg.eigvalsh(self.shape) if len(self) else np.ones((0, 2))
        return np.asarray(value[:, 0] / value[:, 1], np.float32)

    def taken(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> "Spots":
        """Returns the spots of these rows."""
        return Spots(
            self.centre_px[rows],
            self.radius_px[rows],
            self.shape[rows],
            self.angular[rows],
            self.inner[rows],
            self.outer[rows],
            self.sharp[rows],
        )


def find_spots(image: Image, bodies: Sequence[Body] | None = None) -> Spots:
    """Finds every spot of an image, each once.

    Args:
        image: (h, w, c) 8 bit.
        bodies: Where to search, for spots of the size of their pips; None for everywhere.
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
        found.append(_spots_of_level(level.reshape(*level.shape[:2], -1), image.shape[1] / size_px[0], bodies))
    spots = _joined(found)
    contrast = np.linalg.norm(spots.inner - spots.outer, axis=1)
    return _without_bodies(_each_once(spots.taken(_greatest(contrast, MAX_SPOTS))))


def _spots_of_level(level: Image, scale: float, bodies: Sequence[Body] | None) -> Spots:
    if bodies is not None:
        bodies = [body for body in bodies if PIP_IN_BODY[0] < RADIUS_PX * scale / body.size_px < PIP_IN_BODY[1]]
        if not bodies:
            return _none(level.shape[2])
    peaks = _peaks(level)
    if bodies is not None:
        peaks = peaks[are_near((peaks + 0.5) * scale - 0.5, bodies).any(axis=1)]
    if not len(peaks):
        return _none(level.shape[2])
    return _measured(level, peaks, scale)


def _peaks(level: Image) -> Floats:
    """Returns x and y (n, 2) of points where the centre differs most from the ring around it."""
    middle = cv2.blur(level, (3, 3))
    near = cv2.blur(level, (5, 5))
    far = cv2.blur(level, (9, 9))
    # ring = (81 far - 25 near) / 56, so that the spot itself is not part of its own surroundings.
    ring = cv2.addWeighted(far, 81 / 56, near, -25 / 56, 0.0)
    light = _strongest(np.asarray(cv2.subtract(middle, ring), np.uint8))
    dark = _strongest(np.asarray(cv2.subtract(ring, middle), np.uint8))
    square = np.ones((7, 7), np.uint8)
    at = np.zeros(light.shape, bool)
    for answer in (light, dark):
        at |= (answer >= MIN_CONTRAST) & (answer == cv2.dilate(answer, square))
    at[:2], at[-2:], at[:, :2], at[:, -2:] = False, False, False, False
    y, x = np.nonzero(at)
    strength = np.maximum(light, dark)[at]
    return np.stack((x, y), axis=1).astype(np.float32)[_greatest(strength, MAX_PEAKS)]


def _greatest(value: Floats | Image, most: int) -> NDArray[np.int64]:
    """Returns the rows of the greatest values, in their order; all of them if there are no more than `most`."""
    if len(value) <= most:
        return np.arange(len(value))
    return np.sort(np.argpartition(value, -most)[-most:])


def _strongest(answer: Image) -> Image:
    if answer.ndim == 2:
        return answer
    first, second, third = cv2.split(answer)
    return np.asarray(cv2.max(cv2.max(first, second), third), np.uint8)


def _measured(level: Image, peaks: Floats, scale: float) -> Spots:
    """Measures spots in two rounds: the rays start at the peak first, then at the centre of the resulting spot."""
    rough = _spots_at(level, peaks[_glanced(level, peaks)], RAYS // 2)
    spots = _spots_at(level, rough.centre_px, RAYS)
    # Coordinates refer to pixel centres: (0, 0) of the shrunk image is not that of the full one.
    centre = (spots.centre_px + 0.5) * scale - 0.5
    return replace(spots, centre_px=centre, radius_px=spots.radius_px * scale, sharp=spots.sharp / scale)


def _glanced(level: Image, peaks: Floats) -> NDArray[np.bool_]:
    """Returns (n,) whether a peak contrasts with nearly all sides."""
    soft = cv2.blur(level, (3, 3)).reshape(level.shape).astype(np.float32)
    angle = np.arange(8) * (np.pi / 4)
    way = np.rint(GLANCE_PX * np.stack((np.cos(angle), np.sin(angle)), axis=1)).astype(np.int64)
    x, y = peaks.astype(np.int64).T
    high, wide = level.shape[:2]
    ring = soft[np.clip(y + way[:, 1:], 0, high - 1), np.clip(x + way[:, :1], 0, wide - 1)]
    outer = medians_along(ring, 0)
    difference = soft[y, x] - outer
    share = ((ring - outer) * difference).sum(axis=2) / np.maximum((difference**2).sum(axis=1), 1.0)
    return np.asarray((share < 0.5).sum(axis=0) >= MIN_LEFT)


def _spots_at(level: Image, centre: Floats, rays: int) -> Spots:
    """Returns spots around places, from all rays or without those that enter another spot, whichever fits better."""
    if not len(centre):
        return _none(level.shape[2])
    sent = Rays.sent(level, centre, rays)
    whole, error = _fitted(sent)
    run_on = np.flatnonzero(sent.are_astray.any(axis=1))
    touched, touched_error = _fitted(sent.taken(run_on).without_astray())
    better = touched_error < error[run_on]
    error[run_on[better]] = np.inf
    found = _joined([whole, touched.taken(better)])
    off = np.hypot(*(found.centre_px - np.concatenate((centre, centre[run_on[better]]))).T)
    near = off < (0.5 if rays == RAYS else 1.0) * found.radius_px
    return found.taken(near & (np.concatenate((error, touched_error[better])) < MAX_OFF))


def _fitted(rays: Rays) -> tuple[Spots, Floats]:
    """Returns the spot at each place, and the rays' mean distance from it in radii, infinite if there is none."""
    middle, shape, radius, angular, error = ellipses(rays.met_px, rays.is_clear)
    return Spots(middle, radius, shape, angular, rays.inner, rays.outer, rays.sharp), error


def _none(channels: int) -> Spots:
    empty = np.zeros((0, channels), np.float32)
    line = np.zeros(0, np.float32)
    return Spots(np.zeros((0, 2), np.float32), line, np.zeros((0, 2, 2), np.float32), line, empty, empty, line)


def _joined(parts: list[Spots]) -> Spots:
    return Spots(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Spots)))


def _each_once(spots: Spots) -> Spots:
    """Drops the less sharp of two overlapping spots found at two sizes; a pip and its die remain two spots."""
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
    """Drops spots that contain spots as small as pips on a die: they are the dice themselves."""
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
