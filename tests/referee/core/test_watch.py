import queue
import re
import threading
import time
from dataclasses import replace

import cv2
import numpy as np
import platformdirs
import pytest

from companion.referee import Intent, Level, Measures, SelectBase, Subsystem, TroubleKind
from companion.referee.camera.calibrations import calibration_file
from companion.referee.core.session import Setup, TableWatch, set_up
from companion.referee.errors import SetupError
from vision import format_lens
from vision.errors import VisionError
from vision.simulation import simulated_table
from vision.table_file import format_table

MEASURES = Measures({"M": 100.0}, 2.0)
WAIT_S = 60.0


def test_a_simulated_camera_brings_its_own_table_and_calibration():
    setup = set_up("sim:still")

    assert setup.camera.name == "sim:still"
    assert len(setup.layout.bases) == 12
    assert setup.lens.calibrated


def test_a_table_file_overrules_the_simulated_cameras_own(tmp_path):
    layout = set_up("sim:still").layout
    file = tmp_path / "table.toml"
    file.write_text(format_table(type(layout)(layout.mat, layout.bases[:2])), encoding="utf-8")

    assert [base.id for base in set_up("sim:still", file).layout.bases] == [base.id for base in layout.bases[:2]]


@pytest.mark.parametrize("camera", ["usb:0", "images:somewhere"])
def test_a_real_camera_needs_to_be_told_what_stands_on_the_table(camera):
    with pytest.raises(SetupError, match="--table"):
        set_up(camera)


@pytest.mark.parametrize("camera", ["sim:nowhere", "webcam", ""])
def test_a_camera_that_cannot_be_is_refused_in_a_sentence(camera):
    with pytest.raises(VisionError):
        set_up(camera)


def test_without_a_calibration_it_is_watched_all_the_same_and_said_so():
    views = queue.Queue()
    setup = set_up("sim:still")
    watch = TableWatch(Setup(setup.camera, setup.layout, None), MEASURES)
    watch.listen(views.put)
    watch.start()
    try:
        view = views.get(timeout=WAIT_S)
        while not (view.pieces and view.picture is not None):
            view = views.get(timeout=WAIT_S)
    finally:
        watch.stop()

    assert view.health.levels[Subsystem.LENS] is Level.WORSE
    assert TroubleKind.NOT_CALIBRATED in {trouble.kind for trouble in view.health.troubles}


@pytest.fixture
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / "data" / name)
    return tmp_path / "data"


def test_a_real_camera_is_watched_with_the_calibration_that_was_made_for_it(tmp_path, data_folder):
    camera, table, lens = "usb:3", tmp_path / "table.toml", set_up("sim:still").lens
    table.write_text(format_table(set_up("sim:still").layout), encoding="utf-8")
    assert set_up(camera, table).lens is None

    stored = calibration_file(camera)
    assert stored.is_relative_to(data_folder)
    stored.parent.mkdir(parents=True)
    stored.write_text(format_lens(lens), encoding="utf-8")
    assert set_up(camera, table).lens == lens
    assert set_up("usb:4", table).lens is None

    other = tmp_path / "camera.toml"
    wider = replace(lens, matrix=((500.0, 0.0, 640.0), (0.0, 500.0, 360.0), (0.0, 0.0, 1.0)))
    other.write_text(format_lens(wider), encoding="utf-8")
    assert set_up(camera, table, other).lens.matrix == wider.matrix


def test_a_stored_calibration_that_is_broken_is_refused_in_a_sentence(tmp_path, data_folder):
    table = tmp_path / "table.toml"
    table.write_text(format_table(set_up("sim:still").layout), encoding="utf-8")
    stored = calibration_file("usb:3")
    assert stored.is_relative_to(data_folder)
    stored.parent.mkdir(parents=True)
    stored.write_text("matrix = 3", encoding="utf-8")

    with pytest.raises(VisionError, match=re.escape(str(stored))):
        set_up("usb:3", table)


def test_a_watched_table_tells_views_and_takes_intents():
    views, looks = queue.Queue(), []
    watch = TableWatch(set_up("sim:still"), MEASURES, witnesses=(looks.append,))
    watch.listen(views.put)
    watch.start()
    try:
        watch.submit(Intent(SelectBase("cordelia")))
        view = views.get(timeout=WAIT_S)
        while not (view.focus and view.picture is not None):
            view = views.get(timeout=WAIT_S)
    finally:
        watch.stop()

    assert view.focus.base_id == "cordelia"
    assert looks[0].observation.sequence == 0
    assert watch.failure is None
    assert not {"core", "eyes"} & {thread.name for thread in threading.enumerate()}


class JumpingClock:
    """The time, which can be made to jump ahead."""

    def __init__(self):
        self.ahead_s = 0.0

    def __call__(self):
        return time.monotonic() + self.ahead_s


@pytest.mark.parametrize("pictures", [1, 5])
def test_a_folder_of_pictures_that_is_at_its_end_keeps_answering_with_its_last_one(tmp_path, pictures):
    table = simulated_table("still")
    for number in range(pictures):
        cv2.imwrite(str(tmp_path / f"p{number}.png"), table.render(number / 2))
    file = tmp_path / "table.toml"
    file.write_text(format_table(table.layout), encoding="utf-8")
    views, clock = queue.Queue(), JumpingClock()
    watch = TableWatch(set_up(f"images:{tmp_path}", file), MEASURES, clock=clock)
    watch.listen(views.put)
    watch.start()
    try:
        watch.submit(Intent(SelectBase("cordelia")))
        for ahead_s in (0.0, 600.0):
            clock.ahead_s = ahead_s
            view = _until(views, lambda view: _ended(view) and view.focus and view.health.age_s >= clock.ahead_s)
            assert view.focus.base_id == "cordelia"
            assert len(view.pieces) == len(table.layout.bases)
            assert not view.health.blind
    finally:
        watch.stop()

    assert all(_ended(view) for view in _all(views))


def test_the_last_of_many_pictures_is_seen_though_it_followed_at_once(tmp_path):
    table = simulated_table("still")
    first = table.render(0.0)
    for number, shade in enumerate((1.0, 0.9, 0.6)):
        cv2.imwrite(str(tmp_path / f"p{number}.png"), (first * shade).astype(np.uint8))
    file = tmp_path / "table.toml"
    file.write_text(format_table(table.layout), encoding="utf-8")
    views, looks = queue.Queue(), []
    watch = TableWatch(set_up(f"images:{tmp_path}", file), MEASURES, witnesses=(looks.append,))
    watch.listen(views.put)
    watch.start()
    try:
        last = _until(views, _ended)
    finally:
        watch.stop()

    shown = next(look.picture for look in looks if look.picture is not None)
    assert last.picture.pixels.mean() == pytest.approx(0.6 * shown.pixels.mean(), rel=0.02)


def _ended(view):
    return TroubleKind.ENDED in {trouble.kind for trouble in view.health.troubles}


def _until(views, what):
    """The first view of which a condition holds; none before it may say that there is no picture."""
    while True:
        view = views.get(timeout=WAIT_S)
        assert TroubleKind.NO_PICTURE not in {trouble.kind for trouble in view.health.troubles}
        if what(view):
            return view


def _all(views):
    while not views.empty():
        yield views.get()
