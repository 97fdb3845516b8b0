"""Selects the faces that lie on top, decides which are certain, and states what is wrong with the others."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.dice.dice_reading import UnreadReason
from vision.dice.pips.decoder import Face
from vision.dice.pips.face_candidates import LatticeCandidate
from vision.dice.pips.side_faces import find_arrow
from vision.dice.pips.spots import Spots
from vision.dice.pips.table_level import off_level

MIN_ASPECT = 0.66
"""A face with a smaller aspect is seen at more than 45° and may be a side face."""

LEANING = -0.7
"""Log odds from which the network's classification makes a die a leaning one; the network sees only this die."""

HARDLY_LEANING, STEEP_UPPER = -1.4, 0.88
"""Log odds above which a face with three or more pips and an aspect below `STEEP_UPPER` that is not quite sure may be
the side of a leaning die."""

MIN_MANY = 3

SURELY_FLAT = -4.4
"""Log odds below which a face is not called leaning for a small deviation of its shape or its sides."""

LEVEL, CLEAR = 0.5, 0.5
"""A face is level with the others if its deviation is below `LEVEL` times the limit, and its side faces are clear
(`CLEAR`) or it is hardly foreshortened."""

A_LITTLE = 1.5
"""Factor on the largest deviation from the level, for faces that the network considers flat."""

QUITE_SURE = 5.5
"""Log odds from which a face may be contradicted by a spot, extend slightly outside the image, or have no level to
compare with: the side of a die on its edge may look like an upper face from above."""

MIN_CALM = 0.9

OUTSIDE, OUTSIDE_IF_SURE = 0.06, 0.15
"""Shares of its edge by which a face may extend outside the image, since its outline is uncertain."""

ON_FACE, BESIDE = 0.92, 1.35
NEARLY = 0.75
"""A spot farther from the centre than `ON_FACE`, in half edges, is a stranger only if its aspect, relative to the
face's, exceeds this: pips of a side face are less round."""

WIDE_RIM = 2.3
"""Half the edge of most dice is less than this, in steps of the lattice."""

GRID_SPOTS = 4
"""Number of pip-sized spots on the lattice around a face that neighbouring dice do not produce by chance."""

GRID_EXACT = 0.2
"""Largest distance of those spots from the lattice, in its steps, where a touching die could have pips too."""

MIN_QUAD = 4

MIN_DICE = 3
SURE = 3.0
"""Log odds from which a face's size is used to judge the others."""

LIKELY = 0.0
"""Log odds from which a face's slant is used for the level of the table: the leaning dice may be the certain ones."""

ODD_SIZE = 1.75
"""Largest ratio of sizes within one tray: commercial dice have 10 to 18 mm, and most sets have one size."""

ONE_DIE = 0.87
"""Faces whose centres are closer than this, in mean edges, belong to one die."""

EVEN_FACES = 0.8
"""If the smaller of two faces of one die exceeds this share of the larger one's area, or has higher odds, neither is
certainly on top."""

OFF_LEVEL = 0.07
OFF_LEVEL_PX = 2.0
EXACT_OFF_LEVEL = 0.042
EXACT_OFF_LEVEL_PX = 1.5
"""Largest difference between the foreshortening of a face and that of the table, as the logarithm of a ratio; values in
`_PX` are divided by the face's edge. `EXACT` applies if four corner pips of a square determine it, and not only the
shape of the pips."""

MAX_ASTRAY = 0.22
"""Largest deviation, in edges, of a die's vertical edges from those of the others: twelve degrees."""

MIN_SLANT = 0.25
"""Share of the largest deviation that the foreshortening of a leaning die's upper face must reach too; otherwise the
vertical edges are those of a neighbour."""

STEEP_ASPECT = 0.85
STEEP_NEAR = 1.05
"""Two faces that are more foreshortened than `STEEP_ASPECT` and closer than this, in mean edges, may belong to one die
on its edge."""

SIDE_ASPECT = 0.65

NEAR_SIDES = 1.25
"""Largest distance between the centres of a side face and its upper face, in edges of the upper face."""


@dataclass(frozen=True, slots=True)
class ClassifiedDie:
    """One die.

    Attributes:
        face: Its most likely upper face.
        why: What is wrong with it; None if it is certain.
    """

    face: Face
    why: UnreadReason | None


def sort_faces(image: Image, faces: list[Face], spots: Spots) -> list[ClassifiedDie]:
    """Returns the dice that the faces belong to.

    Args:
        image: (h, w, c) 8 bit.
        faces: All faces found, on top or on a side, without overlaps.
        spots: All spots of the image.
    """
    size_px = (image.shape[1], image.shape[0])
    faces = _among_each_other(faces, spots)
    found: list[ClassifiedDie] = []
    for face in sorted(faces, key=lambda face: (_is_contradicted(face, spots), -_weight(face))):
        top = next((number for number, other in enumerate(found) if _are_one_die(face, other.face)), None)
        if top is None:
            found.append(ClassifiedDie(face, _wrong_with(face, size_px, is_contradicted=_is_contradicted(face, spots))))
        elif found[top].why is None and not len(strangers(face, spots)):
            found[top] = ClassifiedDie(found[top].face, _doubt(face, found[top].face))
    return _level(image, _of_one_size(found))


def _among_each_other(faces: list[Face], spots: Spots) -> list[Face]:
    """Rates each face again, using the usual size of the most certain ones."""
    sides = [
        face.side_px
        for face in faces
        if face.odds > SURE and face.aspect > MIN_ASPECT and not _is_contradicted(face, spots)
    ]
    if len(sides) < MIN_DICE:
        return faces
    return [face.among(float(np.median(sides))) for face in faces]


def _level(image: Image, found: list[ClassifiedDie]) -> list[ClassifiedDie]:
    """Marks the dice that are not level with the others as leaning."""
    likely = [die.face for die in found if die.face.odds > LIKELY and die.why is not UnreadReason.HALF_SEEN]
    every = [die.face for die in found]
    arrows = [find_arrow(image, face, [other for other in every if other is not face]) for face in likely]
    off = off_level(likely, (image.shape[1], image.shape[0]), arrows)
    share = off.slant / [_most_off(face) for face in likely]
    leaning = {
        id(face)
        for face, slant, astray in zip(likely, share, off.astray, strict=True)
        if _leans(face, float(slant), float(astray))
    }
    # If too few dice agree on a level, all deviations are 0; then none is known to be level.
    doubtful = {
        id(face) for face, slant in zip(likely, share, strict=True) if not 0 < slant < LEVEL and face.odds < QUITE_SURE
    }
    level = {
        id(face)
        for face, slant, astray, arrow in zip(likely, share, off.astray, arrows, strict=True)
        if 0 < slant < LEVEL and astray == 0 and (arrow.gap > CLEAR or face.aspect > STEEP_UPPER)
    }
    return [
        ClassifiedDie(die.face, UnreadReason.UNCLEAR)
        if die.why is None and id(die.face) in doubtful
        else _with_level(die, leans=id(die.face) in leaning, is_level=id(die.face) in level)
        for die in found
    ]


def _with_level(die: ClassifiedDie, *, leans: bool, is_level: bool) -> ClassifiedDie:
    """Updates a die once its level relative to the others is known."""
    if die.why is None and leans:
        return ClassifiedDie(die.face, UnreadReason.COCKED)
    # This overrules the network, which sees one die and no table.
    if die.why is UnreadReason.COCKED and is_level and _seems_to_lean(die.face) and die.face.is_certain:
        return ClassifiedDie(die.face, None)
    return die


def _leans(face: Face, slant: float, astray: float) -> bool:
    """Whether a face leans, given its deviation relative to the limit and that of its vertical edges."""
    if face.leaning < SURELY_FLAT:
        return slant > A_LITTLE
    return slant > 1 or (astray > MAX_ASTRAY and slant > MIN_SLANT)


def _most_off(face: Face) -> float:
    if face.is_exact:
        return max(EXACT_OFF_LEVEL, EXACT_OFF_LEVEL_PX / face.side_px)
    return max(OFF_LEVEL, OFF_LEVEL_PX / face.side_px)


def _doubt(face: Face, top: Face) -> UnreadReason | None:
    """Returns why the upper face of a die may not be the upper one, given another face of the same die."""
    if face.calm < MIN_CALM:
        return UnreadReason.UNCLEAR if face.area_px2 > top.area_px2 else None
    is_rival = face.area_px2 > EVEN_FACES * top.area_px2 or face.odds > top.odds
    return UnreadReason.COCKED if face.is_certain and is_rival else None


def _is_contradicted(face: Face, spots: Spots) -> bool:
    """Whether pips or edges are where none can be; then the face is composed of parts of two faces."""
    return face.calm < MIN_CALM or len(strangers(face, spots)) > 0


def _weight(face: Face) -> float:
    """Returns a face's weight in the choice of the upper face, which is the largest."""
    return face.area_px2 * (0.5 if face.aspect < MIN_ASPECT else 1.0)


def _of_one_size(found: list[ClassifiedDie]) -> list[ClassifiedDie]:
    """Drops spurious dice, composed of few pips and lines, whose size is far from that of the certain dice."""
    sides = [die.face.side_px for die in found if die.why is None]
    if len(sides) < MIN_DICE:
        return found
    usual = float(np.median(sides))
    return [die for die in found if usual / ODD_SIZE < die.face.side_px < usual * ODD_SIZE]


def is_of_grid(face: Face, spots: Spots) -> bool:
    """Whether the lattice continues around the face; then it is a printed grid of dots."""
    flat = (spots.centre_px - face.centre_px) @ np.linalg.inv(face.steps_px).T
    whole = np.round(flat)
    off = np.linalg.norm(flat - whole, axis=1)
    out = np.abs(whole).max(axis=1)
    size = spots.radius_px / face.pip_px
    share = (spots.inner - spots.outer) @ face.contrast / max(float(face.contrast @ face.contrast), 1.0)
    like = (off < 0.3) & (size > 0.75) & (size < 1.33) & (share > 0.5) & (spots.aspect > 0.6)
    # The dots of a grid of fours are three steps away, but so are two pips of each of two touching dice.
    further = face.value == 4 and int(np.sum(like & (out == 3) & (off < GRID_EXACT))) > GRID_SPOTS
    return further or int(np.sum(like & (out == 2))) >= GRID_SPOTS


def may_be_of_grid(candidate: LatticeCandidate, spots: Spots) -> bool:
    """Whether the lattice of four pips continues on all sides; this test is cheap and comes early."""
    if len(candidate.pips) < MIN_QUAD:
        return False
    flat = (spots.centre_px - candidate.centre_px) @ np.linalg.inv(candidate.steps_px).T
    whole = np.round(flat)
    size = spots.radius_px / spots.radius_px[list(candidate.pips)].mean()
    like = (np.linalg.norm(flat - whole, axis=1) < GRID_EXACT) & (size > 0.8) & (size < 1.25)
    contrast = spots.inner - spots.outer
    own = contrast[list(candidate.pips)].mean(axis=0)
    share = contrast @ own / max(float(own @ own), 1.0)
    like &= (share > 0.6) & (share < 1.6)
    out = np.abs(whole).max(axis=1)
    return any(int(np.sum(like & (out == far))) >= 2 * GRID_SPOTS for far in (2, 3))


def _are_one_die(face: Face, top: Face) -> bool:
    """Whether a face is a side of the die whose upper face is the other, larger one.

    Seen at the angle t, the centres of two faces of one die are (cos t + sin t) / 2 edges apart, which is 0.82 to 0.84
    of the mean root of their areas at every t; those of two touching dice are at least the root of cos t apart.
    """
    way_px = float(np.linalg.norm(face.centre_px - top.centre_px))
    if way_px < ONE_DIE * (face.side_px + top.side_px) / 2:
        return True
    if max(face.aspect, top.aspect) < STEEP_ASPECT and way_px < STEEP_NEAR * (face.side_px + top.side_px) / 2:
        return True
    return way_px < NEAR_SIDES * top.side_px and face.area_px2 < 0.8 * top.area_px2 and face.aspect < SIDE_ASPECT


def _wrong_with(face: Face, size_px: tuple[int, int], *, is_contradicted: bool) -> UnreadReason | None:
    low, high = face.corners_px.min(axis=0), face.corners_px.max(axis=0)
    is_quite_sure = face.odds > QUITE_SURE
    slack = (OUTSIDE_IF_SURE if is_quite_sure else OUTSIDE) * face.side_px
    if np.any(low < -slack) or np.any(high > np.array(size_px) + slack):
        return UnreadReason.HALF_SEEN
    if face.aspect < MIN_ASPECT or face.leaning > LEANING:
        return UnreadReason.COCKED
    if not face.is_certain or (is_contradicted and not is_quite_sure):
        return UnreadReason.UNCLEAR
    return UnreadReason.COCKED if _seems_to_lean(face) else None


def _seems_to_lean(face: Face) -> bool:
    """Whether the network classifies an upper face as leaning, or as the side of a leaning die."""
    if face.aspect < MIN_ASPECT:
        return False
    may_be_side = face.value >= MIN_MANY and face.aspect < STEEP_UPPER and face.odds < QUITE_SURE
    return face.leaning > (HARDLY_LEANING if may_be_side else LEANING)


def strangers(face: Face, spots: Spots) -> NDArray[np.int64]:
    """Returns spots like its pips that are on the face, or close beside it, but not at a place of its lattice."""
    flat = (spots.centre_px - face.centre_px) @ np.linalg.inv(face.steps_px).T
    off = np.linalg.norm(flat - np.clip(np.round(flat), -1, 1), axis=1)
    out = np.abs(flat).max(axis=1) / float(face.outline.reach.mean())
    size = spots.radius_px / face.pip_px
    share = (spots.inner - spots.outer) @ face.contrast / max(float(face.contrast @ face.contrast), 1.0)
    like = (off > 0.35) & (size > 0.6) & (size < 1.6) & (share > 0.35)
    # Pips of a side face are visible beyond a rounded edge, but they are less round.
    like &= (out < ON_FACE) | (spots.aspect > NEARLY * face.aspect)
    # Two pips of a five form half its lattice and look like a two with a wide rim; then spots beside the face count
    # too.
    limit = BESIDE if float(face.outline.reach.mean()) > WIDE_RIM else ON_FACE
    return np.flatnonzero(like & (out < limit))
