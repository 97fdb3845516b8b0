import threading
import time

import numpy as np

from companion.referee import CameraThread
from vision.errors import VisionError
from vision.images.frame import Frame
from vision.observation import MatObservation, TableObservation
from vision.trouble import TroubleKind

WAIT_S = 60.0


class CameraOnDemand:
    """Pictures on demand."""

    name = "usb:0"
    trouble = None
    settings = ()

    def __init__(self):
        self.frames = threading.Condition()
        self.newest_frame = None
        self.running = False

    def start(self):
        self.running = True

    def stop(self):
        self.running = False

    def newest(self, after_sequence, timeout_s):
        with self.frames:
            self.frames.wait_for(lambda: self._newer(after_sequence), timeout_s)
            return self.newest_frame if self._newer(after_sequence) else None

    def takes(self, sequence):
        with self.frames:
            self.newest_frame = Frame(np.zeros((4, 4, 3), np.uint8), sequence / 20, sequence)
            self.frames.notify_all()

    def _newer(self, after_sequence):
        return self.newest_frame is not None and self.newest_frame.sequence > after_sequence


class TornImageReader:
    """Reads every picture but number 1."""

    def update(self, frame):
        if frame.sequence == 1:
            raise VisionError("This picture is torn.")
        return TableObservation(frame.sequence, frame.captured_s, (), MatObservation(found=False))


class LookReceiver:
    def __init__(self):
        self.camera = CameraOnDemand()
        self.looks = []
        self.came = threading.Condition()
        self.eyes = CameraThread(self.camera, TornImageReader(), lambda image, _: image, self.hand_over, time.monotonic)

    def hand_over(self, look):
        with self.came:
            self.looks.append(look)
            self.came.notify_all()

    def waits_for(self, sequence):
        with self.came:
            seen = self.came.wait_for(lambda: any(look.observation.sequence == sequence for look in self.looks), WAIT_S)
            assert seen, f"picture {sequence} was not handed over"


def test_every_picture_that_can_be_read_is_handed_over():
    table = LookReceiver()
    table.eyes.start()
    for sequence in (0, 7):
        table.camera.takes(sequence)
        table.waits_for(sequence)
    table.eyes.stop()

    # A last picture that came too soon to be shown at once may come again, to be shown.
    assert list(dict.fromkeys(look.observation.sequence for look in table.looks)) == [0, 7]
    assert table.looks[0].picture is not None


def test_a_picture_that_cannot_be_read_is_told_and_does_not_end_the_seeing():
    table = LookReceiver()
    table.eyes.start()
    table.camera.takes(1)
    assert _comes(table)
    assert table.eyes.trouble.kind is TroubleKind.UNREADABLE_PICTURE
    assert table.eyes.trouble.sentence == "This picture is torn."
    table.camera.takes(2)
    table.waits_for(2)
    table.eyes.stop()

    assert table.eyes.trouble is None


def _comes(table):
    deadline_s = time.monotonic() + WAIT_S
    while table.eyes.trouble is None and time.monotonic() < deadline_s:
        threading.Event().wait(0.01)
    return table.eyes.trouble is not None


def test_stopping_ends_the_thread_and_frees_the_camera_even_when_no_picture_ever_came():
    table = LookReceiver()
    table.eyes.start()
    assert table.camera.running
    table.eyes.stop()
    table.eyes.stop()

    assert not table.camera.running
    assert "eyes" not in {thread.name for thread in threading.enumerate()}
