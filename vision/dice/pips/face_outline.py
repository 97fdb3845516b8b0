"""The four edges around a face: where its evenness ends along a straight line on each side.

Each face is looked at in its own frame, where its lattice of pips has steps of one. Around a face its edges are then
four lines, of which turn and distance are searched; a line counts by how much the colour changes across it, and by
whether it does so the same way all along.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.neighbours import Floats

REACH = 3.2
"""The patch goes as far from the middle, in steps of the lattice."""

CELL = 0.1
"""Edge of a patch's pixel, in steps of the lattice."""

CELLS = 2 * round(REACH / CELL) + 1

NEAR, FAR = 1.4, 2.9
"""Half the edge of a face in steps of its lattice, of dice that are sold."""

OPEN_NEAR, OPEN_FAR = 1.05, 2.8
"""Where the step is only known from the radius of a pip."""

ALONG = np.linspace(-0.62, 0.62, 11)
"""Where a side is looked at, in half edges: its ends are rounded."""

HALF_SURE = 10.0
"""Grey levels across an edge at which it is half sure."""

SLACK = 0.14
"""By how much a side may be nearer or farther than the middle of all, in steps of the lattice."""


NEARER = 0.1
"""Of two squares nearly as strong, the nearer one is it; a step of the lattice further out must be so much stronger."""

MAX_OPEN = 3
NEARLY = 0.8
OTHER_REACH = 0.18
"""Of squares around a single pip so many are told, so much weaker at most than the strongest, and so different in size,
as the logarithm of a ratio."""

MIN_SUPPORT, MIN_SIDES = 0.3, 3


@dataclass(frozen=True, slots=True)
class Outline:
    """Four sides of a face in the frame of its lattice.

    Attributes:
        turn_rad: By how much they are turned against the lattice.
        reach: (4,) distance of each side from the middle, towards x, y, -x, -y of the turned frame.
        support: (4,) how sure each is, from 0 to 1.
    """

    turn_rad: float
    reach: Floats
    support: Floats

    @property
    def corners(self) -> Floats:
        """(4, 2) in steps of the lattice, clockwise from the first quadrant as the frame goes."""
        x0, y0, x1, y1 = self.reach[0], self.reach[1], -self.reach[2], -self.reach[3]
        flat = np.array(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
        return np.asarray(flat @ turned(self.turn_rad).T, float)


def turned(angle_rad: float) -> Floats:
    """(2, 2) rotation."""
    cos, sin = np.cos(angle_rad), np.sin(angle_rad)
    return np.array(((cos, -sin), (sin, cos)))


@cache
def grid() -> Floats:
    """(cells, cells, 2) places of a patch's pixels, in steps of the lattice."""
    at = (np.arange(CELLS) - CELLS // 2) * CELL
    x, y = np.meshgrid(at, at)
    return np.stack((x, y), axis=2)


@cache
def _lines(*, is_open: bool) -> tuple[Floats, Floats, NDArray[np.int64], Floats]:
    """Turns, distances, for (turn, side, distance, point) the patch's flat pixel; (turn, side, 2) outward normals."""
    turns = np.deg2rad(np.arange(-45.0, 45.0, 5.625) if is_open else np.arange(-8.0, 8.1, 4.0))
    reach = np.arange(OPEN_NEAR, OPEN_FAR, 0.07) if is_open else np.arange(NEAR, FAR, 0.06)
    side = turns[:, None] + np.arange(4)[None] * (np.pi / 2)
    normal = np.stack((np.cos(side), np.sin(side)), axis=2)
    tangent = np.stack((-np.sin(side), np.cos(side)), axis=2)
    along = reach[:, None] * ALONG[None]
    place = (
        normal[:, :, None, None] * reach[None, None, :, None, None]
        + tangent[:, :, None, None] * along[None, None, ..., None]
    )
    cell = np.clip(np.round(place / CELL).astype(np.int64) + CELLS // 2, 0, CELLS - 1)
    return turns, reach, cell[..., 1] * CELLS + cell[..., 0], normal.astype(np.float32)


def find_outline(patch: Floats, half: float | None = None) -> Outline:
    """The four sides that the colours of a patch speak for most.

    Args:
        patch: (cells, cells, c) colours.
        half: Half the edge of the face, in steps of the lattice, as far as it is known.
    """
    strength, turns, reach = _strengths(patch, is_open=False)
    near = _near(strength, reach)
    total = near.sum(axis=1) - 0.2 * np.abs(turns)[:, None] - NEARER * (reach - reach[0])
    if half is not None:
        total = np.where(np.abs(np.log(reach / half)) < OTHER_REACH, total, -np.inf)
    turn, middle = np.unravel_index(int(total.argmax()), total.shape)
    return _square(strength, turns, reach, int(turn), int(middle))


def find_open_outlines(patch: Floats) -> list[Outline]:
    """The same where turn and size are unknown: all that the colours speak for nearly as much, the likeliest first."""
    strength, turns, reach = _strengths(patch, is_open=True)
    near = _near(strength, reach)
    total = near.sum(axis=1) - NEARER * (reach - reach[0])
    found: list[Outline] = []
    least = float(total.max()) - NEARLY
    while len(found) < MAX_OPEN and total.max() > least:
        turn, middle = np.unravel_index(int(total.argmax()), total.shape)
        outline = _square(strength, turns, reach, int(turn), int(middle))
        total[:, middle] = -np.inf
        half = float(outline.reach.mean())
        is_other = all(abs(np.log(half / other.reach.mean())) > OTHER_REACH for other in found)
        if is_other and np.sum(outline.support > MIN_SUPPORT) >= MIN_SIDES:
            found.append(outline)
            total[:, np.abs(np.log(reach / half)) < OTHER_REACH] = -np.inf
    return found


def _strengths(patch: Floats, *, is_open: bool) -> tuple[Floats, Floats, Floats]:
    """(turn, side, distance) how strong an edge is, from 0 to 1; the turns and the distances."""
    turns, reach, cell, normal = _lines(is_open=is_open)
    soft = cv2.GaussianBlur(patch, (0, 0), 1.0).reshape(patch.shape)
    # Per two cells, as a central difference gives; a blurred step spreads over about four.
    x_slope, y_slope = (
        np.asarray(np.gradient(soft, axis=axis), np.float32).reshape(CELLS**2, -1) * 4 for axis in (1, 0)
    )
    mean, power = np.zeros(cell.shape[:3], np.float32), np.zeros(cell.shape, np.float32)
    # Channel by channel, and roots last: this is where most of the time of a whole picture goes.
    for channel in range(patch.shape[2]):
        across = x_slope[:, channel].take(cell) * normal[:, :, None, None, 0]
        across += y_slope[:, channel].take(cell) * normal[:, :, None, None, 1]
        mean += (across @ np.full(len(ALONG), 1 / len(ALONG), np.float32)) ** 2
        power += across**2
    mean = np.sqrt(mean)
    evenly = np.clip((mean / (np.sqrt(power).mean(axis=3) + 1.5) - 0.3) / 0.4, 0.0, 1.0)
    strength = mean * evenly
    return strength / (strength + HALF_SURE), turns, reach


def _near(strength: Floats, reach: Floats) -> Floats:
    """The strongest of each side near each distance.

    Beyond the edge of the upper face lies the edge of a side face or of a shadow, often a stronger one, but on two
    sides at most; so the sides look for a common distance.
    """
    window = _window(reach)
    padded = np.pad(strength, ((0, 0), (0, 0), (window, window)))
    return np.asarray(np.max([padded[..., k : k + len(reach)] for k in range(2 * window + 1)], axis=0))


def _window(reach: Floats) -> int:
    return max(1, round(SLACK / float(reach[1] - reach[0])))


def _square(strength: Floats, turns: Floats, reach: Floats, turn: int, middle: int) -> Outline:
    """Each side where it is strongest near the distance that is common to all."""
    window = _window(reach)
    low, high = max(0, middle - window), middle + window + 1
    at = low + strength[turn, :, low:high].argmax(axis=1)
    return Outline(float(turns[turn]), reach[at], strength[turn][np.arange(4), at])
