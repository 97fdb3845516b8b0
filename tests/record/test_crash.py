"""What was acknowledged survives the death of the program at any moment, and a full disk."""

import os
import random
import resource
import select
import signal
import sqlite3
import time
from pathlib import Path

import msgspec
import pytest

from companion.record.errors import RecordError
from companion.record.record import Record
from companion.record.verification import verify
from tests.record.every_game import ALL, NAMES, begun, play_on
from tests.record.games import GAMES, NOON, begin, new_record

pytestmark = pytest.mark.slow


KILLS = 104
"""Of each game."""
KILLS_OF_ONE_GAME = 8
LONGEST_S = 0.06
SLOWER = 4
"""So much slower a machine may be than one that writes a command before each kill."""


def start_playing(path: Path) -> tuple[int, int]:
    """A process that plays and says so on a pipe, once to begin with and after every command that is in the record."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, read
    try:
        record = Record.open(path, ALL, lambda: NOON)
        os.write(write, b"!")
        while True:
            play_on(record, 1)
            os.write(write, b".")
    finally:
        os._exit(1)


def killed(path: Path, after_s: float) -> int:
    """Lets a process play for a while and kills it; how many commands it acknowledged."""
    child, read = start_playing(path)
    assert os.read(read, 1) == b"!"
    said, until_s = b"", time.monotonic() + after_s
    while (left_s := until_s - time.monotonic()) > 0:
        if select.select([read], [], [], left_s)[0]:
            said += os.read(read, 4096)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(read, 4096):
        said += more
    os.close(read)
    return len(said)


@pytest.mark.parametrize("name", NAMES)
def test_killed_at_any_moment_no_acknowledged_command_is_lost(name: str, tmp_path: Path) -> None:
    chance = random.Random(11)  # noqa: S311 (no secret)
    acknowledged = 0
    for game in range(KILLS // KILLS_OF_ONE_GAME):
        path = tmp_path / f"{game}.{name}"
        record = begun(name, path)
        entries = sum(1 for _ in record.entries())
        record.close()
        for _ in range(KILLS_OF_ONE_GAME):
            said = killed(path, chance.random() * LONGEST_S)
            found = verify(path, ALL)
            assert found.otherwise == ()
            written = found.entries - entries
            # The command that was under way may be there or not; nothing else may differ.
            assert said <= written <= said + 1
            acknowledged += said
            entries = found.entries
    assert acknowledged > KILLS / SLOWER, "or the kills came before anything was written"


def test_a_full_disk_is_told_in_a_sentence_and_the_game_goes_on_once_there_is_room(tmp_path: Path) -> None:
    record = new_record(tmp_path / "game.signum")
    begin(record)
    pages = record._store._connection.execute("PRAGMA page_count").fetchone()[0]
    record._store._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(RecordError, match=r"disk is full.*kept") as full:
        play_on(record, 400)
    assert "\n" not in str(full.value)
    before = msgspec.json.encode(record.state, order="deterministic")
    written = record.written
    assert verify(record.path, GAMES).events == written
    record._store._connection.execute("PRAGMA max_page_count = 100000")
    assert msgspec.json.encode(record.state, order="deterministic") == before
    play_on(record, 5)
    record.close()
    assert verify(tmp_path / "game.signum", GAMES).events > written


def test_a_file_that_may_not_grow_loses_nothing_either(tmp_path: Path) -> None:
    record = new_record(tmp_path / "game.signum")
    begin(record)
    log = Path(f"{record.path}-wal")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 10_000, hard))
    try:
        with pytest.raises(RecordError, match="kept"):
            play_on(record, 400)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    written, state = record.written, msgspec.json.encode(record.state, order="deterministic")
    again = Record.open(record.path, GAMES, lambda: NOON)
    assert again.written == written
    assert msgspec.json.encode(again.state, order="deterministic") == state
    again.close()
    play_on(record, 5)
    record.close()
    assert verify(tmp_path / "game.signum", GAMES).events > written


def test_every_write_waits_for_the_disk(tmp_path: Path) -> None:
    """Against a power cut there is no test here but this: SQLite is told to wait until the disk has it."""
    record = new_record(tmp_path / "game.signum")
    connection: sqlite3.Connection = record._store._connection
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    record.close()
