"""Which faces lie on top, which of them are certain, and what is wrong with the others."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.faces import Face
from vision.dice.reading import Why
from vision.dice.spots import Spots

LEAST_ASPECT = 0.68
"""A face more foreshortened than this lies at more than 47° to the eye: it may be a side face."""

LEAST_MARGIN = 0.42
MOST_STRANGE = 0.06
LEAST_EVEN = 0.8

SIDE_ASPECT = 0.72
BESIDE = 1.22
"""So far from the middle, in half edges, no pip of a neighbour can lie that touches the die."""

NEAR_SIDES = 1.25
"""A side face's middle is no further from that of its upper face, in edges of the upper face."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """One die.

    Attributes:
        face: Its upper face, as far as can be told.
        why: What is wrong with it; None where it is certain.
    """

    face: Face
    why: Why | None


def sort_faces(faces: list[Face], spots: Spots, size_px: tuple[int, int]) -> list[Sorted]:
    """The dice that faces belong to.

    Args:
        faces: All faces found, on top or on a side, none on another.
        spots: All spots of the picture.
        size_px: Width and height of the picture.
    """
    found: list[Sorted] = []
    for face in sorted(faces, key=lambda face: -face.area_px2 * (0.5 if face.aspect < LEAST_ASPECT else 1.0)):
        if any(_is_side(face, other.face) for other in found):
            continue
        found.append(Sorted(face, _wrong_with(face, spots, size_px)))
    return found


def _is_side(face: Face, top: Face) -> bool:
    way = float(np.linalg.norm(face.centre_px - top.centre_px))
    if way > NEAR_SIDES * top.side_px:
        return False
    return face.area_px2 < 0.8 * top.area_px2 and (face.aspect < 0.8 or face.area_px2 < 0.5 * top.area_px2)


def _wrong_with(face: Face, spots: Spots, size_px: tuple[int, int]) -> Why | None:
    low, high = face.corners_px.min(axis=0), face.corners_px.max(axis=0)
    slack = 0.06 * face.side_px
    if np.any(low < -slack) or np.any(high > np.array(size_px) + slack):
        return Why.HALF_SEEN
    if face.aspect < LEAST_ASPECT:
        return Why.COCKED
    if face.margin < LEAST_MARGIN or face.strange > MOST_STRANGE or face.even < LEAST_EVEN:
        return Why.UNCLEAR
    if len(strangers(face, spots)):
        return Why.UNCLEAR
    return None


def strangers(face: Face, spots: Spots) -> NDArray[np.int64]:
    """Spots like its pips that lie on it, or close beside it, and belong to no place of its lattice."""
    flat = (spots.centre_px - face.centre_px) @ np.linalg.inv(face.steps_px).T
    off = np.linalg.norm(flat - np.clip(np.round(flat), -1, 1), axis=1)
    out = np.abs(flat).max(axis=1) / float(face.outline.reach.mean())
    size = spots.radius_px / face.pip_px
    share = (spots.inner - spots.outer) @ face.contrast / max(float(face.contrast @ face.contrast), 1.0)
    like = (off > 0.35) & (size > 0.6) & (size < 1.6) & (share > 0.35)
    # Beside it lie the pips of its own side faces, which are foreshortened.
    return np.flatnonzero(like & (out < np.where(spots.aspect > SIDE_ASPECT, BESIDE, 0.95)))
