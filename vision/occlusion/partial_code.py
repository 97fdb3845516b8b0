"""Identifies the tag in a partly covered square by its visible modules.

The visible side gives the grey values of paper and ink. Every id in play, in four rotations, is then compared module by
module; modules that disagree must lie on one side of a straight line, behind which the tag is covered.
"""

import functools
import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Floats32, first_of_each, medians
from vision.camera.camera_model import CameraModel
from vision.fiducials.dictionary import dictionary
from vision.fiducials.tag_image import appearance
from vision.images.frame_view import GreyView
from vision.table import Tag

GRAIN = 3
"""Sample points per module in each direction."""

WITHIN = 0.6
"""Share of the module, in each direction, that the sample points span."""

BLUR = 0.35
"""Assumed standard deviation of the blur, in modules."""

SPREAD = 0.4
"""Deviation of a module's mean, as a share of the contrast, at which a visible module scores 0."""

WORST = -2.0
"""Lowest score of a visible module that disagrees; a perfect match scores 1."""

WAYS, DEPTHS = 24, 9
MAX_COVERED = 0.46
"""Largest share of the black square behind the line."""

MIN_SCORE = 0.58
"""Smallest score, as a share of the maximum for the modules of the black square and its rim."""

MAX_GUESSES = 2
MIN_CONTRAST = 4.0
BATCH = 256


@dataclass(frozen=True, slots=True)
class PartialCandidate:
    """A candidate for a partly visible tag.

    Attributes:
        square: Index of the square.
        tag_id: Number in the dictionary.
        turns: Quarter turns, clockwise in the image, of the pattern in the square.
        score: How well the modules match, 0 to 1.
        line: The cover's line: its direction, in rad from the pattern's right towards its lower edge, and its distance
            from the square's centre in modules.
    """

    square: int
    tag_id: int
    turns: int
    score: float
    line: tuple[float, float]


def read_parts(
    view: GreyView, model: CameraModel, squares: Floats, name: str, tags: tuple[Tag, ...]
) -> tuple[PartialCandidate, ...]:
    """Compares squares with ids, ignoring what a cover may hide.

    Args:
        view: The image.
        model: The camera above the mat.
        squares: (n, 3) centre in mm and angle in rad; the first side is visible.
        name: OpenCV's name of the dictionary.
        tags: Tags that may be there, all of one size at one height.

    Returns:
        Up to `MAX_GUESSES` for each square, the best first.
    """
    if not len(squares) or not tags:
        return ()
    ids = tuple(tag.id for tag in tags)
    bits = dictionary(name).bits
    bank, (lines, behind) = _bank(name, ids), _lines(bits)
    most = lines @ np.ones(lines.shape[1], dtype=np.float32)
    found: list[PartialCandidate] = []
    for first in range(0, len(squares), BATCH):
        levels = _levels(_modules(view, model, squares[first : first + BATCH], bits, tags[0]), bits)
        away = (levels[:, None] - bank[None]) / SPREAD
        agrees = np.maximum(1.0 - away**2, WORST).astype(np.float32)
        # Modules behind the line do not count. Among equal matches, a larger visible part wins.
        score = (agrees.reshape(-1, agrees.shape[2]) @ lines.T / most).reshape(*agrees.shape[:2], -1)
        score = score * (most / most.max()) ** 0.25
        clearest, score = score.argmax(axis=2), score.max(axis=2)
        for square, row in enumerate(score):
            for n in np.argsort(-row)[:MAX_GUESSES].tolist():
                if row[n] >= MIN_SCORE:
                    way, depth = behind[clearest[square, n]]
                    line = (float(way) - n % 4 * math.pi / 2, float(depth))
                    found.append(PartialCandidate(first + square, ids[n // 4], n % 4, float(row[n]), line))
    return tuple(sorted(found, key=lambda part: -part.score))


def _modules(view: GreyView, model: CameraModel, squares: Floats, bits: int, tag: Tag) -> Floats:
    """Returns the mean grey values of modules (n, modules), with border and one ring of paper, row by row."""
    size, module_mm = bits + 4, tag.size_mm / (bits + 2)
    inside = ((np.arange(GRAIN) + 0.5) / GRAIN - 0.5) * WITHIN
    axis = ((np.arange(size) + 0.5 - size / 2)[:, None] + inside).ravel() * module_mm
    u, v = (each.ravel() for each in np.meshgrid(axis, axis))
    cos, sin = np.cos(squares[:, 2:]), np.sin(squares[:, 2:])
    x_mm, y_mm = squares[:, :1] + cos * u + sin * v, squares[:, 1:2] + sin * u - cos * v
    points = np.stack([x_mm, y_mm, np.full_like(x_mm, tag.height_mm)], axis=2).reshape(-1, 3)
    x_px, y_px = model.pixels(points).astype(np.float32).T.reshape(2, len(squares), -1)
    values = view.between(x_px, y_px).reshape(len(squares), size, GRAIN, size, GRAIN)
    return np.asarray(values.mean(axis=(2, 4), dtype=np.float64).reshape(len(squares), -1))


def _levels(modules: Floats, bits: int) -> Floats:
    """Normalises modules: 0 is the ink of the visible side, and 1 is the paper next to it."""
    size = bits + 4
    rows = modules.reshape(-1, size, size)
    paper, ink = medians(rows[:, 0, 1:-1]), medians(rows[:, 1, 1:-1])
    return np.asarray((modules - ink[:, None]) / np.maximum(paper - ink, MIN_CONTRAST)[:, None])


@functools.lru_cache(maxsize=32)
def _bank(name: str, ids: tuple[int, ...]) -> Floats:
    """Returns the appearance of each id's modules in four rotations, (4 · ids, modules), normalised in the same way."""
    tags = dictionary(name)
    size = tags.bits + 4
    inside = ((np.arange(GRAIN) + 0.5) / GRAIN - 0.5) * WITHIN
    axis = ((np.arange(size) + 0.5 - size / 2)[:, None] + inside).ravel()
    points = np.column_stack([each.ravel() for each in np.meshgrid(axis, axis)])
    turned = [np.rot90(tags.pattern(tag_id), -turns) for tag_id in ids for turns in range(4)]
    values = 255.0 * np.stack([appearance(pattern, points, BLUR).value for pattern in turned])
    return _levels(values.reshape(-1, size, GRAIN, size, GRAIN).mean(axis=(2, 4)).reshape(len(turned), -1), tags.bits)


@functools.lru_cache(maxsize=4)
def _lines(bits: int) -> tuple[Floats32, Floats]:
    """Returns lines behind which a tag may be covered: the visible modules, and each line's direction and depth.

    The first result is (lines, modules), the second (lines, 2); the first line covers nothing.
    """
    size = bits + 4
    axis = np.arange(size) - (size - 1) / 2
    u, v = (each.ravel() for each in np.meshgrid(axis, axis))
    square = np.maximum(np.abs(u), np.abs(v)) < size / 2 - 1
    top = (v == axis[1]) & square
    shown, lines = [np.ones(size * size, dtype=bool)], [(0.0, math.inf)]
    for way in (np.arange(WAYS) * math.tau / WAYS).tolist():
        far = u * math.cos(way) + v * math.sin(way)
        for depth in np.linspace(0.0, size / 2 * 1.2, DEPTHS).tolist():
            clear = far < depth
            if (~clear[square]).mean() <= MAX_COVERED and clear[top].all() and not clear.all():
                shown.append(clear)
                lines.append((way, depth))
    first = first_of_each(np.packbits(np.stack(shown), axis=1))
    first.sort()
    return np.stack(shown)[first].astype(np.float32), np.array(lines)[first]
