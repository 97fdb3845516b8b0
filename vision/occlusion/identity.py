"""Whether a placed tag is the tag that it is taken for, and nothing else.

Once a tag is placed, every other id, turned any way, predicts other grey values at the same points, and so does a mere
spot of light in the place of a code that is little more than a spot. Along the line from the tag's picture (+1) to a
rival's (-1) the measured values lie at

    margin = 1 + 2 Σ r d / Σ d²        (r misfit, d what the rival would change, both as shares of the contrast)

with a standard deviation that the noise gives. A tag counts only if it is nearer to its own picture than to any
rival's by a good part of the way and by many standard deviations; what is hidden has no say.

Method: a likelihood-ratio test between two templates under normal noise, for every rival at once.

References:
    Neyman and Pearson 1933.
"""

import functools
import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.alignment.placement import TagPlace
from vision.arrays import Floats, Floats32
from vision.fiducials.dictionary import dictionary
from vision.fiducials.tag_image import coverage
from vision.fiducials.templates import BLUR_STEP, grid_points

MIN_SIGMAS = 6.0
MIN_SPOT_SIGMAS = 4.0

MAX_SPOTS = 2
"""A code whose white is in so few pieces may be mistaken for dots, a letter or a pictogram …"""

POOR_MODULES = 2.0
"""… most of all if it differs from round spots by no more than so many modules."""


WORST_MODULE_COUNTS = 3.0
"""How much the worst module adds to the doubt, beside the nearness of other tags: so weighted, tags in bad light and
what is mistaken for them lie farthest apart."""

ALLOWED, ALLOWED_POOR = 0.5, 0.35
"""How far from its picture, with the worst module counted so, a tag that is come upon may be; the second for codes that
are little more than spots. How often clutter comes as near is measured in `tests/benchmarks/bench_clutter.py`."""

SURE = 0.7
"""Doubt below which no second look is needed."""

MIN_SPOT_MARGIN = 0.5

SMALL_SCALE, SMALL_ALLOWED = 0.95, 0.8
"""Tags that are lifted look larger, none looks smaller: what does may be that share as far away."""

EXPECTED_WORST_MODULE, EXPECTED_MARGIN = 0.3, 0.55
"""For a tag that is looked for at one place and turned one way: of ids and turns there is no choice."""

MIN_VISIBLE = 0.55
"""Share of the black square that must show."""

MIN_EXPLAINED = 0.85
"""Share of what shows that must look as printed."""

MIN_CONTRAST = 8.0
MIN_SCALE, MAX_SCALE = 0.93, 1.15

SPOT_GRAIN = 8
"""Points to a module along which spots are drawn."""


@dataclass(frozen=True, slots=True)
class Distinction:
    """How far a placed tag is from the rival that is nearest.

    Attributes:
        margin: 1 as the tag itself, 0 halfway to the rival, -1 as the rival.
        sigmas: The same in standard deviations of the noise.
    """

    margin: float
    sigmas: float


def doubt(name: str, tag_id: int, place: TagPlace) -> float:
    """How far what was found is from the tag's picture: 0 for the tag itself, more than 1 is not to be believed.

    Tags of 12 mm at 1.7 px/mm lie at 0.1 to 0.5 in good light, and up to 0.95 with noise of 8 grey levels, half
    exposed and blurred.
    """
    if place.contrast <= 0:
        return math.inf
    rival = distinction(place, other_tags(name, tag_id, place.blur_level, place.grid))
    if rival.sigmas < MIN_SIGMAS or not _is_no_spot(name, tag_id, place):
        return math.inf
    as_large = whole_doubt(name, tag_id, rival, place.worst_module)
    return as_large / SMALL_ALLOWED if place.scale < SMALL_SCALE else as_large


def whole_doubt(name: str, tag_id: int, rival: "Distinction", worst_module: float) -> float:
    """The same from how far it is from its nearest rival, and its worst module."""
    allowed = ALLOWED_POOR if is_poor(name, tag_id) else ALLOWED
    return (1.0 - rival.margin + WORST_MODULE_COUNTS * worst_module) / allowed


@functools.lru_cache(maxsize=1024)
def is_poor(name: str, tag_id: int) -> bool:
    """Whether a code is little more than one or two spots: best left out when ids are chosen."""
    drawn = _spots(name, tag_id)
    return drawn is not None and float(np.abs(drawn).sum()) / SPOT_GRAIN**2 <= POOR_MODULES


def shows_through(name: str, tag_id: int, place: TagPlace) -> bool:
    """Whether a tag that is partly covered is there, by what shows of it.

    Only for a tag that is expected there: with any id, any turn and half of it free, much looks like a tag.
    """
    cover = place.cover
    if cover is None or cover.visible < MIN_VISIBLE:
        return False
    fits = place.settled and place.contrast > MIN_CONTRAST and MIN_SCALE < place.scale < MAX_SCALE
    fits = fits and place.explained >= MIN_EXPLAINED and place.wrong_modules == 0
    return fits and told_apart(name, tag_id, place)


def told_apart(name: str, tag_id: int, place: TagPlace) -> bool:
    """Whether a tag that is looked for at one place, turned one way, is nearer to its own picture than to others."""
    if place.contrast <= 0 or place.worst_module > EXPECTED_WORST_MODULE:
        return False
    rival = distinction(place, other_tags(name, tag_id, place.blur_level, place.grid))
    return rival.margin >= EXPECTED_MARGIN and rival.sigmas >= MIN_SIGMAS and _is_no_spot(name, tag_id, place)


def _is_no_spot(name: str, tag_id: int, place: TagPlace) -> bool:
    """Whether a tag is told from mere spots of light in the place of its code."""
    spots = _as_spots(name, tag_id, place.blur_level, place.grid)
    if spots is None:
        return True
    spot = distinction(place, spots)
    return spot.margin >= MIN_SPOT_MARGIN and spot.sigmas >= MIN_SPOT_SIGMAS


def distinction(place: TagPlace, changes: Floats32) -> Distinction:
    """How far a placed tag is from rivals.

    Args:
        place: The tag.
        changes: (n, points) the tag's picture less each rival's, as shares of the contrast.
    """
    seen = changes if place.cover is None else changes * ~place.cover.points
    length = np.maximum((seen**2).sum(axis=1), 1e-6)
    margin = 1.0 + 2.0 * (seen @ place.misfit) / length
    sigmas = margin * np.sqrt(length) / (2.0 * place.noise)
    return Distinction(float(margin.min()), float(sigmas.min()))


@functools.lru_cache(maxsize=1024)
def other_tags(name: str, tag_id: int, level: int, grid: int) -> Floats32:
    """(64, points) a tag's picture less those of the tags most like it, turned any way."""
    shown = _pictures(name, level, grid)
    own = shown[4 * tag_id]
    apart = np.einsum("np,np->n", shown, shown) - 2.0 * (shown @ own)
    apart[4 * tag_id] = np.inf
    # Only the nearest can be mistaken for it.
    return np.asarray(own - shown[np.argsort(apart)[:64]])


@functools.lru_cache(maxsize=16)
def _pictures(name: str, level: int, grid: int) -> Floats32:
    tags = dictionary(name)
    across, down = (coverage(axis, tags.bits + 4, level * BLUR_STEP) for axis in grid_points(tags.bits, grid).T)
    by_module = (down[:, :, None] * across[:, None, :]).reshape(len(across), -1).astype(np.float32)
    return np.asarray(_patterns(name) @ by_module.T)


@functools.lru_cache(maxsize=4)
def _patterns(name: str) -> Floats32:
    """(4 · tags, modules) each tag, turned by 0 to 3 quarters."""
    tags = dictionary(name)
    patterns = np.stack([tags.pattern(tag_id) for tag_id in range(tags.count)]).astype(np.float32)
    turned = np.stack([np.rot90(patterns, turns, axes=(1, 2)) for turns in range(4)], axis=1)
    return np.ascontiguousarray(turned.reshape(4 * tags.count, -1))


@functools.lru_cache(maxsize=1024)
def _as_spots(name: str, tag_id: int, level: int, grid: int) -> Floats32 | None:
    """(1, points) what changes if each white piece of the code is an ellipse of its area; None for a richer code."""
    drawn = _spots(name, tag_id)
    if drawn is None:
        return None
    bits = dictionary(name).bits
    points = (grid_points(bits, grid) + bits / 2 + 2) * SPOT_GRAIN - 0.5
    soft = cv2.GaussianBlur(drawn, (0, 0), level * BLUR_STEP * SPOT_GRAIN).astype(np.float32)
    x, y = points.astype(np.float32).T
    return np.asarray(cv2.remap(soft, x, y, cv2.INTER_LINEAR), dtype=np.float32).reshape(1, -1)


def _spots(name: str, tag_id: int) -> Floats | None:
    """The tag less the same with an ellipse for each white piece, at `SPOT_GRAIN` points a module."""
    tags = dictionary(name)
    count, labels = cv2.connectedComponents(tags.codes[tag_id], connectivity=8)
    if count - 1 > MAX_SPOTS:
        return None
    grain = np.ones((SPOT_GRAIN, SPOT_GRAIN))
    spots = np.zeros((tags.bits * SPOT_GRAIN, tags.bits * SPOT_GRAIN))
    for label in range(1, count):
        spots = np.maximum(spots, _ellipse(np.kron(labels == label, grain)))
    return np.pad(np.kron(tags.codes[tag_id], grain) - spots, 2 * SPOT_GRAIN)


def _ellipse(piece: Floats) -> Floats:
    """The ellipse of the same area, centre and direction as a piece."""
    rows, columns = np.nonzero(piece)
    centre = np.array([columns.mean(), rows.mean()])
    spread = np.cov(np.stack([columns, rows])) + 1e-3 * np.eye(2)
    y, x = np.indices(piece.shape)
    away = np.stack([x - centre[0], y - centre[1]], axis=-1)
    squared = np.einsum("...i,ij,...j->...", away, np.linalg.inv(spread), away)
    # An ellipse's second moments are a quarter of its squared half axes; its area is to stay.
    scale = len(rows) / (math.pi * math.sqrt(float(np.linalg.det(spread))))
    return np.asarray(squared <= scale, dtype=np.float64)
