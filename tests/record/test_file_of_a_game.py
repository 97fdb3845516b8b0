"""The file of a game: what it holds on to, waits for, and says of itself."""

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Thread

import msgspec
import pytest

from companion.record import connection as connections
from companion.record import store as stores
from companion.record.chain import Evidence
from companion.record.errors import DamagedError, NewerError, RecordError, TamperedError
from companion.record.head_file import head_beside, read_head
from companion.record.record import Record
from companion.record.rescue_note import RescueNote
from companion.record.store import Store
from companion.record.verification import VerifyResult, verify
from tests.record.games import NOON
from tests.record.toy import FirstToy, Go, ToySetup

pytestmark = pytest.mark.slow

GAMES = {"toy": FirstToy()}


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Three entries, the last with a picture."""
    with closing(Record.create(tmp_path / "game.toy", FirstToy(), ToySetup(), lambda: NOON)) as record:
        record.do(Go(by="A", to=1))
        record.do(Go(by="B", to=2), {"tray.jpg": b"picture"})
    return tmp_path / "game.toy"


def harm(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def opened(path: Path) -> Record:
    return Record.open(path, GAMES, lambda: NOON)


def read(path: Path) -> Record:
    return Record.read(path, GAMES)


def verified(path: Path) -> VerifyResult:
    return verify(path, GAMES)


WAYS: list[Callable[[Path], object]] = [opened, read, verified]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("schema", [b"0", b"3", b"10", b"x", b"", b"-1", b"1.5", b"9" * 5000])
def test_a_form_that_is_not_known_is_that_of_a_newer_program(
    played: Path, schema: bytes, way: Callable[[Path], object]
) -> None:
    harm(played, "UPDATE about SET value = ? WHERE key = 'schema'", schema)
    with pytest.raises(NewerError, match="was written by a newer version of this program"):
        way(played)


@pytest.mark.parametrize("way", WAYS)
def test_a_file_without_entries_holds_no_game(played: Path, way: Callable[[Path], object]) -> None:
    harm(played, "DELETE FROM entry")
    with pytest.raises(RecordError, match="holds no game: its first entry is missing"):
        way(played)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("wrong", ["at = CAST(x'ff' AS TEXT)", "events = x'c1'", "evidence = x''", "kind = 'party'"])
def test_an_entry_that_cannot_be_read_is_named(
    played: Path, wrong: str, number: int, way: Callable[[Path], object]
) -> None:
    harm(played, f"UPDATE entry SET {wrong} WHERE number = ?", number)  # noqa: S608 (ours)
    with pytest.raises(TamperedError, match="it cannot be read") as caught:
        way(played)
    assert (caught.value.entry, caught.value.after) == (number, max(0, number - 1))


def test_entries_after_one_are_those_with_a_greater_number(played: Path) -> None:
    with closing(opened(played)) as record:
        assert [entry.number for entry in record.entries()] == [0, 1, 2]
        assert [[entry.number for entry in record.entries(after)] for after in (-1, 0, 1, 2)] == [
            [0, 1, 2],
            [1, 2],
            [2],
            [],
        ]
    harm(played, "UPDATE entry SET events = x'c1' WHERE number = 2")
    with Store.read(played) as store, pytest.raises(TamperedError) as caught:
        list(store.entries(1))
    assert caught.value.entry == 2


@pytest.mark.parametrize("changed", ["UPDATE evidence SET bytes = x'00'", "DELETE FROM evidence"])
def test_evidence_whose_bytes_are_others_is_found(played: Path, changed: str) -> None:
    harm(played, changed)
    with pytest.raises(TamperedError, match=r"evidence tray\.jpg is missing or changed") as caught:
        verify(played, GAMES)
    assert caught.value.entry == 2


def test_verifying_tells_of_each_entry(played: Path) -> None:
    told: list[int] = []
    assert verify(played, GAMES, progress=told.append).entries == 3
    assert told == [0, 1, 2]


def test_a_record_that_goes_on_without_its_witness_has_one_again_and_one_that_is_read_has_none(played: Path) -> None:
    kept = read_head(played)
    assert kept is not None
    head_beside(played).unlink()
    with closing(read(played)) as record:
        assert record.head == kept
    assert not head_beside(played).exists()
    with closing(opened(played)) as record:
        assert read_head(played) == record.head == kept


def test_what_is_read_or_salvaged_is_not_written(played: Path) -> None:
    for way in (Store.read, Store.salvage):
        with way(played) as store, pytest.raises(RecordError, match="opened to be read only"):
            store.note("x", b"y")


def test_what_is_kept_of_a_game_cannot_be_changed_in_memory(played: Path) -> None:
    with closing(opened(played)) as record:
        entry = list(record.entries())[-1]
    note = RescueNote(kept=1, written=2, why="")
    for kept, name in ((entry, "number"), (entry.evidence[0], "name"), (note, "kept")):
        with pytest.raises(AttributeError):
            setattr(kept, name, getattr(kept, name))
    assert {entry, *entry.evidence} == {entry, Evidence("tray.jpg", entry.evidence[0].digest)}


def test_a_file_that_is_closed_is_let_go(played: Path) -> None:
    """Nothing of it stays open, or Windows could not move it; closing it once more does no harm."""
    for way in (Store.open, Store.read):
        with way(played) as store:
            store.acknowledge(store.head)  # type: ignore[arg-type]  # it has entries
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            store._connection.execute("SELECT 1")
        assert store._head_file._handle is None
        store.close()
    assert sorted(each.name for each in played.parent.iterdir()) == ["game.toy", "game.toy.head"]


def test_a_copy_that_had_to_be_made_to_read_a_record_goes_with_it(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a log in a place where nothing can be written."""
    (tmp_path / "copies").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "copies"))
    opened_in_place = connections._opened

    def not_in_place(address: str, *, cut: bool) -> sqlite3.Connection:
        if "mode=ro" in address:
            raise sqlite3.OperationalError("attempt to write a readonly database")
        return opened_in_place(address, cut=cut)

    monkeypatch.setattr(connections, "_opened", not_in_place)
    record = read(played)
    assert [each.name for each in next((tmp_path / "copies").iterdir()).iterdir()] == ["game.toy"]
    assert record.written == 2
    record.close()
    assert not list((tmp_path / "copies").iterdir())
    record.close()


def ends(deed: Callable[[], object]) -> bool:
    """Whether something comes to its end, and does not wait for what never comes."""
    thread = Thread(target=deed, daemon=True)
    thread.start()
    thread.join(60)
    return not thread.is_alive()


def test_whoever_reads_a_record_holds_up_neither_a_command_nor_its_end(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (connections, stores):
        monkeypatch.setattr(module, "WAIT_S", 1e6)
    record = opened(played)
    reader = sqlite3.connect(f"{played.as_uri()}?mode=ro", uri=True, isolation_level=None)
    with closing(reader):
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entry").fetchone()
        assert ends(lambda: record.do(Go(by="A", to=2)))
        assert record.written == 3
        assert ends(record.close)
    assert verify(played, GAMES).events == 3


def test_another_program_that_writes_is_waited_for_five_seconds(played: Path) -> None:
    with closing(opened(played)) as record:
        record.do(Go(by="A", to=2))
        assert record._store._connection.execute("PRAGMA busy_timeout").fetchone() == (5000,)
    with Store.read(played) as store:
        assert store._connection.execute("PRAGMA busy_timeout").fetchone() == (5000,)


def test_a_file_is_trusted_with_nothing_and_written_through(played: Path) -> None:
    """No function that a forged schema calls; each transaction on the disk before it is acknowledged."""
    with closing(opened(played)) as record, Store.read(played) as other:
        for store in (record._store, other):
            for forbidden in ("trusted_schema", "writable_schema"):
                assert store._connection.execute(f"PRAGMA {forbidden}").fetchone() == (0,)
        assert record._store._connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert record._store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_record_may_be_opened_by_one_thread_and_played_by_another(played: Path) -> None:
    for way in (opened, read):
        record, seen = way(played), list[int]()
        thread = Thread(target=lambda record=record, seen=seen: seen.append(len(list(record.entries()))))
        thread.start()
        thread.join()
        record.close()
        assert seen == [3]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (sqlite3.SQLITE_NOTADB, "x cannot be opened as a record of a game: it is something else."),
        (sqlite3.SQLITE_CORRUPT, "x is damaged: the file was cut or changed. `companion rescue`"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "x is damaged: the file was cut or changed. `companion rescue`"),
        (sqlite3.SQLITE_ERROR, "x is damaged: the file was cut or changed. `companion rescue`"),
        (None, "x is damaged: the file was cut or changed. `companion rescue`"),
        (sqlite3.SQLITE_CANTOPEN, "x cannot be opened as a record of a game: as SQLite says it."),
    ],
)
def test_why_a_file_cannot_be_read_is_said_in_our_words(code: int | None, said: str) -> None:
    """By the primary part of SQLite's code; what has none was found in the bytes of the file."""
    error = sqlite3.DatabaseError("as SQLite says it")
    if code is not None:
        error.sqlite_errorcode = code
    told = connections.not_read(Path("x"), error)
    assert str(told).startswith(said)
    assert isinstance(told, DamagedError) == ("damaged" in said)


@pytest.mark.parametrize("way", WAYS)
def test_something_else_than_a_record_is_told_as_such(tmp_path: Path, way: Callable[[Path], object]) -> None:
    (tmp_path / "letter").write_text("Dear friend, " * 999, encoding="utf-8")
    with pytest.raises(RecordError, match="it is something else"):
        way(tmp_path / "letter")
    with closing(sqlite3.connect(tmp_path / "songs")) as songs, songs:
        songs.execute("CREATE TABLE songs (name)")
    with pytest.raises(RecordError, match="is no record of a game"):
        way(tmp_path / "songs")


def test_a_full_disk_is_told_and_what_was_acknowledged_is_kept(played: Path) -> None:
    with closing(opened(played)) as record:
        record._store._connection.execute("PRAGMA max_page_count = 1")  # no more pages than it has
        before = record.state
        with pytest.raises(
            RecordError, match=r"^The disk is full: nothing more can be written to .*game\.toy\. Make room"
        ):
            record.do(Go(by="A", to=2), {"tray.jpg": bytes(100_000)})
        assert record.state == before
        record._store._connection.execute("PRAGMA max_page_count = 100000")
        record.do(Go(by="A", to=2), {"tray.jpg": bytes(100_000)})
    assert verify(played, GAMES).events == 3


def test_nothing_is_left_of_a_game_that_could_not_be_begun(tmp_path: Path) -> None:
    import resource  # noqa: PLC0415 (not on Windows)

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))
    try:
        with pytest.raises(RecordError, match=r"disk is full|cannot be (written|opened)"):
            Record.create(tmp_path / "game.toy", FirstToy(), ToySetup(), lambda: NOON)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not list(tmp_path.iterdir())


def test_whoever_reads_sees_what_is_played_meanwhile(played: Path) -> None:
    with Store.read(played) as reader:
        assert [entry.number for entry in reader.entries()] == [0, 1, 2]
        with closing(opened(played)) as record:
            record.do(Go(by="A", to=2))
            assert [entry.number for entry in reader.entries()] == [0, 1, 2, 3]


class Careless(FirstToy):
    """Writes a whole number where its state has a decimal one: what is read again has other bytes."""

    def evolve(self, state, event):
        after = super().evolve(state, event)
        piece = msgspec.structs.replace(after.pieces[event.piece], tired=2)
        return msgspec.structs.replace(after, pieces={**after.pieces, event.piece: piece})


def test_a_snapshot_that_reads_otherwise_than_it_was_written_is_not_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.record.record.SNAPSHOT_EVERY", 3)
    path, games = tmp_path / "game.toy", {"toy": Careless()}
    with closing(Record.create(path, Careless(), ToySetup(), lambda: NOON)) as record:
        for to in (1, 2, 3):
            record.do(Go(by="A", to=to))
        state = record.state
    with closing(Record.open(path, games, lambda: NOON)) as record:
        assert record.state == state
