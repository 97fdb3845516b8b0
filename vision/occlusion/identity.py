"""Decides whether a placed tag is the assumed tag and nothing else.

Once a tag is placed, every other id, in any rotation, predicts different grey values at the same points. So does a mere
spot of light, if the code is little more than a spot. Along the line from the tag's appearance (+1) to a rival's (-1),
the measured values lie at

    margin = 1 + 2 Σ r d / Σ d²        (r residual, d difference of the rival, both as shares of the contrast)

with a standard deviation that follows from the noise. A tag is accepted only if it is closer to its own appearance than
to any rival's by a sufficient margin and by many standard deviations; hidden points are ignored.

Method: a likelihood-ratio test between two templates under normal noise, for every rival at once.

References:
    Neyman and Pearson 1933.
"""

import functools
import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.alignment.placement import TagPose
from vision.arrays import Floats, Floats32
from vision.fiducials.dictionary import dictionary
from vision.fiducials.tag_image import coverage
from vision.fiducials.templates import BLUR_STEP, grid_points

MIN_SIGMAS = 6.0
MIN_SPOT_SIGMAS = 4.0

MAX_SPOTS = 2
"""A code whose white modules form at most this many pieces may be mistaken for dots, a letter or a pictogram."""

POOR_MODULES = 2.0
"""The risk is greatest if the code differs from round spots by at most this many modules."""


WORST_MODULE_COUNTS = 3.0
"""Weight of the worst module in the uncertainty, in addition to the similarity to other tags: this weight separates
tags in bad light best from what is mistaken for them."""

ALLOWED, ALLOWED_POOR = 0.5, 0.35
"""Largest distance from its own appearance, including the worst module, of a tag found by search; the second value is
for codes that are little more than spots. `tests/benchmarks/vision/bench_clutter.py` measures how often clutter comes
as close."""

SURE = 0.7
"""Uncertainty below which no confirmation by a second image is needed."""

MIN_SPOT_MARGIN = 0.5

SMALL_SCALE, SMALL_ALLOWED = 0.95, 0.8
"""Lifted tags look larger, and none looks smaller. For a tag smaller than the first value, the allowed distance is
multiplied by the second."""

EXPECTED_WORST_MODULE, EXPECTED_MARGIN = 0.3, 0.55
"""Limits for a tag that is expected at one place and one angle, so that there is no choice of ids and rotations."""

MIN_VISIBLE = 0.55
"""Smallest visible share of the black square."""

MIN_EXPLAINED = 0.85
"""Smallest share of the visible part that must look as printed."""

MIN_CONTRAST = 8.0
MIN_SCALE, MAX_SCALE = 0.93, 1.15

SPOT_GRAIN = 8
"""Resolution at which spots are drawn, in points per module."""


@dataclass(frozen=True, slots=True)
class RivalDistance:
    """The distance of a placed tag from its closest rival.

    Attributes:
        margin: 1 for the tag itself, 0 halfway to the rival, -1 for the rival.
        sigmas: The margin in standard deviations of the noise.
    """

    margin: float
    sigmas: float


def doubt(name: str, tag_id: int, place: TagPose) -> float:
    """Returns how far a detection is from the tag's appearance: 0 is the tag itself, and more than 1 is rejected.

    Tags of 12 mm at 1.7 px/mm have 0.1 to 0.5 in good light, and up to 0.95 with noise of 8 grey levels, half the
    exposure and blur.
    """
    if place.contrast <= 0:
        return math.inf
    rival = distinction(place, other_tags(name, tag_id, place.blur_level, place.grid))
    if rival.sigmas < MIN_SIGMAS or not _is_no_spot(name, tag_id, place):
        return math.inf
    as_large = whole_doubt(name, tag_id, rival, place.worst_module)
    return as_large / SMALL_ALLOWED if place.scale < SMALL_SCALE else as_large


def whole_doubt(name: str, tag_id: int, rival: "RivalDistance", worst_module: float) -> float:
    """Returns the uncertainty of a tag from the distance to its closest rival and from its worst module."""
    allowed = ALLOWED_POOR if is_poor(name, tag_id) else ALLOWED
    return (1.0 - rival.margin + WORST_MODULE_COUNTS * worst_module) / allowed


@functools.lru_cache(maxsize=1024)
def is_poor(name: str, tag_id: int) -> bool:
    """Whether a code is little more than one or two spots; such ids should not be used."""
    drawn = _spots(name, tag_id)
    return drawn is not None and float(np.abs(drawn).sum()) / SPOT_GRAIN**2 <= POOR_MODULES


def shows_through(name: str, tag_id: int, place: TagPose) -> bool:
    """Whether the visible part shows that a partly covered tag is there.

    This applies only to a tag that is expected there: with any id, any rotation and half of it free, much looks like a
    tag.
    """
    cover = place.cover
    if cover is None or cover.visible < MIN_VISIBLE:
        return False
    fits = place.settled and place.contrast > MIN_CONTRAST and MIN_SCALE < place.scale < MAX_SCALE
    fits = fits and place.explained >= MIN_EXPLAINED and place.wrong_modules == 0
    return fits and told_apart(name, tag_id, place)


def told_apart(name: str, tag_id: int, place: TagPose) -> bool:
    """Whether a tag expected at one place and one angle is closer to its own appearance than to others."""
    if place.contrast <= 0 or place.worst_module > EXPECTED_WORST_MODULE:
        return False
    rival = distinction(place, other_tags(name, tag_id, place.blur_level, place.grid))
    return rival.margin >= EXPECTED_MARGIN and rival.sigmas >= MIN_SIGMAS and _is_no_spot(name, tag_id, place)


def _is_no_spot(name: str, tag_id: int, place: TagPose) -> bool:
    """Whether a tag differs from mere spots of light in place of its code."""
    spots = _as_spots(name, tag_id, place.blur_level, place.grid)
    if spots is None:
        return True
    spot = distinction(place, spots)
    return spot.margin >= MIN_SPOT_MARGIN and spot.sigmas >= MIN_SPOT_SIGMAS


def distinction(place: TagPose, changes: Floats32) -> RivalDistance:
    """Computes the distance of a placed tag from rivals.

    Args:
        place: The tag.
        changes: (n, points) the tag's appearance minus each rival's, as shares of the contrast.
    """
    seen = changes if place.cover is None else changes * ~place.cover.points
    length = np.maximum((seen**2).sum(axis=1), 1e-6)
    margin = 1.0 + 2.0 * (seen @ place.misfit) / length
    sigmas = margin * np.sqrt(length) / (2.0 * place.noise)
    return RivalDistance(float(margin.min()), float(sigmas.min()))


@functools.lru_cache(maxsize=1024)
def other_tags(name: str, tag_id: int, level: int, grid: int) -> Floats32:
    """Returns (64, points): a tag's appearance minus those of the most similar tags, in any rotation."""
    shown = _pictures(name, level, grid)
    own = shown[4 * tag_id]
    apart = np.einsum("np,np->n", shown, shown) - 2.0 * (shown @ own)
    apart[4 * tag_id] = np.inf
    # Only the most similar ones can be mistaken for it.
    return np.asarray(own - shown[np.argsort(apart)[:64]])


@functools.lru_cache(maxsize=16)
def _pictures(name: str, level: int, grid: int) -> Floats32:
    tags = dictionary(name)
    across, down = (coverage(axis, tags.bits + 4, level * BLUR_STEP) for axis in grid_points(tags.bits, grid).T)
    by_module = (down[:, :, None] * across[:, None, :]).reshape(len(across), -1).astype(np.float32)
    return np.asarray(_patterns(name) @ by_module.T)


@functools.lru_cache(maxsize=4)
def _patterns(name: str) -> Floats32:
    """Returns each tag in four rotations, (4 · tags, modules)."""
    tags = dictionary(name)
    patterns = np.stack([tags.pattern(tag_id) for tag_id in range(tags.count)]).astype(np.float32)
    turned = np.stack([np.rot90(patterns, turns, axes=(1, 2)) for turns in range(4)], axis=1)
    return np.ascontiguousarray(turned.reshape(4 * tags.count, -1))


@functools.lru_cache(maxsize=1024)
def _as_spots(name: str, tag_id: int, level: int, grid: int) -> Floats32 | None:
    """Returns (1, points): the change if each white piece of the code were an ellipse; None for a richer code."""
    drawn = _spots(name, tag_id)
    if drawn is None:
        return None
    bits = dictionary(name).bits
    points = (grid_points(bits, grid) + bits / 2 + 2) * SPOT_GRAIN - 0.5
    soft = cv2.GaussianBlur(drawn, (0, 0), level * BLUR_STEP * SPOT_GRAIN).astype(np.float32)
    x, y = points.astype(np.float32).T
    return np.asarray(cv2.remap(soft, x, y, cv2.INTER_LINEAR), dtype=np.float32).reshape(1, -1)


def _spots(name: str, tag_id: int) -> Floats | None:
    """Returns the tag minus its version with an ellipse for each white piece, at `SPOT_GRAIN` points per module."""
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
    """Returns the ellipse with the same area, centre and direction as a piece."""
    rows, columns = np.nonzero(piece)
    centre = np.array([columns.mean(), rows.mean()])
    spread = np.cov(np.stack([columns, rows])) + 1e-3 * np.eye(2)
    y, x = np.indices(piece.shape)
    away = np.stack([x - centre[0], y - centre[1]], axis=-1)
    squared = np.einsum("...i,ij,...j->...", away, np.linalg.inv(spread), away)
    # An ellipse's second moments are a quarter of its squared half axes; the area is preserved.
    scale = len(rows) / (math.pi * math.sqrt(float(np.linalg.det(spread))))
    return np.asarray(squared <= scale, dtype=np.float64)
