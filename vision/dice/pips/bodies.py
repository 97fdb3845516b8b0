"""Finds dice as bodies, whatever their upper faces show: a small neural network marks their centres and sizes.

A die that cannot be read is found all the same, so that it is reported as unread and not passed over. The expensive
search for pips is confined to the bodies. `docs/dice.md` describes how the network was trained and how accurate it is.

Method: one heat map of the centres, with size and offset regressed at each (CenterNet).

References:
    Zhou et al. 2019.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.dice.neighbours import Floats

MAX_PX2 = 4.1e5
"""Larger images are shrunk first: 640 x 640 pixels."""

COARSE = 3.0
MIN_LEVEL_PX = 96
"""The image is searched again at a scale smaller by `COARSE`, for large dice, if its shorter edge stays this long."""

MIN_COARSE_PX = 24.0
"""Smallest body at the smaller scale, in its pixels: the other scale shows the size of smaller ones better."""

STRIDE = 8
USUAL_PX = 32.0
"""Size whose logarithm the network's output is relative to."""

LIKELY_FROM = -1.5
"""Log odds from which a place is searched for pips."""

SURE_FROM = 0.3
"""Log odds from which a body is a die that must be reported."""

SEARCHED = 0.58
"""Half edge of the square around a body that is searched for pips, in sizes of the body."""

ONE_BODY = 0.5
"""Bodies whose centres are closer than this, in mean sizes, are one."""


@dataclass(frozen=True, slots=True)
class Body:
    """Something that looks like a die.

    Attributes:
        centre_px: (2,) its centre.
        size_px: Root of the area of its upright bounding box.
        odds: Log odds that it is a die.
    """

    centre_px: Floats
    size_px: float
    odds: float

    @property
    def is_sure(self) -> bool:
        """Whether it is a die that must be reported."""
        return self.odds > SURE_FROM


def find_bodies(image: Image, likely_from: float = LIKELY_FROM) -> list[Body]:
    """Returns everything in an image that may be a die, the most likely first.

    Args:
        image: (h, w, c) 8 bit, with one or three channels.
        likely_from: Smallest log odds.
    """
    scale = min(1.0, math.sqrt(MAX_PX2 / (image.shape[0] * image.shape[1])))
    coarse = [
        body for body in _at_scale(image, scale / COARSE, likely_from) if body.size_px * scale > COARSE * MIN_COARSE_PX
    ]
    found = [*_at_scale(image, scale, likely_from), *coarse]
    kept: list[Body] = []
    for body in sorted(found, key=lambda body: -body.odds):
        if not any(_are_one(body, other) for other in kept):
            kept.append(body)
    return kept


def are_near(points_px: Floats, bodies: Sequence[Body]) -> NDArray[np.bool_]:
    """Returns (n, m) whether each of n points lies in a square around each of m bodies, somewhat larger than it."""
    far = np.full((len(points_px), len(bodies)), np.inf)
    for number, body in enumerate(bodies):
        far[:, number] = np.abs(points_px - body.centre_px).max(axis=1) / body.size_px
    return np.asarray(far < SEARCHED)


def _are_one(body: Body, other: Body) -> bool:
    far = float(np.hypot(*(body.centre_px - other.centre_px)))
    return far < ONE_BODY * (body.size_px + other.size_px) / 2


def _at_scale(image: Image, scale: float, likely_from: float) -> list[Body]:
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    if min(size) < MIN_LEVEL_PX:
        return []
    level = image if scale == 1 else np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    level = level.reshape(*level.shape[:2], -1)
    if level.shape[2] == 1:
        level = np.asarray(cv2.cvtColor(level, cv2.COLOR_GRAY2BGR), np.uint8)
    network = _network()
    network.setInput(cv2.dnn.blobFromImage(level))
    heat, length, across, down = np.asarray(network.forward(), np.float32)[0]
    row, column = np.nonzero((heat > likely_from) & (heat == cv2.dilate(heat, np.ones((3, 3), np.uint8))))
    ratio = np.array(image.shape[1::-1]) / size
    found = []
    for y, x in zip(row, column, strict=True):
        place = np.array((x + across[y, x], y + down[y, x]), float)
        centre = (place + 0.5) * STRIDE * ratio - 0.5
        found.append(Body(centre, USUAL_PX * math.exp(float(length[y, x])) * float(ratio.mean()), float(heat[y, x])))
    return found


@cache
def _network() -> cv2.dnn.Net:
    encoded = (files("vision.dice") / "bodies.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(encoded, np.uint8))
