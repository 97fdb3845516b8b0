"""What a guessed face shows: which of nine places carry a pip, and whether a face is there at all."""

from dataclasses import dataclass
from functools import cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.lattice import USUAL_STEP_RADII, Guess, mean_shape
from vision.dice.outline import Outline, find_outline, grid, turned
from vision.dice.spots import Floats, Spots, sampled
from vision.picture import Image

PLACES = np.array(list(product((-1, 0, 1), (-1, 0, 1))), float)[:, ::-1]
"""(9, 2) the lattice, row by row."""

PATTERNS = {
    "000010000": 1,
    "100000001": 2,
    "001000100": 2,
    "100010001": 3,
    "001010100": 3,
    "101000101": 4,
    "101010101": 5,
    "101101101": 6,
    "111000111": 6,
}
"""Which places carry a pip, row by row, and the value."""

TABLE = np.array([[mark == "1" for mark in pattern] for pattern in PATTERNS])
VALUES = np.array(list(PATTERNS.values()))

BETWEEN = np.array(list(product((-0.5, 0.5), repeat=2)), float)
"""(4, 2) places of a face that never carry a pip, furthest from those that do."""

CORNERS = np.array(((1, 1), (1, -1), (-1, 1), (-1, -1)), float)
RING = np.array([(x, y) for x, y in product(np.linspace(-1, 1, 11), repeat=2) if max(abs(x), abs(y)) == 1])
"""(n, 2) places along the edges of a square."""

OUTSIDE = np.array([(x, y) for x, y in product((-2.9, -1.6, 0, 1.6, 2.9), repeat=2) if max(abs(x), abs(y)) > 2])
"""(16, 2) places around a face, however wide its rim is."""

LEAST_LEFT = 0.4
"""Part of the places around that must differ from the body; side faces may be as light as the upper one."""

EVEN_RADII = np.array((1.6, 2.1, 2.6))
"""Around a single pip there is only body so far, in its radii."""

CROWD = 4.0
"""In radii: the pips of a three or a five are nearer, those of a neighbouring die are not."""

TRUE_STEP = 0.53
"""A usual step of the lattice in half edges of the face; where a single pip left it open."""

EVEN = 0.35
"""How far the body of a die may be from its own mean colour, in contrasts of the pips: marble, shade and gloss."""

APART = 14.0
"""Length of a difference of colours, in grey levels, that is more than noise in the light; in the dark, a third."""

LEAST_SIDE_PX = 17.0
"""Below, pips are three pixels wide and their places cannot be told apart."""

PIP_IN_SIDE = (0.053, 0.165)
"""Radius of a pip in the edge of a face, of dice that are sold."""

EDGE = 60.0
"""Length of a difference of colours over four cells of a patch that makes an edge; gloss and marble change slower."""

MOST_ANGULAR = (0.06, 0.075)
"""Pips are round; the cells of printed tags are square. Of a single pip, and in the mean of several."""

LATTICE_PIPS = 4

PRINT_SUPPORT = 0.96
PRINT_SQUARENESS = 0.985

LEAST_MARGIN = 0.15
LEAST_EVEN = 0.5
RADIUS_STEPS = (0.17, 0.66)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a face must have at least, and at most; the names are those of `Face` and `Outline`.

    Attributes:
        margin: Least margin.
        even: Least part of the body that is even.
        apart: Least part of the points outside that are no body.
        least_side: Least support of the weakest side.
        mean_side: Least mean support.
        closed: Least sum of `apart` and the mean support; neither alone has to be good.
        corners: Least number of corners with the body's colour.
        pip: Greatest radius of a pip in the edge of the face.
        reach: Greatest half edge in steps of the lattice.
    """

    margin: float
    even: float
    apart: float
    least_side: float
    mean_side: float
    closed: float
    corners: int
    pip: float = 0.165
    reach: float = 2.9


# The fewer pips, the more the outline must tell. On rendered dice and photographs, 98 in 100 faces meet CERTAIN.
FACE = {
    1: Bounds(0.45, 0.94, 0.88, 0.58, 0.77, 1.72, 2),
    2: Bounds(0.3, 0.85, 0.6, 0.5, 0.75, 1.55, 1),
    3: Bounds(0.3, 0.75, 0.68, 0.4, 0.7, 1.48, 0),
}
"""From how many pips it was guessed (4 or more: 3), and what makes it a face."""

CERTAIN = {
    1: Bounds(0.65, 0.96, 0.85, 0.6, 0.76, 1.7, 3, 0.137, 2.2),
    2: Bounds(0.6, 0.9, 0.72, 0.5, 0.72, 1.55, 1, 0.145, 2.9),
    3: Bounds(0.66, 0.85, 0.74, 0.5, 0.74, 1.53, 0, 0.145, 2.6),
}
"""The same, for a face that may be read."""


TOUCHED_ONE = Bounds(0.9, 0.97, 0.78, 0.86, 0.9, 1.7, 3, 0.137, 2.2)
"""As `CERTAIN`, for a single pip between dice of its own colour: its edges must be the surer."""


@dataclass(frozen=True, slots=True)
class Face:
    """One face as it is seen, be it on top or on a side.

    Attributes:
        centre_px: (2,) middle of its lattice.
        steps_px: (2, 2) its lattice.
        corners_px: (4, 2) its outline.
        value: What it shows most likely.
        margin: By how much the palest pip is above the strongest of the places without.
        outline: How sure each of its sides is.
        shape: (2, 2) what a circle on it becomes in the picture, of any size.
        aspect: Its foreshortening: shortest in longest of what is round on it.
        even: Part of its body that has the body's colour.
        strange: Part of it that looks like a pip where none belongs.
        calm: Part of it that no edge runs through.
        apart: Part of the points just outside that have another colour than its body.
        corners: How many of its corners look rather like its body than like what is outside.
        angular: How square its pips are.
        body: (c,) colour of the body.
        contrast: (c,) colour of the pips less that of the body.
        pips: Rows of the spots that gave rise to it.
        pip_px: Mean radius of its pips.
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
    apart: float
    corners: int
    angular: float
    body: Floats
    contrast: Floats
    pips: tuple[int, ...]
    pip_px: float

    @property
    def area_px2(self) -> float:
        """Area of its outline."""
        return float(cv2.contourArea(self.corners_px.astype(np.float32)))

    @property
    def side_px(self) -> float:
        """Root of its area."""
        return float(self.area_px2**0.5)

    @property
    def is_exact(self) -> bool:
        """Whether its lattice tells its foreshortening; sixes are drawn with rows further apart than their pips."""
        return _is_square(len(self.pips), self.value)

    @property
    def squareness(self) -> float:
        """Shortest distance of a side in the longest, once the lattice is made square."""
        return float(self.outline.reach.min() / self.outline.reach.max())

    @property
    def is_face(self) -> bool:
        """Whether it is a face at all, be it readable or not."""
        if self.side_px < LEAST_SIDE_PX or self.angular > MOST_ANGULAR[len(self.pips) > 1] or self._is_print:
            return False
        return self._is_at_least(FACE[min(len(self.pips), 3)]) or self._is_sure_one

    @property
    def is_certain(self) -> bool:
        """Whether all of it is as on a die that is seen well."""
        return self._is_at_least(CERTAIN[min(len(self.pips), 3)]) or self._is_sure_one

    @property
    def _is_sure_one(self) -> bool:
        return len(self.pips) == 1 and self._is_at_least(TOUCHED_ONE)

    @property
    def _is_print(self) -> bool:
        """Whether a single pip is in a square sharper and more exact than any round edge is: a printed one."""
        return (
            len(self.pips) == 1
            and float(self.outline.support.min()) >= PRINT_SUPPORT
            and self.squareness >= PRINT_SQUARENESS
        )

    def _is_at_least(self, bound: "Bounds") -> bool:
        return (
            self.margin >= bound.margin
            and self.even >= bound.even
            and self.apart >= bound.apart
            and float(self.outline.support.min()) >= bound.least_side
            and float(self.outline.support.mean()) >= bound.mean_side
            and self.apart + float(self.outline.support.mean()) >= bound.closed
            and self.corners >= bound.corners
            and PIP_IN_SIDE[0] < self.pip_px / self.side_px < bound.pip
            and float(self.outline.reach.mean()) < bound.reach
        )

    @property
    def quality(self) -> float:
        """The better of two faces in one place has more."""
        return float(self.margin * self.even * self.outline.support.mean() * self.squareness**0.5)


def promising(image: Image, spots: Spots, guesses: list[Guess]) -> list[Guess]:
    """The guesses that a glance at a few points does not refute, those with most pips first."""
    known = [guess for guess in guesses if not guess.turned]
    single = [guess for guess in guesses if guess.turned]
    return _with_pattern(image, spots, known) + _with_even_ring(image, spots, single)


def _with_pattern(image: Image, spots: Spots, guesses: list[Guess]) -> list[Guess]:
    if not guesses:
        return []
    centre = np.array([guess.centre_px for guess in guesses])
    steps = np.array([guess.steps_px for guess in guesses])
    inner = np.array([np.median(spots.inner[list(guess.pips)], axis=0) for guess in guesses])
    places = np.concatenate((PLACES, BETWEEN, OUTSIDE))
    seen = sampled(image, (centre[:, None] + np.einsum("nij,pj->npi", steps, places)).astype(np.float32))
    body = np.median(seen[:, 9:13], axis=1)
    way = inner - body
    power = np.maximum((way**2).sum(axis=1), 1.0)
    share = ((seen - body[:, None]) * way[:, None]).sum(axis=2) / power[:, None]
    length = np.linalg.norm(seen[:, 9:] - body[:, None], axis=2)
    off = length[:, :4] / np.sqrt(power)[:, None]
    filled = share[:, None, :9]
    gap = np.where(TABLE, filled, 9.0).min(axis=2) - np.where(TABLE, -9.0, filled).max(axis=2)
    left = (length[:, 4:] > _apart(body)[:, None]).mean(axis=1)
    good = (gap.max(axis=1) > LEAST_MARGIN) & ((off < EVEN).mean(axis=1) > LEAST_EVEN) & (left > LEAST_LEFT)
    order = np.lexsort((-gap.max(axis=1), -VALUES[gap.argmax(axis=1)]))
    return [guesses[row] for row in order if good[row]]


def _with_even_ring(image: Image, spots: Spots, guesses: list[Guess]) -> list[Guess]:
    """Single pips with nothing around them for a while, and something else further out."""
    if not guesses:
        return []
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    unit = np.stack((np.cos(angle), np.sin(angle)), axis=1)
    way = np.concatenate((EVEN_RADII, np.arange(3.6, 11.0, 0.5)))
    ring = (way[:, None, None] * unit).reshape(-1, 2) / USUAL_STEP_RADII
    centre = np.array([guess.centre_px for guess in guesses])
    steps = np.array([guess.steps_px for guess in guesses])
    inner = np.array([spots.inner[guess.pips[0]] for guess in guesses])
    seen = sampled(image, (centre[:, None] + np.einsum("nij,pj->npi", steps, ring)).astype(np.float32))
    near = len(EVEN_RADII) * len(unit)
    body = np.median(seen[:, :near], axis=1)
    contrast = np.maximum(np.linalg.norm(inner - body, axis=1), 1.0)
    length = np.linalg.norm(seen - body[:, None], axis=2)
    even = (length[:, :near] / contrast[:, None] < EVEN).mean(axis=1)
    left = (
        (length[:, near:].reshape(len(guesses), -1, len(unit)) > _apart(body)[:, None, None]).any(axis=1).mean(axis=1)
    )
    good = (even > 0.7) & (left > 0.7) & ~_crowded(spots)[[guess.pips[0] for guess in guesses]]
    return [guess for guess, is_good in zip(guesses, good, strict=True) if is_good]


def _crowded(spots: Spots) -> NDArray[np.bool_]:
    """(n,) whether another spot like it lies so near that it would be on the same face."""
    way = np.linalg.norm(spots.centre_px[:, None] - spots.centre_px[None], axis=2)
    contrast = spots.inner - spots.outer
    share = (contrast @ contrast.T) / np.maximum((contrast**2).sum(axis=1), 1.0)[:, None]
    size = spots.radius_px[None] / spots.radius_px[:, None]
    other = ~np.eye(len(spots), dtype=bool) & (spots.aspect > 0.55)[None]
    return np.asarray(
        (other & (way < CROWD * spots.radius_px[:, None]) & (share > 0.4) & (size > 0.6) & (size < 1.6)).any(axis=1)
    )


def judged(image: Image, spots: Spots, guess: Guess) -> Face | None:
    """The face at a guess; None where there is surely none."""
    if guess.turned:
        patch = _patch(image, guess)
        pip = _wiped(patch, np.array([4]), _cells(round(100 / USUAL_STEP_RADII)))
        outline = find_outline(pip, is_open=True)
        if np.sum(outline.support > 0.3) < 3:
            return None
        # The outline tells size and turn: look again in its own frame.
        half = float(np.sort(outline.reach)[1:3].mean())
        guess = Guess(guess.centre_px, guess.steps_px @ turned(outline.turn_rad) * half * TRUE_STEP, guess.pips)
    return _face(image, spots, guess)


def _patch(image: Image, guess: Guess) -> Floats:
    where = guess.centre_px + grid() @ guess.steps_px.T
    return sampled(image, where.astype(np.float32))


@dataclass(frozen=True, slots=True)
class _Cells:
    """Flat numbers of a patch's cells, for pips of one radius.

    Attributes:
        between: Those of the face that never carry a pip.
        disc: For each of nine places, those that a pip there fills.
        around: For each place, those of `between` near it.
        wide: For each place, those that a pip there touches, with its blurred rim.
        ring: For each place, those just outside.
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
    """Without the pips at these places: in their stead the colour of the body around each."""
    wiped = patch.reshape(-1, patch.shape[2]).copy()
    for place in places:
        wiped[cells.wide[place]] = np.median(wiped[cells.ring[place]], axis=0)
    return wiped.reshape(patch.shape)


def _face(image: Image, spots: Spots, guess: Guess) -> Face | None:
    patch = _patch(image, guess)
    rows = list(guess.pips)
    step_px = float(abs(np.linalg.det(guess.steps_px)) ** 0.5)
    radius = float(spots.radius_px[rows].mean()) / step_px
    if not RADIUS_STEPS[0] < radius < RADIUS_STEPS[1]:
        return None
    cells = _cells(round(100 * radius))
    flat = patch.reshape(-1, patch.shape[2])
    body = np.median(flat[cells.between], axis=0)
    way = np.median(spots.inner[rows], axis=0) - body
    power = max(float(way @ way), 1.0)
    share = ((flat - body) @ way) / power
    even = float((np.linalg.norm(flat[cells.between] - body, axis=1) < EVEN * power**0.5).mean())
    pattern, margin = _pattern(_filled(share, cells))
    if margin < LEAST_MARGIN or even < LEAST_EVEN:
        return None
    wiped = _wiped(patch, np.flatnonzero(TABLE[pattern]), cells)
    outline = find_outline(wiped, is_open=False)
    calm = _calm(wiped, float(outline.reach.min()))
    rim, corners = _around(image, guess, outline, body)
    value = int(VALUES[pattern])
    shape = np.asarray(guess.steps_px if _is_square(len(rows), value) else mean_shape(spots, rows), float)
    long, short = np.linalg.svd(shape, compute_uv=False)
    return Face(
        centre_px=guess.centre_px,
        steps_px=guess.steps_px,
        corners_px=guess.centre_px + outline.corners @ guess.steps_px.T,
        value=value,
        margin=margin,
        outline=outline,
        shape=shape,
        aspect=float(short / long),
        even=even,
        strange=float((share[cells.between] > 0.5).mean()),
        calm=calm,
        apart=float((rim > float(_apart(body))).mean()),
        corners=int((corners < max(2 * APART, EVEN * float(np.linalg.norm(way)))).sum()),
        angular=float(spots.angular[rows].mean()),
        body=np.asarray(body, float),
        contrast=np.asarray(way, float),
        pips=tuple(rows),
        pip_px=float(spots.radius_px[rows].mean()),
    )


def _is_square(pips: int, value: int) -> bool:
    return pips >= LATTICE_PIPS and value in (4, 5)


def _around(image: Image, guess: Guess, outline: Outline, body: Floats) -> tuple[Floats, Floats]:
    """How points close to the outline look.

    Returns:
        How far from the body's colour those just outside are; for each corner how far it is from the body's colour,
        less how far from the colour outside of it: the corner of a coin's square is no coin.
    """
    x0, y0, x1, y1 = outline.reach[0], outline.reach[1], -outline.reach[2], -outline.reach[3]
    middle, half = np.array(((x0 + x1) / 2, (y0 + y1) / 2)), np.array(((x0 - x1) / 2, (y0 - y1) / 2))
    flat = np.concatenate((1.22 * RING, 0.8 * CORNERS, 1.4 * CORNERS))
    places = (middle + flat * half) @ turned(outline.turn_rad).T
    seen = sampled(image, (guess.centre_px + places @ guess.steps_px.T)[None].astype(np.float32))[0]
    off = np.linalg.norm(seen - body, axis=1)
    corner, outside = seen[-8:-4], seen[-4:]
    return off[:-8], off[-8:-4] - np.linalg.norm(corner - outside, axis=1)


def _apart(body: Floats) -> Floats:
    """The least difference that counts, for each body."""
    return np.asarray(APART * np.clip(body.mean(axis=-1) / 80, 0.35, 1.0))


def _calm(wiped: Floats, reach: float) -> float:
    """Part of a face, without its pips and its rim, that no edge runs through."""
    inside = np.abs(grid()).max(axis=2) < 0.74 * reach
    soft = cv2.GaussianBlur(wiped, (0, 0), 1.0).reshape(wiped.shape)
    x_slope, y_slope = np.gradient(soft, axis=1), np.gradient(soft, axis=0)
    slope = 4 * np.sqrt((np.asarray(x_slope) ** 2 + np.asarray(y_slope) ** 2).sum(axis=2))
    return float((slope[inside] < EDGE).mean())


def _filled(share: Floats, cells: _Cells) -> Floats:
    """(9,) how much each place looks like a pip: 1 as those known, 0 as the body around it."""
    return np.array(
        [
            share[disc].mean() - np.clip(np.median(share[around]), -0.3, 0.3)
            for disc, around in zip(cells.disc, cells.around, strict=True)
        ]
    )


def _pattern(filled: Floats) -> tuple[int, float]:
    """The pattern that is met best, and the gap between its palest pip and the strongest other place."""
    gap = np.where(TABLE, filled, 9.0).min(axis=1) - np.where(TABLE, -9.0, filled).max(axis=1)
    best = int(gap.argmax())
    return best, float(gap[best])
