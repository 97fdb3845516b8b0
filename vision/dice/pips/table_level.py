"""Detects leaning dice: faces that are not level with the others of an image.

Dice lie on one table, so circles on their upper faces are foreshortened as those on the table are. Several dice in one
image reveal the table's slant, and a die whose face is foreshortened differently leans. The camera is unknown except
that its principal point is assumed to be the image's centre; the focal length is the one with which most faces agree.

Method: consensus over a grid of plane directions and focal lengths; each face votes with a truncated quadratic score
(MSAC).

References:
    Torr and Zisserman 2000.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.dice.neighbours import Floats
from vision.dice.pips.decoder import LATTICE_PIPS, Face
from vision.dice.pips.side_faces import VerticalDirection

FOCALS = (0.7, 0.85, 1.0, 1.2, 1.45)
"""Focal lengths tried, in image widths."""

STEEPEST_RAD = math.radians(40.0)
TILT_STEP_RAD = math.radians(2.0)
TURNS = 40

AGREE = 0.035
"""Difference in foreshortening, as the logarithm of a ratio, from which a face no longer supports a level."""

TILT_COST = 0.5
"""Penalty per radian of the camera's tilt, in number of supporting faces."""

MIN_FACES = 3
"""Fewest faces for a decision."""

MIN_AGREED = 2

MIN_TOLD = 0.7
"""Smallest `VerticalDirection.gap` at which the vertical edges of a die are used."""

UNTOLD = 0.3
HARDLY = 0.3
"""Longest arrow, in edges, of a die without a visible side face. Such a die supports a level with weight `UNTOLD`."""

AS_CLEAR = 0.55
"""If the predicted arrow's gap is at least this share of the best one's, the predicted arrow is accepted."""

OWN_AGREE = 0.045
"""Difference in foreshortening, as `AGREE`, between an upper face and the arrow of the same die."""

NEAR = 0.14
"""Distance between arrows, in edges, from which a die no longer supports a level."""


@dataclass(frozen=True, slots=True)
class LevelDeviation:
    """Deviations of the faces from the level on which most dice agree.

    Attributes:
        slant: (n,) difference in foreshortening of each face, as the logarithm of a ratio; zeros if too few agree.
        astray: (n,) deviation of the direction of each die's vertical edges, in edges; zeros if they are not visible,
            or if too few agree.
    """

    slant: Floats
    astray: Floats


def off_level(
    faces: Sequence[Face], size_px: tuple[int, int], arrows: Sequence[VerticalDirection] = ()
) -> LevelDeviation:
    """Returns how far each face is from the level of the table, as estimated from all faces.

    Args:
        faces: Faces that may lie on top.
        size_px: Width and height of the image.
        arrows: For each face, the direction of its die's vertical edges, if known.
    """
    count = len(faces)
    if count < MIN_FACES:
        return LevelDeviation(np.zeros(count), np.zeros(count))
    seen = np.array([_metric(face.shape) for face in faces])
    # The pips of a six are close together, and their blur distorts the shape; most sixes have their pips on the same
    # square as fours.
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
            # A die without a visible side face gives weak support to levels on which none would be visible.
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
    return LevelDeviation(slant, astray)


def _are_slanted(far: Floats, off: Floats) -> NDArray[np.bool_]:
    """Returns (n,) whether each upper face agrees with its own arrow; if not, the arrow belongs to a neighbour."""
    own = far.argmin(axis=0)
    each = np.arange(far.shape[1])
    return np.asarray((off[own, each] < OWN_AGREE) | (far[own, each] > NEAR))


def _ways(rays: Floats, normals: Floats, sides: Floats) -> Floats:
    """Returns the direction (m, n, 2) of the dice's vertical edges on each level, divided by the focal length."""
    up = normals * np.array((1.0, 1.0, -1.0))
    model = np.concatenate((rays, np.ones((len(rays), 1))), axis=1)
    edge = sides / np.sqrt(np.maximum(np.abs(up @ model.T), 0.1))
    lower = model[None] - edge[..., None] * up[:, None]
    return np.asarray(lower[..., :2] / lower[..., 2:] - rays[None], float)


def _normals() -> Floats:
    """Returns unit normals (m, 3) that cover all plausible directions of a table; z points towards the camera."""
    tilts = np.arange(0.0, STEEPEST_RAD, TILT_STEP_RAD)
    turns = np.arange(TURNS) * (2 * math.pi / TURNS)
    return np.array(
        [(math.sin(t) * math.cos(a), math.sin(t) * math.sin(a), math.cos(t)) for t, a in product(tilts, turns)]
    )


def _metric(shape: Floats) -> Floats:
    square = shape @ shape.T
    return np.asarray(square / math.sqrt(float(np.linalg.det(square))), float)


def _metrics(rays: Floats, normals: Floats) -> Floats:
    """Returns the image of a circle of each level at each place, (m, n, 2, 2), as a matrix of determinant 1."""
    # Columns map the plane's own axes to the image; the line of sight is (x, y, 1), z pointing away from the camera.
    away = normals * np.array((1.0, 1.0, -1.0))
    across = np.cross(away, (0.0, 1.0, 0.0))
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    axes = np.stack((across, np.cross(away, across)), axis=2)
    seen = axes[:, None, :2] - rays[None, :, :, None] * axes[:, None, 2:]
    square = seen @ np.swapaxes(seen, 2, 3)
    return np.asarray(square / np.sqrt(np.linalg.det(square))[..., None, None], float)


def _differences(level: Floats, seen: Floats) -> Floats:
    """Returns half the logarithm of the greater eigenvalue of one metric relative to the other, (m, n)."""
    # This is half the trace of level⁻¹ seen, both with determinant 1.
    half = (
        level[..., 1, 1] * seen[:, 0, 0] + level[..., 0, 0] * seen[:, 1, 1] - 2 * level[..., 0, 1] * seen[:, 0, 1]
    ) / 2
    return np.asarray(np.arccosh(np.maximum(half, 1.0)) / 2, float)
