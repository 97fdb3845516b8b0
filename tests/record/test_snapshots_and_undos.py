"""A record with undos is gone through, and opened from a snapshot, as it was played."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.record import connection as connections
from companion.record import record as records
from companion.record.head_file import Head, HeadFile, read_head
from companion.record.record import Record
from companion.record.walk import walk
from tests.record.games import NOON
from tests.record.toy import FirstToy, Go, ToySetup


class Watched(FirstToy):
    """All see where a piece came from; a step that cannot be is refused, and steps are counted."""

    def __init__(self) -> None:
        self.evolved = 0

    def evolve(self, state, event):
        if abs(state.pieces[event.piece].at - event.to) > self.longest:
            raise ValueError("nobody steps so far")
        self.evolved += 1
        return super().evolve(state, event)

    def learned(self, state, event):
        return ((event.piece, f"{state.pieces[event.piece].at} to {event.to}"),)


def at(state: object) -> dict[str, int]:
    return {name: piece.at for name, piece in state.pieces.items()}  # type: ignore[attr-defined]  # of this game


def test_an_undo_says_which_events_it_took_back_and_what_was_learned_from_them(tmp_path: Path) -> None:
    with closing(Record.create(tmp_path / "toy.game", Watched(), ToySetup(), lambda: NOON)) as record:
        for by, to in (("A", 1), ("A", 2), ("B", 1)):
            record.do(Go(by=by, to=to))
        record.undo(1, "A")
        record.redo("B")
        record.undo(1, "A")
        record.do(Go(by="A", to=3))
        record.undo(1, "B")
        told = record.undoing(0)
        record.undo(0, "B")
        record.do(Go(by="B", to=2))
        passages = list(walk(record))
        assert record.undoing(5) == records.Undo(5, (), ())
    assert [(one.undone, one.learned) for one in passages if one.entry.kind == "undo"] == [
        ((2, 3), (("A", "1 to 2"), ("B", "0 to 1"))),
        ((2, 3), (("A", "1 to 2"), ("B", "0 to 1"))),
        ((4,), (("A", "1 to 3"),)),
        ((1,), (("A", "0 to 1"),)),
    ]
    assert ([event.to for event in told.events], told.learned) == ([1], (("A", "0 to 1"),))
    assert [list(at(one.after).values()) for one in passages] == [
        *([0, 0], [1, 0], [2, 0], [2, 1]),
        *([1, 0], [2, 1], [1, 0], [3, 0], [1, 0], [0, 0], [0, 2]),
    ]
    happened = [each for one in passages for each in one.happened]
    assert [(each.number, each.event.to, list(at(each.before).values()), each.counts) for each in happened] == [
        (1, 1, [0, 0], False),
        (2, 2, [1, 0], False),
        (3, 1, [2, 0], False),
        (4, 3, [1, 0], False),
        (5, 2, [0, 0], True),
    ]


@pytest.mark.parametrize(("to", "steps", "folded"), [(11, 4, 5), (5, 7, 12), (10, 3, 3)])
def test_a_snapshot_serves_as_long_as_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: int, steps: int, folded: int
) -> None:
    """The only snapshot is that of event 10; where it was undone, the game is folded from its beginning."""
    monkeypatch.setattr(records, "SNAPSHOT_EVERY", 10)
    path = tmp_path / "toy.game"
    with closing(Record.create(path, Watched(), ToySetup(), lambda: NOON)) as record:
        for place in range(1, 12):
            record.do(Go(by="A", to=place))
        record.undo(to, "A")
        for place in range(to + 1, to + 1 + steps):
            record.do(Go(by="A", to=place))
    game = Watched()
    with closing(Record.open(path, {"toy": game}, lambda: NOON)) as record:
        assert at(record.state) == {"A": to + steps, "B": 0}
        assert game.evolved == folded


def test_a_snapshot_that_was_changed_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "SNAPSHOT_EVERY", 10)
    path = tmp_path / "toy.game"
    with closing(Record.create(path, Watched(), ToySetup(), lambda: NOON)) as record:
        for place in range(1, 13):
            record.do(Go(by="A", to=place))
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("""UPDATE snapshot SET state = CAST(replace(state, '"at":10', '"at":99') AS BLOB)""")
    game = Watched()
    with closing(Record.open(path, {"toy": game}, lambda: NOON)) as record:
        assert (at(record.state), game.evolved) == ({"A": 12, "B": 0}, 12)


def test_a_head_is_written_over_the_last_one_and_its_file_is_let_go(tmp_path: Path) -> None:
    record, held = tmp_path / "toy.game", tmp_path / "toy.game.head"
    file = HeadFile(record)
    for number in (1, 2):
        file.write(Head(number, bytes([number]) * 32))
    assert (read_head(record), held.stat().st_size) == (Head(2, b"\2" * 32), 12 + 1 + 64 + 1)
    handle = file._handle
    assert handle is not None
    assert os.path.samestat(os.fstat(handle), held.stat())
    file.close()
    with pytest.raises(OSError, match=r"[Bb]ad file descriptor"):
        os.fstat(handle)
    file.close()
    file.write(Head(3, bytes(32)))
    assert read_head(record) == Head(3, bytes(32))
    file.close()


def test_a_value_of_64_mib_is_read_and_no_larger_one(tmp_path: Path) -> None:
    for connection in (connections.for_writing(tmp_path / "x.db"), connections.for_reading(tmp_path / "x.db")[0]):
        with closing(connection):
            assert connection.execute("SELECT length(zeroblob(67108864))").fetchone() == (67_108_864,)
            with pytest.raises(sqlite3.DataError, match="too big"):
                connection.execute("SELECT length(zeroblob(67108865))").fetchone()
