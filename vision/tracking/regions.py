"""Chooses where to search an image for tags: changed parts at once, all other parts in rotation.

A part that changed and has come to rest is searched in the same image, and once more in the other of two ways soon
after. A part that is still moving is searched now and then only, because a tag in a moving hand is followed by its own
track. In addition, a slow rotation covers all tiles. All proceed tile by tile on the frames' clock, so that a tag that
the first search missed is found within two periods.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images.rect import Rect
from vision.tracking.change_detection import Blocks, Changes, block_slices

TILE_BLOCKS = 13
"""Edge length of a tile in blocks."""

PERIOD_S = 0.4
"""Period of the search in recently changed parts: half a second, less the wait for the next due image."""

QUIET_S = 2.2 * PERIOD_S
"""A change counts as recent for this long; within it, the part is searched in both ways."""

MOVING_ROUNDS = 3
"""Length of the rotation in moving parts in periods: what comes to rest there is searched at once, and what is carried
is followed by its own track."""

QUIET_ROUNDS = 25
"""Length of the slow rotation in periods. Both lengths are odd, so that consecutive rotations alternate between the two
ways to search."""

RESTLESS_S = 0.5
"""A part that changed, came to rest and was searched less than this time ago waits for its turn; examples are a resting
hand and a shadow."""

NEAR = np.ones((7, 7), np.uint8)
"""Neighbourhood, in blocks, of moving parts, which also waits for its turn: the uniform skin of an arm appears to stand
still."""

BESIDE = np.ones((3, 3), np.uint8)
"""Neighbourhood, in blocks, of changed parts, which is searched with them: a tag's white rim does not change a white
mat."""

ONE_SEARCH_PX = 40_000
"""Fixed cost of one search, as the number of pixels that take equally long to search."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The size of the images.

    Attributes:
        width_px: Number of columns.
        height_px: Number of rows.
    """

    width_px: int
    height_px: int


class SearchPlan:
    """Decides for each image which rectangles to search, and records when each block was searched."""

    def __init__(self, extent: Extent, block_px: int, margin_px: int) -> None:
        """Creates a plan for images of one size.

        Args:
            extent: Size of the images.
            block_px: Edge length of the blocks of the change map, in pixels.
            margin_px: Margin around a searched part, so that a tag on its edge lies inside completely.
        """
        self._extent = extent
        self._block_px = block_px
        self._margin_px = margin_px
        shape = (-(-extent.height_px // block_px), -(-extent.width_px // block_px))
        self._rested_s: NDArray[np.float64] = np.full(shape, -np.inf)
        self._changed_s: NDArray[np.float64] = np.full(shape, -np.inf)
        self._searched_s = {coarse: np.full(shape, -np.inf) for coarse in (False, True)}
        self._wanted: Blocks = np.ones(shape, dtype=bool)
        self._tiles = [
            Rect(x * block_px, y * block_px, (x + TILE_BLOCKS) * block_px, (y + TILE_BLOCKS) * block_px)
            for y in range(0, shape[0], TILE_BLOCKS)
            for x in range(0, shape[1], TILE_BLOCKS)
        ]
        self._hurried, self._restless, self._leisurely = _TileSchedule(), _TileSchedule(), _TileSchedule()

    def want_only(self, outline_px: NDArray[np.floating] | None) -> None:
        """Restricts the search to a convex outline, (n, 2) in pixels; None for the whole image."""
        if outline_px is None:
            self._wanted[:] = True
            return
        mask = np.zeros(self._wanted.shape, dtype=np.uint8)
        hull = cv2.convexHull(np.asarray(outline_px, dtype=np.float32) / self._block_px)
        cv2.fillConvexPoly(mask, np.floor(hull).astype(np.int32), 1)
        self._wanted = cv2.dilate(mask, np.ones((3, 3), np.uint8)).astype(bool)

    def due(self, now_s: float, changes: Changes, *, in_turn: bool = True, coarse: bool = False) -> list[Rect]:
        """Returns the rectangles to search in the image taken at `now_s`, each with its margin, inside the image.

        Args:
            now_s: When the image was taken.
            changes: What changed in it.
            in_turn: Whether parts in rotation are due too; otherwise only parts that just came to rest are.
            coarse: In which of the two ways they will be searched.
        """
        self._changed_s[changes.dirty] = now_s
        if not in_turn and not changes.dirty.any():
            return []
        moving = cv2.dilate(changes.moving.view(np.uint8), NEAR).view(bool)
        todo = changes.dirty & self._wanted & ~moving & (now_s - self._rested_s >= RESTLESS_S)
        if in_turn:
            self._take_turns(todo, moving, now_s, self._searched_s[coarse])
        self._rested_s[todo & changes.dirty & ~moving] = now_s
        self._searched_s[coarse][todo] = now_s
        return [part for part in _merged(self._rectangles(todo)) if part.area_px]

    def bare(self, rect: Rect) -> Rect:
        """Returns the part of a rectangle given by `due` in which the rectangle's edge cannot have cut a tag off."""
        extent, margin_px = self._extent, self._margin_px
        return Rect(
            rect.left + (margin_px if rect.left > 0 else 0),
            rect.top + (margin_px if rect.top > 0 else 0),
            rect.right - (margin_px if rect.right < extent.width_px else 0),
            rect.bottom - (margin_px if rect.bottom < extent.height_px else 0),
        )

    def _take_turns(self, todo: Blocks, moving: Blocks, now_s: float, searched_s: NDArray[np.float64]) -> None:
        """Adds the parts whose turn it is; what was searched in the same way since it changed is passed over."""
        lately = now_s - self._changed_s < QUIET_S
        changed, due = (
            cv2.dilate(blocks.view(np.uint8), BESIDE).view(bool) & self._wanted
            for blocks in (lately, lately & (searched_s < self._changed_s))
        )
        for blocks, wanted, turns, period_s in (
            (changed & ~moving, due, self._hurried, PERIOD_S),
            (changed & moving, due, self._restless, MOVING_ROUNDS * PERIOD_S),
            (self._wanted, self._wanted, self._leisurely, QUIET_ROUNDS * PERIOD_S),
        ):
            tiles = [tile for tile in self._tiles if blocks[block_slices(tile, self._block_px)].any()]
            for tile in turns.next(tiles, now_s, period_s):
                part = block_slices(tile, self._block_px)
                todo[part] |= blocks[part] & wanted[part]

    def _rectangles(self, todo: Blocks) -> list[Rect]:
        if not todo.any():
            return []
        count, _, stats, _ = cv2.connectedComponentsWithStats(todo.astype(np.uint8), connectivity=8)
        found = []
        for left, top, width, height in stats[1:count, :4].tolist():
            block_px = self._block_px
            rect = Rect(left * block_px, top * block_px, (left + width) * block_px, (top + height) * block_px)
            found.append(rect.grown(self._margin_px).within(self._extent.width_px, self._extent.height_px))
        return found


class _TileSchedule:
    """Gives each tile its turn once per period, as evenly as images arrive."""

    def __init__(self) -> None:
        self._taken_s: dict[Rect, float] = {}
        self._owed = 0.0
        self._last_s: float | None = None

    def next(self, tiles: list[Rect], now_s: float, period_s: float) -> list[Rect]:
        """Returns the tiles whose turn it is, of those that need one; the tile that has waited longest comes first."""
        step_s = period_s if self._last_s is None else max(0.0, now_s - self._last_s)
        self._last_s = now_s
        self._owed = min(len(tiles), self._owed + len(tiles) * step_s / period_s)
        turn = round(self._owed)
        self._owed -= turn
        chosen = sorted(tiles, key=lambda tile: self._taken_s.get(tile, -np.inf))[:turn]
        self._taken_s |= dict.fromkeys(chosen, now_s)
        return chosen


def _merged(rects: list[Rect]) -> list[Rect]:
    """Merges rectangles wherever one search costs no more than two."""
    todo, done = list(rects), []
    while todo:
        rect = todo.pop()
        for other in todo:
            both = rect.joined(other)
            if both.area_px <= rect.area_px + other.area_px + ONE_SEARCH_PX:
                todo.remove(other)
                todo.append(both)
                break
        else:
            done.append(rect)
    return done
