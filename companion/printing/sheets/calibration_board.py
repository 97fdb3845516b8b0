"""The ChArUco board that a camera's lens is calibrated with."""

import numpy as np

from companion.printing.errors import PrintingError
from companion.printing.page.paper import Box
from companion.printing.page.pen import Pen
from companion.printing.page.sheet import Drawing
from vision.calibration.board import CharucoBoard
from vision.table import Tag


def board_drawing(board: CharucoBoard, content: Box) -> Drawing:
    """The board in the middle of a page.

    Raises:
        PrintingError: If the paper is too small.
    """
    width_mm, height_mm = board.size_mm
    if width_mm > content.width_mm or height_mm > content.height_mm:
        raise PrintingError(
            f"the board needs {width_mm:.0f} × {height_mm:.0f} mm, which is more than this paper has; "
            "choose a larger paper"
        )
    markers = _markers(board)
    white = {(int(tag.x_mm // board.square_mm), int(-tag.y_mm // board.square_mm)) for tag in markers}

    def draw(pen: Pen) -> None:
        middle_x_mm, middle_y_mm = content.middle_mm
        with pen.at(middle_x_mm - width_mm / 2, middle_y_mm + height_mm / 2):
            for column in range(board.squares[0]):
                for row in range(board.squares[1]):
                    if (column, row) not in white:
                        left_mm, bottom_mm = column * board.square_mm, -(row + 1) * board.square_mm
                        pen.box(left_mm, bottom_mm, board.square_mm, board.square_mm)
            for tag in markers:
                pen.tag(tag, board.dictionary)

    return draw


def _markers(board: CharucoBoard) -> tuple[Tag, ...]:
    """The markers from the board's upper left corner, y upwards, as OpenCV itself places them."""
    opencv = board.to_opencv()
    middles_mm = (np.asarray(corners_mm).mean(axis=0) for corners_mm in opencv.getObjPoints())
    return tuple(
        Tag(int(marker_id), board.marker_mm, float(middle_mm[0]), -float(middle_mm[1]))
        for marker_id, middle_mm in zip(np.ravel(opencv.getIds()), middles_mm, strict=True)
    )
