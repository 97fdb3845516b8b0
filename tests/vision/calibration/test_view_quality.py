"""Views of the board: what is seen in them, and what the person who holds it is told."""

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.calibration.charuco_scene import BoardPose, Photographer, TrueLens, round_of_views
from vision.calibration.board import BoardFinder, CharucoBoard, load_board, parse_board
from vision.calibration.guidance import SENTENCES, Advice
from vision.calibration.session import CalibrationSession
from vision.calibration.view_quality import Tilt, board_to_image, edge_blur_px, project, tilt_of
from vision.errors import TableFileError
from vision.images.image_file import read_picture

BOARD = load_board()
SMALL = TrueLens((640, 360), 505.0, 506.0, 322.0, 176.0)
AHEAD = BoardPose(0.0, 0.0, 400.0)


@pytest.fixture(scope="module")
def photographer() -> Photographer:
    return Photographer(BOARD, SMALL, blur_px=0.5)


def test_the_board_is_the_one_that_is_printed() -> None:
    assert CharucoBoard((10, 7), 25.0, 18.0, "DICT_5X5_100") == BOARD
    assert np.allclose(BOARD.corners_mm(), BOARD.to_opencv().getChessboardCorners()[:, :2])
    assert BOARD.corner_count == 54


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("schema = ", "not TOML"),
        ("schema = 1", "board.toml: squares: this key is missing"),
        ("schema = 2\nsquares = [10, 7]\nsquare_mm = 25\nmarker_mm = 18\ndictionary = 'DICT_5X5_100'", "schema: 1 is"),
        (
            "schema = 1\nsquares = [10, 7]\nsquare_mm = 25\nmarker_mm = 18\ndictionary = 'DICT_5X5_100'\nrows = 7",
            "unknown",
        ),
        ("schema = 1\nsquares = 10\nsquare_mm = 25\nmarker_mm = 18\ndictionary = 'DICT_5X5_100'", "squares"),
        ("schema = 1\nsquares = [10, 7]\nsquare_mm = 25\nmarker_mm = 28\ndictionary = 'DICT_5X5_100'", "fit into"),
        ("schema = 1\nsquares = [2, 7]\nsquare_mm = 25\nmarker_mm = 18\ndictionary = 'DICT_5X5_100'", "at least 3"),
        ("schema = 1\nsquares = [10, 7]\nsquare_mm = 25\nmarker_mm = 18\ndictionary = 'DICT_9'", "no dictionary"),
    ],
)
def test_a_wrong_board_file_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(TableFileError, match=words):
        parse_board(text, "board.toml")


def test_an_unknown_board_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(TableFileError, match="charuco-a4"):
        load_board("none")


def test_corners_are_found_within_a_fifth_of_a_pixel(photographer: Photographer) -> None:
    pose = BoardPose(10.0, -5.0, 420.0, 0.3, -0.2, 0.2)
    found = BoardFinder(BOARD).find(photographer.picture(pose))
    assert found is not None
    assert len(found.ids) >= 50
    errors_px = np.linalg.norm(found.corners_px - photographer.corners_px(pose)[found.ids], axis=1)
    assert np.sqrt(np.mean(errors_px**2)) < 0.1
    assert abs((found.corners_px - photographer.corners_px(pose)[found.ids]).mean()) < 0.03


@pytest.mark.parametrize(
    ("lean_x", "lean_y", "tilt"),
    [
        (0.0, 0.0, Tilt.FLAT),
        (0.45, 0.0, Tilt.TOP),
        (-0.45, 0.0, Tilt.BOTTOM),
        (0.0, 0.45, Tilt.RIGHT),
        (0.0, -0.45, Tilt.LEFT),
    ],
)
def test_the_nearer_edge_is_told(photographer: Photographer, lean_x: float, lean_y: float, tilt: Tilt) -> None:
    pose = BoardPose(0.0, 0.0, 420.0, lean_x, lean_y)
    corners = photographer.corners_px(pose).reshape(6, 9, 2)
    lengths = {
        Tilt.TOP: np.ptp(corners[0, :, 0]),
        Tilt.BOTTOM: np.ptp(corners[-1, :, 0]),
        Tilt.LEFT: np.ptp(corners[:, 0, 1]),
        Tilt.RIGHT: np.ptp(corners[:, -1, 1]),
    }
    found = BoardFinder(BOARD).find(photographer.picture(pose))
    assert found is not None
    told, angle_rad = tilt_of(BOARD, found, SMALL.size)
    assert told is tilt
    assert angle_rad == pytest.approx(math.hypot(lean_x, lean_y), abs=0.12)
    opposite = {Tilt.TOP: Tilt.BOTTOM, Tilt.BOTTOM: Tilt.TOP, Tilt.LEFT: Tilt.RIGHT, Tilt.RIGHT: Tilt.LEFT}
    if tilt is not Tilt.FLAT:
        assert lengths[tilt] > 1.1 * lengths[opposite[tilt]]


def test_blur_is_measured_and_a_shake_in_one_direction_is_noticed() -> None:
    sharp = Photographer(BOARD, TrueLens(), blur_px=0.0).picture(AHEAD)
    blurs: dict[str, float] = {}
    kernel = np.full((1, 5), 0.2)
    pictures = {"none": sharp, "one": cv2.GaussianBlur(sharp, (0, 0), 1.0), "shake": cv2.filter2D(sharp, -1, kernel)}
    for name, picture in pictures.items():
        found = BoardFinder(BOARD).find(picture)
        assert found is not None
        homography = board_to_image(BOARD, found)
        assert homography is not None
        blurs[name] = edge_blur_px(picture, BOARD, found, homography)
    assert blurs["none"] < 0.85
    assert 0.85 < blurs["one"] < 1.2
    assert blurs["shake"] > 1.3


def test_the_person_is_told_why_a_picture_is_not_kept(photographer: Photographer) -> None:
    session = CalibrationSession(BOARD)
    empty = np.full((360, 640), 128, np.uint8)
    near = photographer.picture(AHEAD)
    cut = near.copy()
    cut[170:] = 128
    assert session.add(empty).advice is Advice.SHOW_BOARD
    assert session.add(cut).advice is Advice.SHOW_MORE
    assert session.add(photographer.picture(BoardPose(0.0, 0.0, 900.0))).advice in {
        Advice.COME_CLOSER,
        Advice.SHOW_MORE,
        Advice.SHOW_BOARD,
    }
    assert session.views == []
    first = session.add(near, "first")
    assert first.kept
    assert [view.name for view in session.views] == ["first"]
    again = session.add(near)
    assert (again.kept, again.advice, again.views) == (False, Advice.TOO_SIMILAR, 1)
    assert session.add(near[:300]).advice is Advice.OTHER_SIZE


def test_a_blurred_board_is_refused() -> None:
    session = CalibrationSession(BOARD)
    sharp = Photographer(BOARD, TrueLens(), blur_px=0.0).picture(AHEAD)
    assert session.add(cv2.GaussianBlur(sharp, (0, 0), 2.0)).advice is Advice.TOO_BLURRED
    assert session.add(cv2.GaussianBlur(sharp, (0, 0), 0.8)).kept


def test_a_small_board_is_asked_closer() -> None:
    session = CalibrationSession(BOARD)
    big = Photographer(BOARD, TrueLens((1920, 1080), 1200.0, 1200.0, 960.0, 540.0), blur_px=0.5)
    assert session.add(big.picture(BoardPose(0.0, 0.0, 1150.0))).advice is Advice.COME_CLOSER


def test_a_live_board_must_rest(photographer: Photographer) -> None:
    session = CalibrationSession(BOARD)
    moved = BoardPose(8.0, 0.0, 400.0)
    assert session.add(photographer.picture(AHEAD), live=True).advice is Advice.HOLD_STILL
    assert session.add(photographer.picture(moved), live=True).advice is Advice.HOLD_STILL
    assert session.add(photographer.picture(moved), live=True).kept


def test_advice_leads_to_coverage_and_tilts_until_it_is_enough(photographer: Photographer) -> None:
    """A person who does as told: the board goes where it is missing, and leans as asked."""
    session = CalibrationSession(BOARD)
    lens = photographer.lens
    places = {
        Advice.MOVE_LEFT: (0.2, 0.0),
        Advice.MOVE_RIGHT: (-0.2, 0.0),
        Advice.MOVE_UP: (0.0, 0.2),
        Advice.MOVE_DOWN: (0.0, -0.2),
    }
    leans = {
        Advice.TILT_LEFT: (0.0, -0.45),
        Advice.TILT_RIGHT: (0.0, 0.45),
        Advice.TILT_TOP: (0.45, 0.0),
        Advice.TILT_BOTTOM: (-0.45, 0.0),
    }
    rng = np.random.default_rng(3)
    at = np.array([0.5, 0.5])
    lean = (0.0, 0.0)
    status = None
    for _ in range(60):
        z = 430.0
        x, y = (at * lens.size - [lens.cx, lens.cy]) / [lens.fx, lens.fy] * z
        status = session.add(photographer.picture(BoardPose(x, y, z, *lean, spin=rng.uniform(-0.3, 0.3))))
        if status.advice is Advice.ENOUGH:
            break
        lean = leans.get(status.advice, (0.0, 0.0))
        if status.advice in places:
            at = at - places[status.advice]
        elif status.advice in {Advice.SHOW_MORE, Advice.SHOW_BOARD}:
            at = np.array([0.5, 0.5]) + rng.uniform(-0.1, 0.1, 2)
        else:
            at = rng.uniform(0.35, 0.65, 2)
        at = np.clip(at, 0.22, 0.78)
    assert status is not None
    assert session.enough, (status, [view.tilt for view in session.views])
    assert status.coverage_share >= 0.8
    assert status.tilts == set(Tilt)
    assert 12 <= status.views <= 30


@pytest.mark.parametrize("name", ["choriginal.jpg", "charuco_img_02.jpg"])
def test_every_corner_of_a_real_board_is_found(golden: Path, name: str) -> None:
    picture = read_picture(golden / "photos" / name).image
    board = CharucoBoard((5, 7), 40.0, 20.0, "DICT_6X6_250")
    found = BoardFinder(board).find(picture)
    assert found is not None
    assert found.ids.tolist() == list(range(24))
    homography = board_to_image(board, found)
    assert homography is not None
    off_px = project(homography, board.corners_mm()) - found.corners_px
    assert np.sqrt(np.mean(np.sum(off_px**2, axis=1))) < 0.4  # the lens of that camera is not straight
    assert CalibrationSession(board).add(picture).kept


def test_every_advice_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Advice)


def test_the_round_of_views_covers_the_picture() -> None:
    assert len(round_of_views(SMALL)) == 12
