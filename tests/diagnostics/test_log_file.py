"""The log as a file: whose it is, how big it gets, what is kept of earlier runs, and who hears of their end."""

import logging
import os
import platform
import re
import socket
import stat
import subprocess
import sys
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import platformdirs
import pytest

from companion.diagnostics import all_runs, current, log_file, logged, logs_folder, this_run, where_it_is
from companion.diagnostics.crashes import CRASHES, Crash
from companion.diagnostics.log_file import ALIKE_WITHIN_S, KEPT_RUNS, MAX_BYTES, MAX_REPEATS, RepeatFilter
from companion.texts import Language
from tests.clock import Clock
from tests.diagnostics.card_names import cards_in
from vision import open_source

NOW = datetime(2026, 11, 20, 18, 30, 5, tzinfo=UTC)
log = logging.getLogger("companion.tests")


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / "data" / name)
    return tmp_path / "data"


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def run(*, ends=True):
    """A run that ends well, or goes wrong."""
    with suppress(ValueError), logged("play", NOW):
        log.info("something")
        if not ends:
            error = ValueError("Jousting Lance")
            CRASHES.report(error)
            raise error


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps a user's data folder from others by itself")
def test_nobody_else_reads_it_whatever_the_system_would_allow(data):
    data.mkdir()
    (data / "companion" / "logs").mkdir(parents=True, mode=0o755)
    before = os.umask(0)
    try:
        with logged("play", NOW) as opened:
            log.warning("something")
            opened.doRollover()
    finally:
        os.umask(before)
    assert mode(logs_folder()) == 0o700
    assert {path.name: mode(path) for path in logs_folder().iterdir()} == {
        "2026-11-20_18-30-05-play.log": 0o600,
        "2026-11-20_18-30-05-play.log.1": 0o600,
    }


def test_it_says_what_ran_with_which_libraries_on_which_system(data):
    run()
    first, second, *rest = (logs_folder() / "2026-11-20_18-30-05-play.log").read_text(encoding="utf-8").splitlines()
    assert re.match(r"# companion 0\.\d+\.\d+ play, Python 3\.\d+\.\d+, \S+", first)
    assert all(f" {name} " in second for name in ("kivy", "opencv-python", "numpy", "shapely", "bleak", "aiohttp"))
    assert [line.split(" ", 4)[4] for line in rest] == ["something", "ended"]
    assert platform.node() not in first


@pytest.mark.slow
def test_all_of_it_is_bounded_and_each_file_says_what_ran():
    with logged("play", NOW, thorough=True) as opened:
        for number in range(4 * MAX_BYTES // 1000):
            log.info("number=%d %s", number, "x" * 900)
        sizes = {path.name: path.stat().st_size for path in logs_folder().iterdir()}
        assert len(this_run()) <= 2 * MAX_BYTES
        assert f"number={number} " in this_run()
    assert len(sizes) == 2
    assert max(sizes.values()) <= MAX_BYTES
    for path in logs_folder().iterdir():
        assert path.read_text(encoding="utf-8").startswith("# companion ")
    assert opened.stream is None


def test_the_newest_runs_are_kept():
    for number in range(KEPT_RUNS + 5):
        with logged("play" if number % 2 else "demo", NOW + timedelta(hours=number)) as opened:
            opened.doRollover()
    names = sorted(path.name for path in logs_folder().iterdir())
    assert len(names) == 2 * KEPT_RUNS
    assert names[0] == "2026-11-20_23-30-05-play.log"


def test_two_that_start_at_once_do_not_write_into_one_file():
    with logged("play", NOW) as one, logged("play", NOW) as other:
        assert one.path != other.path
    assert [path.name for path in sorted(logs_folder().iterdir())] == [
        "2026-11-20_18-30-05-play.log",
        "2026-11-20_18-30-05_2-play.log",
    ]


def test_what_is_sent_begins_with_the_oldest_run_and_leaves_out_what_is_too_old(monkeypatch):
    for hour in range(3):
        with logged("play", NOW + timedelta(hours=hour)):
            log.info("hour=%d", hour)
    with logged("play", NOW + timedelta(hours=3)):
        log.info("hour=3")
        assert re.findall(r"hour=(\d)|^== (.*)-play.log$", all_runs(), re.MULTILINE)[::2] == [
            ("", f"2026-11-20_{18 + hour}-30-05") for hour in range(4)
        ]
        monkeypatch.setattr(log_file, "MAX_TO_SEND_BYTES", 1300)
        assert re.findall(r"hour=(\d)", all_runs()) == ["2", "3"]
        assert re.findall(r"hour=(\d)", this_run()) == ["3"]
    assert this_run() == ""
    assert current() is None


def test_without_a_place_for_it_the_command_runs_and_says_so_once(data, caplog):
    data.write_text("in the way", encoding="utf-8")
    with logged("play", NOW) as opened:
        assert opened is None
        assert where_it_is(Language.ENGLISH, Crash()) == []
    assert [record.getMessage() for record in caplog.records] == ["no_log_file why=Not a directory"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no disk here is always full")  # noqa: PTH110 (a fixed place)
def test_a_full_disk_disturbs_nobody(capsys):
    with logged("play", NOW) as opened:
        full = Path("/dev/full").open("w", encoding="utf-8")  # noqa: SIM115 (it cannot be closed well)
        before, opened.stream = opened.stream, full
        log.warning("lost")
        opened.stream = before
        log.warning("written")
        with pytest.raises(OSError, match="No space"):
            full.close()
    assert "written" in opened.path.read_text(encoding="utf-8")
    assert "lost" not in opened.path.read_text(encoding="utf-8")
    assert "Logging error" not in capsys.readouterr().err


def test_what_comes_again_and_again_is_counted():
    clock = Clock()
    often = RepeatFilter(clock)

    def passes(line, kind=None):
        told = (kind, kind(), None) if kind else None
        record = logging.LogRecord("companion.x", logging.WARNING, "/x.py", line, "fell", (), told)
        return often.filter(record), getattr(record, "alike", 0)

    assert [passes(1)[0] for _ in range(MAX_REPEATS + 7)] == [True] * MAX_REPEATS + [False] * 7
    assert passes(2) == (True, 0)
    assert passes(1, ValueError) == (True, 0)
    clock.now_s = ALIKE_WITHIN_S
    assert passes(1) == (True, 7)
    assert passes(1) == (True, 0)


def test_how_much_came_in_vain_is_written(monkeypatch):
    monkeypatch.setattr(log_file, "ALIKE_WITHIN_S", 0.05)
    with logged("play", NOW) as opened:
        (often,) = opened.filters
        often._clock = iter([0.0] * 25 + [1.0] * 5).__next__
        for _ in range(26):
            log.warning("again")
    assert "again (and 5 more of these)" in opened.path.read_text(encoding="utf-8")


def test_only_the_next_start_of_a_command_that_went_wrong_and_did_not_end_is_told():
    def told(command, hours):
        with logged(command, NOW + timedelta(hours=hours)) as opened:
            return opened.fell_before

    run(ends=False)
    assert told("demo", 1) is None
    assert told("play", 2) == logs_folder() / "2026-11-20_18-30-05-play.log"
    assert told("play", 3) is None
    with logged("play", NOW + timedelta(hours=4)):
        CRASHES.report(KeyError())  # the window went on, and was closed later
    assert told("play", 5) is None
    with suppress(KeyboardInterrupt), logged("play", NOW + timedelta(hours=6)):
        CRASHES.report(KeyError())
        raise KeyboardInterrupt
    assert told("play", 7) is None


DIES = """
import ctypes, logging, os, pathlib, sys
from datetime import UTC, datetime
import platformdirs
platformdirs.user_data_path = lambda name: pathlib.Path(sys.argv[1]) / name
from companion.diagnostics import logged
with logged("play", datetime.now(UTC), thorough=True) as opened:
    if "rolled" in sys.argv:
        opened.doRollover()
    if "killed" in sys.argv:
        os.kill(os.getpid(), 9)
    ctypes.string_at(0)
"""


@pytest.mark.parametrize("rolled", [[], ["rolled"]])
def test_where_the_interpreter_itself_breaks_down_it_is_written_and_the_next_start_is_told(data, rolled):
    ended = subprocess.run(
        [sys.executable, "-c", DIES, str(data), *rolled], capture_output=True, check=False, timeout=60
    )
    assert ended.returncode not in (0, 1)
    (path,) = logs_folder().glob("*.log")
    written = path.read_text(encoding="utf-8")
    assert "Fatal Python error" in written or "fatal exception" in written
    assert "string_at" in written
    with logged("play", datetime.now(UTC) + timedelta(hours=1)) as opened:
        assert opened.fell_before == path
        sent = all_runs()
    assert "ctypes/__init__.py" in sent
    assert str(sys.prefix) not in sent
    assert str(sys.base_prefix) not in sent


def test_whoever_ended_it_by_force_is_not_told_that_it_fell(data):
    subprocess.run([sys.executable, "-c", DIES, str(data), "killed"], check=False, timeout=60)
    with logged("play", datetime.now(UTC) + timedelta(hours=1)) as opened:
        assert opened.fell_before is None


def test_afterwards_all_is_as_it_was():
    root, before = logging.getLogger(), (logging.getLogger().level, list(logging.getLogger().handlers))
    hooks = sys.unraisablehook
    run(ends=False)
    assert (root.level, list(root.handlers)) == before
    assert sys.unraisablehook is hooks


def test_in_every_language_it_is_said_where_it_is(tmp_path):
    with logged("play", NOW) as opened:
        for language in Language:
            written, kept = where_it_is(language, Crash(tmp_path / "it.table.zip"))
            assert str(opened.path) in written
            assert str(tmp_path / "it.table.zip") in kept
            assert cards_in(written) == []


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("http://ann:s3cret@127.0.0.1:{port}/private", "name=http://… kind=unreachable"),
        ("rtsp://ann:s3cret@127.0.0.1:{port}/private", "name=rtsp://… kind=unreachable"),
        ("images:{folder}/ann s3cret/table", "name=images:table kind=file_missing"),
    ],
)
def test_a_camera_s_name_password_address_and_folder_are_not_told(form, told, tmp_path):
    with socket.socket() as nobody:  # bound, and not listening
        nobody.bind(("127.0.0.1", 0))
        camera = form.format(port=nobody.getsockname()[1], folder=tmp_path)
        with logged("play", NOW, thorough=True):
            with open_source(camera) as source:
                deadline_s, tick = time.monotonic() + 20, threading.Event()
                while source.trouble is None:
                    assert time.monotonic() < deadline_s, "no trouble came"
                    tick.wait(0.01)
            # The source tells its trouble before it logs it; once it has stopped, both are done.
            text = this_run()
    assert f"source_trouble {told}" in text
    assert re.findall("ann|s3cret|127|private", text) == []


def test_half_a_character_is_told_by_its_number():
    with logged("play", NOW) as opened:
        # By hand: pytest's own handler would send it to whoever counts the tests, and cannot.
        opened.handle(logging.LogRecord("companion.tests", logging.INFO, __file__, 1, "said=%s", ("Ґ\ud800",), None))
        assert "said=Ґ\\ud800" in this_run()
