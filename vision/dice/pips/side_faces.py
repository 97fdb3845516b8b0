"""The side faces of a die, found from its upper face: where its vertical edges lead in the picture.

Beside the upper face lie those of the four side faces that look towards the camera. Where one lies follows from one
arrow, from the middle of the upper face to that of the lower one: all vertical edges of the die are parallel to it. So
arrows are tried, and one is believed where the pips of a side face appear in the places that it tells, in a pattern
that a neighbour of the upper face may show. The arrow tells a leaning die much sooner than the slant of its upper face
does: at fifteen degrees it is a quarter of an edge off, the foreshortening three parts in a hundred.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.dice.neighbours import Floats
from vision.dice.pips.decoder import Face
from vision.dice.pips.patterns import PLACES, TABLE, VALUES
from vision.dice.sampling import sampled

STEP = 0.05
LONGEST = 0.68
"""Arrows tried, in edges of the upper face: a die seen at forty degrees has one of 0.65."""

MIN_WIDTH = 0.2
"""A side face seen narrower shows no pips."""

SCALES = (0.9, 1.0, 1.1)
"""How large the die is, in what its upper face seems to be: where a rounded edge is seen depends on the light."""

BETWEEN = np.array(((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)))
"""Places that never carry a pip."""

REACH = 2.5
ROOM = 1.15
"""Dice are near whose middles are so many edges apart; side faces reach a little over the edge of an upper one."""

MIN_GAP = 0.45
MAX_UNEVEN = 0.3
"""In contrasts of the side's own pips; and the least part of the upper face's contrast that those must have."""
MIN_CONTRAST = 0.3


@dataclass(frozen=True, slots=True)
class Arrow:
    """Where the vertical edges of a die lead.

    Attributes:
        way_px: (2,) from the upper face to the lower one.
        gap: How clear the pips of its side faces are, summed over them; 0 where none is seen.
        ways_px: (n, 2) every arrow tried.
        gaps: (n,) the same for each.
    """

    way_px: Floats
    gap: float
    ways_px: Floats
    gaps: Floats

    def gap_near(self, way_px: Floats, reach_px: float) -> float:
        """How clear they are for the best arrow so near to this one."""
        near = np.hypot(*(self.ways_px - way_px).T) < reach_px
        return float(self.gaps[near].max(initial=0.0))


@cache
def _ways() -> Floats:
    """(n, 2) arrows, in half edges of the upper face."""
    at = np.arange(-LONGEST, LONGEST + STEP / 2, STEP)
    ways = np.stack(np.meshgrid(at, at), axis=2).reshape(-1, 2)
    length = np.hypot(*ways.T)
    return np.asarray(2 * ways[(length < LONGEST) & (length > MIN_WIDTH)])


def find_arrow(image: Image, face: Face, others: Sequence[Face] = ()) -> Arrow:
    """The arrow that the side faces of a die speak for most.

    Args:
        image: (h, w, c) 8 bit.
        face: Its upper face.
        others: The upper faces of other dice; what lies on them is no side of this one.
    """
    near = [
        other.corners_px for other in others if np.linalg.norm(other.centre_px - face.centre_px) < REACH * face.side_px
    ]
    ways = _ways()
    clearest = np.zeros(len(ways))
    corner = face.corners_px
    across = ((corner[0] + corner[3]) - (corner[1] + corner[2])) / 4
    along = ((corner[0] + corner[1]) - (corner[2] + corner[3])) / 4
    middle = corner.mean(axis=0)
    frame = np.stack((across, along), axis=1)
    step = float(np.sqrt(abs(np.linalg.det(face.steps_px)) / abs(np.linalg.det(frame))))
    for scale in SCALES:
        gaps = np.zeros(len(ways))
        for axis, sign in ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)):
            seen = np.flatnonzero(sign * ways[:, axis] > 2 * MIN_WIDTH)
            out = np.zeros(2)
            out[axis] = sign * scale
            where = middle + (out + ways[seen] * scale / 2) @ frame.T
            seen = seen[~np.any([_is_inside(where, corners) for corners in near], axis=0)] if near else seen
            if len(seen):
                gaps[seen] += _gaps(
                    image, face, (middle, frame), (axis, sign), ways[seen] * scale, (scale, step / scale)
                )
        clearest = np.maximum(clearest, gaps)
    ways_px = ways @ frame.T
    best = int(clearest.argmax())
    return Arrow(ways_px[best] if clearest[best] > 0 else np.zeros(2), float(clearest[best]), ways_px, clearest)


def _is_inside(points: Floats, corners: Floats) -> NDArray[np.bool_]:
    """(n,) whether points are within a convex polygon, made a little larger."""
    corners = corners.mean(axis=0) + ROOM * (corners - corners.mean(axis=0))
    edge = np.roll(corners, -1, axis=0) - corners
    way = points[:, None] - corners
    turn = edge[:, 0] * way[..., 1] - edge[:, 1] * way[..., 0]
    return np.asarray((turn >= 0).all(axis=1) | (turn <= 0).all(axis=1))


def _gaps(
    image: Image,
    face: Face,
    place: tuple[Floats, Floats],
    side: tuple[int, float],
    ways: Floats,
    size: tuple[float, float],
) -> Floats:
    """(n,) how clear the pips of one side face are, for each arrow."""
    middle, frame = place
    axis, sign = side
    scale, step = size
    out, edge = np.zeros(2), np.zeros(2)
    out[axis], edge[1 - axis] = sign * scale, scale
    spots = np.concatenate((PLACES, BETWEEN)) * step
    # In the frame of the upper face: along its edge, and down the arrow from it.
    flat = out + spots[None, :, :1] * edge + (0.5 + spots[None, :, 1:] / 2) * ways[:, None]
    where = middle + flat @ frame.T
    seen = sampled(image, where.astype(np.float32))
    body = np.median(seen[:, 9:], axis=1)
    way = face.contrast / max(float(np.linalg.norm(face.contrast)), 1.0)
    height = (seen - body[:, None]) @ way
    filled = height[:, :9]
    top = np.sort(filled, axis=1)[:, -1]
    may = ~np.isin(VALUES, (face.value, 7 - face.value))
    contrast = np.maximum(top, MIN_CONTRAST * float(np.linalg.norm(face.contrast)))
    share = filled / contrast[:, None]
    gap = np.where(TABLE[may], share[:, None], 9.0).min(axis=2) - np.where(TABLE[may], -9.0, share[:, None]).max(axis=2)
    off = np.linalg.norm(seen[:, 9:] - body[:, None], axis=2).max(axis=1) / contrast
    best = gap.max(axis=1)
    return np.where((best > MIN_GAP) & (off < MAX_UNEVEN), best, 0.0)
