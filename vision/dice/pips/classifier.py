"""A small neural network that classifies faces: whether each is the upper face of a die, and how its die lies.

The signs of `vision.dice.pips.likelihood` describe single features: pips, edges, colours. The network sees a face and
its surroundings as a whole, and so distinguishes the upper face of a die from a side face, a gap between dice or a
print. It was trained on rendered throws only; `docs/dice.md` describes them, and how accurate the network is.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

import cv2
import numpy as np

from vision.arrays import Image
from vision.dice.neighbours import Floats
from vision.dice.pips.decoder import OF_SIGNS, Face

VIEW_PX = 48
SIDE_PX = 20.0
"""Edge of the face in the network's square input, whose edge is `VIEW_PX`."""

LARGEST_PX = 60.0
"""Edge of a face above which the image is halved first, so that the view skips no pixels."""

CONTRAST_FLOOR = 8.0
"""Grey levels added to the spread of a view's colours, so that noise in a uniform view is not amplified."""

LEANING, HIDDEN = 7, 8
"""Indices of classes: 0 is no upper face, 1 to 6 an upper face of that value, then a leaning die and a half-hidden one.
"""

SURELY_NONE = 0.98
"""Probability of "no upper face" above which a face is not classified again."""

MIN = 1e-6
"""Lower limit of a probability."""


def judged_by_sight(image: Image, faces: Sequence[Face]) -> list[Face]:
    """Adds the network's classification to faces.

    Args:
        image: (h, w, c) 8 bit, with one or three channels.
        faces: Faces of the image that may lie on top.
    """
    if not faces:
        return []
    levels = ImagePyramid(image)
    views = np.array([levels.view(face.centre_px, frame_of(face), VIEW_PX, SIDE_PX) for face in faces], np.float32)
    return [_judged(face, share) for face, share in zip(faces, _from_all_sides(views), strict=True)]


def _judged(face: Face, share: Floats) -> Face:
    flat, leaning = float(share[face.value]), float(share[LEANING])
    odds = math.log((flat + leaning + MIN) / (1 - flat - leaning + MIN)) + OF_SIGNS * face.log_odds
    return replace(face, odds=odds, leaning=math.log((leaning + MIN) / (flat + MIN)))


def frame_of(face: Face) -> Floats:
    """Returns the edges, as columns (2, 2), of a square with the face's direction and size."""
    corner = face.corners_px
    along = corner[0] + corner[3] - corner[1] - corner[2]
    x, y = along / np.hypot(*along) * face.side_px
    return np.array(((x, -y), (y, x)))


class ImagePyramid:
    """An image and its halved versions, computed on demand."""

    def __init__(self, image: Image) -> None:
        self._levels = [image]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self._levels[0].shape[1], self._levels[0].shape[0]

    def view(self, centre_px: Floats, frame: Floats, view_px: int, side_px: float) -> Floats:
        """Returns a part of the image turned upright, with its surroundings, (h, w, 3).

        Args:
            centre_px: (2,) its centre.
            frame: (2, 2) edges of a square there.
            view_px: Edge length of the view.
            side_px: Edge length of the square in the view.
        """
        side = math.sqrt(abs(float(np.linalg.det(frame))))
        level = self._level(max(0, math.ceil(math.log2(side / LARGEST_PX))))
        scale = np.array(level.shape[1::-1]) / np.array(self.size_px)
        turn = frame * scale[:, None] / (2 * side_px)
        shift = (centre_px + 0.5) * scale - 0.5 - turn @ np.full(2, view_px - 0.5)
        fine = cv2.warpAffine(
            level,
            np.column_stack((turn, shift)),
            (2 * view_px, 2 * view_px),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        small = cv2.resize(fine, (view_px, view_px), interpolation=cv2.INTER_AREA).reshape(view_px, view_px, -1)
        return np.broadcast_to(small, (view_px, view_px, 3))

    def _level(self, halvings: int) -> Image:
        while len(self._levels) <= halvings:
            last = self._levels[-1]
            size = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self._levels.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[halvings]


def _from_all_sides(views: Floats) -> Floats:
    """Returns class probabilities (n, 9); possible upper faces are averaged over all rotations and reflections."""
    shares = _shares(views)
    likely = np.flatnonzero(shares[:, 0] < SURELY_NONE)
    if len(likely):
        looks = [look for turns in range(4) for look in _mirrored(np.rot90(views[likely], turns, axes=(1, 2)))]
        others = [_shares(look) for look in looks[1:]]
        mean = np.mean([np.log(each + MIN) for each in (shares[likely], *others)], axis=0)
        shares[likely] = np.exp(mean) / np.exp(mean).sum(axis=1, keepdims=True)
    return shares


def _mirrored(views: Floats) -> tuple[Floats, Floats]:
    return views, views[:, :, ::-1]


def _shares(views: Floats) -> Floats:
    """Returns the probability of each class (n, 9)."""
    mean = views.mean(axis=(1, 2, 3), keepdims=True)
    evened = (views - mean) / (views.std(axis=(1, 2, 3), keepdims=True) + CONTRAST_FLOOR)
    network = _network()
    network.setInput(np.ascontiguousarray(evened.transpose(0, 3, 1, 2), np.float32))
    raised = np.asarray(network.forward(), np.float64)
    share = np.exp(raised - raised.max(axis=1, keepdims=True))
    return np.asarray(share / share.sum(axis=1, keepdims=True))


@cache
def _network() -> cv2.dnn.Net:
    encoded = (files("vision.dice") / "upper_faces.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(encoded, np.uint8))
