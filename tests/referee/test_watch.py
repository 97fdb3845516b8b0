import queue
import threading
import time

import cv2
import numpy as np
import pytest

from companion.referee import Intent, Level, Measures, Organ, Touch, TroubleKind
from companion.referee.errors import SetupError
from companion.referee.watch import Setup, Watch, set_up
from vision.errors import VisionError
from vision.simulated import simulated_table
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


class Clock:
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
    views, clock = queue.Queue(), Clock()
    watch = Watch(set_up(f"images:{tmp_path}", file), MEASURES, clock=clock)
    watch.listen(views.put)
    watch.start()
    try:
        watch.wish(Intent(Touch("cordelia")))
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
    watch = Watch(set_up(f"images:{tmp_path}", file), MEASURES, witnesses=(looks.append,))
    watch.listen(views.put)
    watch.start()
    try:
        last = _until(views, _ended)
    finally:
        watch.stop()

    shown = next(look.picture for look in looks if look.picture is not None)
    assert last.picture.mean() == pytest.approx(0.6 * shown.mean(), rel=0.02)


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
