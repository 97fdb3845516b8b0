"""Which faces do not lie level with the others of a picture: dice that lean.

Dice lie on one table, so what is round on their upper faces is foreshortened as that table is. Seen in one picture this
tells the table's slant, and a face that is foreshortened otherwise leans. Nothing is known of the camera but that its
lens's centre is in the picture's middle; the focal length is the one with which most faces agree.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.dice.neighbours import Floats
from vision.dice.pips.decoder import LATTICE_PIPS, Face
from vision.dice.pips.side_faces import Arrow

FOCALS = (0.7, 0.85, 1.0, 1.2, 1.45)
"""Focal lengths tried, in widths of the picture."""

STEEPEST_RAD = math.radians(40.0)
TILT_STEP_RAD = math.radians(2.0)
TURNS = 40

AGREE = 0.035
"""Difference of foreshortening, as the logarithm of a ratio, at which a face no longer speaks for a level."""

TILT_COST = 0.5
"""How many faces must speak for it that the camera looks down one radian obliquely."""

MIN_FACES = 3
"""Of fewer none can be told from the others."""

MIN_AGREED = 2

MIN_TOLD = 0.7
"""How clear the pips of side faces must be that their die's vertical edges count."""

UNTOLD = 0.3
HARDLY = 0.3
"""What a die without a side face in sight counts, and how long its arrow may be, in edges."""

AS_CLEAR = 0.55
"""Where side faces are so clear for the arrow that the level tells, in what they are for the best, it is that one."""

OWN_AGREE = 0.045
"""As `AGREE`, between an upper face and the arrow of the same die."""

NEAR = 0.14
"""Distance between arrows, in edges, at which a die no longer speaks for a level."""


@dataclass(frozen=True, slots=True)
class Off:
    """How far the faces of a picture are from the level that most of its dice agree on.

    Attributes:
        slant: (n,) by how much each face is foreshortened otherwise, as logarithm of a ratio; zeros if too few agree.
        astray: (n,) by how much the vertical edges of each die lead elsewhere, in edges; zeros where they are not seen,
            and if too few agree.
    """

    slant: Floats
    astray: Floats


def off_level(faces: Sequence[Face], size_px: tuple[int, int], arrows: Sequence[Arrow] = ()) -> Off:
    """How far each face is from the level of the table, as far as the others tell it.

    Args:
        faces: Those that may lie on top.
        size_px: Width and height of the picture.
        arrows: For each face where its die's vertical edges lead, if known.
    """
    count = len(faces)
    if count < MIN_FACES:
        return Off(np.zeros(count), np.zeros(count))
    seen = np.array([_metric(face.shape) for face in faces])
    # Pips of a six are near one another and blur its shape; most sixes lie on the same square as fours.
    other = np.array([_metric(face.steps_px if len(face.pips) >= LATTICE_PIPS else face.shape) for face in faces])
    middle = (np.array(size_px) - 1) / 2
    sides = np.array([face.side_px for face in faces])
    ways = np.array([arrow.way_px for arrow in arrows])
    slant, astray, expected, least = np.zeros(count), np.zeros(count), np.zeros((count, 2)), -math.inf
    normals = _normals()
    for focal in FOCALS:
        rays = np.array([(face.centre_px - middle) / (focal * size_px[0]) for face in faces])
        level = _metrics(rays, normals)
        off = np.minimum(_differences(level, seen), _differences(level, other))
        agree = np.maximum(1 - (off / AGREE) ** 2, 0.0).sum(axis=1)
        far: Floats = np.zeros_like(off)
        way: Floats = np.zeros((len(normals), count, 2))
        if len(arrows):
            way = _ways(rays, normals, sides / (focal * size_px[0])) * (focal * size_px[0])
            far = np.linalg.norm(way - ways, axis=2) / sides
            told = np.array([arrow.gap > MIN_TOLD for arrow in arrows]) & _are_slanted(far, off)
            # Dice that show no side face speak weakly for a level on which they would show none.
            agree += np.where(told, np.maximum(1 - (far / NEAR) ** 2, 0.0), UNTOLD * (far < HARDLY)).sum(axis=1)
            far = np.where(told, far, 0.0)
        score = agree - TILT_COST * np.arccos(normals[:, 2]) - 0.2 * abs(math.log(focal))
        first = int(score.argmax())
        if score[first] > least:
            slant, astray, least = off[first], far[first], float(score[first])
            expected = way[first]
    if int((slant < AGREE).sum()) < max(MIN_AGREED, count / 2):
        slant = np.zeros(count)
    if int(((slant < AGREE) & (astray < NEAR)).sum()) < max(MIN_AGREED, count / 2):
        astray = np.zeros(count)
    for row, arrow in enumerate(arrows):
        if arrow.gap_near(expected[row], NEAR * sides[row]) > AS_CLEAR * arrow.gap:
            astray[row] = 0.0
    return Off(slant, astray)


def _are_slanted(far: Floats, off: Floats) -> NDArray[np.bool_]:
    """(n,) whether each upper face is foreshortened as its own arrow tells; if not, the arrow is a neighbour's."""
    own = far.argmin(axis=0)
    each = np.arange(far.shape[1])
    return np.asarray((off[own, each] < OWN_AGREE) | (far[own, each] > NEAR))


def _ways(rays: Floats, normals: Floats, sides: Floats) -> Floats:
    """(m, n, 2) where the vertical edges of dice lead on each level, over the focal length."""
    up = normals * np.array((1.0, 1.0, -1.0))
    model = np.concatenate((rays, np.ones((len(rays), 1))), axis=1)
    edge = sides / np.sqrt(np.maximum(np.abs(up @ model.T), 0.1))
    lower = model[None] - edge[..., None] * up[:, None]
    return np.asarray(lower[..., :2] / lower[..., 2:] - rays[None], float)


def _normals() -> Floats:
    """(m, 3) unit normals all over the cap that a table's may lie in; z towards the camera."""
    tilts = np.arange(0.0, STEEPEST_RAD, TILT_STEP_RAD)
    turns = np.arange(TURNS) * (2 * math.pi / TURNS)
    return np.array(
        [(math.sin(t) * math.cos(a), math.sin(t) * math.sin(a), math.cos(t)) for t, a in product(tilts, turns)]
    )


def _metric(shape: Floats) -> Floats:
    square = shape @ shape.T
    return np.asarray(square / math.sqrt(float(np.linalg.det(square))), float)


def _metrics(rays: Floats, normals: Floats) -> Floats:
    """(m, n, 2, 2) what a circle of each level becomes at each place: its ellipse squared, of determinant 1."""
    # Columns lead from the plane's own axes to the picture; the line of sight is (x, y, 1), z away from the camera.
    away = normals * np.array((1.0, 1.0, -1.0))
    across = np.cross(away, (0.0, 1.0, 0.0))
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    axes = np.stack((across, np.cross(away, across)), axis=2)
    seen = axes[:, None, :2] - rays[None, :, :, None] * axes[:, None, 2:]
    square = seen @ np.swapaxes(seen, 2, 3)
    return np.asarray(square / np.sqrt(np.linalg.det(square))[..., None, None], float)


def _differences(level: Floats, seen: Floats) -> Floats:
    """(m, n) half the logarithm of the greater eigenvalue of one metric in the other."""
    # Half the trace of level⁻¹ seen, both of determinant 1.
    half = (
        level[..., 1, 1] * seen[:, 0, 0] + level[..., 0, 0] * seen[:, 1, 1] - 2 * level[..., 0, 1] * seen[:, 0, 1]
    ) / 2
    return np.asarray(np.arccosh(np.maximum(half, 1.0)) / 2, float)
