"""Identifies the tag in a square by grey values, without requiring modules to be clearly black or white.

The square is rectified to a grid and compared with every id in play, in four rotations, with typical blurs; gain,
offset and a linear gradient of the light are free (normalised cross-correlation with a planar background). The result
is a candidate with its similarity, which the placement confirms or rejects (`vision.occlusion.identity`).

Method: template matching by normalised cross-correlation, with a planar background projected out.
"""

import functools
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Floats32, Image
from vision.fiducials.decoder import grown, homographies, sampled, tag_square
from vision.fiducials.dictionary import dictionary
from vision.fiducials.tag_image import appearance_on_grid
from vision.fiducials.templates import grid_axis, grid_points, reach_of

GRID = 16
"""Samples along one edge."""

BLURS = (0.25, 0.45)
"""Standard deviations of the blur, in modules, that are tried."""

GROWTHS_PX = (0.3, 1.0)
"""Distances by which a square is enlarged before sampling: outlines run inside the edge, more so in a blurred image."""

MIN_LIKENESS = 0.83
"""Smallest correlation that justifies a placement. Tags of 8 mm and more, with noise and blur, have more than 0.87."""

RIVALS_WITHIN = 0.03
"""Another id is tried too if its correlation is lower than the best by at most this much."""

MAX_GUESSES = 2


@dataclass(frozen=True, slots=True)
class CodeCandidate:
    """A candidate for the content of a square.

    Attributes:
        quad: Index of the square.
        tag_id: Number in the dictionary.
        turns: Number of quarter turns: corner `turns` of the square is the pattern's top left.
        similarity: Similarity: correlation of grey values and pattern.
    """

    quad: int
    tag_id: int
    turns: int
    similarity: float


def read_softly(grey: Image, quads: Floats, name: str, ids: tuple[int, ...]) -> tuple[CodeCandidate, ...]:
    """Compares squares with all ids in play.

    Args:
        grey: (h, w) uint8.
        quads: (n, 4, 2) image frame, clockwise in the image.
        name: OpenCV's name of the dictionary.
        ids: Ids in play.

    Returns:
        Up to `MAX_GUESSES` candidates for each square that resembles a tag.
    """
    if not len(quads) or not ids:
        return ()
    tags = dictionary(name)
    axis = grid_axis(tags.bits, GRID)
    squares = np.concatenate([grown(quads, by_px) for by_px in GROWTHS_PX])
    patches = sampled(grey, homographies(tag_square(tags), squares), axis)
    unlit = _unlit(patches.reshape(len(squares), -1), tags.bits)
    likes = np.stack([unlit @ _bank(name, ids, blur).T for blur in BLURS])
    similarity = likes.reshape(-1, len(quads), 4 * len(ids)).max(axis=0)
    candidates = []
    for quad in np.flatnonzero(similarity.max(axis=1) >= MIN_LIKENESS).tolist():
        best = np.argsort(-similarity[quad])[:MAX_GUESSES].tolist()
        least = max(MIN_LIKENESS, float(similarity[quad, best[0]]) - RIVALS_WITHIN)
        candidates += [
            CodeCandidate(quad, ids[n // 4], n % 4, float(similarity[quad, n]))
            for n in best
            if similarity[quad, n] >= least
        ]
    return tuple(candidates)


def _unlit(values: Floats, bits: int) -> Floats32:
    """Returns grey values (n, points) without offset and gradient, normalised to length 1."""
    flat = values - (values @ _light(bits).T) @ _light(bits)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6), dtype=np.float32)


@functools.lru_cache(maxsize=8)
def _light(bits: int) -> Floats:
    """Returns the basis of the light (3, points): constant and gradients, orthogonal and of length 1."""
    points = grid_points(bits, GRID) / reach_of(bits)
    basis = np.column_stack([np.ones(len(points)), points])
    return np.asarray((basis / np.linalg.norm(basis, axis=0)).T)


@functools.lru_cache(maxsize=16)
def _bank(name: str, ids: tuple[int, ...], blur: float) -> Floats32:
    """Returns the appearance of each id in four rotations, (4 · ids, points)."""
    tags = dictionary(name)
    axis = grid_axis(tags.bits, GRID)
    # If the pattern is turned clockwise by a quarter, its top left is at corner 1.
    turned = [np.rot90(tags.pattern(tag_id), -turns) for tag_id in ids for turns in range(4)]
    return _unlit(np.stack([appearance_on_grid(pattern, axis, blur).value for pattern in turned]), tags.bits)
