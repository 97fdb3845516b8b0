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

LEAST_SQUARE = 0.5
"""How round pips must be at least once their lattice is made square: shortest axis in longest."""

TEXTURE_RADII = 12.0
TEXTURE_ALIKE = 1.35
TEXTURE_SPOTS = 26
"""Not even four sixes side by side have so many pips within so many radii."""

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


def of_texture(spots: Spots) -> NDArray[np.bool_]:
    """(n,) whether so many spots of one kind lie around that they are a pattern of the ground, and no pips."""
    way = np.linalg.norm(spots.centre_px[:, None] - spots.centre_px[None], axis=2)
    near = way < TEXTURE_RADII * spots.radius_px[:, None]
    size = np.abs(np.log(spots.radius_px[:, None] / spots.radius_px[None])) < np.log(TEXTURE_ALIKE)
    contrast = spots.inner - spots.outer
    share = (contrast @ contrast.T) / np.maximum((contrast**2).sum(axis=1), 1.0)[:, None]
    return np.asarray((near & size & (share > 1 / TEXTURE_ALIKE) & (share < TEXTURE_ALIKE)).sum(axis=1) > TEXTURE_SPOTS)


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
    one, two = _with_one_middle(middle, 0.75 * radius)
    four = np.concatenate((ends[one], ends[two]), axis=1)
    good = np.all([alike[four[:, a], four[:, b]] for a in (0, 1) for b in (2, 3)], axis=0)
    steps = np.stack((arm[one] + arm[two], arm[one] - arm[two]), axis=2) / 2
    good &= _may_be_lattice(steps, spots.radius_px[four].mean(axis=1))
    centre = (middle[one] + middle[two]) / 2
    return [
        Guess(centre[row], steps[row], (int(a), int(b), int(c), int(d)))
        for row, (a, b, c, d) in enumerate(four)
        if good[row] and squareness(spots, four[row].tolist(), steps[row]) > LEAST_SQUARE
    ]


def _with_one_middle(middle: Floats, near: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows of all pairs of pairs whose middles are nearer to each other than the first one's bound."""
    order = np.argsort(middle[:, 0])
    x = middle[order, 0]
    last = np.searchsorted(x, x + near.max(), side="right")
    found = []
    for at, row in enumerate(order):
        others = order[at + 1 : last[at]]
        others = others[np.hypot(*(middle[others] - middle[row]).T) < near[row]]
        found.append(np.stack((np.full(len(others), row), others), axis=1))
    rows = np.concatenate(found)
    return rows.min(axis=1), rows.max(axis=1)


def _may_be_lattice(steps_px: Floats, radius_px: Floats) -> NDArray[np.bool_]:
    """(n,) whether steps (n, 2, 2) are neither too oblique nor too long or short for pips of these radii."""
    # Singular values of a 2 x 2 matrix, from its square's trace and its determinant.
    size = np.abs(np.linalg.det(steps_px))
    half = (steps_px**2).sum(axis=(1, 2)) / 2
    way = np.sqrt(np.maximum(half**2 - size**2, 0.0))
    ratio = np.sqrt(np.maximum(half - way, 0.0) / np.maximum(half + way, 1e-9))
    step = np.sqrt(size) / radius_px
    return np.asarray((ratio >= LEAST_ASPECT) & (step > STEP_RADII[0]) & (step < STEP_RADII[1]))


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
