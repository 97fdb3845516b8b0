"""The lens is calibrated by showing the board: guided step by step, and told with its error in millimetres."""

import cv2
import platformdirs
import pytest

from companion.referee import Subsystem
from companion.referee.camera.calibrations import calibration_file
from companion.tablet.data.settings import Settings
from companion.texts import Language, say
from tests.tablet.visitor import until
from tests.vision.calibration.charuco_scene import Photographer, TrueLens, round_of_views
from vision import read_lens
from vision.calibration.board import load_board
from vision.calibration.guidance import Advice
from vision.calibration.solver import RemarkKind

LENS = TrueLens((640, 360), 505.0, 506.0, 322.0, 176.0)


@pytest.fixture
def board(tmp_path, monkeypatch):
    """A camera before which the board is shown, each view for two pictures."""
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / name)
    photographer = Photographer(load_board(), LENS, blur_px=0.5)
    folder = tmp_path / "views"
    folder.mkdir()
    for number, pose in enumerate(round_of_views(LENS, 400.0)):
        for copy in range(2):
            assert cv2.imwrite(str(folder / f"board-{number:02d}-{copy}.png"), photographer.picture(pose))
    return f"images:{folder}"


def test_a_calibration_ends_with_its_error_which_the_check_tells_from_then_on(at_start, board):
    async def act(visitor):
        from companion.tablet.pages.calibration_page import CalibrationPage  # noqa: PLC0415 (after Kivy was prepared)

        await visitor.page("StartPage")
        visitor.shell.go(lambda: CalibrationPage(visitor.shell, board))
        page = await visitor.page("CalibrationPage")
        await until(lambda: page.calibrating.guidance.report)
        await until(lambda: page.result.opacity)
        error_mm = page.calibrating.guidance.report.error_mm
        assert f"{error_mm:.2f}" in page.result.text
        assert read_lens(calibration_file(board)).error_mm == pytest.approx(error_mm, abs=1e-4)
        start = await visitor.touches(page.finish, "StartPage")
        check = await visitor.touches(start.keys["check"], "CheckPage")
        await until(lambda: f"{error_mm:.2f}" in check.organs[Subsystem.LENS].text)

    at_start(act, Settings(camera=board))


@pytest.mark.parametrize("language", Language)
def test_every_advice_and_remark_is_told_in_every_language(language):
    for advice in Advice:
        assert say(language, f"calibration.advice_{advice.value}")
    for remark in RemarkKind:
        assert say(language, f"calibration.remark_{remark.value}")
