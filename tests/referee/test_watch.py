import queue
import threading

import pytest

from companion.referee import Intent, Level, Measures, Organ, Touch, TroubleKind
from companion.referee.errors import SetupError
from companion.referee.watch import Setup, Watch, set_up
from vision.errors import VisionError
from vision.table_file import format_table

MEASURES = Measures({"M": 100.0}, 2.0)
WAIT_S = 30.0


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
    watch = Watch(Setup(setup.camera, setup.layout, None), MEASURES)
    watch.listen(views.put)
    watch.start()
    try:
        view = views.get(timeout=WAIT_S)
        while not (view.pieces and view.picture is not None):
            view = views.get(timeout=WAIT_S)
    finally:
        watch.stop()

    assert view.health.levels[Organ.LENS] is Level.WORSE
    assert TroubleKind.NOT_CALIBRATED in {trouble.kind for trouble in view.health.troubles}


def test_a_watched_table_tells_views_and_takes_wishes():
    views, looks = queue.Queue(), []
    watch = Watch(set_up("sim:still"), MEASURES, witnesses=(looks.append,))
    watch.listen(views.put)
    watch.start()
    try:
        watch.wish(Intent(Touch("cordelia")))
        view = views.get(timeout=WAIT_S)
        while not (view.focus and view.picture is not None):
            view = views.get(timeout=WAIT_S)
    finally:
        watch.stop()

    assert view.focus.base_id == "cordelia"
    assert looks[0].observation.sequence == 0
    assert watch.failure is None
    assert not {"core", "eyes"} & {thread.name for thread in threading.enumerate()}
