"""Round spots that stand out from an even surrounding: what pips look like before anything is known of dice.

A spot is looked for in every colour channel at once, light or dark, at sizes half an octave apart. At each size the
picture is shrunk so that the spot sought is about five pixels wide, the mean of 3 × 3 pixels is compared with that of
the ring around them, and where the difference peaks, rays are sent out from the peak (`vision.dice.pips.spot_extent`).
"""

from dataclasses import dataclass, fields, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.dice.neighbours import Floats, near_alike
from vision.dice.pips.spot_extent import MIN_CONTRAST, RAYS, Rays, ellipses

STEP = 2.0**0.5
"""From one size to the next."""

SIZES = 9
"""The greatest spot is `RADIUS_PX * STEP**SIZES` in radius: 54 px, a pip of a die of 500 px."""

MAX_PEAKS = 60_000
"""At one size, those that stand out most: noise has ten times as many, a busy table half as many."""

MAX_SPOTS = 20_000
"""Of all sizes, those with most contrast: a table under a sharp camera has a quarter of them."""

GLANCE_PX = 5.0
MIN_LEFT = 5
"""Of eight places so far around a peak, how many must be nearer to their median than to it: a cheap first look."""

MAX_OFF = 0.16
"""How far the ends of rays may lie from an ellipse in the mean, in its radii."""

PIP_ON_BODY = (0.09, 0.3)
"""Radius of a pip in that of the circle around its die."""

PIP_AS_CLEAR = 0.7
"""Its contrast in that of its die's body with the ground, at least; a lamp mirrored in a glossy pip has less."""

ALIKE = 1.6
"""Radii of two findings of one spot differ by less; a pip near its die's edge is also found with the rim around it."""


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
    spots = _joined(found)
    contrast = np.linalg.norm(spots.inner - spots.outer, axis=1)
    return _without_bodies(_each_once(spots.taken(_greatest(contrast, MAX_SPOTS))))


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
        at |= (answer >= MIN_CONTRAST) & (answer == cv2.dilate(answer, square))
    at[:2], at[-2:], at[:, :2], at[:, -2:] = False, False, False, False
    y, x = np.nonzero(at)
    strength = np.maximum(light, dark)[at]
    return np.stack((x, y), axis=1).astype(np.float32)[_greatest(strength, MAX_PEAKS)]


def _greatest(value: Floats | Image, most: int) -> NDArray[np.int64]:
    """Rows of the greatest values, in their order; all where there are no more than `most`."""
    if len(value) <= most:
        return np.arange(len(value))
    return np.sort(np.argpartition(value, -most)[-most:])


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
    return np.asarray((share < 0.5).sum(axis=0) >= MIN_LEFT)


def _spots_at(level: Image, centre: Floats, rays: int) -> Spots:
    """Spots around places; of all rays, or without those that ran into another spot, as an ellipse fits better."""
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
    """The spot that rays tell at each place, and how far they end from its outline, in radii; endless where is none."""
    middle, shape, radius, angular, error = ellipses(rays.met_px, rays.is_clear)
    return Spots(middle, radius, shape, angular, rays.inner, rays.outer, rays.sharp), error


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
