"""Finds the side faces of a die from its upper face, and with them the direction of its vertical edges in the image.

Next to the upper face, those of the four side faces that look towards the camera are visible. Their positions follow
from one arrow, from the centre of the upper face to that of the lower one: all vertical edges of the die are parallel
to it. Several arrows are tried, and one is accepted if the pips of a side face appear where it predicts them, in a
pattern that a neighbour of the upper face can have. The arrow reveals a leaning die much earlier than the upper face's
slant does: at fifteen degrees it is off by a quarter of an edge, while the foreshortening changes by three per cent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image, medians_along
from vision.dice.neighbours import Floats
from vision.dice.pips.decoder import Face
from vision.dice.pips.patterns import PLACES, TABLE, VALUES
from vision.dice.samples import sampled

STEP = 0.05
LONGEST = 0.68
"""Longest arrow tried, in edges of the upper face: a die seen at forty degrees has one of 0.65."""

MIN_WIDTH = 0.2
"""Smallest apparent width of a side face; a narrower one shows no pips."""

SCALES = (0.9, 1.0, 1.1)
"""Sizes of the die that are tried, relative to its upper face: the light determines where a rounded edge is seen."""

BETWEEN = np.array(((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)))
"""Places that never carry a pip."""

REACH = 2.5
ROOM = 1.15
"""Factor by which the upper faces of neighbouring dice are enlarged: side faces extend slightly beyond the edge of an
upper one."""

MIN_GAP = 0.45
MAX_UNEVEN = 0.3
"""Largest unevenness between the pips of a side, in contrasts of those pips. `MIN_CONTRAST` is the smallest contrast of
those pips, as a share of the upper face's."""
MIN_CONTRAST = 0.3


@dataclass(frozen=True, slots=True)
class VerticalDirection:
    """The direction of a die's vertical edges in the image.

    Attributes:
        way_px: (2,) from the upper face to the lower one.
        gap: How clear the pips of its side faces are, summed over the sides; 0 if none is visible.
        ways_px: (n, 2) every arrow tried.
        gaps: (n,) `gap` for each of them.
    """

    way_px: Floats
    gap: float
    ways_px: Floats
    gaps: Floats

    def gap_near(self, way_px: Floats, reach_px: float) -> float:
        """Returns the largest gap of the arrows within this distance of the given one."""
        near = np.hypot(*(self.ways_px - way_px).T) < reach_px
        return float(self.gaps[near].max(initial=0.0))


@cache
def _ways() -> Floats:
    """Returns the arrows to try (n, 2), in half edges of the upper face."""
    at = np.arange(-LONGEST, LONGEST + STEP / 2, STEP)
    ways = np.stack(np.meshgrid(at, at), axis=2).reshape(-1, 2)
    length = np.hypot(*ways.T)
    return np.asarray(2 * ways[(length < LONGEST) & (length > MIN_WIDTH)])


def find_arrow(image: Image, face: Face, others: Sequence[Face] = ()) -> VerticalDirection:
    """Finds the arrow with the strongest evidence from the side faces of a die.

    Args:
        image: (h, w, c) 8 bit.
        face: Its upper face.
        others: The upper faces of other dice; whatever lies on them is not a side of this die.
    """
    near = [
        other.corners_px for other in others if np.linalg.norm(other.centre_px - face.centre_px) < REACH * face.side_px
    ]
    ways = _ways()
    corner = face.corners_px
    across = ((corner[0] + corner[3]) - (corner[1] + corner[2])) / 4
    along = ((corner[0] + corner[1]) - (corner[2] + corner[3])) / 4
    middle = corner.mean(axis=0)
    frame = np.stack((across, along), axis=1)
    step = float(np.sqrt(abs(np.linalg.det(face.steps_px)) / abs(np.linalg.det(frame))))
    gaps = np.zeros((len(SCALES), len(ways)))
    for axis, sign in ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)):
        # All sizes are examined together, since the calls take longer than the numbers.
        seen = np.flatnonzero(sign * ways[:, axis] > 2 * MIN_WIDTH)
        size, seen = np.repeat(np.arange(len(SCALES)), len(seen)), np.tile(seen, len(SCALES))
        scale = np.array(SCALES)[size, None]
        out = sign * scale * np.eye(2)[axis]
        where = middle + (out + ways[seen] * scale / 2) @ frame.T
        free = ~np.any([_is_inside(where, corners) for corners in near], axis=0) if near else np.ones(len(seen), bool)
        if free.any():
            side = (out[free], step * np.eye(2)[1 - axis])
            far = (ways[seen] * scale / 2)[free], (ways[seen] * step / 2)[free]
            gaps[size[free], seen[free]] += _gaps(image, face, (middle, frame), side, far)
    ways_px = ways @ frame.T
    clearest = gaps.max(axis=0)
    best = int(clearest.argmax())
    return VerticalDirection(
        ways_px[best] if clearest[best] > 0 else np.zeros(2), float(clearest[best]), ways_px, clearest
    )


def _is_inside(points: Floats, corners: Floats) -> NDArray[np.bool_]:
    """Returns (n,) whether points are within a convex polygon that is enlarged slightly."""
    corners = corners.mean(axis=0) + ROOM * (corners - corners.mean(axis=0))
    edge = np.roll(corners, -1, axis=0) - corners
    way = points[:, None] - corners
    turn = edge[:, 0] * way[..., 1] - edge[:, 1] * way[..., 0]
    return np.asarray((turn >= 0).all(axis=1) | (turn <= 0).all(axis=1))


def _gaps(
    image: Image, face: Face, place: tuple[Floats, Floats], side: tuple[Floats, Floats], far: tuple[Floats, Floats]
) -> Floats:
    """Returns how clear the pips of one side face are for each of n arrows, (n,).

    Args:
        image: (h, w, c) 8 bit.
        face: The upper face.
        place: Its centre and half edges, in which the other coordinates are given.
        side: (n, 2) the middle of the edge between both faces, and (2,) the step between pips along it.
        far: (n, 2) half the arrows, and the step between pips along them.
    """
    middle, frame = place
    spots = np.concatenate((PLACES, BETWEEN))[:, None]
    flat = side[0] + spots[..., :1] * side[1] + far[0] + spots[..., 1:] * far[1]
    where = middle + flat @ frame.T
    # Points come first: NumPy compares whole rows much faster than the few numbers in one.
    seen = sampled(image, where.astype(np.float32))
    body = medians_along(seen[9:], 0)
    way = face.contrast / max(float(np.linalg.norm(face.contrast)), 1.0)
    filled = (seen[:9] - body) @ way
    may = ~np.isin(VALUES, (face.value, 7 - face.value))
    contrast = np.maximum(filled.max(axis=0), MIN_CONTRAST * float(np.linalg.norm(face.contrast)))
    gaps = [filled[on].min(axis=0) - filled[~on].max(axis=0) for on in TABLE[may]]
    off = np.sqrt(np.square(seen[9:] - body).sum(axis=2).max(axis=0)) / contrast
    best = np.max(gaps, axis=0) / contrast
    return np.where((best > MIN_GAP) & (off < MAX_UNEVEN), best, 0.0)
