"""Any ChArUco board is found by its measures, and another one is told from it."""

import cv2
import numpy as np
import pytest

from tests.vision.calibration.charuco_scene import BoardPose, Photographer, TrueLens, round_of_views
from vision.calibration.board import BoardFinder, CharucoBoard, load_board
from vision.calibration.guidance import Advice
from vision.calibration.session import CalibrationSession
from vision.calibration.solver import solve_session
from vision.errors import CalibrationError, TableFileError

LENS = TrueLens((960, 540), 757.0, 759.0, 483.0, 264.0)
OURS = load_board()
BOUGHT = CharucoBoard((8, 6), 30.0, 22.0, "DICT_4X4_50")
VIEW = BoardPose(10.0, -5.0, 480.0, 0.3, -0.2, 0.1)


def picture_of(board: CharucoBoard, pose: BoardPose = VIEW):
    return Photographer(board, LENS, blur_px=0.5).picture(pose)


class DrawnBefore(CharucoBoard):
    """A board as OpenCV drew it before version 4.6."""

    def to_opencv(self, *, legacy: bool = False) -> cv2.aruco.CharucoBoard:
        return super().to_opencv(legacy=True)


@pytest.mark.parametrize(
    "board",
    [
        CharucoBoard((5, 7), 38.0, 28.0, "DICT_6X6_250"),
        CharucoBoard((11, 8), 22.0, 15.0, "DICT_APRILTAG_36h11"),
        CharucoBoard((7, 5), 32.0, 24.0, "DICT_ARUCO_MIP_36h12"),
        DrawnBefore((8, 6), 30.0, 22.0, "DICT_4X4_50"),
    ],
    ids=["6x6", "apriltag", "mip", "drawn_before"],
)
def test_a_board_of_any_make_is_found_at_its_corners(board: CharucoBoard) -> None:
    photographer = Photographer(board, LENS, blur_px=0.5)
    plain = CharucoBoard(board.squares, board.square_mm, board.marker_mm, board.dictionary)

    found = BoardFinder(plain).find(photographer.picture(VIEW))

    assert found is not None
    assert len(found.ids) == board.corner_count
    off_px = np.linalg.norm(found.corners_px - photographer.corners_px(VIEW)[found.ids], axis=1)
    assert np.median(off_px) < 0.1
    assert off_px.max() < 0.5


def test_a_bought_board_calibrates_the_lens() -> None:
    session = CalibrationSession(BOUGHT)
    photographer = Photographer(BOUGHT, LENS, blur_px=0.5)
    for pose in round_of_views(LENS, 480.0):
        session.add(photographer.picture(pose))
    report = solve_session(session)
    assert report.lens.matrix[0][0] == pytest.approx(LENS.fx, rel=0.003)
    assert report.error_mm < 0.2


@pytest.mark.parametrize(
    "shown",
    [
        CharucoBoard((10, 7), 25.0, 18.0, "DICT_4X4_100"),
        CharucoBoard((10, 7), 25.0, 18.0, "DICT_APRILTAG_36h11"),
        CharucoBoard((8, 5), 32.0, 23.0, "DICT_5X5_100"),
        CharucoBoard((9, 7), 25.0, 18.0, "DICT_5X5_100"),
        CharucoBoard((10, 9), 22.0, 15.84, "DICT_5X5_100"),
        CharucoBoard((10, 7), 25.0, 14.0, "DICT_5X5_100"),
        CharucoBoard((10, 7), 25.0, 22.0, "DICT_5X5_100"),
    ],
    ids=["dictionary", "apriltag", "smaller", "columns", "rows", "small_markers", "large_markers"],
)
def test_another_board_is_said_to_be_another(shown: CharucoBoard) -> None:
    session = CalibrationSession(OURS)
    assert session.add(picture_of(shown)).advice is Advice.OTHER_BOARD
    with pytest.raises(
        CalibrationError, match=r"another board .* 10 × 7 squares of 25 mm, markers of 18 mm from DICT_5X5_100"
    ):
        solve_session(session)


def test_the_right_board_is_never_another(subtests: pytest.Subtests) -> None:
    for blur_px in (0.5, 1.6):
        photographer = Photographer(OURS, LENS, blur_px=blur_px)
        for number, pose in enumerate(round_of_views(LENS, 520.0)[::3]):
            with subtests.test(blur_px=blur_px, view=number):
                assert CalibrationSession(OURS).add(photographer.picture(pose)).advice is not Advice.OTHER_BOARD


def test_markers_that_lie_about_are_no_board() -> None:
    """A mat's eight tags and a row of bases do not stand on a lattice."""
    picture = np.full((540, 960), 190, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
    places = [(40, 30), (450, 30), (860, 30), (40, 240), (860, 240), (40, 440), (450, 440), (860, 440)]
    for number, (x, y) in enumerate([*places, (300, 200), (372, 214), (520, 330), (610, 338), (640, 180)]):
        marker = cv2.aruco.generateImageMarker(dictionary, number, 48)
        picture[y - 8 : y + 56, x - 8 : x + 56] = 255
        picture[y : y + 48, x : x + 48] = marker
    assert CalibrationSession(OURS).add(picture).advice is Advice.SHOW_BOARD


@pytest.mark.parametrize(
    ("squares", "square_mm", "marker_mm", "dictionary", "sentence"),
    [
        ((2, 7), 25.0, 18.0, "DICT_5X5_100", "at least 3 squares"),
        ((4000, 4000), 25.0, 18.0, "DICT_5X5_1000", "at most 1000 squares"),
        ((10, 7), 25.0, 25.0, "DICT_5X5_100", "must fit"),
        ((10, 7), 25.0, 18.0, "DICT_9X9_100", "no dictionary"),
        ((12, 9), 25.0, 18.0, "DICT_5X5_50", "54 markers, but DICT_5X5_50 has only 50"),
    ],
)
def test_a_board_that_cannot_be_is_refused(squares, square_mm, marker_mm, dictionary, sentence) -> None:
    with pytest.raises(TableFileError, match=sentence):
        CharucoBoard(squares, square_mm, marker_mm, dictionary)
