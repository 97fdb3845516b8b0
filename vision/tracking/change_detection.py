"""Which parts of the picture look other than when they were last searched for tags, and which are moving now.

The picture is compared at a small size, in blocks. The reference is a mosaic: each part shows what was there when it
was searched, so that however slowly something creeps in, its block is searched in the end, and a block that nothing
changed is left alone. Brightness is taken out band by band first (a lamp, or the bands that a flickering lamp leaves in
a rolling shutter); what remains must stand out of the noise, which is measured in every picture anew.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Grey
from vision.images.frame_view import Rect, View

BLOCK = 8
"""Edge of a block in reduced pixels."""

HALVINGS = (4, 2, 1)
"""What is left of a block's edge after each halving of the picture."""

BANDS = 8
"""Horizontal bands whose brightness is evened out each for itself."""

MIN_STEP = 7.0
"""Grey levels below which a difference means nothing (compression, reflections of screens)."""

ALIKE_STEP = 2
"""Where three quarters of the picture differ by no more grey levels, it is as bright as before."""

NOISES = 6.0
"""A pixel has changed when it differs by that many standard deviations of the noise …"""

PIXELS_CHANGED = 4
"""… and a block when that many of its pixels have."""

Blocks = NDArray[np.bool_]
Spots = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Changes:
    """What one picture shows, block by block.

    Attributes:
        dirty: (rows, columns) looks other than when it was last searched.
        moving: (rows, columns) looks other than in the picture before; told only where something is dirty.
        block_px: Edge of a block in pixels of the full picture.
    """

    dirty: Blocks
    moving: Blocks
    block_px: int

    def is_dirty(self, x_px: float, y_px: float) -> bool:
        """Whether the block at a point is; False outside the picture."""
        row, column = int(y_px // self.block_px), int(x_px // self.block_px)
        inside = 0 <= row < self.dirty.shape[0] and 0 <= column < self.dirty.shape[1]
        return inside and bool(self.dirty[row, column])


def block_slices(rect: Rect, block_px: int) -> tuple[slice, slice]:
    """The rows and columns of the blocks that a rectangle touches."""
    return (
        slice(max(0, rect.top // block_px), max(0, -(-rect.bottom // block_px))),
        slice(max(0, rect.left // block_px), max(0, -(-rect.right // block_px))),
    )


class ChangeMap:
    """Compares each picture with the one before and with what was searched.

    Attributes:
        picture: The newest picture at a small size, in grey, as bright as it is.
    """

    def __init__(self) -> None:
        self._searched: Grey | None = None
        self._current: Grey | None = None
        self._scale = 1
        self._own = False
        self._moving: Blocks = np.zeros((1, 1), dtype=bool)
        self.picture: Grey = np.zeros((1, 1), dtype=np.uint8)

    def update(self, view: View) -> Changes:
        """Takes a picture; everything is dirty in the first one, and in one of another size."""
        small, self._scale = view.reduced()
        self.picture = small
        block_px = self._scale * BLOCK
        if self._searched is None or self._current is None or self._searched.shape != small.shape:
            self._searched = self._current = small
            self._own = False  # the first reference is a picture that others may hold
            shape = (-(-small.shape[0] // BLOCK), -(-small.shape[1] // BLOCK))
            self._moving = np.zeros(shape, dtype=bool)
            return Changes(np.ones(shape, dtype=bool), self._moving, block_px)
        if _is_alike(small, self._searched):
            self._current, self._moving = small, np.zeros(self._moving.shape, dtype=bool)
            return Changes(self._moving, self._moving, block_px)
        previous = self._current
        self._current = _evened(small, self._searched)
        dirty = _changed_blocks(self._current, self._searched)
        # Whoever asks what moves asks it of what changed.
        self._moving = _changed_blocks(self._current, previous) if dirty.any() else dirty
        return Changes(dirty, self._moving, block_px)

    def mark_searched(self, rect: Rect) -> None:
        """Notes that a part, in pixels of the full picture, has been searched as it looks now.

        Blocks that are moving keep their old looks: if a hand was searched there, what it leaves behind would have
        changed once more, and would be searched again although it is as it was.
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
        """Where to look for points (n, 2) of the picture; beyond its edge the edge goes on.

        What lies behind the camera has no place in the picture (NaN); it is looked for in a corner.
        """
        rows, columns = self.picture.shape
        small = np.rint((np.asarray(points_px) + 0.5) / self._scale - 0.5)
        # Kept to the picture while they are floats: what lies far off does not fit into an integer.
        column, row = np.nan_to_num(small.clip(0, (columns - 1, rows - 1))).astype(np.intp).T
        return np.asarray(row * columns + column)

    def values(self, spots: Spots) -> NDArray[np.float32]:
        """Evened brightness at spots of the newest picture, as `spots` gave them for one of the same size."""
        if self._current is None:
            return np.zeros(len(spots), dtype=np.float32)
        return self._current.take(spots, mode="clip").astype(np.float32)


def _pixels_of(blocks: Blocks, shape: tuple[int, ...]) -> Blocks:
    """For each pixel what its block says."""
    return blocks.repeat(BLOCK, axis=0).repeat(BLOCK, axis=1)[: shape[0], : shape[1]]


def _is_alike(now: Grey, then: Grey) -> bool:
    """Whether two pictures are the same but for noise, and as bright: most pictures of a resting table."""
    step = np.asarray(cv2.absdiff(now, then), dtype=np.uint8)
    some = step[::8, ::8].ravel()
    most = int(np.partition(some, some.size * 3 // 4)[some.size * 3 // 4])
    return most <= ALIKE_STEP and cv2.countNonZero(cv2.threshold(step, MIN_STEP, 1, cv2.THRESH_BINARY)[1]) == 0


def _evened(picture: Grey, reference: Grey) -> Grey:
    """The picture with the brightness of the reference, each horizontal band for itself."""
    rows = picture.shape[0] // (4 * BANDS) * 4 * BANDS
    if rows == 0:
        return picture
    # By one brighter than they are, so that nothing is divided by 0.
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


def _changed_blocks(now: Grey, then: Grey) -> Blocks:
    step = np.asarray(cv2.absdiff(now, then), dtype=np.uint8)
    some = step[::8, ::8].ravel()
    noise = 1.4826 * (float(np.partition(some, some.size // 2)[some.size // 2]) + 0.5)
    _, mask = cv2.threshold(step, max(MIN_STEP, NOISES * noise), BLOCK**2, cv2.THRESH_BINARY)
    rows, columns = -(-now.shape[0] // BLOCK), -(-now.shape[1] // BLOCK)
    if cv2.countNonZero(mask) < PIXELS_CHANGED:
        return np.zeros((rows, columns), dtype=bool)
    changed = cv2.copyMakeBorder(
        mask, 0, rows * BLOCK - now.shape[0], 0, columns * BLOCK - now.shape[1], cv2.BORDER_CONSTANT, value=0.0
    )
    # Halving thrice is ten times cheaper than one area resize to an eighth, and leaves how many of a block changed.
    for part in HALVINGS:
        changed = cv2.resize(changed, (columns * part, rows * part), interpolation=cv2.INTER_AREA)
    return np.asarray(changed) >= PIXELS_CHANGED
