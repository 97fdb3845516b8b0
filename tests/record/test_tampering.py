"""Whatever is changed in a record is found, and the first entry that is wrong is named."""

import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.record.errors import RecordError, TamperedError
from companion.record.head_file import head_beside
from companion.record.record import Record
from companion.record.verification import verify
from tests.record.every_game import ALL, NAMES, begun, play_on
from tests.record.games import NOON

pytestmark = pytest.mark.slow

COLUMNS = ("kind", "at", "actor", "edition", "body", "events", "evidence", "state", "before", "hash")
ENTRIES = 23


@pytest.fixture(scope="module", params=NAMES)
def honest(request, tmp_path_factory) -> Path:
    """A short game with an undo, a redo and its seed revealed, in one file."""
    path = tmp_path_factory.mktemp("honest") / f"game.{request.param}"
    record = begun(request.param, path)
    while sum(1 for _ in record.entries()) < ENTRIES - 4:
        play_on(record, 1)
    record.undo(record.boundaries[-3], "A")
    record.redo("B")
    record.undo(record.boundaries[-2], "B")
    record.reveal()
    assert sum(1 for _ in record.entries()) == ENTRIES
    record._store._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    record.close()
    return path


def changed(honest: Path, *statements: tuple[str, tuple]) -> Path:
    path = honest.with_stem("changed")
    shutil.copy(honest, path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    for statement, values in statements:
        connection.execute(statement, values)
    connection.commit()
    connection.close()
    return path


def found_wrong(path: Path) -> int:
    """The entry that verifying names."""
    with pytest.raises(TamperedError) as caught:
        verify(path, ALL)
    assert f"entry {caught.value.entry} " in str(caught.value)
    return caught.value.entry


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, ENTRIES - 1), st.sampled_from(COLUMNS), st.integers(0), st.integers(1, 255))
def test_any_byte_of_any_column_of_any_entry(honest: Path, number: int, column: str, at: int, other: int) -> None:
    connection = sqlite3.connect(honest)
    (value,) = connection.execute(f"SELECT CAST({column} AS BLOB) FROM entry WHERE number = ?", (number,)).fetchone()  # noqa: S608 (ours)
    kept = connection.execute(f"SELECT typeof({column}) FROM entry WHERE number = ?", (number,)).fetchone()[0]  # noqa: S608 (ours)
    connection.close()
    at %= len(value) + 1
    # Past its end a byte is added.
    new = value[:at] + bytes([value[at] ^ other]) + value[at + 1 :] if at < len(value) else value + bytes([other])
    update = f"UPDATE entry SET {column} = CAST(? AS {kept.upper()}) WHERE number = ?"  # noqa: S608 (ours)
    assert found_wrong(changed(honest, (update, (new, number)))) == number


@settings(max_examples=20, deadline=None)
@given(st.integers(0, ENTRIES - 1))
def test_any_entry_dropped(honest: Path, number: int) -> None:
    path = changed(honest, ("DELETE FROM entry WHERE number = ?", (number,)))
    assert found_wrong(path) == number


@settings(max_examples=20, deadline=None)
@given(st.integers(0, ENTRIES - 1))
def test_everything_cut_off_from_an_entry_on(honest: Path, number: int) -> None:
    path = changed(honest, ("DELETE FROM entry WHERE number >= ?", (number,)))
    if number:
        assert found_wrong(path) == number
    else:
        with pytest.raises(RecordError, match="first entry is missing"):
            verify(path, ALL)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, ENTRIES - 2), st.integers(1, ENTRIES))
def test_any_two_entries_swapped(honest: Path, one: int, away: int) -> None:
    other = one + 1 + away % (ENTRIES - 1 - one)
    renumber = "UPDATE entry SET number = ? WHERE number = ?"
    path = changed(honest, (renumber, (-1, one)), (renumber, (one, other)), (renumber, (other, -1)))
    assert found_wrong(path) == one


@settings(max_examples=20, deadline=None)
@given(st.integers(0, ENTRIES - 1), st.integers(1, 9))
def test_any_entry_dated_otherwise(honest: Path, number: int, later: int) -> None:
    path = changed(honest, ("UPDATE entry SET at = ? WHERE number = ?", (f"2026-11-21T12:00:0{later}Z", number)))
    assert found_wrong(path) == number


def test_an_entry_sealed_anew_does_not_fit_the_next(honest: Path) -> None:
    record = Record.open(honest, ALL, lambda: NOON)
    seventh = msgspec.structs.replace(list(record.entries())[7], at="2026-11-21T13:00:00Z").sealed()
    record.close()
    path = changed(honest, ("UPDATE entry SET at = ?, hash = ? WHERE number = 7", (seventh.at, seventh.hash)))
    assert found_wrong(path) == 8


@pytest.mark.parametrize("witness", ["in the file", "beside the file"])
def test_the_newest_entry_sealed_anew_is_not_the_one_that_was_written(honest: Path, witness: str) -> None:
    """No later hash speaks against it: only what was noted when it was written, in the file and beside it."""
    record = Record.open(honest, ALL, lambda: NOON)
    last = list(record.entries())[-1]
    record.close()
    other = msgspec.structs.replace(last, at="2026-11-21T13:00:00Z").sealed()
    statements = [("UPDATE entry SET at = ?, hash = ? WHERE number = ?", (other.at, other.hash, last.number))]
    if witness == "beside the file":
        head = last.number.to_bytes(8, "big") + other.hash
        statements.append(("UPDATE about SET value = ? WHERE key = 'head'", (head,)))
    path = changed(honest, *statements)
    beside = head_beside(path)
    if witness == "beside the file":
        assert verify(path, ALL).entries == ENTRIES
        beside.write_bytes(head_beside(honest).read_bytes())
    try:
        assert found_wrong(path) == last.number
    finally:
        beside.unlink(missing_ok=True)


def test_the_events_of_the_entry_are_named_as_a_replay_numbers_them(honest: Path) -> None:
    record = Record.open(honest, ALL, lambda: NOON)
    counts = [len(entry.events) for entry in record.entries()]
    record.close()
    number = max(range(ENTRIES), key=lambda each: counts[each])
    first, last = sum(counts[:number]) + 1, sum(counts[: number + 1])
    assert last > first
    broken = {
        "UPDATE entry SET at = 'x' WHERE number = ?": f"events {first} to {last}",
        "UPDATE entry SET events = x'c1' WHERE number = ?": f"after event {first - 1}",  # they cannot be counted
        "DELETE FROM entry WHERE number = ?": f"after event {first - 1}",
    }
    for statement, named in broken.items():
        with pytest.raises(TamperedError, match=named):
            verify(changed(honest, (statement, (number,))), ALL)


@settings(max_examples=75, deadline=None)
@given(st.integers(0), st.integers(1, 255))
def test_a_byte_changed_anywhere_in_the_file_is_found_or_changes_nothing(honest: Path, at: int, other: int) -> None:
    data = bytearray(honest.read_bytes())
    data[at % len(data)] ^= other
    path = honest.with_stem("bytes")
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    path.write_bytes(data)
    try:
        found = verify(path, ALL)
    except RecordError:
        return
    assert found == verify(honest, ALL)
