"""What just happened is at hand, and goes into a file when it is asked for."""

import threading
import time
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import numpy as np
import platformdirs
import pytest

from companion.diagnostics import CRASHES, logged
from companion.referee import CameraThread, ClipStage, Intent, Measures, SaveClip
from companion.referee.camera.camera_thread import CameraReading
from companion.referee.camera.clip_recorder import AFTER_S, SAY_S, ClipRecorder, about_camera, recordings_folder
from companion.referee.core.session import Setup, TableWatch, set_up, surroundings
from tests.clock import Clock
from tests.vision.recorded_table import filmed
from vision.errors import VisionError
from vision.images.frame import Frame
from vision.recording import RingBuffer, open_recording
from vision.recording.writer import RecordingContext

PATIENCE_S = 60.0
NOW = datetime(2026, 11, 20, 18, 30, 5, tzinfo=UTC)


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / "data" / name)
    return tmp_path / "data"


@pytest.fixture(scope="module")
def film():
    return filmed(pictures=6)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def keeper(film, clock):
    known = RecordingContext(
        about_camera("http://192.168.1.20/video"), film.surroundings.layout, film.surroundings.lens
    )
    ring = RingBuffer()
    made = ClipRecorder(known, clock, lambda: NOW, ring)
    made.ring = ring
    made.start()
    yield made
    made.stop()


def frame_of(moment):
    return Frame.from_jpeg(moment.jpeg, moment.captured_s, moment.sequence)


def comes(holds):
    deadline_s, tick = time.monotonic() + PATIENCE_S, threading.Event()
    while not holds():
        assert time.monotonic() < deadline_s, "it never came"
        tick.wait(0.005)


def sees(keeper, moments):
    for number, moment in enumerate(moments, start=1):
        keeper.saw(frame_of(moment), moment.said)
        comes(lambda n=number: len(keeper.ring) >= n)


def test_the_pictures_before_and_after_the_intent_are_in_the_file_as_the_camera_gave_them(keeper, film):
    sees(keeper, film.moments[:4])
    keeper.keep()
    assert keeper.keeping.stage is ClipStage.KEEPING
    later = [
        replace(film.moments[4], captured_s=film.moments[3].captured_s + 1.0),
        replace(film.moments[5], captured_s=film.moments[3].captured_s + AFTER_S + 1.0),
    ]
    for moment in later:
        keeper.saw(frame_of(moment), None)
    comes(lambda: keeper.keeping.stage is ClipStage.KEPT)

    file = keeper.keeping.file
    assert file == recordings_folder() / "2026-11-20_18-30-05.table.zip"
    with open_recording(file) as recording:
        kept = tuple(recording.moments())
        about = recording.about
    assert kept[:4] == film.moments[:4]
    assert kept[4:] == (replace(later[0], said=None),)
    assert about.camera == "http://…"
    assert about.program.startswith("companion 0.")
    assert about.made_at == "2026-11-20T18:30:05Z"
    assert about.image_size == (1280, 720)
    assert not about.encoded


def test_a_second_intent_while_one_is_fulfilled_changes_nothing(keeper, film):
    sees(keeper, film.moments[:3])
    keeper.keep()
    keeper.keep()
    keeper.stop()
    assert [path.name for path in recordings_folder().iterdir()] == ["2026-11-20_18-30-05.table.zip"]


def test_when_all_ends_at_once_what_has_come_is_kept(keeper, film):
    sees(keeper, film.moments[:3])
    keeper.keep()
    keeper.stop()
    assert keeper.keeping.stage is ClipStage.KEPT
    with open_recording(keeper.keeping.file) as recording:
        assert tuple(recording.moments()) == film.moments[:3]


def test_where_the_file_is_is_said_for_a_while(keeper, film, clock):
    sees(keeper, film.moments[:3])
    keeper.keep()
    keeper.stop()
    clock.now_s = SAY_S - 0.1
    assert keeper.keeping.stage is ClipStage.KEPT
    clock.now_s = SAY_S + 0.1
    assert keeper.keeping.stage is ClipStage.READY


def test_without_a_picture_there_is_nothing_to_keep(keeper):
    keeper.keep()
    keeper.stop()
    assert keeper.keeping.stage is ClipStage.NOTHING
    assert not recordings_folder().exists()


def test_a_folder_that_cannot_be_written_is_said(keeper, film, data_folder):
    data_folder.write_text("a file is in the way", encoding="utf-8")
    sees(keeper, film.moments[:3])
    keeper.keep()
    keeper.stop()
    assert keeper.keeping.stage is ClipStage.FAILED
    assert "cannot be written" in keeper.keeping.why


def test_pictures_that_came_as_pixels_are_encoded_ten_times_a_second_at_most(keeper):
    image = np.full((48, 64, 3), 90, np.uint8)
    for number in range(31):
        keeper.saw(Frame(image, 10.0 + number / 30, number), None)
        comes(lambda n=number: len(keeper.ring) >= 1 + n // 4)
    keeper.keep()
    keeper.stop()
    with open_recording(keeper.keeping.file) as recording:
        assert recording.about.encoded
        times_s = [line.captured_s for line in recording.lines]
    assert 7 <= len(times_s) <= 11
    assert min(b - a for a, b in pairwise(times_s)) > 0.099


def test_the_eyes_never_wait_for_it(film, clock):
    """Nobody takes what it is handed: pictures beyond the few that may wait are passed over."""
    keeper = ClipRecorder(film.surroundings, clock, lambda: NOW)
    began_s = time.monotonic()
    for moment in film.moments * 50:
        keeper.saw(frame_of(moment), moment.said)
    assert time.monotonic() - began_s < 1.0


class OnePicture:
    """A camera that shows one picture, and a reader that cannot read it."""

    name = "usb:0"
    trouble = None

    def __init__(self, frame):
        self.frame = frame

    def start(self):
        """Nothing to start."""

    def stop(self):
        """Nothing to stop."""

    def newest(self, after_sequence, timeout_s):
        if after_sequence < self.frame.sequence:
            return self.frame
        threading.Event().wait(0.01)
        return None

    def update(self, frame):
        raise VisionError("It is torn.")


def test_a_picture_that_cannot_be_read_is_remembered_too(film):
    told = []
    camera = OnePicture(frame_of(film.moments[0]))

    def hand_over(look: CameraReading) -> None:
        raise AssertionError(look)

    eyes = CameraThread(camera, camera, lambda *_: None, hand_over, time.monotonic, lambda *what: told.append(what))
    eyes.start()
    comes(lambda: told)
    eyes.stop()
    assert told == [(camera.frame, None)]


def test_a_watched_table_keeps_what_happened_when_a_screen_intents_it_with_the_truth_where_it_is_known():
    views = []
    watch = TableWatch(set_up("sim:still"), Measures({"M": 100.0}, 2.0), keeps=True)
    watch.listen(views.append)
    watch.start()
    try:
        comes(lambda: views and len(views[-1].pieces) >= 10)
        assert views[-1].keeping.stage is ClipStage.READY
        watch.submit(Intent(SaveClip()))
        comes(lambda: views[-1].keeping.stage is ClipStage.KEPT)
    finally:
        watch.stop()
    file = views[-1].keeping.file
    assert "keeping" not in {thread.name for thread in threading.enumerate()}
    again = set_up(f"recorded:{file}")
    assert again.layout == set_up("sim:still").layout
    assert again.lens == set_up("sim:still").lens
    with open_recording(file) as recording:
        assert set(recording.truth) == {line.sequence for line in recording.lines}
        assert recording.span_s > AFTER_S - 0.5
        assert len(recording.lines[-1].said.bases) >= 10


def test_when_the_program_goes_wrong_the_table_is_kept_with_the_log(monkeypatch):
    monkeypatch.setattr(CRASHES, "_rescued_s", float("-inf"))  # other tests had crashes, too
    views = []
    with logged("play", NOW):
        watch = TableWatch(set_up("sim:still@640x360"), Measures({"M": 100.0}, 2.0), keeps=True)
        watch.listen(views.append)
        watch.start()
        try:
            comes(lambda: views and views[-1].health.age_s is not None)
            crash = CRASHES.report(ValueError("Jousting Lance"))
        finally:
            watch.stop()
    assert crash.recording.parent == recordings_folder()
    with open_recording(crash.recording) as recording:
        assert "watch_began camera=sim:still" in recording.log
        assert " crashed\n  ValueError\n" in recording.log
    monkeypatch.setattr(CRASHES, "_rescued_s", float("-inf"))
    assert CRASHES.report(KeyError()).recording is None, "no table is watched any more"


def test_a_table_that_is_watched_without_a_keeper_offers_none():
    views = []
    watch = TableWatch(set_up("sim:still@640x360"), Measures({"M": 100.0}, 2.0))
    watch.listen(views.append)
    watch.start()
    watch.submit(Intent(SaveClip()))
    comes(lambda: views)
    watch.stop()
    assert views[-1].keeping is None


def test_only_a_simulated_table_knows_the_truth():
    simulated = set_up("sim:still")
    assert surroundings(simulated).truth_at is not None
    assert surroundings(Setup(OnePicture(None), simulated.layout, None)).truth_at is None


def test_the_folder_is_in_the_users_data(data_folder):
    assert recordings_folder() == Path(data_folder) / "companion" / "recordings"
