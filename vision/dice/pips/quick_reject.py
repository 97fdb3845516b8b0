"""Rejects most candidates with a quick test of a few points each."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image, medians_along
from vision.dice.neighbours import Floats, near_alike
from vision.dice.pips.face_candidates import ALIKE_COLOUR, USUAL_STEP_RADII, LatticeCandidate
from vision.dice.pips.patterns import PLACES, TABLE, VALUES
from vision.dice.pips.spots import Spots
from vision.dice.samples import sampled

BETWEEN = np.array(list(product((-0.5, 0.5), repeat=2)), float)
"""Places of a face (4, 2) that never carry a pip, farthest from those that do."""

OUTSIDE = np.array([(x, y) for x, y in product((-2.9, -1.6, 0, 1.6, 2.9), repeat=2) if max(abs(x), abs(y)) > 2])
"""Places around a face (16, 2), whatever the width of its rim."""

QUAD = 4
MIN_LEFT = 0.3
"""Smallest share of the places around that must differ from the body; side faces may be as bright as the upper one."""

PLAIN_GAP = 0.8
"""Gap from which four pips need no contrast with the surroundings: a black die may lie on a black cloth."""

MIN_GAP = 0.4
MAX_OFF = 0.27
MIN_EVEN = 0.7
"""Limits of the quick test: `MIN_GAP` between pips and other places, in contrasts of the pips; at least `MIN_EVEN` of
the places between the pips must deviate from the body by less than `MAX_OFF`. One in a hundred faces, rendered and
photographed, fails."""

EVEN = 0.35
EVEN_RADII = np.array((1.6, 2.1, 2.6))
"""Radii of rings around a single pip that contain only body, in radii of the pip."""

CROWD = 4.0
"""Distance in radii of a pip: the pips of a three or a five are closer than this, those of a neighbouring die are not.
"""

CROWD_ALIKE = 1.6

MAX_GUESSES = 100
"""Most candidates of one kind, those that resemble a face most: printed mats and threads of a cloth produce thousands.
"""

APART = 14.0
"""Length of a colour difference, in grey levels, that exceeds noise in bright areas; in dark areas a third is enough.
"""


def promising(image: Image, spots: Spots, candidates: list[LatticeCandidate]) -> list[LatticeCandidate]:
    """Returns the best candidates that pass the quick test, those with the most pips first."""
    known = [candidate for candidate in candidates if not candidate.turned]
    single = [candidate for candidate in candidates if candidate.turned]
    return _with_pattern(image, spots, known) + _with_even_ring(image, spots, single)


def _with_pattern(image: Image, spots: Spots, candidates: list[LatticeCandidate]) -> list[LatticeCandidate]:
    if not candidates:
        return []
    centre = np.array([candidate.centre_px for candidate in candidates])
    steps = np.array([candidate.steps_px for candidate in candidates])
    inner = np.array([medians_along(spots.inner[list(candidate.pips)], 0) for candidate in candidates])
    places = np.concatenate((PLACES, BETWEEN, OUTSIDE))
    seen = sampled(image, (centre[:, None] + np.einsum("nij,pj->npi", steps, places)).astype(np.float32))
    body = medians_along(seen[:, 9:13], 1)
    way = inner - body
    power = np.maximum((way**2).sum(axis=1), 1.0)
    share = ((seen - body[:, None]) * way[:, None]).sum(axis=2) / power[:, None]
    length = np.linalg.norm(seen[:, 9:] - body[:, None], axis=2)
    off = length[:, :4] / np.sqrt(power)[:, None]
    filled = share[:, None, :9]
    gap = np.where(TABLE, filled, 9.0).min(axis=2) - np.where(TABLE, -9.0, filled).max(axis=2)
    left = (length[:, 4:] > least_difference(body)[:, None]).mean(axis=1)
    best = gap.max(axis=1)
    is_plain = (best > PLAIN_GAP) & (np.array([len(candidate.pips) for candidate in candidates]) == QUAD)
    good = (best > MIN_GAP) & ((off < MAX_OFF).mean(axis=1) > MIN_EVEN) & ((left > MIN_LEFT) | is_plain)
    pattern = TABLE[gap.argmax(axis=1)]
    spoiled = np.abs(share[:, :9] - pattern).mean(axis=1)
    promise = 4 * best - 6 * off.mean(axis=1) - 4 * spoiled + 3 * left + _roundness(spots, candidates)
    good &= promise >= _least_promise(promise[good])
    order = np.lexsort((-best, -VALUES[gap.argmax(axis=1)]))
    return [candidates[row] for row in order if good[row]]


def _roundness(spots: Spots, candidates: list[LatticeCandidate]) -> Floats:
    """Returns (n,) how much the spots of each candidate resemble pips of one face: round, not square, and all alike."""
    count = np.array([len(candidate.pips) for candidate in candidates])
    found = np.zeros(len(candidates))
    for pips in np.unique(count):
        of_so_many = np.flatnonzero(count == pips)
        rows = np.array([candidates[row].pips for row in of_so_many])
        size = np.log(spots.radius_px[rows])
        inner = spots.inner[rows]
        contrast = np.linalg.norm(inner - spots.outer[rows], axis=2).mean(axis=1)
        colours = np.linalg.norm(inner - inner.mean(axis=1, keepdims=True), axis=2).max(axis=1)
        found[of_so_many] = (
            4 * np.log(spots.aspect[rows].mean(axis=1))
            - 35 * spots.angular[rows].mean(axis=1)
            - 2 * np.ptp(size, axis=1)
            - 3 * colours / np.maximum(contrast, 1.0)
        )
    return found


def _least_promise(promise: Floats) -> float:
    """Returns the score of the last candidate to keep."""
    return float(np.partition(promise, -MAX_GUESSES)[-MAX_GUESSES]) if len(promise) > MAX_GUESSES else -np.inf


def _with_even_ring(image: Image, spots: Spots, candidates: list[LatticeCandidate]) -> list[LatticeCandidate]:
    """Returns single pips with a uniform ring around them and something else farther out."""
    if not candidates:
        return []
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    unit = np.stack((np.cos(angle), np.sin(angle)), axis=1)
    way = np.concatenate((EVEN_RADII, np.arange(3.6, 11.0, 0.5)))
    ring = (way[:, None, None] * unit).reshape(-1, 2) / USUAL_STEP_RADII
    centre = np.array([candidate.centre_px for candidate in candidates])
    steps = np.array([candidate.steps_px for candidate in candidates])
    inner = np.array([spots.inner[candidate.pips[0]] for candidate in candidates])
    seen = sampled(image, (centre[:, None] + np.einsum("nij,pj->npi", steps, ring)).astype(np.float32))
    near = len(EVEN_RADII) * len(unit)
    body = medians_along(seen[:, :near], 1)
    contrast = np.maximum(np.linalg.norm(inner - body, axis=1), 1.0)
    length = np.linalg.norm(seen - body[:, None], axis=2)
    even = (length[:, :near] / contrast[:, None] < EVEN).mean(axis=1)
    left = (
        (length[:, near:].reshape(len(candidates), -1, len(unit)) > least_difference(body)[:, None, None])
        .any(axis=1)
        .mean(axis=1)
    )
    good = (even > 0.7) & (left > 0.7) & ~_crowded(spots)[[candidate.pips[0] for candidate in candidates]]
    promise = _roundness(spots, candidates) + 4 * even + 3 * left + 0.6 * np.log(contrast)
    good &= promise >= _least_promise(promise[good])
    return [candidate for candidate, is_good in zip(candidates, good, strict=True) if is_good]


def _crowded(spots: Spots) -> NDArray[np.bool_]:
    """Returns (n,) whether a similar spot is so close that it would be on the same face."""
    one, two = near_alike(spots.centre_px, spots.radius_px, CROWD, CROWD_ALIKE)
    way = np.hypot(*(spots.centre_px[one] - spots.centre_px[two]).T)
    contrast = spots.inner - spots.outer
    both = (contrast[one] * contrast[two]).sum(axis=1)
    power = np.maximum((contrast**2).sum(axis=1), 1.0)
    both[both < ALIKE_COLOUR * np.sqrt(power[one] * power[two])] = 0.0
    crowded = np.zeros(len(spots), bool)
    for row, other in ((one, two), (two, one)):
        # A spot in the same place is the same pip, found again.
        beside = (way < CROWD * spots.radius_px[row]) & (way > 0.8 * spots.radius_px[row])
        like = (spots.aspect[other] > 0.55) & beside & (both > 0.4 * power[row])
        crowded[row[like]] = True
    return crowded


def least_difference(body: Floats) -> Floats:
    """Returns the smallest significant colour difference for each body colour."""
    return np.asarray(APART * np.clip(body.mean(axis=-1) / 80, 0.35, 1.0))
