"""Proposes faces from spots that resemble each other.

The pips of every face lie on a lattice of three by three. A candidate is the position of that lattice: its centre and
the two steps to its neighbours. Four pips determine it completely. A diagonal pair determines it together with the
shape of the pips, which are round on the die. A single pip leaves rotation and size open, and the outline must
determine them.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.dice.neighbours import Floats, Rows, near_alike
from vision.dice.pips.spots import Spots

STEP_RADII = (1.55, 5.2)
"""Range of the lattice's step, in radii of a pip, among commercial dice."""

USUAL_STEP_RADII = 3.0
"""Step assumed if a single pip leaves it open, in radii of a pip."""

MIN_ASPECT = 0.42
"""Smallest ratio of the lattice's steps; on sixes the rows are farther apart than the pips within a row."""

MIN_SQUARE = 0.5
"""Smallest roundness of pips after their lattice is made square: ratio of the shortest to the longest axis."""

TEXTURE_RADII = 12.0
TEXTURE_ALIKE = 1.35
TEXTURE_SPOTS = 26
"""Number of pips within `TEXTURE_RADII` that is impossible even for four sixes side by side."""

COMMON_SPOTS = 300
COMMON_GREY = 30.0
COMMON_ALIKE = 1.35
"""More than `COMMON_SPOTS` spots of nearly the same size and the same two colours are a weave: no tray contains so many
pips."""

COMPARED = 600
"""Number of spots, sampled evenly, with which each spot is compared to estimate how many resemble it."""

ALIKE_RADIUS = 1.55
ALIKE_COLOUR = 0.75
MAX_ANGULAR = 0.075


@dataclass(frozen=True, slots=True)
class LatticeCandidate:
    """A candidate for the lattice of a face.

    Attributes:
        centre_px: (2,) its centre.
        steps_px: (2, 2) columns lead from the centre to the right and to the lower neighbour.
        pips: Rows of the spots from which it was proposed.
        turned: Whether its rotation and size are open.
    """

    centre_px: Floats
    steps_px: Floats
    pips: tuple[int, ...]
    turned: bool = False


def of_texture(spots: Spots) -> NDArray[np.bool_]:
    """Returns (n,) whether so many similar spots are nearby, or in the whole image, that they are not pips."""
    return _are_crowded(spots) | _are_common(spots)


def _are_common(spots: Spots) -> NDArray[np.bool_]:
    every = max(1, len(spots) // COMPARED)
    some = spots.taken(np.arange(0, len(spots), every))
    like = np.abs(np.log(spots.radius_px[:, None] / some.radius_px)) < np.log(COMMON_ALIKE)
    for own, other in ((spots.inner, some.inner), (spots.outer, some.outer)):
        like &= np.linalg.norm(own[:, None] - other, axis=2) < COMMON_GREY
    return np.asarray(every * like.sum(axis=1) > COMMON_SPOTS)


def _are_crowded(spots: Spots) -> NDArray[np.bool_]:
    one, two = near_alike(spots.centre_px, spots.radius_px, TEXTURE_RADII, TEXTURE_ALIKE)
    way = np.hypot(*(spots.centre_px[one] - spots.centre_px[two]).T)
    contrast = spots.inner - spots.outer
    power = np.maximum((contrast**2).sum(axis=1), 1.0)
    both = (contrast[one] * contrast[two]).sum(axis=1)
    count = np.ones(len(spots), np.int64)
    for row in (one, two):
        share = both / power[row]
        like = way < TEXTURE_RADII * spots.radius_px[row]
        like &= (share > 1 / TEXTURE_ALIKE) & (share < TEXTURE_ALIKE)
        count += np.bincount(row[like], minlength=len(spots))
    return np.asarray(count > TEXTURE_SPOTS)


def of_quads(spots: Spots) -> list[LatticeCandidate]:
    """Proposes faces from the corner pips of a four, a five or a six."""
    return _of_quads(spots, _pairs(spots))


def of_pairs(spots: Spots) -> list[LatticeCandidate]:
    """Proposes faces from the corner pips of a two or a three."""
    return _of_pairs(spots, _pairs(spots))


def of_singles(spots: Spots) -> list[LatticeCandidate]:
    """Proposes faces from the pip of a one."""
    return _of_singles(spots)


def _pairs(spots: Spots) -> Rows:
    """Returns pairs (m, 2) of spots that may be pips of one face, the lower row first."""
    one, two = near_alike(spots.centre_px, spots.radius_px, 2 * 2.0**0.5 * STEP_RADII[1] * 0.9, ALIKE_RADIUS)
    contrast = spots.inner - spots.outer
    length = np.maximum(np.linalg.norm(contrast, axis=1), 1e-3)
    cosine = (contrast[one] * contrast[two]).sum(axis=1) / (length[one] * length[two])
    ratio = np.minimum(length[one], length[two]) / np.maximum(length[one], length[two])
    # The cells of printed tags and the letters of words are square; pips are not.
    is_round = (spots.angular[one] + spots.angular[two]) / 2 < MAX_ANGULAR
    good = (cosine > ALIKE_COLOUR) & (ratio > 0.4) & is_round
    pairs = np.stack((one[good], two[good]), axis=1)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def _of_quads(spots: Spots, pairs: Rows) -> list[LatticeCandidate]:
    """Combines two pairs with a common centre, which are the diagonals of four corner pips."""
    if not len(pairs):
        return []
    first, second = spots.centre_px[pairs[:, 0]].astype(float), spots.centre_px[pairs[:, 1]].astype(float)
    middle, arm = (first + second) / 2, (second - first) / 2
    radius = spots.radius_px[pairs].mean(axis=1)
    one, two = near_alike(middle, radius, 0.75, ALIKE_RADIUS)
    close = np.hypot(*(middle[one] - middle[two]).T) < 0.75 * radius[one]
    one, two = one[close], two[close]
    four = np.concatenate((pairs[one], pairs[two]), axis=1)
    known = pairs[:, 0] * len(spots) + pairs[:, 1]
    good = np.ones(len(four), bool)
    for a, b in product((0, 1), (2, 3)):
        low, high = np.minimum(four[:, a], four[:, b]), np.maximum(four[:, a], four[:, b])
        good &= np.isin(low * len(spots) + high, known)
    steps = np.stack((arm[one] + arm[two], arm[one] - arm[two]), axis=2) / 2
    good &= _may_be_lattice(steps, spots.radius_px[four].mean(axis=1))
    rows = np.flatnonzero(good)
    rows = rows[_squarenesses(spots, four[rows], steps[rows]) > MIN_SQUARE]
    centre = (middle[one] + middle[two]) / 2
    return [
        LatticeCandidate(centre[row], steps[row], (int(a), int(b), int(c), int(d)))
        for row, (a, b, c, d) in zip(rows, four[rows], strict=True)
    ]


def _may_be_lattice(steps_px: Floats, radius_px: Floats) -> NDArray[np.bool_]:
    """Returns (n,) whether steps (n, 2, 2) are neither too oblique nor too long or short for pips of these radii."""
    # The singular values of a 2 x 2 matrix follow from its square's trace and its determinant.
    size = np.abs(np.linalg.det(steps_px))
    half = (steps_px**2).sum(axis=(1, 2)) / 2
    way = np.sqrt(np.maximum(half**2 - size**2, 0.0))
    ratio = np.sqrt(np.maximum(half - way, 0.0) / np.maximum(half + way, 1e-9))
    step = np.sqrt(size) / radius_px
    return np.asarray((ratio >= MIN_ASPECT) & (step > STEP_RADII[0]) & (step < STEP_RADII[1]))


def squareness(spots: Spots, rows: list[int], steps_px: Floats) -> float:
    """Returns how round the pips are after the lattice is made square: ratio of the shortest to the longest axis."""
    return float(_squarenesses(spots, np.array([rows]), steps_px[None])[0])


def _squarenesses(spots: Spots, rows: Rows, steps_px: Floats) -> Floats:
    """Returns `squareness` for many faces, (n,); `rows` is (n, pips), `steps_px` (n, 2, 2)."""
    if not len(rows):
        return np.zeros(0)
    long, short = np.linalg.svd(np.linalg.inv(steps_px) @ _mean_shapes(spots, rows), compute_uv=False).T
    return np.asarray(short / long)


def mean_shape(spots: Spots, rows: list[int]) -> Floats:
    """Returns the image of a circle on this face, from its pips' shapes: (2, 2), relative to its radius."""
    return np.asarray(_mean_shapes(spots, np.array([rows]))[0])


def _mean_shapes(spots: Spots, rows: Rows) -> Floats:
    """Returns `mean_shape` for many faces, (m, 2, 2); `rows` is (m, pips)."""
    shape = spots.shape[rows].astype(float)
    square = (shape @ shape).mean(axis=1)
    # This is the square root of a symmetric 2 x 2 matrix.
    root = np.sqrt(np.linalg.det(square))
    trace = np.trace(square, axis1=1, axis2=2)
    return np.asarray((square + root[:, None, None] * np.eye(2)) / np.sqrt(trace + 2 * root)[:, None, None])


def _of_pairs(spots: Spots, pairs: Rows) -> list[LatticeCandidate]:
    """Proposes faces from the corner pips of a two or a three."""
    if not len(pairs):
        return []
    first, second = spots.centre_px[pairs[:, 0]].astype(float), spots.centre_px[pairs[:, 1]].astype(float)
    shape = _mean_shapes(spots, pairs)
    arm = np.linalg.solve(shape, ((second - first) / 2)[..., None])[..., 0]
    across = np.stack((-arm[:, 1], arm[:, 0]), axis=1)
    steps = shape @ np.stack(((arm + across) / 2, (arm - across) / 2), axis=2)
    size = np.sqrt(np.abs(np.linalg.det(steps))) / spots.radius_px[pairs].mean(axis=1)
    good = (size > STEP_RADII[0]) & (size < STEP_RADII[1])
    middle = (first + second) / 2
    return [
        LatticeCandidate(middle[row], steps[row], (int(pairs[row, 0]), int(pairs[row, 1])))
        for row in np.flatnonzero(good)
    ]


def _of_singles(spots: Spots) -> list[LatticeCandidate]:
    return [
        LatticeCandidate(
            spots.centre_px[row].astype(float),
            spots.shape[row].astype(float) * float(spots.radius_px[row]) * USUAL_STEP_RADII,
            (row,),
            turned=True,
        )
        for row in range(len(spots))
    ]
