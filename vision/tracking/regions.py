"""Where to look for tags in a picture: what changed, at once; everything else in turn.

A part that changed and came to rest is searched in that very picture. What changed lately, whether it still moves or
not, is searched again and again, but not in every picture: a tag in a moving hand is followed by its own track. And a
round over all tiles goes on for ever, at leisure. Both go tile by tile and by the frames' clock, so that a tag which
the first look missed is found before the period is over.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images.frame_view import Rect
from vision.tracking.change_detection import Blocks, Changes, block_slices

TILE_BLOCKS = 13
"""Edge of a tile of the round, in blocks."""

PERIOD_S = 0.4
"""What changed lately is searched again after this time: half a second less the wait for a picture that is due."""

QUIET_S = 2.2 * PERIOD_S
"""What changed no longer ago than this did so lately: after that it has been searched both ways."""

QUIET_ROUNDS = 17
"""The round over all tiles takes so many periods: an odd number, so that it looks the other way than the one before."""

RESTLESS_S = 0.5
"""What changed, rested and was searched no longer ago than this waits for its turn: a hand that rests, a shadow …"""

NEAR = np.ones((7, 7), np.uint8)
"""… and so does what lies so near to something that moves: the even skin of an arm seems to stand still."""

BESIDE = np.ones((3, 3), np.uint8)
"""Round what changed so much is searched with it: a tag's white rim changes nothing on a white mat."""

ONE_SEARCH_PX = 40_000
"""Starting a search costs as much as searching so many pixels more."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The size of the pictures.

    Attributes:
        width_px: Columns.
        height_px: Rows.
    """

    width_px: int
    height_px: int


class SearchPlan:
    """Says for each picture which rectangles to search, and remembers when each block was."""

    def __init__(self, extent: Extent, block_px: int, margin_px: int) -> None:
        """Plans for pictures of one size.

        Args:
            extent: Size of the pictures.
            block_px: Edge of the blocks of the change map, in pixels.
            margin_px: What is added round a searched part, so that a tag on its edge lies wholly in it.
        """
        self._extent = extent
        self._block_px = block_px
        self._margin_px = margin_px
        shape = (-(-extent.height_px // block_px), -(-extent.width_px // block_px))
        self._rested_s: NDArray[np.float64] = np.full(shape, -np.inf)
        self._changed_s: NDArray[np.float64] = np.full(shape, -np.inf)
        self._wanted: Blocks = np.ones(shape, dtype=bool)
        self._tiles = [
            Rect(x * block_px, y * block_px, (x + TILE_BLOCKS) * block_px, (y + TILE_BLOCKS) * block_px)
            for y in range(0, shape[0], TILE_BLOCKS)
            for x in range(0, shape[1], TILE_BLOCKS)
        ]
        self._hurried, self._leisurely = _Turns(), _Turns()

    def want_only(self, outline_px: NDArray[np.floating] | None) -> None:
        """Restricts the search to a convex outline, (n, 2) in pixels; None for the whole picture."""
        if outline_px is None:
            self._wanted[:] = True
            return
        mask = np.zeros(self._wanted.shape, dtype=np.uint8)
        hull = cv2.convexHull(np.asarray(outline_px, dtype=np.float32) / self._block_px)
        cv2.fillConvexPoly(mask, np.floor(hull).astype(np.int32), 1)
        self._wanted = cv2.dilate(mask, np.ones((3, 3), np.uint8)).astype(bool)

    def due(self, now_s: float, changes: Changes, *, in_turn: bool = True) -> list[Rect]:
        """The rectangles to search in the picture taken at `now_s`, each with its margin, inside the picture.

        Args:
            now_s: When it was taken.
            changes: What changed in it.
            in_turn: Whether it is one for what is searched in turn; otherwise only what just came to rest is due.
        """
        self._changed_s[changes.dirty] = now_s
        if not in_turn and not changes.dirty.any():
            return []
        moving = cv2.dilate(changes.moving.view(np.uint8), NEAR).view(bool)
        todo = changes.dirty & self._wanted & ~moving & (now_s - self._rested_s >= RESTLESS_S)
        if in_turn:
            self._take_turns(todo, now_s)
        self._rested_s[todo & changes.dirty & ~moving] = now_s
        return [part for part in _merged(self._rectangles(todo)) if part.area_px]

    def bare(self, rect: Rect) -> Rect:
        """The part of a rectangle given by `due` of which no tag was cut off by its edge."""
        extent, margin_px = self._extent, self._margin_px
        return Rect(
            rect.left + (margin_px if rect.left > 0 else 0),
            rect.top + (margin_px if rect.top > 0 else 0),
            rect.right - (margin_px if rect.right < extent.width_px else 0),
            rect.bottom - (margin_px if rect.bottom < extent.height_px else 0),
        )

    def _take_turns(self, todo: Blocks, now_s: float) -> None:
        """Adds what is due in turn."""
        lately = now_s - self._changed_s < QUIET_S
        changed = cv2.dilate(lately.view(np.uint8), BESIDE).view(bool) & self._wanted
        for blocks, turns, period_s in (
            (changed, self._hurried, PERIOD_S),
            (self._wanted, self._leisurely, QUIET_ROUNDS * PERIOD_S),
        ):
            tiles = [tile for tile in self._tiles if blocks[block_slices(tile, self._block_px)].any()]
            for tile in turns.next(tiles, now_s, period_s):
                part = block_slices(tile, self._block_px)
                todo[part] |= blocks[part]

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


class _Turns:
    """Lets each of some tiles have its turn once a period, as evenly as the pictures come."""

    def __init__(self) -> None:
        self._taken_s: dict[Rect, float] = {}
        self._owed = 0.0
        self._last_s: float | None = None

    def next(self, tiles: list[Rect], now_s: float, period_s: float) -> list[Rect]:
        """Those whose turn it is, of all that want one now; who waited longest goes first."""
        step_s = period_s if self._last_s is None else max(0.0, now_s - self._last_s)
        self._last_s = now_s
        self._owed = min(len(tiles), self._owed + len(tiles) * step_s / period_s)
        turn = round(self._owed)
        self._owed -= turn
        chosen = sorted(tiles, key=lambda tile: self._taken_s.get(tile, -np.inf))[:turn]
        self._taken_s |= dict.fromkeys(chosen, now_s)
        return chosen


def _merged(rects: list[Rect]) -> list[Rect]:
    """Joins rectangles wherever one search costs no more than two."""
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
