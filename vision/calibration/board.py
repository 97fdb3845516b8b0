"""The printed ChArUco board: its data, and its detection in an image."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.calibration.other_board import BoardDetector
from vision.errors import TableFileError
from vision.fiducials.grain import without_grain
from vision.toml_fields import Fields

DEFAULT_BOARD = "charuco-a4"
WINDOW_SQUARES = 0.12
MIN_WINDOW_PX = 2

MIN_STRANGERS = 2
"""Fewest markers beside the board, of its dictionary and size, that make it a part of a larger one."""
MARKER_TOLERANCE = 0.12
"""Largest relative error of the markers' edges; outlines found in a blurred image are off by 0.06."""
MARGIN_SQUARES = 1.5
"""How far outside the board a marker may lie to belong to a larger one."""

_MAX = 1000.0
"""Largest number of squares along a side, and largest edge length in millimetres."""


@dataclass(frozen=True, slots=True)
class CharucoBoard:
    """A chessboard whose white squares carry markers.

    The origin of its frame is the outer corner of the first square.

    Attributes:
        squares: Number of squares along x and y.
        square_mm: Edge length of a square.
        marker_mm: Edge length of a marker's black square.
        dictionary: OpenCV's name of the markers' dictionary.
    """

    squares: tuple[int, int]
    square_mm: float
    marker_mm: float
    dictionary: str

    def __post_init__(self) -> None:
        if min(self.squares) < 3:
            raise TableFileError(f"A board needs at least 3 squares each way, not {self.squares}.")
        if max(self.squares) > _MAX or self.square_mm > _MAX:
            raise TableFileError(f"A board has at most {_MAX:.0f} squares each way, of {_MAX:.0f} mm at most.")
        if not 0 < self.marker_mm < self.square_mm:
            raise TableFileError(
                f"A board's markers must fit into its squares: {self.marker_mm} mm in {self.square_mm} mm."
            )
        if not (self.dictionary.startswith("DICT_") and hasattr(cv2.aruco, self.dictionary)):
            raise TableFileError(f"OpenCV has no dictionary {self.dictionary!r}; expected one such as DICT_5X5_100.")
        markers = self.squares[0] * self.squares[1] // 2
        known = len(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary)).bytesList)
        if markers > known:
            raise TableFileError(
                f"A board of {self.squares[0]} × {self.squares[1]} squares has {markers} markers, "
                f"but {self.dictionary} has only {known}."
            )

    @property
    def corner_count(self) -> int:
        """Number of the chessboard's inner corners."""
        return (self.squares[0] - 1) * (self.squares[1] - 1)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the chessboard."""
        return self.squares[0] * self.square_mm, self.squares[1] * self.square_mm

    def corners_mm(self) -> Floats:
        """Returns the inner corners (n, 2) row by row, x along the rows, in the order of OpenCV's corner ids."""
        columns, rows = self.squares
        y, x = np.mgrid[1:rows, 1:columns]
        return np.stack([x.ravel(), y.ravel()], axis=1) * self.square_mm

    def to_opencv(self, *, legacy: bool = False) -> cv2.aruco.CharucoBoard:
        """Returns the board as OpenCV's object; its unit of length is the millimetre.

        Args:
            legacy: Whether the first square of an even number of rows is white, as OpenCV drew it before 4.6.
        """
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary))
        board = cv2.aruco.CharucoBoard(self.squares, self.square_mm, self.marker_mm, dictionary)
        board.setLegacyPattern(legacy)
        return board


@dataclass(frozen=True, slots=True)
class BoardDetection:
    """The board's corners in one image.

    Attributes:
        ids: (n,) numbers of the corners, ascending.
        corners_px: (n, 2) image frame.
    """

    ids: NDArray[np.int32]
    corners_px: Floats


class BoardFinder:
    """Finds one board in images, and tells other boards from it."""

    def __init__(self, board: CharucoBoard) -> None:
        self.board = board
        patterns = (False,) if board.squares[1] % 2 else (False, True)
        self._layouts = [_Layout(board, legacy=legacy) for legacy in patterns]
        self._any_board = BoardDetector()

    def find(self, image: Image) -> BoardDetection | None:
        """Finds the board's corners in an image.

        Args:
            image: (h, w) grey or (h, w, 3) BGR.

        Returns:
            The visible corners; None if there are none.
        """
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8) if image.ndim == 3 else image
        if _is_grain(grey):
            return None
        for layout in self._layouts:
            found = layout.find(grey)
            if found is not None:
                # The layout that fits is tried first from now on.
                self._layouts.sort(key=lambda other: other is not layout)
                return BoardDetection(found.ids, self._refined(grey, found.ids, found.corners_px))
        return None

    def sees_another(self, image: Image) -> bool:
        """Says whether an image in which the board was not found shows another one.

        Args:
            image: (h, w) grey or (h, w, 3) BGR.
        """
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8) if image.ndim == 3 else image
        return not _is_grain(grey) and self._any_board.sees_board(grey)

    def _refined(self, grey: Image, ids: NDArray[np.int32], corners_px: Floats) -> Floats:
        """Refines the corners: OpenCV 4.12 returns them with an offset of half a pixel in x and y, and 5 does not.

        The window is as large as possible without reaching the markers, which also halves the noise.
        """
        columns = self.board.squares[0] - 1
        neighbours = (np.diff(ids) == 1) & (ids[1:] % columns != 0)
        sides_px = np.linalg.norm(np.diff(corners_px, axis=0), axis=1)[neighbours]
        half_px = (
            max(MIN_WINDOW_PX, round(WINDOW_SQUARES * float(np.median(sides_px)))) if len(sides_px) else MIN_WINDOW_PX
        )
        start = np.ascontiguousarray(corners_px, np.float32).reshape(-1, 1, 2)
        criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 40, 1e-3)
        refined = cv2.cornerSubPix(grey, start, (half_px, half_px), (-1, -1), criteria)
        return np.asarray(refined, np.float64).reshape(-1, 2)


class _Layout:
    """Where a board has its markers: it depends on the version of OpenCV that drew it."""

    def __init__(self, board: CharucoBoard, *, legacy: bool) -> None:
        pattern = board.to_opencv(legacy=legacy)
        self._board = board
        self._detector = cv2.aruco.CharucoDetector(pattern)
        self._markers = {int(number) for number in np.ravel(pattern.getIds())}

    def find(self, grey: Image) -> BoardDetection | None:
        """Returns the board's corners as OpenCV finds them; None if there are none, or if it is another board."""
        corners, ids, markers, marker_ids = self._detector.detectBoard(grey)
        # OpenCV returns None for both if it finds nothing, contrary to its type stubs.
        if np.size(ids) == 0 or np.size(corners) == 0 or ids is None:
            return None
        order = np.argsort(ids.ravel())
        detection = BoardDetection(
            ids.ravel()[order].astype(np.int32), np.asarray(corners, np.float64).reshape(-1, 2)[order]
        )
        return detection if self._fits(detection, markers, np.ravel(marker_ids)) else None

    def _fits(
        self, detection: BoardDetection, markers: Sequence[NDArray[np.generic]], ids: NDArray[np.generic]
    ) -> bool:
        """Whether the markers have the board's size, and none belongs to a larger board.

        OpenCV itself refuses corners beside which other markers lie than the board has there.
        """
        if len(detection.ids) < 4:
            return True
        to_board, _ = cv2.findHomography(detection.corners_px, self._board.corners_mm()[detection.ids])
        found: object = to_board
        if found is None or not np.all(np.isfinite(to_board)):
            return True
        corners_px = np.array([np.asarray(marker, np.float64).reshape(4, 2) for marker in markers])
        corners_mm = cv2.perspectiveTransform(corners_px.reshape(-1, 1, 2), to_board).reshape(-1, 4, 2)
        edges_mm = np.linalg.norm(corners_mm - np.roll(corners_mm, 1, axis=1), axis=2).mean(1)
        own = np.array([int(number) in self._markers for number in ids])
        if not own.any():
            return True
        edge_mm = float(np.median(edges_mm[own]))
        if abs(edge_mm / self._board.marker_mm - 1) > MARKER_TOLERANCE:
            return False
        margin_mm = MARGIN_SQUARES * self._board.square_mm
        middles_mm = corners_mm.mean(1)
        near = np.all((middles_mm > -margin_mm) & (middles_mm < np.array(self._board.size_mm) + margin_mm), axis=1)
        alike = np.abs(edges_mm / edge_mm - 1) < MARKER_TOLERANCE
        return int(np.count_nonzero(~own & near & alike)) < MIN_STRANGERS


def _is_grain(grey: Image) -> bool:
    """Whether an image is nothing but grain, for which the detector would allocate gigabytes of outlines."""
    dark = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 7, 5)
    return bool(dark.any()) and not without_grain(dark).any()


def load_board(name: str = DEFAULT_BOARD) -> CharucoBoard:
    """Loads one of the boards that are part of the program.

    Raises:
        TableFileError: If there is no such board, or its file is invalid.
    """
    boards = resources.files("calibration") / "boards"
    names = sorted(entry.name.removesuffix(".toml") for entry in boards.iterdir() if entry.name.endswith(".toml"))
    if name not in names:
        raise TableFileError(f"There is no calibration board {name!r}; choose one of {', '.join(names)}.")
    return parse_board((boards / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


def parse_board(text: str, file: str) -> CharucoBoard:
    """Parses a board's file.

    Args:
        text: TOML with `schema`, `squares`, `square_mm`, `marker_mm` and `dictionary`.
        file: The file's name for messages.

    Raises:
        TableFileError: If the text is not a valid board.
    """
    fields = Fields.of_text(text, file, "calibration board, as `companion print calibration` makes one")
    board = CharucoBoard(
        squares=fields.size("squares", most=_MAX),
        square_mm=fields.number("square_mm", above=0.0, most=_MAX),
        marker_mm=fields.number("marker_mm", above=0.0, most=_MAX),
        dictionary=fields.text("dictionary"),
    )
    fields.finish()
    return board
