"""What every camera source keeps, whatever it is made of."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.pictures import jpeg_of, next_frame, numbered, wait_until
from tests.vision.sources.fake_phone import FakePhone
from tests.vision.sources.fake_usb import FakeUsb
from vision.images.frame import CameraSource
from vision.recording import RecordedImage, RecordingInfo, RecordingWriter
from vision.recording.writer import RecordingContext
from vision.simulation import simulated_table
from vision.sources.open_source import open_source
from vision.sources.threaded import SourceTimes, ThreadedSource
from vision.sources.usb import UsbFeed

Maker = Callable[[Path], AbstractContextManager[CameraSource]]


@contextlib.contextmanager
def usb(folder: Path) -> Iterator[CameraSource]:
    yield ThreadedSource("usb:0", UsbFeed(0, dependencies=FakeUsb().dependencies()), SourceTimes(quiet_s=None))


@contextlib.contextmanager
def phone(folder: Path) -> Iterator[CameraSource]:
    with FakePhone() as server:
        yield open_source(server.address())


@contextlib.contextmanager
def phone_single(folder: Path) -> Iterator[CameraSource]:
    with FakePhone() as server:
        yield open_source(server.address("/shot.jpg"))


@contextlib.contextmanager
def video(folder: Path) -> Iterator[CameraSource]:
    path = folder / "match.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (64, 48))
    for number in range(90):
        writer.write(numbered(number))
    writer.release()
    yield open_source(f"file:{path}")


@contextlib.contextmanager
def images(folder: Path) -> Iterator[CameraSource]:
    for number in range(10):
        (folder / f"{number}.jpg").write_bytes(jpeg_of(numbered(number)))
    yield open_source(f"images:{folder}")


@contextlib.contextmanager
def simulated(folder: Path) -> Iterator[CameraSource]:
    yield open_source("sim:still@320x180")


@contextlib.contextmanager
def recorded(folder: Path) -> Iterator[CameraSource]:
    table = simulated_table("still")
    path = folder / "went-wrong.table.zip"
    with RecordingWriter(
        path, RecordingContext(RecordingInfo("companion", "usb:0", (64, 48)), table.layout, table.lens)
    ) as writer:
        for number in range(90):
            writer.add(RecordedImage(3 * number, 1000.0 + number / 30, jpeg_of(numbered(number))))
    yield open_source(f"recorded:{path}")


@pytest.fixture(params=[usb, phone, phone_single, video, images, simulated, recorded], ids=lambda maker: maker.__name__)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CameraSource]:
    maker: Maker = request.param
    with maker(tmp_path) as made:
        yield made
        made.stop()


def test_nothing_happens_before_start(source: CameraSource) -> None:
    assert source.newest(-1, 0.0) is None
    assert source.trouble is None
    assert source.name


def test_pictures_are_bgr_or_grey_and_newer_each_time(source: CameraSource) -> None:
    source.start()
    frame = next_frame(source)
    for _ in range(4):
        later = next_frame(source, frame.sequence)
        assert later.sequence > frame.sequence
        assert later.captured_s > frame.captured_s
        assert later.image.dtype == np.uint8
        assert later.image.ndim in {2, 3}
        frame = later


def test_the_newest_picture_can_be_had_by_several(source: CameraSource) -> None:
    source.start()
    seen: list[int] = []
    threads = [threading.Thread(target=lambda: seen.append(next_frame(source).sequence)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 3


def test_the_wait_for_a_picture_ends_with_its_time(source: CameraSource) -> None:
    source.start()
    assert source.newest(1_000_000, 0.01) is None


def test_no_trouble_while_pictures_come(source: CameraSource) -> None:
    source.start()
    next_frame(source)
    wait_until(lambda: source.trouble is None, "no trouble")


def test_stop_wakes_who_waits_ends_the_thread_and_may_be_called_twice(source: CameraSource) -> None:
    before = {thread.name for thread in threading.enumerate()}
    source.start()
    source.start()
    waiting = threading.Thread(target=source.newest, args=(1_000_000, 60.0))
    waiting.start()
    next_frame(source)
    source.stop()
    source.stop()
    waiting.join(10.0)
    assert not waiting.is_alive()
    assert not [t for t in threading.enumerate() if t.name.startswith("camera") and t.name not in before]
    assert source.newest(-1, 0.0) is None


def test_it_can_be_started_again(source: CameraSource) -> None:
    source.start()
    first = next_frame(source)
    source.stop()
    source.start()
    assert next_frame(source, first.sequence).sequence > first.sequence


def test_as_a_context_it_starts_and_stops(source: CameraSource) -> None:
    with source as entered:
        assert entered is source
        next_frame(source)
    assert source.newest(-1, 0.0) is None
    assert source.trouble is None
