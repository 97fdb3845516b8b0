"""Decodes a proposed face: which of nine places carry a pip, and how likely it is to be a face at all."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image, medians, medians_along
from vision.dice.neighbours import Floats
from vision.dice.pips.face_candidates import USUAL_STEP_RADII, LatticeCandidate, mean_shape, squareness
from vision.dice.pips.face_outline import Outline, find_open_outlines, find_outline, grid, turned
from vision.dice.pips.likelihood import CandidateFeatures, log_odds, size_bonus
from vision.dice.pips.patterns import PLACES, TABLE, VALUES
from vision.dice.pips.quick_reject import EVEN, least_difference
from vision.dice.pips.spots import Spots
from vision.dice.samples import sampled

CORNERS = np.array(((1, 1), (1, -1), (-1, 1), (-1, -1)), float)
RING = np.array([(x, y) for x, y in product(np.linspace(-1, 1, 11), repeat=2) if max(abs(x), abs(y)) == 1])
"""Points along the edges of a square, (n, 2)."""

SIDES = [
    np.flatnonzero((RING @ way > 0.99) & (np.abs(RING @ way[::-1]) < 0.9))
    for way in np.array(((1, 0), (0, 1), (-1, 0), (0, -1)))
]
"""Indices of `RING` that belong to each edge."""

TRUE_STEP = 0.53
"""Typical step of the lattice, in half edges of the face, if a single pip does not determine it."""

UNEVEN_CORNER = 28.0

MIN_SIDE_PX = 17.0
"""Smallest edge of a face; below it pips are three pixels wide and their places cannot be distinguished."""

EDGE = 60.0
"""Length of a colour difference over four cells of a patch that counts as an edge; gloss and marble change more slowly.
"""

LATTICE_PIPS = 4

MIN_SQUARE = 0.7
"""Smallest roundness of the pips of a four or a five after their lattice is made square; half of a six is not square.
"""

MIN_MARGIN = 0.3
MIN_EVEN = 0.7
RADIUS_STEPS = (0.17, 0.66)
PIP_IN_SIDE = (0.053, 0.22)
"""Range of a pip's radius, relative to the edge of the face, for commercial dice; the largest is a one's."""

LOOK_FROM = -8.0
"""Likelihood from which the network classifies a candidate."""

PLAIN_FROM = {1: 3.0, 2: 3.5, 3: 7.0}
"""Likelihood from which no other candidate in the same place is examined, by the number of pips of the candidate (4 or
more: 3)."""

FACE_FROM = -1.0
"""Log odds from which a candidate may be an upper face, readable or not."""

CERTAIN_FROM = {1: 3.0, 2: 2.0}
CERTAIN_ELSE = 4.0
"""Log odds from which a face is certain, by its value. Sides of leaning dice can look like upper faces with three or
more pips, and any round object like a one."""

OF_SIGNS = 0.3
"""Weight of the likelihood from single signs in the odds, in addition to the network's classification."""


@dataclass(frozen=True, slots=True)
class Face:
    """One face in the image, on top or on a side.

    Attributes:
        centre_px: (2,) centre of its lattice.
        steps_px: (2, 2) steps of its lattice.
        corners_px: (4, 2) its outline.
        value: Its most likely value.
        margin: Difference between the faintest pip and the strongest place without a pip.
        outline: Its four sides, each with a certainty.
        shape: (2, 2) image of a circle on the face, of any size.
        aspect: Its foreshortening: ratio of the shortest to the longest axis of a circle on it.
        even: Share of its body that has the body's colour.
        strange: Share of the area between the places that looks like a pip.
        calm: Share of its area without edges.
        contrast: (c,) colour of the pips minus that of the body.
        pips: Rows of the spots from which it was proposed.
        pip_px: Mean radius of its pips.
        log_odds: Log odds that it is a face, from its features.
        odds: Log odds that it is an upper face, including the network's classification.
        leaning: Log odds that its die leans, against lying flat with this value.
    """

    centre_px: Floats
    steps_px: Floats
    corners_px: Floats
    value: int
    margin: float
    outline: Outline
    shape: Floats
    aspect: float
    even: float
    strange: float
    calm: float
    contrast: Floats
    pips: tuple[int, ...]
    pip_px: float
    log_odds: float
    odds: float = 0.0
    leaning: float = 0.0

    @property
    def area_px2(self) -> float:
        """Area of its outline."""
        return float(cv2.contourArea(self.corners_px.astype(np.float32)))

    @property
    def side_px(self) -> float:
        """Square root of its area."""
        return float(self.area_px2**0.5)

    @property
    def is_exact(self) -> bool:
        """Whether its lattice gives its foreshortening; on sixes the rows are farther apart than the pips in a row."""
        return _is_square(len(self.pips), self.value)

    @property
    def squareness(self) -> float:
        """Ratio of the shortest to the longest distance of a side, after the lattice is made square."""
        return float(self.outline.reach.min() / self.outline.reach.max())

    @property
    def is_worth_a_look(self) -> bool:
        """Whether its single signs justify a closer examination."""
        return self._is_of_size and self.log_odds > LOOK_FROM

    @property
    def is_plain(self) -> bool:
        """Whether its single signs are so clear that nothing else can lie in its place."""
        return self._is_of_size and self.log_odds > PLAIN_FROM[min(len(self.pips), 3)]

    @property
    def is_face(self) -> bool:
        """Whether it may be an upper face, readable or not."""
        return self.odds > FACE_FROM

    @property
    def is_certain(self) -> bool:
        """Whether it looks in all respects like an upper face that is clearly visible."""
        return self.odds > CERTAIN_FROM.get(self.value, CERTAIN_ELSE)

    @property
    def _is_of_size(self) -> bool:
        return self.side_px >= MIN_SIDE_PX and PIP_IN_SIDE[0] < self.pip_px / self.side_px < PIP_IN_SIDE[1]

    def among(self, usual_side_px: float) -> "Face":
        """Rates the face again, given the usual edge length of the image's dice."""
        bonus = size_bonus(len(self.pips), self.side_px / usual_side_px)
        return replace(self, odds=self.odds + OF_SIGNS * bonus)


def judged(image: Image, spots: Spots, candidate: LatticeCandidate, tries: int) -> list[Face]:
    """Returns the faces that a candidate may be; a single pip gives several, because its die's angle and size are open.

    Args:
        image: (h, w, c) 8 bit.
        spots: The spots that the candidate is made of.
        candidate: The candidate.
        tries: Number of candidates of this kind in the image: among many, some look like faces by chance.
    """
    if candidate.turned:
        faces = [_face(image, spots, framed, tries, 1 / TRUE_STEP) for framed in _in_own_frames(image, candidate)]
    else:
        faces = [_face(image, spots, candidate, tries)]
    return [face for face in faces if face is not None]


def _in_own_frames(image: Image, candidate: LatticeCandidate) -> list[LatticeCandidate]:
    """Returns candidates with the size and angle that the outlines around a single pip give."""
    pip = _wiped(_patch(image, candidate), np.array([4]), _cells(round(100 / USUAL_STEP_RADII)))
    found = []
    for outline in find_open_outlines(pip):
        half = float(np.sort(outline.reach)[1:3].mean())
        steps_px = candidate.steps_px @ turned(outline.turn_rad) * half * TRUE_STEP
        found.append(LatticeCandidate(candidate.centre_px, steps_px, candidate.pips))
    return found


def _patch(image: Image, candidate: LatticeCandidate) -> Floats:
    where = candidate.centre_px + grid() @ candidate.steps_px.T
    return sampled(image, where.astype(np.float32))


@dataclass(frozen=True, slots=True)
class _Cells:
    """Indices of a patch's cells, for pips of one radius.

    Attributes:
        between: Cells of the face that never carry a pip.
        disc: For each of nine places, the cells that a pip there fills.
        around: For each place, the cells of `between` close to it.
        wide: For each place, the cells that a pip there touches, including its blurred rim.
        ring: For each place, the cells just outside.
    """

    between: NDArray[np.int64]
    disc: tuple[NDArray[np.int64], ...]
    around: tuple[NDArray[np.int64], ...]
    wide: tuple[NDArray[np.int64], ...]
    ring: tuple[NDArray[np.int64], ...]


@cache
def _cells(radius_percent: int) -> _Cells:
    radius = radius_percent / 100
    way = np.linalg.norm(grid()[:, :, None] - PLACES, axis=3)
    between = (np.abs(grid()).max(axis=2) < 1.3) & (way.min(axis=2) > min(1.5 * radius, 0.62))
    each = [way[..., number] for number in range(9)]
    return _Cells(
        np.flatnonzero(between),
        tuple(np.flatnonzero(one < 0.65 * radius) for one in each),
        tuple(np.flatnonzero(between & (one < 0.95)) for one in each),
        tuple(np.flatnonzero(one < 1.7 * radius) for one in each),
        tuple(np.flatnonzero((one > 1.6 * radius) & (one < 2.0 * radius)) for one in each),
    )


def _wiped(patch: Floats, places: NDArray[np.int64], cells: _Cells) -> Floats:
    """Returns the patch with the pips at these places replaced by the colour of the body around each."""
    wiped = patch.reshape(-1, patch.shape[2]).copy()
    for place in places:
        wiped[cells.wide[place]] = medians_along(wiped[cells.ring[place]], 0)
    return wiped.reshape(patch.shape)


def _face(
    image: Image, spots: Spots, candidate: LatticeCandidate, tries: int, half: float | None = None
) -> Face | None:
    patch = _patch(image, candidate)
    rows = list(candidate.pips)
    step_px = float(abs(np.linalg.det(candidate.steps_px)) ** 0.5)
    radius = float(spots.radius_px[rows].mean()) / step_px
    if not RADIUS_STEPS[0] < radius < RADIUS_STEPS[1]:
        return None
    cells = _cells(round(100 * radius))
    flat = patch.reshape(-1, patch.shape[2])
    body = medians_along(flat[cells.between], 0)
    way = medians_along(spots.inner[rows], 0) - body
    power = max(float(way @ way), 1.0)
    share = ((flat - body) @ way) / power
    even = float((np.linalg.norm(flat[cells.between] - body, axis=1) < EVEN * power**0.5).mean())
    pattern, margin = _pattern(_filled(share, cells))
    if margin < MIN_MARGIN or even < MIN_EVEN:
        return None
    value = int(VALUES[pattern])
    if _is_square(len(rows), value) and squareness(spots, rows, candidate.steps_px) < MIN_SQUARE:
        return None
    wiped = _wiped(patch, np.flatnonzero(TABLE[pattern]), cells)
    outline = find_outline(wiped, half)
    shape = np.asarray(candidate.steps_px if _is_square(len(rows), value) else mean_shape(spots, rows), float)
    long, short = np.linalg.svd(shape, compute_uv=False)
    face = Face(
        centre_px=candidate.centre_px,
        steps_px=candidate.steps_px,
        corners_px=candidate.centre_px + outline.corners @ candidate.steps_px.T,
        value=value,
        margin=margin,
        outline=outline,
        shape=shape,
        aspect=float(short / long),
        even=even,
        strange=float((share[cells.between] > 0.5).mean()),
        calm=_calm(wiped, float(outline.reach.min())),
        contrast=np.asarray(way, float),
        pips=tuple(rows),
        pip_px=float(spots.radius_px[rows].mean()),
        log_odds=0.0,
    )
    features = _signs(face, _Around.of(image, face, body), float(spots.angular[rows].mean()), tries)
    return replace(face, log_odds=log_odds(len(rows), features))


def _is_square(pips: int, value: int) -> bool:
    return pips >= LATTICE_PIPS and value in (4, 5)


@dataclass(frozen=True, slots=True)
class _Around:
    """The appearance of points close to the outline of a face.

    Attributes:
        apart: Share of the points just outside whose colour differs from that of the body.
        corners: Number of corners that resemble the body more than the surroundings: a corner of the square around a
            coin does not belong to the coin.
        relief: Largest difference of the colours next to its four sides, in grey levels: a print on a flat ground has
            the same colour on all sides, a die has side faces and shadows.
    """

    apart: float
    corners: int
    relief: float

    @classmethod
    def of(cls, image: Image, face: Face, body: Floats) -> "_Around":
        reach = face.outline.reach
        x0, y0, x1, y1 = reach[0], reach[1], -reach[2], -reach[3]
        middle, half = np.array(((x0 + x1) / 2, (y0 + y1) / 2)), np.array(((x0 - x1) / 2, (y0 - y1) / 2))
        flat = np.concatenate((1.22 * RING, 0.8 * CORNERS, 1.4 * CORNERS))
        places = face.centre_px + (middle + flat * half) @ turned(face.outline.turn_rad).T @ face.steps_px.T
        seen = sampled(image, places[None].astype(np.float32))[0]
        off = np.linalg.norm(seen - body, axis=1)
        ring, corner, outside = seen[:-8], seen[-8:-4], seen[-4:]
        like = off[-8:-4] - np.linalg.norm(corner - outside, axis=1)
        most = max(UNEVEN_CORNER, EVEN * float(np.linalg.norm(face.contrast)))
        inside = ((places > 0) & (places < np.array(image.shape[1::-1]) - 1)).all(axis=1)[:-8]
        beside = np.array([medians_along(ring[side], 0) for side in SIDES if inside[side].all()])
        return cls(
            apart=float((off[:-8] > float(least_difference(body))).mean()),
            corners=int((like < most).sum()),
            relief=float(np.linalg.norm(beside - beside.mean(axis=0), axis=1).max()) if len(beside) else 0.0,
        )


def _signs(face: Face, around: _Around, angular: float, tries: int) -> CandidateFeatures:
    support = face.outline.support
    return CandidateFeatures(
        margin=face.margin,
        even=face.even,
        strange=face.strange,
        calm=face.calm,
        apart=around.apart,
        support=float(support.mean()),
        least_support=float(support.min()),
        corners=around.corners,
        pip_in_side=face.pip_px / face.side_px,
        squareness=face.squareness,
        angular=angular,
        aspect=face.aspect,
        contrast=float(np.linalg.norm(face.contrast)),
        tries=tries,
        relief=around.relief,
    )


def _calm(wiped: Floats, reach: float) -> float:
    """Returns the share of a face, without its pips and its rim, that contains no edge."""
    inside = np.abs(grid()).max(axis=2) < 0.74 * reach
    soft = cv2.GaussianBlur(wiped, (0, 0), 1.0).reshape(wiped.shape)
    x_slope, y_slope = np.gradient(soft, axis=1), np.gradient(soft, axis=0)
    slope = 4 * np.sqrt((np.asarray(x_slope) ** 2 + np.asarray(y_slope) ** 2).sum(axis=2))
    return float((slope[inside] < EDGE).mean())


def _filled(share: Floats, cells: _Cells) -> Floats:
    """Returns how much each place looks like a pip, (9,): 1 like the known pips, 0 like the body around it."""
    pips = np.array([share[disc].mean() for disc in cells.disc])
    beside = np.array([medians(share[around]) for around in cells.around])
    return np.asarray(pips - np.clip(beside, -0.3, 0.3))


def _pattern(filled: Floats) -> tuple[int, float]:
    """Returns the best-matching pattern, and the difference between its faintest pip and the strongest other place."""
    gap = np.where(TABLE, filled, 9.0).min(axis=1) - np.where(TABLE, -9.0, filled).max(axis=1)
    best = int(gap.argmax())
    return best, float(gap[best])
