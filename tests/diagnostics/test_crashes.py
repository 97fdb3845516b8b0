"""What goes wrong is written down, what just happened is kept, and whoever listens is told, whatever thread it was."""

import gc
import logging
import threading
from pathlib import Path

import pytest

from companion.diagnostics import Crash, Crashes
from companion.diagnostics.crashes import RESCUE_EVERY_S, watched_threads
from tests.clock import Clock

KEPT = Path("recordings") / "kept.table.zip"


@pytest.fixture
def clock():
    return Clock(100.0)


@pytest.fixture
def crashes(clock):
    return Crashes(clock)


def test_a_crash_is_written_down_rescued_and_told(crashes, caplog):
    told = []
    crashes.listen(told.append)
    crashes.rescue_with(lambda: KEPT)
    error = KeyError("x")
    assert crashes.report(error) == Crash(KEPT)
    assert told == [Crash(KEPT)]
    (record,) = caplog.records
    assert (record.levelno, record.getMessage(), record.exc_info[1]) == (logging.CRITICAL, "crashed", error)


def test_without_a_table_there_is_nothing_to_rescue(crashes):
    assert crashes.report(KeyError()) == Crash()
    crashes.rescue_with(lambda: None)
    crashes.report(KeyError())


def test_whoever_leaves_is_told_no_more_and_is_not_rescued_with(crashes):
    told, asked = [], []
    leave_listening = crashes.listen(told.append)
    leave_rescue = crashes.rescue_with(lambda: asked.append(1))
    leave_listening()
    leave_rescue()
    crashes.report(KeyError())
    assert told == asked == []


def test_whoever_reports_may_tell_it_himself(crashes):
    told = []
    crashes.listen(told.append)
    crashes.report(KeyError(), tell=False)
    assert told == []


def test_what_goes_wrong_again_and_again_fills_no_disk(crashes, clock):
    crashes.rescue_with(lambda: KEPT)
    assert crashes.report(KeyError()).recording == KEPT
    clock.now_s += RESCUE_EVERY_S - 1
    assert crashes.report(KeyError()).recording is None
    clock.now_s += 1
    assert crashes.report(KeyError()).recording == KEPT


def test_one_who_fails_keeps_no_other_from_hearing(crashes, caplog):
    told = []

    def fails(*_):
        raise ValueError

    crashes.rescue_with(fails)
    crashes.rescue_with(lambda: KEPT)
    crashes.listen(fails)
    crashes.listen(told.append)
    crashes.report(KeyError())
    assert told == [Crash(KEPT)]
    assert [record.getMessage() for record in caplog.records] == ["crashed", "not_rescued", "crash_not_told"]


def test_an_exception_that_nobody_catches_in_a_thread_is_a_crash(crashes, caplog):
    told = []
    crashes.listen(lambda _: told.append(threading.current_thread().name))
    with watched_threads(crashes):
        for name, error in (("one", ValueError("x")), ("two", SystemExit())):

            def fall(error=error):
                raise error

            thread = threading.Thread(target=fall, name=name)
            thread.start()
            thread.join()
    assert told == ["one"]
    assert [record.threadName for record in caplog.records] == ["one"]


def test_what_nobody_can_catch_is_written_down(crashes, caplog):
    class Falls:
        def __del__(self):
            raise ValueError

    with watched_threads(crashes):
        Falls()
        gc.collect()
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [(logging.ERROR, "unraisable")]
