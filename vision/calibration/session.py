"""A calibration in progress: decides which views are kept, and what to do next."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.calibration.board import BoardDetection, BoardFinder, CharucoBoard
from vision.calibration.bundle_adjustment import BoardView
from vision.calibration.guidance import TILT_ADVICE, Advice, SessionStatus
from vision.calibration.view_quality import Tilt, board_to_image, edge_blur_px, outline_px, tilt_of

VIEWS_WANTED = 12
CELLS = (6, 4)
"""Columns and rows of the image's cells."""
ENOUGH_COVERAGE = 0.8
CORNERS_A_CELL = 2
MIN_CORNERS_SHARE = 0.25
MIN_LINES = 3
MIN_AREA_SHARE = 0.03
"""Smallest area of a square as a share of the image; a smaller one has too few pixels for its edges."""
SIMILAR_SHARE = 0.04
"""Views are similar if none of the board's four corners moved by more than this share of the image's diagonal."""
STILL_SHARE = 0.001
"""Largest movement of a still board, as a share of the image's diagonal: 2 px at 1080p; a rolling shutter shears a
faster board."""
BLUR_LIMIT_PX = 1.3
BLUR_LIMIT_WIDTHS = 0.0009
"""Largest blur as a share of the image's width; large images are softer per pixel: 1.7 px at 1080p, 3.5 at 4K."""


@dataclass(frozen=True, slots=True)
class KeptView:
    """One view of the session.

    Attributes:
        name: The caller's name for the image.
        detection: The corners.
        outline_px: (4, 2) the board's outline.
        tilt: The tilt of the board.
    """

    name: str
    detection: BoardDetection
    outline_px: Floats
    tilt: Tilt


class CalibrationSession:
    """Collects images of the board one by one; independent of cameras, files and clocks.

    Attributes:
        board: The board that is looked for.
        image_size: Width and height of the views in px; None before the first.
        views: The images kept.
        other_boards: Number of images that showed another board.
    """

    def __init__(self, board: CharucoBoard, views_wanted: int = VIEWS_WANTED) -> None:
        self.board = board
        self.image_size: tuple[int, int] | None = None
        self.views: list[KeptView] = []
        self.other_boards = 0
        self._finder = BoardFinder(board)
        self._views_wanted = views_wanted
        self._cells = np.zeros((CELLS[1], CELLS[0]), np.int64)
        self._last_outline_px: Floats | None = None

    def add(self, image: Image, name: str = "", *, live: bool = False) -> SessionStatus:
        """Processes an image and keeps it as a view if it adds information.

        Args:
            image: (h, w) grey or (h, w, 3) BGR.
            name: Name of the image for later reference.
            live: Whether the image follows the previous one closely; then a moving board is rejected.
        """
        size = (image.shape[1], image.shape[0])
        if self.image_size is not None and size != self.image_size:
            return self._status(Advice.OTHER_SIZE, 0)
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8) if image.ndim == 3 else image
        detection = self._finder.find(grey)
        homography = None if detection is None else board_to_image(self.board, detection)
        if detection is None or homography is None:
            self._last_outline_px = None
            another = detection is None and self._finder.sees_another(grey)
            self.other_boards += another
            return self._status(Advice.OTHER_BOARD if another else Advice.SHOW_BOARD, 0)
        outline = outline_px(self.board, homography)
        refusal = self._refusal(detection, outline, size, live=live)
        self._last_outline_px = outline
        limit_px = max(BLUR_LIMIT_PX, BLUR_LIMIT_WIDTHS * max(size))
        if refusal is None and edge_blur_px(grey, self.board, detection, homography) > limit_px:
            refusal = Advice.TOO_BLURRED
        if refusal is not None:
            return self._status(refusal, len(detection.ids))
        self.image_size = size
        self.views.append(KeptView(name, detection, outline, tilt_of(self.board, detection, size)[0]))
        self._cover(detection, size)
        return self._status(self._next_advice(), len(detection.ids), kept=True)

    @property
    def enough(self) -> bool:
        """Whether views, coverage and tilts are sufficient."""
        return self._next_advice() is Advice.ENOUGH

    @property
    def coverage(self) -> tuple[tuple[bool, ...], ...]:
        """Whether corners were seen in each of the image's cells, row by row."""
        return tuple(tuple(bool(count >= CORNERS_A_CELL) for count in row) for row in self._cells)

    def bundle_views(self) -> list[BoardView]:
        """Returns the views in the solver's form."""
        corners_mm = self.board.corners_mm()
        return [BoardView(corners_mm[kept.detection.ids], kept.detection.corners_px) for kept in self.views]

    def _refusal(
        self, detection: BoardDetection, outline: Floats, size: tuple[int, int], *, live: bool
    ) -> Advice | None:
        columns = self.board.squares[0] - 1
        lines = min(len(set((detection.ids % columns).tolist())), len(set((detection.ids // columns).tolist())))
        if len(detection.ids) < MIN_CORNERS_SHARE * self.board.corner_count or lines < MIN_LINES:
            return Advice.SHOW_MORE
        if cv2.contourArea(outline.astype(np.float32)) < MIN_AREA_SHARE * size[0] * size[1]:
            return Advice.COME_CLOSER
        diagonal_px = float(np.hypot(*size))
        last = self._last_outline_px
        if live and (last is None or _apart_px(outline, last) > STILL_SHARE * diagonal_px):
            return Advice.HOLD_STILL
        if any(_apart_px(outline, kept.outline_px) < SIMILAR_SHARE * diagonal_px for kept in self.views):
            return Advice.TOO_SIMILAR
        return None

    def _cover(self, detection: BoardDetection, size: tuple[int, int]) -> None:
        cells = (detection.corners_px / size * CELLS).astype(int)
        for column, row in np.clip(cells, 0, np.array(CELLS) - 1):
            self._cells[row, column] += 1

    def _next_advice(self) -> Advice:
        """Returns what is missing most: a side of the image, a tilt, or views."""
        covered = np.array(self.coverage)
        if covered.mean() < ENOUGH_COVERAGE:
            return _towards_uncovered(~covered)
        missing = [tilt for tilt in TILT_ADVICE if tilt not in {kept.tilt for kept in self.views}]
        if missing:
            return TILT_ADVICE[missing[0]]
        return Advice.ENOUGH if len(self.views) >= self._views_wanted else Advice.MORE_VIEWS

    def _status(self, advice: Advice, corners: int, *, kept: bool = False) -> SessionStatus:
        tilts = frozenset(view.tilt for view in self.views)
        return SessionStatus(kept, advice, corners, len(self.views), self._views_wanted, self.coverage, tilts)


def _apart_px(one: Floats, other: Floats) -> float:
    return float(np.linalg.norm(one - other, axis=1).max())


def _towards_uncovered(uncovered: NDArray[np.bool_]) -> Advice:
    """Returns the least covered side of the image, by share, because the longer sides have more cells."""
    rows, columns = uncovered.shape
    sides = {
        Advice.MOVE_LEFT: uncovered[:, : columns // 2].mean() + uncovered[:, 0].mean(),
        Advice.MOVE_RIGHT: uncovered[:, columns // 2 :].mean() + uncovered[:, -1].mean(),
        Advice.MOVE_UP: uncovered[: rows // 2].mean() + uncovered[0].mean(),
        Advice.MOVE_DOWN: uncovered[rows // 2 :].mean() + uncovered[-1].mean(),
    }
    return max(sides, key=lambda side: sides[side])
