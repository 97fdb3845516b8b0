"""Which faces do not lie level with the others of a picture: dice that lean.

Dice lie on one table, so what is round on their upper faces is foreshortened as that table is. Seen in one picture this
tells the table's slant, and a face that is foreshortened otherwise leans. Nothing is known of the camera but that its
lens's centre is in the picture's middle; the focal length is the one with which most faces agree.
"""

import math
from itertools import product

import numpy as np

from vision.dice.faces import LATTICE_PIPS, Face
from vision.dice.spots import Floats

FOCALS = (0.7, 0.85, 1.0, 1.2, 1.45)
"""Focal lengths tried, in widths of the picture."""

STEEPEST_RAD = math.radians(40.0)
TILT_STEP_RAD = math.radians(2.0)
TURNS = 40

AGREE = 0.035
"""Difference of foreshortening, as the logarithm of a ratio, at which a face no longer speaks for a level."""

TILT_COST = 0.5
"""How many faces must speak for it that the camera looks down one radian obliquely."""

LEAST_FACES = 3
"""Of fewer none can be told from the others."""

LEAST_AGREED = 2


def off_level(faces: list[Face], size_px: tuple[int, int]) -> Floats:
    """(n,) by how much each face is foreshortened otherwise than the level that most agree on, as logarithm of a ratio.

    Args:
        faces: Those that may lie on top.
        size_px: Width and height of the picture.

    Returns:
        Zeros if too few agree to tell.
    """
    if len(faces) < LEAST_FACES:
        return np.zeros(len(faces))
    seen = np.array([_metric(face.shape) for face in faces])
    # Pips of a six are near one another and blur its shape; most sixes lie on the same square as fours.
    other = np.array([_metric(face.steps_px if len(face.pips) >= LATTICE_PIPS else face.shape) for face in faces])
    middle = (np.array(size_px) - 1) / 2
    best, least = np.zeros(len(faces)), -math.inf
    normals = _normals()
    for focal in FOCALS:
        rays = np.array([(face.centre_px - middle) / (focal * size_px[0]) for face in faces])
        level = _metrics(rays, normals)
        off = np.minimum(_differences(level, seen), _differences(level, other))
        agree = np.maximum(1 - (off / AGREE) ** 2, 0.0).sum(axis=1)
        score = agree - TILT_COST * np.arccos(normals[:, 2]) - 0.2 * abs(math.log(focal))
        first = int(score.argmax())
        if score[first] > least:
            best, least = off[first], float(score[first])
    agreed = int((best < AGREE).sum())
    return best if agreed >= max(LEAST_AGREED, len(faces) / 2) else np.zeros(len(faces))


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
