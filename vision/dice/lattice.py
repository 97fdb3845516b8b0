"""Guesses where faces may be, from spots that are like each other.

The pips of every face lie on a lattice of three by three. A guess is where that lattice lies: its middle and the two
steps to its neighbours. Four pips tell it wholly; a diagonal pair tells it with the shape of the pips, which are round
on the die; a single pip leaves turn and size open, and the outline must tell them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.spots import Floats, Spots

STEP_RADII = (1.55, 5.2)
"""From one pip of the lattice to the next, in radii of a pip: the extremes of the dice that are sold."""

USUAL_STEP_RADII = 3.0
"""Where a single pip leaves it open."""

LEAST_ASPECT = 0.42
"""Smaller step of the lattice in the greater; sixes are drawn with rows further apart than their pips."""

ALIKE_RADIUS = 1.55
ALIKE_COLOUR = 0.75


@dataclass(frozen=True, slots=True)
class Guess:
    """Where the lattice of a face may lie.

    Attributes:
        centre_px: (2,) its middle.
        steps_px: (2, 2) columns lead from the middle to the right and lower neighbour.
        pips: Rows of the spots that gave rise to it.
        turned: Whether its turn and size are open.
    """

    centre_px: Floats
    steps_px: Floats
    pips: tuple[int, ...]
    turned: bool = False


def of_quads(spots: Spots) -> list[Guess]:
    """Guesses from the corner pips of a four, a five or a six."""
    alike = _alike(spots)
    return _of_quads(spots, _pairs(alike), alike)


def of_pairs(spots: Spots) -> list[Guess]:
    """Guesses from the corner pips of a two or a three."""
    return _of_pairs(spots, _pairs(_alike(spots)))


def of_singles(spots: Spots) -> list[Guess]:
    """Guesses from the pip of a one."""
    return _of_singles(spots)


def _pairs(alike: NDArray[np.bool_]) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in np.argwhere(np.triu(alike, 1))]


def _alike(spots: Spots) -> NDArray[np.bool_]:
    """(n, n) whether two spots may be pips of one face."""
    way = np.linalg.norm(spots.centre_px[:, None] - spots.centre_px[None], axis=2)
    radius = np.maximum(spots.radius_px[:, None], spots.radius_px[None])
    close = way < 2 * 2.0**0.5 * STEP_RADII[1] * radius * 0.9
    same_size = np.abs(np.log(spots.radius_px[:, None] / spots.radius_px[None])) < np.log(ALIKE_RADIUS)
    contrast = spots.inner - spots.outer
    length = np.linalg.norm(contrast, axis=1)
    cosine = (contrast @ contrast.T) / np.maximum(length[:, None] * length[None], 1e-6)
    ratio = np.minimum(length[:, None], length[None]) / np.maximum(length[:, None], length[None])
    other = ~np.eye(len(spots), dtype=bool)
    return np.asarray(other & close & same_size & (cosine > ALIKE_COLOUR) & (ratio > 0.4), bool)


def _of_quads(spots: Spots, pairs: list[tuple[int, int]], alike: NDArray[np.bool_]) -> list[Guess]:
    """Two pairs with one middle are the diagonals of four corner pips."""
    if not pairs:
        return []
    ends = np.array(pairs)
    first, second = spots.centre_px[ends[:, 0]].astype(float), spots.centre_px[ends[:, 1]].astype(float)
    middle, arm = (first + second) / 2, (second - first) / 2
    radius = spots.radius_px[ends].mean(axis=1)
    found = []
    for row in range(len(pairs)):
        near = np.linalg.norm(middle[row + 1 :] - middle[row], axis=1) < 0.75 * radius[row]
        for other in np.flatnonzero(near) + row + 1:
            if not alike[np.ix_(pairs[row], pairs[other])].all():
                continue
            steps = np.stack(((arm[row] + arm[other]) / 2, (arm[row] - arm[other]) / 2), axis=1)
            centre = (middle[row] + middle[other]) / 2
            guess = Guess(centre, steps, (*pairs[row], *pairs[other]))
            if _may_be_face(spots, guess):
                found.append(guess)
    return found


def _may_be_face(spots: Spots, guess: Guess) -> bool:
    long, short = np.linalg.svd(guess.steps_px, compute_uv=False)
    rows = list(guess.pips)
    size = (long * short) ** 0.5 / spots.radius_px[rows].mean()
    if short < LEAST_ASPECT * long or not STEP_RADII[0] < size < STEP_RADII[1]:
        return False
    return squareness(spots, rows, guess.steps_px) > 0.5


def squareness(spots: Spots, rows: list[int], steps_px: Floats) -> float:
    """How round the pips are once the lattice is made square: shortest axis in the longest."""
    seen = np.linalg.inv(steps_px) @ mean_shape(spots, rows)
    long, short = np.linalg.svd(seen, compute_uv=False)
    return float(short / long)


def mean_shape(spots: Spots, rows: list[int]) -> Floats:
    """(2, 2) what a round pip of this face becomes in the picture, over its radius."""
    square = np.mean([spots.shape[row] @ spots.shape[row] for row in rows], axis=0)
    value, vector = np.linalg.eigh(square)
    return np.asarray(vector @ np.diag(np.sqrt(value)) @ vector.T, float)


def _of_pairs(spots: Spots, pairs: list[tuple[int, int]]) -> list[Guess]:
    """The corner pips of a two or a three."""
    found = []
    for pair in pairs:
        first, second = spots.centre_px[list(pair)].astype(float)
        shape = mean_shape(spots, list(pair))
        arm = np.linalg.solve(shape, (second - first) / 2)
        across = np.array((-arm[1], arm[0]))
        steps = shape @ np.stack(((arm + across) / 2, (arm - across) / 2), axis=1)
        radius = spots.radius_px[list(pair)].mean()
        if STEP_RADII[0] < abs(np.linalg.det(steps)) ** 0.5 / radius < STEP_RADII[1]:
            found.append(Guess((first + second) / 2, steps, pair))
    return found


def _of_singles(spots: Spots) -> list[Guess]:
    return [
        Guess(
            spots.centre_px[row].astype(float),
            spots.shape[row].astype(float) * float(spots.radius_px[row]) * USUAL_STEP_RADII,
            (row,),
            turned=True,
        )
        for row in range(len(spots))
    ]
