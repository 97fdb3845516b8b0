"""The file alone is the game, whatever becomes of SQLite's log beside it; what is lost all the same is said."""

import contextlib
import os
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.record.errors import RecordError, TamperedError
from companion.record.head_file import head_beside
from companion.record.record import Record
from companion.record.verification import verify
from tests.record.games import GAMES, NOON, begin, new_record, play_long, turns

pytestmark = pytest.mark.slow

COMMANDS = 40


@pytest.fixture
def played(tmp_path: Path) -> Path:
    record = new_record(tmp_path / "game.signum")
    begin(record)
    turns(record, 4)
    record.close()
    return record.path


def killed_after(path: Path, commands: int, *, watched: bool = False) -> int:
    """Lets another process play so many commands, and kills it; how many entries it acknowledged.

    Args:
        path: A record.
        commands: How many.
        watched: Whether somebody reads the record all the while, so that SQLite cannot empty its log.
    """
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            record = Record.open(path, GAMES, lambda: NOON)
            if watched:
                reader = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM entry").fetchone()
            play_long(record, commands)
            os.write(write, b"%d" % sum(1 for _ in record.entries()))
            signal.pause()
        finally:
            os._exit(1)
    os.close(write)
    entries = int(os.read(read, 64))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(read)
    return entries


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def test_the_file_alone_is_the_game_after_every_command(tmp_path: Path) -> None:
    record = new_record(tmp_path / "game.signum")
    begin(record)
    for number in range(8):
        play_long(record, 6 if number % 2 else 1)
        copy = tmp_path / f"copy-{number}.signum"
        shutil.copy(record.path, copy)
        with closing(Record.read(copy, GAMES)) as copied:
            assert copied.written == record.written
            assert copied.state == record.state
    assert verify(copy, GAMES).events == record.written
    record.close()


def test_a_copy_goes_on_by_itself(tmp_path: Path) -> None:
    record = new_record(tmp_path / "game.signum")
    begin(record)
    play_long(record, 3)
    copy = tmp_path / "copy.signum"
    shutil.copy(record.path, copy)
    with closing(Record.open(copy, GAMES, lambda: NOON)) as copied:
        play_long(copied, 3)
    record.close()
    assert verify(copy, GAMES).events > verify(record.path, GAMES).events


def test_a_log_that_is_emptied_leaves_the_wait_for_others_as_it_was(played: Path) -> None:
    with closing(Record.open(played, GAMES, lambda: NOON)) as record:
        turns(record, 1)
        connection = record._store._connection
        before = connection.execute("PRAGMA busy_timeout").fetchone()
        record._store._empty_log()
        assert connection.execute("PRAGMA busy_timeout").fetchone() == before == (5000,)


def test_a_closed_game_is_one_file_and_its_witness(played: Path) -> None:
    assert {each.name for each in played.parent.iterdir()} == {"game.signum", "game.signum.head"}


@pytest.mark.parametrize("harm", ["flip", "cut", "empty", "gone", "garbage"])
def test_harm_to_the_log_of_a_killed_program_loses_nothing(played: Path, harm: str) -> None:
    entries = killed_after(played, COMMANDS)
    _harm(log_of(played), harm, 0.5)
    assert verify(played, GAMES).entries == entries
    with closing(Record.open(played, GAMES, lambda: NOON)) as record:
        assert sum(1 for _ in record.entries()) == entries


@pytest.mark.parametrize("harm", ["flip", "cut", "empty", "gone", "garbage"])
@pytest.mark.parametrize("where", [0.0, 0.3, 0.7, 0.999])
def test_what_is_lost_with_a_log_that_could_not_be_emptied_is_said(played: Path, harm: str, where: float) -> None:
    """Somebody reads the record while it is played; then the newest entries are in the log alone."""
    entries = killed_after(played, 12, watched=True)
    assert log_of(played).stat().st_size > 10_000
    _harm(log_of(played), harm, where)
    said = ""
    try:
        assert verify(played, GAMES).entries == entries
    except RecordError as error:
        said = str(error)
    if said:
        assert any(word in said for word in ("acknowledged", "database", "damaged")), said
        with pytest.raises(RecordError):
            Record.open(played, GAMES, lambda: NOON)


def _harm(log: Path, harm: str, where: float) -> None:
    if not log.exists():
        return
    data = bytearray(log.read_bytes())
    at = int(len(data) * where)
    match harm:
        case "flip" if data:
            data[at] ^= 0x20
        case "cut":
            data = data[:at]
        case "empty" | "gone":
            data = bytearray()
        case "garbage":
            data[at : at + 4096] = os.urandom(4096)
    log.write_bytes(data)
    if harm == "gone":
        log.unlink()


def test_an_older_copy_put_in_the_place_of_a_record_is_found(played: Path) -> None:
    older = played.read_bytes()
    with closing(Record.open(played, GAMES, lambda: NOON)) as record:
        play_long(record, 6)
        newest = sum(1 for _ in record.entries()) - 1
    played.write_bytes(older)
    with pytest.raises(TamperedError, match=rf"entries up to {newest} were acknowledged") as said:
        verify(played, GAMES)
    assert said.value.entry == newest - 5
    with pytest.raises(TamperedError, match="acknowledged"):
        Record.open(played, GAMES, lambda: NOON)


def test_another_game_put_in_the_place_of_a_record_is_found(played: Path, tmp_path: Path) -> None:
    other = new_record(tmp_path / "other.signum", {"A": "rider"})
    begin(other)
    turns(other, 5)
    other.close()
    shutil.copy(other.path, played)
    with pytest.raises(TamperedError, match="not the one that was acknowledged"):
        verify(played, GAMES)


@pytest.mark.parametrize("line", [b"", b"x", b"000000000003 " + b"0" * 63, b"9" * 200])
def test_a_witness_that_cannot_be_read_accuses_nobody(played: Path, line: bytes) -> None:
    head_beside(played).write_bytes(line)
    assert verify(played, GAMES).events > 0
    with closing(Record.open(played, GAMES, lambda: NOON)) as record:
        play_long(record, 1)
    assert verify(played, GAMES).events > 0


def test_a_record_without_its_witness_opens(played: Path) -> None:
    head_beside(played).unlink()
    entries = verify(played, GAMES).entries
    assert not head_beside(played).exists()
    with closing(Record.open(played, GAMES, lambda: NOON)) as record:
        play_long(record, 1)
    assert verify(played, GAMES).entries == entries + 1


def test_a_witness_that_is_behind_accuses_nobody(played: Path) -> None:
    behind = head_beside(played).read_bytes()
    with closing(Record.open(played, GAMES, lambda: NOON)) as record:
        play_long(record, 4)
    head_beside(played).write_bytes(behind)
    assert verify(played, GAMES).events > 0


def test_somebody_who_reads_does_not_hold_up_the_game(played: Path) -> None:
    with closing(Record.open(played, GAMES, lambda: NOON)) as record:
        reader = sqlite3.connect(f"{played.as_uri()}?mode=ro", uri=True, isolation_level=None)
        reader.execute("BEGIN")
        before = reader.execute("SELECT count(*) FROM entry").fetchone()
        play_long(record, 5)
        assert reader.execute("SELECT count(*) FROM entry").fetchone() == before
        assert verify(played, GAMES).events == record.written
        reader.close()
        play_long(record, 1)
        assert log_of(played).stat().st_size == 0
        events = record.written
    assert verify(played, GAMES).events == events


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A folder that everybody may enter, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@contextlib.contextmanager
def as_nobody() -> Iterator[None]:
    """Acts as a user who owns nothing, for nothing is read-only to root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_record_where_nothing_can_be_written_is_read(played: Path, open_place: Path) -> None:
    place = open_place / "read only"
    place.mkdir()
    shutil.copy(played, place / "game.signum")
    killed_after(played, 3, watched=True)  # one that was killed has a log beside it
    shutil.copy(played, place / "killed.signum")
    shutil.copy(log_of(played), place / "killed.signum-wal")
    expected = verify(played, GAMES).entries
    copied = verify(place / "game.signum", GAMES).entries
    for each in place.iterdir():
        each.chmod(0o444)
    place.chmod(0o555)
    before = sorted(each.name for each in place.iterdir())
    try:
        with as_nobody():
            assert verify(place / "game.signum", GAMES).entries == copied
            assert verify(place / "killed.signum", GAMES).entries == expected
            Record.read(place / "killed.signum", GAMES).close()
            with pytest.raises(RecordError, match=r"cannot be|readonly"):
                Record.open(place / "game.signum", GAMES, lambda: NOON)
        assert sorted(each.name for each in place.iterdir()) == before
    finally:
        place.chmod(0o755)


def test_reading_leaves_nothing_behind(played: Path) -> None:
    copy = played.with_name("copy.signum")
    with closing(Record.open(played, GAMES, lambda: NOON)):
        shutil.copy(played, copy)  # asks for a log that is not there
    before = {each.name: each.read_bytes() for each in played.parent.iterdir()}
    for path in (played, copy):
        verify(path, GAMES)
        Record.read(path, GAMES).close()
    assert {each.name: each.read_bytes() for each in played.parent.iterdir()} == before


def test_a_record_opened_to_be_read_cannot_be_played_on(played: Path) -> None:
    with closing(Record.read(played, GAMES)) as record:
        with pytest.raises(RecordError, match="read only"):
            play_long(record, 1)
        assert record.state == Record.read(played, GAMES).state
    assert verify(played, GAMES).events > 0


def test_drives_that_keep_what_is_synced_in_their_memory_are_told_to_write_it(played: Path) -> None:
    """Only macOS knows the difference; elsewhere SQLite takes it for a plain sync."""
    with closing(Record.open(played, GAMES, lambda: NOON)) as record:
        connection: sqlite3.Connection = record._store._connection
        assert connection.execute("PRAGMA fullfsync").fetchone() == (1,)
        assert connection.execute("PRAGMA checkpoint_fullfsync").fetchone() == (1,)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW evidence AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        "CREATE TABLE other (a)",
        "CREATE TRIGGER t AFTER INSERT ON about BEGIN DELETE FROM entry; END",
    ],
)
def test_a_file_with_more_than_the_tables_of_a_record_is_none(played: Path, statement: str) -> None:
    connection = sqlite3.connect(played)
    if "evidence" in statement:
        connection.execute("DROP TABLE evidence")
    connection.execute(statement)
    connection.commit()
    connection.close()
    with pytest.raises(RecordError, match="no record of a game"):
        verify(played, GAMES)
