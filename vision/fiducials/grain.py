"""Removes grain and specks from binary images.

Where every other pixel differs from the one before, outlines mean nothing. Specks are smaller than any tag, but each
takes as long as another outline.
"""

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

TILE_PX = 128
TILE_ROWS = 4
"""One in this many rows of a tile is counted."""

GRAIN = 0.4
"""Share of pixels that differ from their predecessor above which a tile is grain: noise has half, the grainiest images
of tables 0.28."""

GRAIN_ENLARGED = 0.22
"""Value of `GRAIN` for images of twice the size: noise has a quarter, the grainiest images of tables 0.12."""

MAX_WORK = 2_000_000
"""Most edges to follow in a whole image: the grainiest images of tables have 1.4 million."""

SPECK_PX = 5
"""Longest side of a speck."""

SPECKLED = 0.01
"""Outlines that begin, per pixel, above which it pays to remove specks."""

SPECK_ROWS = 8
"""One in this many rows is counted for that."""

BEGINNING = 5
"""Cost of one more outline, in edges."""


def without_grain(dark: MatLike, grain: float = GRAIN, most_work: int = MAX_WORK) -> MatLike:
    """Returns the binary image, blank where it is nothing but grain.

    There, a contour would surround each grain, hundreds of thousands in total. If single tiles do not exceed the
    threshold but the image as a whole is too costly, the costliest tiles are blanked until the rest can be followed in
    bounded time.

    Args:
        dark: (h, w) binary.
        grain: Share of a tile's pixels that differ from their predecessor, above which the tile is grain.
        most_work: Most edges to follow in the whole image.
    """
    height, width = (size // TILE_PX * TILE_PX for size in dark.shape)
    if not height or not width:
        return dark
    edges, beginnings = _of_tiles(np.asarray(dark[:height, :width]) != 0)
    left_out = edges > grain * TILE_PX**2
    work = np.where(left_out, 0, edges + BEGINNING * beginnings)
    calmest = np.argsort(work, axis=None)
    beyond = calmest[np.cumsum(work.ravel()[calmest]) > most_work]
    left_out[np.unravel_index(beyond, left_out.shape)] = True
    if not left_out.any():
        return dark
    calm = dark.copy()
    for tile in np.argwhere(left_out):
        # The last tiles extend to the border.
        rows, columns = (
            slice(at * TILE_PX, (at + 1) * TILE_PX if at + 1 < count else None)
            for at, count in zip(tile.tolist(), left_out.shape, strict=True)
        )
        calm[rows, columns] = 0
    return calm


def without_specks(dark: MatLike) -> MatLike:
    """Returns the binary image (h, w) of 0 and 1, without specks if there are many.

    A speck is what lies in a square of `SPECK_PX` with nothing dark around it, so no other outline changes.
    """
    above, row = (np.asarray(dark[first::SPECK_ROWS][: len(dark) // SPECK_ROWS]) != 0 for first in (0, 1))
    beginnings = _beginnings(above, row, row[:, 1:] != row[:, :-1])
    if np.count_nonzero(beginnings) <= SPECKLED * row.size:
        return dark
    inner, outer = (
        cv2.boxFilter(dark, cv2.CV_8U, (size, size), normalize=False, borderType=cv2.BORDER_CONSTANT)
        for size in (SPECK_PX, SPECK_PX + 2)
    )
    specks = cv2.dilate(cv2.compare(inner, outer, cv2.CMP_EQ), np.ones((SPECK_PX, SPECK_PX), np.uint8))
    return cv2.bitwise_and(dark, cv2.bitwise_not(specks))


def _of_tiles(dark: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns for each tile how many pixels differ from their predecessor, and about how many outlines begin."""
    above, row = dark[0::TILE_ROWS], dark[1::TILE_ROWS]
    changes = np.zeros(row.shape, np.bool_)
    np.not_equal(row[:, 1:], row[:, :-1], out=changes[:, 1:])
    return _sums(changes), _sums(_beginnings(above, row, changes[:, 1:]))


def _beginnings(above: NDArray[np.bool_], row: NDArray[np.bool_], changes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Returns where outlines begin, in rows with those above them; `changes` are the edges inside the rows."""
    # A dark spot begins where nothing above is dark, and a hole where nothing above is light.
    beginnings = np.not_equal(above, row)
    beginnings[:, 0] = False
    beginnings[:, 1:] &= changes
    beginnings[:, :-1] &= above[:, 1:] != row[:, :-1]
    beginnings[:, 1:] &= above[:, :-1] != row[:, 1:]
    return beginnings


def _sums(sample: NDArray[np.bool_]) -> NDArray[np.int64]:
    rows = TILE_PX // TILE_ROWS
    tiles = sample.reshape(sample.shape[0] // rows, rows, sample.shape[1] // TILE_PX, TILE_PX)
    return np.asarray(TILE_ROWS * tiles.sum(axis=(1, 3)), np.int64)
