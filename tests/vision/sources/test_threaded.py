"""The thread around a feed: it survives what a feed can do, and waits as it was told."""

import itertools
import subprocess
import sys
import threading
from pathlib import Path

import cv2
import pytest

from tests.clock import Clock
from tests.vision.pictures import next_frame, numbered, wait_until
from vision.images.frame import CameraSetting
from vision.sources.feed import FeedError, RawImage
from vision.sources.slot import NewestSlot
from vision.sources.threaded import SourceTimes, ThreadedSource
from vision.trouble import Trouble, TroubleKind


class ScriptedFeed:
    """Does what it is told, one thing a reading; afterwards gives pictures."""

    settings: tuple[CameraSetting, ...] = ()

    def __init__(self, *script: Exception | RawImage | Trouble | None) -> None:
        self._script = list(script)
        self._tick = threading.Event()
        self.opened = 0
        self.closed = 0
        self.read_count = 0

    def open(self) -> None:
        self.opened += 1

    def read(self) -> RawImage | Trouble | None:
        self.read_count += 1
        self._tick.wait(0.002)
        if not self._script:
            return RawImage(numbered(0), float(self.read_count))
        step = self._script.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def close(self) -> None:
        self.closed += 1

    def interrupt(self) -> None:
        pass


def lost() -> FeedError:
    return FeedError(TroubleKind.NO_PICTURE, "it", "It is lost.")


def test_an_unforeseen_failure_is_told_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    feed = ScriptedFeed(ZeroDivisionError("a bug"))
    with ThreadedSource("it", feed, SourceTimes(retry_waits_s=(0.05,))) as source:
        wait_until(lambda: source.trouble is not None, "the failure to be told")
        trouble = source.trouble
        next_frame(source)
    assert trouble is not None
    assert "unexpected" in trouble.sentence
    assert "a bug" in caplog.text
    assert feed.opened == feed.closed == 2


def test_waits_grow_and_begin_anew_after_a_picture() -> None:
    class Recorded(threading.Event):
        def __init__(self) -> None:
            super().__init__()
            self.waits: list[float | None] = []

        def wait(self, timeout: float | None = None) -> bool:
            self.waits.append(timeout)
            return super().wait(0.001)

    feed = ScriptedFeed(lost(), lost(), lost(), lost(), RawImage(numbered(1), 0.0), lost())
    source = ThreadedSource("it", feed, SourceTimes(retry_waits_s=(1.0, 2.0, 4.0)))
    waits = Recorded()
    source._stopping = waits
    with source:
        wait_until(lambda: feed.opened == 6, "five failures")
    assert waits.waits == [1.0, 2.0, 4.0, 4.0, 1.0]


def test_a_lasting_trouble_keeps_the_time_at_which_it_began() -> None:
    now_s = itertools.count()
    feed = ScriptedFeed(*(lost() for _ in range(50)))
    with ThreadedSource(
        "it", feed, SourceTimes(retry_waits_s=(0.0,), quiet_s=None), lambda: float(next(now_s))
    ) as source:
        wait_until(lambda: source.trouble is not None, "the trouble")
        first = source.trouble
        opened = feed.opened
        wait_until(lambda: feed.opened > opened + 3, "more failures")
        assert source.trouble == first
        next_frame(source)
        wait_until(lambda: source.trouble is None, "the end of the trouble")


def test_a_final_failure_ends_the_thread_and_stays_told() -> None:
    feed = ScriptedFeed(FeedError(TroubleKind.ENDED, "it", "It has ended.", final=True))
    with ThreadedSource("it", feed) as source:
        wait_until(lambda: feed.closed == 1, "the end")
        wait_until(lambda: source.trouble is not None, "the trouble")
        assert source.newest(-1, 0.0) is None
        assert feed.opened == 1


def test_where_each_counts_no_picture_is_taken_before_the_last_was_seen() -> None:
    feed = ScriptedFeed()
    with ThreadedSource("it", feed, SourceTimes(hold_each=True)) as source:
        numbers = [-1]
        for _ in range(5):
            numbers.append(next_frame(source, numbers[-1]).sequence)
            assert feed.read_count <= len(numbers)
    assert numbers == [-1, 0, 1, 2, 3, 4]


def test_silence_is_told_sooner_after_a_picture_than_before_the_first() -> None:
    clock = Clock(50.0)
    silent = threading.Event()

    class Feed(ScriptedFeed):
        def read(self) -> RawImage | Trouble | None:
            return None if silent.wait(0.002) else super().read()

    source = ThreadedSource("it", Feed(), SourceTimes(quiet_s=2.0, start_s=5.0), clock)
    silent.set()
    with source:
        clock.now_s += 4.0
        assert source.trouble is None
        clock.now_s += 2.0
        assert source.trouble is not None
        assert source.trouble.since_s == 50.0
        silent.clear()
        next_frame(source)
        wait_until(lambda: source.trouble is None, "the trouble to end")
        silent.set()
        clock.now_s += 3.0
        wait_until(lambda: source.trouble is not None, "silence to be told")
        assert source.trouble.kind is TroubleKind.NO_PICTURE


def test_a_program_that_forgets_to_stop_its_camera_ends_cleanly(tmp_path: Path) -> None:
    writer = cv2.VideoWriter(str(tmp_path / "a.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (64, 48))
    for number in range(90):
        writer.write(numbered(number))
    writer.release()
    program = (
        "import sys; from vision.sources import open_source\n"
        "source = open_source(sys.argv[1]); source.start()\n"
        "print(source.newest(-1, 20.0).image.shape)"
    )
    command = [sys.executable, "-c", program, f"file:{tmp_path / 'a.avi'}"]
    ended = subprocess.run(command, capture_output=True, check=False, encoding="utf-8", timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "(48, 64, 3)\n", "")


def test_the_slot_keeps_only_the_newest_and_counts_what_was_passed_over() -> None:
    slot = NewestSlot()
    slot.put(numbered(0), 0.0)
    assert slot.take(-1, 0.0) is None
    slot.open()
    slot.put(numbered(1), 1.0)
    slot.put(numbered(2), 2.0, passed_over=3)
    frame = slot.take(-1, 0.0)
    assert frame is not None
    assert (frame.sequence, frame.captured_s) == (4, 2.0)
    assert slot.take(4, 0.0) is None
    assert slot.wait_until_taken()
    slot.close()
    assert slot.take(-1, 60.0) is None
    assert not slot.wait_until_taken()
