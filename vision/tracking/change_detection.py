"""Finds the parts of the image that changed since their last search for tags, and the parts that are moving now.

Images are compared at a small size, block by block. The reference is a mosaic: each block shows the image as it was
when that block was last searched. So even something that moves in very slowly is searched in the end, and an unchanged
block is never searched again. Differences in brightness are removed first, in horizontal bands, because a lamp that
flickers leaves bands in the image of a rolling shutter. The remaining difference must exceed the noise, which is
measured in every image.

Method: background subtraction against a mosaic of searched blocks, with a threshold that follows the noise.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Grey
from vision.images.frame_view import GreyView
from vision.images.rect import Rect

BLOCK = 8
"""Edge length of a block in pixels of the reduced image."""

HALVINGS = (4, 2, 1)
"""Edge length of a block after each halving of the image."""

BANDS = 8
"""Number of horizontal bands; the brightness of each is normalised separately."""

MIN_STEP = 7.0
"""Smallest significant difference in grey levels: compression and reflections of screens stay below it."""

ALIKE_STEP = 2
"""If three quarters of the image differ by at most this many grey levels, the brightness is unchanged."""

NOISES = 6.0
"""A pixel counts as changed if it differs by more than this many standard deviations of the noise."""

PIXELS_CHANGED = 4
"""A block counts as changed if at least this many of its pixels changed."""

Blocks = NDArray[np.bool_]
Spots = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed in one image, block by block.

    Attributes:
        dirty: (rows, columns), True where the image differs from what was last searched.
        moving: (rows, columns), True where the image differs from the previous one; computed only if a block is dirty.
        block_px: Edge length of a block in pixels of the full image.
    """

    dirty: Blocks
    moving: Blocks
    block_px: int

    def is_dirty(self, x_px: float, y_px: float) -> bool:
        """Whether the block at a point is dirty; False outside the image."""
        row, column = int(y_px // self.block_px), int(x_px // self.block_px)
        inside = 0 <= row < self.dirty.shape[0] and 0 <= column < self.dirty.shape[1]
        return inside and bool(self.dirty[row, column])


def block_slices(rect: Rect, block_px: int) -> tuple[slice, slice]:
    """Returns the rows and columns of the blocks that a rectangle touches."""
    return (
        slice(max(0, rect.top // block_px), max(0, -(-rect.bottom // block_px))),
        slice(max(0, rect.left // block_px), max(0, -(-rect.right // block_px))),
    )


class ChangeMap:
    """Compares each image with the previous one and with what was searched.

    Attributes:
        picture: The newest image at a small size, in grey, with its brightness unchanged.
    """

    def __init__(self) -> None:
        self._searched: Grey | None = None
        self._current: Grey | None = None
        self._scale = 1
        self._own = False
        self._moving: Blocks = np.zeros((1, 1), dtype=bool)
        self.picture: Grey = np.zeros((1, 1), dtype=np.uint8)

    def update(self, view: GreyView) -> Changes:
        """Compares a new image. In the first image, and in one of another size, every block is dirty."""
        small, self._scale = view.reduced()
        self.picture = small
        block_px = self._scale * BLOCK
        if self._searched is None or self._current is None or self._searched.shape != small.shape:
            self._searched = self._current = small
            self._own = False  # the first reference is copied, because others may hold the image
            shape = (-(-small.shape[0] // BLOCK), -(-small.shape[1] // BLOCK))
            self._moving = np.zeros(shape, dtype=bool)
            return Changes(np.ones(shape, dtype=bool), self._moving, block_px)
        if _is_alike(small, self._searched):
            self._current, self._moving = small, np.zeros(self._moving.shape, dtype=bool)
            return Changes(self._moving, self._moving, block_px)
        previous = self._current
        self._current = _evened(small, self._searched)
        dirty = _changed_blocks(_difference(self._current, self._searched))
        # Motion is only of interest where something changed.
        self._moving = _changed_blocks(_difference(self._current, previous)) if dirty.any() else dirty
        return Changes(dirty, self._moving, block_px)

    def mark_searched(self, rect: Rect) -> None:
        """Records that a part, in pixels of the full image, has been searched as it looks now.

        Blocks that are moving keep their old reference. If a hand was searched there, the mat that it uncovers would
        count as another change and would be searched although nothing is new.
        """
        if self._searched is None or self._current is None:
            return
        rows = slice(max(0, rect.top // self._scale), -(-rect.bottom // self._scale))
        columns = slice(max(0, rect.left // self._scale), -(-rect.right // self._scale))
        if not self._own:
            self._searched, self._own = self._searched.copy(), True
        still = ~_pixels_of(self._moving, self._current.shape)[rows, columns]
        np.copyto(self._searched[rows, columns], self._current[rows, columns], where=still)

    def spots(self, points_px: NDArray[np.floating]) -> Spots:
        """Returns where to sample for points (n, 2) of the image; beyond its edge the edge pixels are repeated.

        A point behind the camera has no image position (NaN); it is sampled in a corner.
        """
        rows, columns = self.picture.shape
        small = np.rint((np.asarray(points_px) + 0.5) / self._scale - 0.5)
        # Clipped while still floats: positions far outside the image do not fit into an integer.
        column, row = np.nan_to_num(small.clip(0, (columns - 1, rows - 1))).astype(np.intp).T
        return np.asarray(row * columns + column)

    def values(self, spots: Spots) -> NDArray[np.float32]:
        """Returns the normalised brightness at indices from `spots`, which must stem from an image of the same size."""
        if self._current is None:
            return np.zeros(len(spots), dtype=np.float32)
        return self._current.take(spots, mode="clip").astype(np.float32)


def _pixels_of(blocks: Blocks, shape: tuple[int, ...]) -> Blocks:
    """Expands values of blocks to values of pixels."""
    return blocks.repeat(BLOCK, axis=0).repeat(BLOCK, axis=1)[: shape[0], : shape[1]]


def _difference(now: Grey, then: Grey) -> Grey:
    return np.asarray(cv2.absdiff(now, then), dtype=np.uint8)


def _is_alike(now: Grey, then: Grey) -> bool:
    """Whether two images are equal except for noise, including their brightness.

    This holds for most images of a table at rest.
    """
    if cv2.norm(now, then, cv2.NORM_INF) > MIN_STEP:
        return False
    some = _difference(np.ascontiguousarray(now[::8, ::8]), np.ascontiguousarray(then[::8, ::8])).ravel()
    return int(np.count_nonzero(some <= ALIKE_STEP)) > some.size * 3 // 4


def _evened(picture: Grey, reference: Grey) -> Grey:
    """Normalises the image to the brightness of the reference, each horizontal band separately."""
    rows = picture.shape[0] // (4 * BANDS) * 4 * BANDS
    if rows == 0:
        return picture
    # One grey level is added to both, so that there is no division by 0.
    now, then = (np.add(each[:rows:4, ::10], np.float32(1.0)) for each in (picture, reference))
    ratio = (then / now).reshape(BANDS, -1)
    ratio.partition(ratio.shape[1] // 2, axis=1)
    bands = ratio[:, ratio.shape[1] // 2]
    if float(bands.min()) > 0.99 and float(bands.max()) < 1.01:
        return picture
    middles = (np.arange(BANDS) + 0.5) * picture.shape[0] / BANDS
    gains = np.interp(np.arange(picture.shape[0]) + 0.5, middles, bands).astype(np.float32)
    evened: Grey = np.minimum(picture * gains[:, None] + 0.5, 255.0).astype(np.uint8)
    return evened


def _changed_blocks(step: Grey) -> Blocks:
    some = step[::8, ::8].ravel()
    noise = 1.4826 * (float(np.partition(some, some.size // 2)[some.size // 2]) + 0.5)
    _, mask = cv2.threshold(step, max(MIN_STEP, NOISES * noise), BLOCK**2, cv2.THRESH_BINARY)
    rows, columns = -(-step.shape[0] // BLOCK), -(-step.shape[1] // BLOCK)
    if cv2.countNonZero(mask) < PIXELS_CHANGED:
        return np.zeros((rows, columns), dtype=bool)
    changed = cv2.copyMakeBorder(
        mask, 0, rows * BLOCK - step.shape[0], 0, columns * BLOCK - step.shape[1], cv2.BORDER_CONSTANT, value=0.0
    )
    # Halving three times is ten times cheaper than one area resize to an eighth, and leaves the same number of changed
    # pixels.
    for part in HALVINGS:
        changed = cv2.resize(changed, (columns * part, rows * part), interpolation=cv2.INTER_AREA)
    return np.asarray(changed) >= PIXELS_CHANGED
