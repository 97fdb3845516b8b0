"""Parts of the record that are seen only when something goes wrong, or in the file itself."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from companion.games.protocol import Game
from companion.games.registry import GameError
from companion.games.values import Stand
from companion.geometry.grid import Cell
from companion.record.chain import FIRST, Entry
from companion.record.connection import Transaction, for_reading, for_writing
from companion.record.errors import RecordError, TamperedError
from companion.record.fold import Fold, _short
from companion.record.private_file import write_private
from companion.record.record import Record
from companion.record.rescue import rescue
from companion.record.script import ScriptError, _value, _written, parse
from companion.record.verification import verify
from tests.record.games import GAMES, NOON, begin, new_record, play_long


def test_an_error_is_told_in_its_first_words_however_long_it_is():
    assert _short(ValueError("  two\n words ")) == "two words"
    assert _short(ValueError()) == "ValueError"
    assert _short(ValueError("x" * 120)) == "x" * 120
    assert _short(ValueError("x" * 121)) == "x" * 119 + "…"


@pytest.mark.parametrize(
    ("after", "count", "told"),
    [(None, 3, ""), (4, 0, " (after event 4)"), (4, 1, " (event 5)"), (4, 2, " (events 5 to 6)")],
)
def test_what_was_tampered_with_is_named_by_its_events(after: int | None, count: int, told: str):
    assert str(TamperedError(9, "why", after, count)) == f"entry 9{told} is not as it was written: why"


def test_before_its_first_entry_a_fold_knows_of_nothing():
    fold = Fold(GAMES["signum"])
    assert (fold.setup, fold.edition, fold.last, fold.boundaries) == (None, "", None, [0])
    assert (fold.history.counting, fold.history.written, fold.entries) == ([], 0, 0)


def test_a_record_that_does_not_begin_with_its_setup_is_refused():
    first = Entry(
        number=0,
        kind="redo",
        at=NOON,
        actor="A",
        edition="",
        body=b"{}",
        events=(),
        evidence=(),
        state=b"",
        before=FIRST,
    )
    reveal = msgspec.structs.replace(first, kind="reveal").sealed()
    with pytest.raises(TamperedError, match="begins with what the game begins with") as caught:
        Fold(GAMES["signum"]).take(reveal)
    assert caught.value.entry == 0
    with pytest.raises(TamperedError, match="cannot be read"):
        Fold(GAMES["signum"]).take(first.sealed())


def test_a_snapshot_is_kept_of_each_hundredth_entry_and_of_no_other(tmp_path: Path):
    record = new_record(tmp_path / "game.signum")
    begin(record)
    play_long(record, 100)
    count = sum(1 for _ in record.entries())
    record.close()
    with closing(sqlite3.connect(tmp_path / "game.signum")) as connection:
        kept = [number for (number,) in connection.execute("SELECT entry FROM snapshot ORDER BY entry")]
    assert kept == list(range(100, count, 100))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="this system does not tell which files are open")
def test_what_is_no_record_is_not_held_open(tmp_path: Path):
    file = tmp_path / "letter.signum"
    file.write_text("Dear Ann, " * 1000, encoding="utf-8")

    with pytest.raises(RecordError) as refused:
        for_writing(file)

    assert "something else" in str(refused.value)
    # What was raised still holds all that was in use when it was.
    assert str(file) not in {os.path.realpath(each) for each in Path("/proc/self/fd").iterdir()}


def test_what_fails_within_a_transaction_is_undone_and_told_as_it_is(tmp_path: Path):
    connection = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)")

    def insert(*numbers: int | str) -> None:
        with Transaction(connection, tmp_path / "x.db"):
            for number in numbers:
                connection.execute("INSERT INTO t VALUES (?)", (int(number),))

    with pytest.raises(ValueError, match="invalid literal"):
        insert(1, "a")  # nothing that SQLite would refuse
    with pytest.raises(RecordError):
        insert(2, 2)
    assert connection.execute("SELECT count(*) FROM t").fetchone() == (0,)
    insert(3)
    assert connection.execute("SELECT a FROM t").fetchall() == [(3,)]
    assert not connection.in_transaction
    connection.close()


def test_what_cannot_begin_writes_nothing_and_says_so(tmp_path: Path):
    path = tmp_path / "x.db"
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as first,
        closing(sqlite3.connect(path, isolation_level=None, timeout=0.0)) as second,
    ):
        first.execute("BEGIN IMMEDIATE")
        begun = []
        with pytest.raises(RecordError, match="cannot be written"), Transaction(second, path):
            begun.append(True)
        assert begun == []


def test_a_value_that_may_be_missing_is_read_as_what_it_would_be():
    assert _value("1,2,0.5", None | Stand) == {"x_mm": "1", "y_mm": "2", "sigma_mm": "0.5"}
    assert _value("1,2", Cell | None) == ["1", "2"]
    assert _value("a:1,b:2", dict[str, int]) == {"a": "1", "b": "2"}
    assert _value("a,b", tuple[str, ...]) == ["a", "b"]
    assert _value("1/2,3/4", tuple[tuple[float, float], ...]) == [["1", "2"], ["3", "4"]]
    assert _value("7", int | None) == "7"
    assert _value("x", Literal["x", "y"]) == "x"


@pytest.mark.parametrize(
    ("value", "written", "wanted"),
    [
        ("fighter", "fighter", str),
        (7, "7", int | None),
        (True, "true", bool),
        (False, "false", bool),
        (12.0, "12", float),
        (0.1234567, "0.1234567", float),
        (1e-7, "1e-07", float),
        (Stand(1.0, 2.5), "1,2.5", Stand),
        (Stand(1.0, 2.5, 0.5), "1,2.5,0.5", None | Stand),
        (Stand(0.0, 0.0), "0,0", Stand),
        (Cell(1, -2), "1,-2", Cell),
        ({"a": 1, "b": 2}, "a:1,b:2", dict[str, int]),
        (("a", "b"), "a,b", tuple[str, ...]),
        ((), "", tuple[str, ...]),
        ({}, "", dict[str, int]),
        (((1.0, 2.0), (3.0, 4.5)), "1/2,3/4.5", tuple[tuple[float, float], ...]),
    ],
)
def test_what_is_written_in_a_script_is_read_as_what_it_was(value: object, written: str, wanted: object):
    assert _written(value) == written
    assert msgspec.convert(_value(written, wanted), wanted, strict=False) == value


def test_a_file_is_written_out_before_the_disk_is_told_to_keep_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    sizes, sync = [], os.fsync

    def noted(file: int) -> None:
        sizes.append(os.fstat(file).st_size)
        sync(file)

    monkeypatch.setattr(os, "fsync", noted)
    write_private(tmp_path / "note", b"four")
    assert sizes == [4]


def test_what_is_no_record_is_named_as_what_it_is(tmp_path: Path):
    there = tmp_path / "there.signum"
    there.write_bytes(b"")
    for read in (
        lambda path: Record.open(path, GAMES, lambda: NOON),
        lambda path: Record.read(path, GAMES),
        lambda path: verify(path, GAMES),
        lambda path: rescue(path, tmp_path / "new.signum", GAMES),
    ):
        with pytest.raises(RecordError, match="There is no record"):
            read(tmp_path / "nothing.signum")
        with pytest.raises(RecordError, match="is no ordinary file"):
            read(tmp_path)
    with pytest.raises(RecordError, match="name a file that is not there yet"):
        rescue(tmp_path / "nothing.signum", there, GAMES)


def test_a_closed_record_is_one_file_that_can_be_copied(tmp_path: Path):
    with closing(new_record(tmp_path / "game.signum")) as record:
        begin(record)
    # Bytes 18 and 19 of a database say whether it has a write-ahead log: 1 is none.
    assert (tmp_path / "game.signum").read_bytes()[18:20] == b"\x01\x01"


def test_a_script_may_have_ten_thousand_lines_and_no_more():
    assert len(parse("---\n---\n" + "A skip\n" * 9_998).lines) == 9_998
    with pytest.raises(ScriptError) as caught:
        parse("---\n---\n" + "A skip\n" * 9_999)
    assert caught.value.line == 10_001


def test_a_folder_is_refused_as_a_file_and_leaves_no_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies, folder = tmp_path / "copies", tmp_path / "folder.signum"
    copies.mkdir()
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(copies))
    with pytest.raises(RecordError, match="cannot be read") as caught:
        for_reading(folder)
    assert str(folder) in str(caught.value)
    assert list(copies.iterdir()) == []


class _GamesThatDoNotLoad(dict[str, Game[Any]]):
    def __getitem__(self, name: str) -> Game[Any]:
        raise GameError(f"{name} misses a part")


def test_a_game_that_does_not_load_is_told_with_its_reason_and_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.signum"
    new_record(path).close()
    with pytest.raises(RecordError) as caught:
        Record.open(path, _GamesThatDoNotLoad(GAMES), lambda: NOON)
    assert str(caught.value) == f"{path}: signum misses a part."
