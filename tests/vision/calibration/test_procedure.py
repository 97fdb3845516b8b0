"""A whole calibration from files, and with a camera that runs."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.calibration.charuco_scene import BoardPose, Photographer, TrueLens, round_of_views
from vision.arrays import Image
from vision.calibration.board import load_board
from vision.calibration.procedure import Progress, calibrate_from_images, calibrate_live, coverage_lines
from vision.calibration.session import CalibrationSession
from vision.errors import CalibrationError, SourceError
from vision.images import image_file as picture_file
from vision.sources.files import pictures_in
from vision.sources.open_source import open_source

BOARD = load_board()
LENS = TrueLens((640, 360), 505.0, 506.0, 322.0, 176.0)


@pytest.fixture(scope="module")
def pictures() -> list[Image]:
    photographer = Photographer(BOARD, LENS, blur_px=0.5)
    return [photographer.picture(pose) for pose in round_of_views(LENS, 400.0)]


def write_all(folder: Path, pictures: list[Image], copies: int = 1) -> None:
    for number, picture in enumerate(pictures):
        for copy in range(copies):
            assert cv2.imwrite(str(folder / f"board-{number}-{copy}.png"), picture)


@pytest.fixture
def told() -> list[Progress]:
    return []


def test_a_folder_of_pictures_is_calibrated_and_every_picture_is_told_of(
    tmp_path: Path, pictures: list[Image], told: list[Progress]
) -> None:
    write_all(tmp_path, pictures)
    (tmp_path / "broken.png").write_bytes(b"no picture")
    report = calibrate_from_images(pictures_in(tmp_path), BOARD, told.append, "2026-11-20T10:00:00Z")
    assert report.views >= 10
    assert report.lens.matrix[0][0] == pytest.approx(LENS.fx, rel=0.01)
    assert report.lens.made_at == "2026-11-20T10:00:00Z"
    assert len(told) == 13
    assert sum("cannot be read" in progress.sentence for progress in told) == 1
    assert "kept" in told[0].sentence
    last = told[-2].status or told[-1].status
    assert last is not None
    cells = "".join(coverage_lines(last))
    assert (len(cells), cells.count("#") / 24) == (24, last.coverage_share)
    assert last.coverage_share > 0.6


def test_pictures_of_one_place_are_refused(tmp_path: Path, pictures: list[Image], told: list[Progress]) -> None:
    write_all(tmp_path, pictures[:1], copies=8)
    with pytest.raises(CalibrationError, match="so far: 1;"):
        calibrate_from_images(pictures_in(tmp_path), BOARD, told.append)
    assert sum("Too similar" in progress.sentence for progress in told) == 7


def test_a_camera_is_calibrated_while_the_board_is_shown(
    tmp_path: Path, pictures: list[Image], told: list[Progress]
) -> None:
    write_all(tmp_path, pictures, copies=2)
    session = CalibrationSession(BOARD)

    def show(progress: Progress) -> bool:
        told.append(progress)
        return True

    with open_source(f"images:{tmp_path}") as source:
        report = calibrate_live(source, session, show)
    assert report.views >= 10
    assert any("Hold the board still" in progress.sentence for progress in told)


def test_the_person_may_end_it(tmp_path: Path, pictures: list[Image]) -> None:
    write_all(tmp_path, pictures, copies=2)
    session = CalibrationSession(BOARD)
    with open_source(f"images:{tmp_path}") as source, pytest.raises(CalibrationError, match="at least 6"):
        calibrate_live(source, session, lambda progress: len(session.views) < 3)
    assert len(session.views) == 3


def test_trouble_of_the_camera_is_told_while_no_picture_comes(tmp_path: Path, told: list[Progress]) -> None:
    def show(progress: Progress) -> bool:
        told.append(progress)
        return "There is no folder" not in progress.sentence

    with open_source(f"images:{tmp_path / 'none'}") as source, pytest.raises(CalibrationError):
        calibrate_live(source, CalibrationSession(BOARD), show)
    assert "There is no folder" in told[-1].sentence


def test_a_lean_too_strong_to_read_is_no_view() -> None:
    session = CalibrationSession(BOARD)
    status = session.add(Photographer(BOARD, LENS).picture(BoardPose(0.0, 0.0, 400.0, 1.45)))
    assert not status.kept


@pytest.mark.parametrize(
    "what", ["images:{}/none", "images:{}", "file:{}/none.mp4", "file:{}/junk.mp4", "recorded:{}/junk.mp4"]
)
def test_nobody_waits_for_a_file_that_has_no_pictures(tmp_path: Path, what: str) -> None:
    (tmp_path / "junk.mp4").write_bytes(b"no video")
    with open_source(what.format(tmp_path)) as source, pytest.raises(SourceError, match=tmp_path.name):
        calibrate_live(source, CalibrationSession(BOARD), lambda _: True)


def test_a_lens_from_pictures_that_are_read_smaller_is_that_of_the_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = TrueLens((1280, 720), 2 * LENS.fx, 2 * LENS.fy, 2 * LENS.cx + 0.5, 2 * LENS.cy + 0.5)
    photographer = Photographer(BOARD, large, blur_px=1.0)
    write_all(tmp_path, [photographer.picture(pose) for pose in round_of_views(large, 400.0)])
    monkeypatch.setattr(picture_file, "WHOLE_PIXELS", 1280 * 720 - 1)
    report = calibrate_from_images(pictures_in(tmp_path), BOARD, lambda _: None)
    assert report.lens.image_size == large.size
    found, truth = np.array(report.lens.matrix), (large.fx, large.fy, large.cx, large.cy)
    assert (found[0, 0], found[1, 1], found[0, 2], found[1, 2]) == pytest.approx(truth, rel=0.01)
    assert report.rms_px < 1.0
