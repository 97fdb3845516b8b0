"""The printed ChArUco board: its data, and its detection in an image."""

from dataclasses import dataclass
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.errors import TableFileError
from vision.fiducials.grain import without_grain
from vision.toml_fields import Fields

DEFAULT_BOARD = "charuco-a4"
WINDOW_SQUARES = 0.12
MIN_WINDOW_PX = 2

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
        if not 0 < self.marker_mm < self.square_mm:
            raise TableFileError(
                f"A board's markers must fit into its squares: {self.marker_mm} mm in {self.square_mm} mm."
            )
        if not (self.dictionary.startswith("DICT_") and hasattr(cv2.aruco, self.dictionary)):
            raise TableFileError(f"OpenCV has no dictionary {self.dictionary!r}; expected one such as DICT_5X5_100.")

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

    def to_opencv(self) -> cv2.aruco.CharucoBoard:
        """Returns the board as OpenCV's object; its unit of length is the millimetre."""
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary))
        return cv2.aruco.CharucoBoard(self.squares, self.square_mm, self.marker_mm, dictionary)


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
    """Finds one board in images."""

    def __init__(self, board: CharucoBoard) -> None:
        self.board = board
        self._detector = cv2.aruco.CharucoDetector(board.to_opencv())

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
        corners, ids, _, _ = self._detector.detectBoard(grey)
        # OpenCV returns None for both if it finds nothing, contrary to its type stubs.
        if np.size(ids) == 0 or np.size(corners) == 0 or ids is None:
            return None
        order = np.argsort(ids.ravel())
        sorted_ids = ids.ravel()[order].astype(np.int32)
        return BoardDetection(
            sorted_ids, self._refined(grey, sorted_ids, np.asarray(corners, np.float64).reshape(-1, 2)[order])
        )

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
    fields = Fields.of_text(text, file)
    board = CharucoBoard(
        squares=fields.size("squares", most=_MAX),
        square_mm=fields.number("square_mm", above=0.0, most=_MAX),
        marker_mm=fields.number("marker_mm", above=0.0, most=_MAX),
        dictionary=fields.text("dictionary"),
    )
    fields.finish()
    return board
