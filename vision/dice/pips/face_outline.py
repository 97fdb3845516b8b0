"""Finds the four edges of a face: on each side, its uniform colour ends along a straight line.

Each face is examined in its own frame, in which its lattice of pips has steps of one. The edges are four lines, whose
rotation and distance are searched. A line is rated by the change of colour across it, and by how uniform that change
is along it.

Method: an exhaustive search over rotation and distance of the four lines.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.neighbours import Floats

REACH = 3.2
"""Half the width of the patch, in steps of the lattice."""

CELL = 0.1
"""Edge length of a patch's cell, in steps of the lattice."""

CELLS = 2 * round(REACH / CELL) + 1

NEAR, FAR = 1.4, 2.9
"""Range of half the edge of a face, in steps of its lattice, among commercial dice."""

OPEN_NEAR, OPEN_FAR = 1.05, 2.8
"""Range of half the edge if the step is only estimated from the radius of a pip."""

ALONG = np.linspace(-0.62, 0.62, 11)
"""Positions along a side at which it is examined, in half edges: its ends are rounded."""

HALF_SURE = 10.0
"""Change of grey levels across an edge at which its certainty is one half."""

SLACK = 0.14
"""Largest deviation of a side's distance from the common distance, in steps of the lattice."""


NEARER = 0.1
"""Penalty per step of the lattice: of two squares with nearly equal strength, the smaller one is chosen."""

MAX_OPEN = 3
NEARLY = 0.8
OTHER_REACH = 0.18
"""Smallest difference in size, as the logarithm of a ratio, between the squares returned around a single pip. At most
`MAX_OPEN` are returned, each weaker than the strongest by at most `NEARLY`."""

MIN_SUPPORT, MIN_SIDES = 0.3, 3


@dataclass(frozen=True, slots=True)
class Outline:
    """The four sides of a face in the frame of its lattice.

    Attributes:
        turn_rad: Rotation against the lattice.
        reach: (4,) distance of each side from the centre, towards x, y, -x, -y of the rotated frame.
        support: (4,) certainty of each side, from 0 to 1.
    """

    turn_rad: float
    reach: Floats
    support: Floats

    @property
    def corners(self) -> Floats:
        """The corners (4, 2) in steps of the lattice, clockwise in the frame from the first quadrant on."""
        x0, y0, x1, y1 = self.reach[0], self.reach[1], -self.reach[2], -self.reach[3]
        flat = np.array(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
        return np.asarray(flat @ turned(self.turn_rad).T, float)


def turned(angle_rad: float) -> Floats:
    """Returns the rotation matrix (2, 2)."""
    cos, sin = np.cos(angle_rad), np.sin(angle_rad)
    return np.array(((cos, -sin), (sin, cos)))


@cache
def grid() -> Floats:
    """Returns the positions of a patch's cells (cells, cells, 2), in steps of the lattice."""
    at = (np.arange(CELLS) - CELLS // 2) * CELL
    x, y = np.meshgrid(at, at)
    return np.stack((x, y), axis=2)


@cache
def _lines(*, is_open: bool) -> tuple[Floats, Floats, NDArray[np.int64], Floats]:
    """Returns rotations, distances, the cell index of (rotation, side, distance, point), and outward normals."""
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
    """Finds the four sides with the strongest evidence in a patch's colours.

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
    """Finds sides for an unknown rotation and size: all candidates of nearly equal strength, the strongest first."""
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
    """Returns the strength of an edge (rotation, side, distance), from 0 to 1; the rotations; and the distances."""
    turns, reach, cell, normal = _lines(is_open=is_open)
    soft = cv2.GaussianBlur(patch, (0, 0), 1.0).reshape(patch.shape)
    # The factor converts the central difference, taken over two cells, to the four cells over which a blurred step
    # spreads.
    x_slope, y_slope = (
        np.asarray(np.gradient(soft, axis=axis), np.float32).reshape(CELLS**2, -1) * 4 for axis in (1, 0)
    )
    mean, power = np.zeros(cell.shape[:3], np.float32), np.zeros(cell.shape, np.float32)
    # Channels are processed one by one, and roots taken last: most of the time of a whole image is spent here.
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
    """Returns the strongest edge of each side near each distance.

    Beyond the edge of the upper face lies the edge of a side face or of a shadow. It is often stronger, but occurs on
    at most two sides, so the sides are searched for a common distance.
    """
    window = _window(reach)
    padded = np.pad(strength, ((0, 0), (0, 0), (window, window)))
    return np.asarray(np.max([padded[..., k : k + len(reach)] for k in range(2 * window + 1)], axis=0))


def _window(reach: Floats) -> int:
    return max(1, round(SLACK / float(reach[1] - reach[0])))


def _square(strength: Floats, turns: Floats, reach: Floats, turn: int, middle: int) -> Outline:
    """Returns the square whose sides are each the strongest near the common distance."""
    window = _window(reach)
    low, high = max(0, middle - window), middle + window + 1
    at = low + strength[turn, :, low:high].argmax(axis=1)
    return Outline(float(turns[turn]), reach[at], strength[turn][np.arange(4), at])
