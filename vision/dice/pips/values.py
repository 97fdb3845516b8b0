"""Reads the bodies of dice with a small neural network: the value of the upper face, and how it lies in the image.

The rules of `vision.dice.pips` see single pips; this network sees the whole die at any rotation, so that it also reads
small dice and those whose pips the rules do not find. It was trained on photographs and rendered throws;
`docs/dice.md` describes them, and how accurate it is.
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
from vision.dice.pips.bodies import Body
from vision.dice.pips.classifier import ImagePyramid

VIEW_PX, BODY_PX = 64, 48.0
"""Edge of the network's square input, and of the body in it."""

CLASSES = 9
NONE, LEANING, HIDDEN = 0, 7, 8
"""Indices of classes: 0 is no die with pips, 1 to 6 a level face of that value, then a leaning die and a half-hidden
one."""

CORNERS = 4

MAY_BE_FROM = 0.05
"""Smallest probability of a number of pips, among those of all values, from which faces with as many are searched for.
"""


@dataclass(frozen=True, slots=True)
class BodyValue:
    """What the network makes of a body.

    Attributes:
        shares: (9,) probability of each class, averaged over a view and its mirror image.
        least: Lowest probability of the most likely class in either.
        corners_px: (4, 2) estimated outline of the upper face.
    """

    shares: Floats
    least: float
    corners_px: Floats

    @property
    def kind(self) -> int:
        """The most likely class."""
        return int(self.shares.argmax())

    @property
    def odds(self) -> float:
        """Log odds of the most likely class."""
        share = float(self.shares.max())
        return math.log(share + 1e-9) - math.log(1 - share + 1e-9)


def likely_counts(values: Sequence[BodyValue]) -> NDArray[np.bool_]:
    """Returns (n, 3) whether each body may show four pips or more, two or three, or one."""
    value = np.array([one.shares for one in values]).reshape(-1, CLASSES)[:, 1:LEANING]
    count = np.stack((value[:, 3:].sum(axis=1), value[:, 1:3].sum(axis=1), value[:, 0]), axis=1)
    return np.asarray(count > MAY_BE_FROM * value.sum(axis=1, keepdims=True))


def values_of(image: Image, bodies: Sequence[Body]) -> list[BodyValue]:
    """Reads bodies of an image.

    Args:
        image: (h, w, c) 8 bit, with one or three channels.
        bodies: Bodies found in it.
    """
    if not bodies:
        return []
    levels = ImagePyramid(image)
    views = np.array([levels.view(body.centre_px, body.size_px * np.eye(2), VIEW_PX, BODY_PX) for body in bodies])
    # The views stay upright, since only the picture's upright direction tells the upper face of a die that is seen
    # obliquely from its front.
    told = _told(np.concatenate((views, views[:, :, ::-1]))).reshape(2, len(bodies), -1)
    share = _shares(told)
    mean = np.exp(np.log(share + 1e-6).mean(axis=0))
    mean /= mean.sum(axis=1, keepdims=True)
    return [
        BodyValue(mean[row], float(share[:, row, mean[row].argmax()].min()), _corners(body, told[0, row, CLASSES:]))
        for row, body in enumerate(bodies)
    ]


def _shares(told: Floats) -> Floats:
    """Returns the probability of each class, (..., 9)."""
    raised = told[..., :CLASSES]
    share = np.exp(raised - raised.max(axis=-1, keepdims=True))
    return np.asarray(share / share.sum(axis=-1, keepdims=True))


def _told(views: Floats) -> Floats:
    """Returns the network's output (n, 14) for views (n, h, w, 3)."""
    network = _network()
    network.setInput(np.ascontiguousarray(views.transpose(0, 3, 1, 2), np.float32))
    return np.asarray(network.forward(), np.float64)


def _corners(body: Body, pose: Floats) -> Floats:
    """Returns the outline (4, 2), clockwise, from centre, log size and angle in edges of the body."""
    x, y, size, cosine, sine = pose
    angle = math.atan2(sine, cosine) / 4 + np.arange(CORNERS) * (math.pi / 2) - 3 * math.pi / 4
    half = body.size_px * math.exp(float(size)) * math.sqrt(0.5)
    middle = body.centre_px + body.size_px * np.array((x, y))
    return np.asarray(middle + half * np.stack((np.cos(angle), np.sin(angle)), axis=1))


@cache
def _network() -> cv2.dnn.Net:
    encoded = (files("vision.dice") / "values.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(encoded, np.uint8))
