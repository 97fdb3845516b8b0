"""Decodes the modules of candidate quadrilaterals.

The square is rectified to a small patch, and the blur is inverted: with a Gaussian of known width, the patch is linear
in the grey values of its modules, separately along rows and columns, so two small matrices recover the modules. A code
is accepted only if every module is clearly black or white, the border is black, the surrounding paper is white, and the
code matches an id exactly. No error correction is applied, because sooner or later it would invent a tag.

Method: rectification by a homography, then separable linear deconvolution by ridge regression.
"""

import functools
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, medians
from vision.fiducials.dictionary import TagDictionary, dictionary
from vision.fiducials.tag_image import coverage

_SAMPLES_PER_MODULE = 4
_BLURS = (0.12, 0.3, 0.5)
"""Standard deviations of the blur, in modules, that are tried; the clearest reading is used."""
_RIDGE = 3e-3
_BATCH = 4096
_MIN_SIEVE_CONTRAST = 7.0
_MIN_SIEVE_DARK = 0.7
_MIN_CONTRAST = 9.0
"""Smallest contrast between ink and paper in grey levels; less is noise in an 8-bit image."""


@dataclass(frozen=True, slots=True)
class CodeLimits:
    """Thresholds that a reading must meet.

    Attributes:
        min_clearness: Smallest distance of any module of the code from mid-grey; 0 to 0.5.
        max_border_faults: Most modules of the black border that may be bright, because something white covers a corner.
        min_paper_share: Share of the surrounding ring of paper that must be bright.
    """

    min_clearness: float = 0.08
    max_border_faults: int = 2
    min_paper_share: float = 0.45


@dataclass(frozen=True, slots=True)
class DecodedCode:
    """The decoded content of a quadrilateral.

    Attributes:
        quad: Index of the quadrilateral.
        tag_id: Number in the dictionary.
        turns: Number of quarter turns: corner `turns` of the quadrilateral is the pattern's top left.
        clearness: Smallest distance of a module from mid-grey, 0 to 0.5.
    """

    quad: int
    tag_id: int
    turns: int
    clearness: float


def read_quads(
    grey: Image, quads: Floats, tags: TagDictionary, limits: CodeLimits | None = None
) -> tuple[DecodedCode, ...]:
    """Decodes all quadrilaterals that carry a code of the dictionary.

    Args:
        grey: (h, w) uint8.
        quads: (n, 4, 2) image frame, clockwise in the image.
        tags: The dictionary.
        limits: Thresholds that a reading must meet.
    """
    limits = limits or CodeLimits()
    best: dict[int, DecodedCode] = {}
    for first in range(0, len(quads), _BATCH):
        batch = quads[first : first + _BATCH]
        # Contours run along the centres of the outermost dark pixels, half a pixel or slightly more inside the true
        # edge.
        mappings = homographies(tag_square(tags), grown(batch, 0.7))
        promising = np.flatnonzero(_has_frame(grey, mappings, tags))
        patches = sampled(grey, mappings[promising], _patch_axis(tags.bits))
        for blur in _BLURS:
            undo = _undo_blur(tags.bits, blur)
            for reading in _readings(undo @ patches @ undo.T, tags, limits):
                quad = first + int(promising[reading.quad])
                known = best.get(quad)
                if known is None or reading.clearness > known.clearness:
                    best[quad] = replace(reading, quad=quad)
    return tuple(best.values())


def homographies(square: Floats, quads: Floats) -> Floats:
    """Returns the homographies (n, 3, 3) from the four points `square` (4, 2) to each of `quads` (n, 4, 2)."""
    count = len(quads)
    system = np.zeros((count, 8, 8))
    x, y = square[:, 0], square[:, 1]
    for row, axis in ((0, 0), (4, 1)):
        target = quads[:, :, axis]
        columns = (0, 1, 2) if axis == 0 else (3, 4, 5)
        system[:, row : row + 4, columns[0]] = x
        system[:, row : row + 4, columns[1]] = y
        system[:, row : row + 4, columns[2]] = 1.0
        system[:, row : row + 4, 6] = -x * target
        system[:, row : row + 4, 7] = -y * target
    right = np.concatenate([quads[:, :, 0], quads[:, :, 1]], axis=1)
    flat = np.linalg.solve(system + 1e-12 * np.eye(8), right[:, :, None])[:, :, 0]
    return np.concatenate([flat, np.ones((count, 1))], axis=1).reshape(count, 3, 3)


def tag_square(tags: TagDictionary) -> Floats:
    """Returns the corners (4, 2) of the black square in the tag frame, from the pattern's top left, clockwise."""
    half = tags.half_modules
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def _has_frame(grey: Image, mappings: Floats, tags: TagDictionary) -> NDArray[np.bool_]:
    """Returns (n,) whether most of the border is darker than the paper, as a quick test with one sample per module."""
    size = tags.bits + 4
    axis: Floats = np.arange(size, dtype=np.float64) - (size - 1) / 2
    # The ring of paper is sampled close to the border, because it may be narrow.
    axis[0], axis[-1] = axis[0] + 0.2, axis[-1] - 0.2
    _, border, paper = _rings(sampled(grey, mappings, axis))
    ink = medians(border)
    contrast = medians(paper) - ink
    middle = ink + contrast / 2
    dark = (border < middle[:, None]).mean(axis=1)
    return np.asarray((contrast > _MIN_SIEVE_CONTRAST) & (dark > _MIN_SIEVE_DARK), dtype=np.bool_)


def sampled(grey: Image, mappings: Floats, axis: Floats) -> Floats:
    """Samples grey values (n, m, m) at the tag frame's points axis × axis, rows along v; `mappings` lead to pixels."""
    u, v = np.meshgrid(axis, axis)
    grid = np.stack([u.ravel(), v.ravel(), np.ones(u.size)], dtype=np.float32)
    points = mappings.astype(np.float32) @ grid
    with np.errstate(divide="ignore", invalid="ignore"):
        plane = points[:, :2] / points[:, 2:3]
    maps = np.where(np.isfinite(plane), plane, np.float32(-1.0))
    if not len(maps):
        return np.empty((0, len(axis), len(axis)))
    values = cv2.remap(grey, maps[:, 0], maps[:, 1], interpolation=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return values.reshape(len(maps), len(axis), len(axis)).astype(np.float64)


def grown(quads: Floats, by_px: float) -> Floats:
    """Returns quadrilaterals (n, 4, 2) with their edges moved outwards."""
    centre = quads.mean(axis=1, keepdims=True)
    half_edge = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(axis=1)[:, None, None] / 2
    return np.asarray(centre + (quads - centre) * (1.0 + by_px / np.maximum(half_edge, 1.0)), dtype=np.float64)


def _patch_axis(bits: int) -> Floats:
    reach = bits / 2 + 1.75
    count = round(2 * reach * _SAMPLES_PER_MODULE)
    return (np.arange(count) + 0.5) / count * 2 * reach - reach


@functools.lru_cache(maxsize=32)
def _undo_blur(bits: int, blur: float) -> Floats:
    spread = coverage(_patch_axis(bits), bits + 4, blur)
    undo = np.linalg.solve(spread.T @ spread + _RIDGE * np.eye(bits + 4), spread.T)
    return np.asarray(undo, dtype=np.float64)


def _readings(modules: Floats, tags: TagDictionary, limits: CodeLimits) -> list[DecodedCode]:
    inner, border, paper = _rings(modules)
    ink = medians(border)
    white = medians(paper)
    contrast = white - ink
    possible = contrast > _MIN_CONTRAST
    scale = np.where(possible, contrast, 1.0)[:, None]
    # The paper may be partly covered, so the bright modules of the code also contribute to its grey value.
    border_dark = (border - ink[:, None]) / scale < 0.5
    paper_bright = (paper - ink[:, None]) / scale > 0.5
    possible &= (~border_dark).sum(axis=1) <= limits.max_border_faults
    possible &= paper_bright.mean(axis=1) >= limits.min_paper_share
    level = (inner - ink[:, None]) / scale
    middle = _middle(level)
    clearness = np.abs(level - middle[:, None]).min(axis=1)
    possible &= clearness >= limits.min_clearness
    bits = level > middle[:, None]
    return [
        DecodedCode(int(quad), *match, float(clearness[quad]))
        for quad in np.flatnonzero(possible)
        if (match := _codebook(tags.name).get(np.packbits(bits[quad]).tobytes())) is not None
    ]


def _middle(level: Floats) -> Floats:
    """Returns thresholds (n,): the centre of the widest gap, near mid-grey, between the sorted modules."""
    ordered = np.sort(np.concatenate([level, np.zeros((len(level), 1)), np.ones((len(level), 1))], axis=1), axis=1)
    centres = (ordered[:, 1:] + ordered[:, :-1]) / 2
    gaps = np.where(np.abs(centres - 0.5) < 0.25, np.diff(ordered, axis=1), -1.0)
    widest = gaps.argmax(axis=1)
    rows = np.arange(len(level))
    return np.where(gaps[rows, widest] > 0, centres[rows, widest], 0.5)


def _rings(modules: Floats) -> tuple[Floats, Floats, Floats]:
    count, size = modules.shape[0], modules.shape[1]
    ring = np.minimum.reduce(
        [
            np.arange(size)[:, None].repeat(size, 1),
            np.arange(size)[None, :].repeat(size, 0),
            np.arange(size)[::-1][:, None].repeat(size, 1),
            np.arange(size)[::-1][None, :].repeat(size, 0),
        ]
    )
    inner = modules[:, 2:-2, 2:-2].reshape(count, (size - 4) ** 2)
    return inner, modules[:, ring == 1], modules[:, ring == 0]


@functools.lru_cache(maxsize=16)
def _codebook(name: str) -> dict[bytes, tuple[int, int]]:
    tags = dictionary(name)
    book: dict[bytes, tuple[int, int]] = {}
    for tag_id in range(tags.count):
        for turns in range(4):
            # If the pattern is turned clockwise by a quarter, its top left is at corner 1.
            turned: NDArray[np.uint8] = np.rot90(tags.codes[tag_id], -turns)
            book.setdefault(np.packbits(turned.reshape(-1)).tobytes(), (tag_id, turns))
    return book
