"""What was acknowledged is there again, in the same bytes; what was changed is named."""

import sqlite3
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.signum.model.commands import Skip
from companion.games.verdicts.measured import RuleViolation
from companion.record.errors import RecordError, TamperedError
from companion.record.history import History
from companion.record.record import Record
from companion.record.shuffle import SEED_BYTES, _below, commitment, shuffled
from companion.record.verification import verify
from tests.record.games import GAMES, NOON, SEED, begin, new_record, turns

pytestmark = pytest.mark.slow


def coded(record: Record) -> bytes:
    return msgspec.json.encode(record.state, order="deterministic")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    record = new_record(tmp_path / "game.signum")
    begin(record)
    turns(record, 6)
    record.close()
    return tmp_path / "game.signum"


def test_a_closed_game_opens_in_the_same_state(tmp_path: Path) -> None:
    record = new_record(tmp_path / "game.signum")
    begin(record)
    turns(record, 12)
    before = coded(record)
    record.close()
    again = Record.open(tmp_path / "game.signum", GAMES, lambda: NOON)
    assert coded(again) == before
    assert again.written == record.written
    again.close()


def test_a_refused_command_leaves_no_trace(played: Path) -> None:
    record = Record.open(played, GAMES, lambda: NOON)
    before, written = coded(record), record.written
    idle = "B" if record.state.active == "A" else "A"
    with pytest.raises(RuleViolation):
        record.do(Skip(by=idle))
    assert (coded(record), record.written) == (before, written)
    record.close()


def test_undo_and_redo_are_the_identity_and_survive_closing(played: Path) -> None:
    record = Record.open(played, GAMES, lambda: NOON)
    now = coded(record)
    to = record.boundaries[-4]
    then = msgspec.json.encode(record.state_at(to), order="deterministic")
    undone = record.undo(to, "A")
    assert coded(record) == then
    assert undone.events
    record.close()
    record = Record.open(played, GAMES, lambda: NOON)
    assert coded(record) == then
    record.redo("B")
    assert coded(record) == now
    record.close()
    assert coded(Record.open(played, GAMES, lambda: NOON)) == now


def test_undoing_what_does_not_count_is_refused(played: Path) -> None:
    record = Record.open(played, GAMES, lambda: NOON)
    with pytest.raises(RecordError, match="no event"):
        record.undo(record.written + 1, "A")
    with pytest.raises(RecordError, match="redone"):
        record.redo("A")
    record.close()


COLUMNS = ("kind", "at", "actor", "edition", "body", "events", "evidence", "state", "before", "hash")


@pytest.mark.parametrize("column", COLUMNS)
def test_a_byte_changed_in_any_column_is_found_and_named(played: Path, column: str) -> None:
    connection = sqlite3.connect(played)
    (value,) = connection.execute(f"SELECT {column} FROM entry WHERE number = 7").fetchone()  # noqa: S608 (ours)
    changed = value + "x" if isinstance(value, str) else bytes([value[0] ^ 1]) + value[1:]
    connection.execute(f"UPDATE entry SET {column} = ? WHERE number = 7", (changed,))  # noqa: S608 (ours)
    connection.commit()
    connection.close()
    with pytest.raises(RecordError) as caught:
        Record.open(played, GAMES, lambda: NOON)
    assert not isinstance(caught.value, TamperedError) or caught.value.entry == 7


def test_a_dropped_entry_is_found(played: Path) -> None:
    connection = sqlite3.connect(played)
    connection.execute("DELETE FROM entry WHERE number = 5")
    connection.commit()
    connection.close()
    with pytest.raises(TamperedError, match="entry 5"):
        Record.open(played, GAMES, lambda: NOON)


def test_a_file_that_is_no_record_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("no record", encoding="utf-8")
    with pytest.raises(RecordError, match="record of a game"):
        Record.open(tmp_path / "x", GAMES, lambda: NOON)


@given(st.sets(st.text(min_size=1, max_size=5), max_size=40), st.integers(1, 50))
def test_a_shuffle_is_an_order_of_the_same_cards_and_always_the_same_one(cards: set[str], number: int) -> None:
    order = shuffled(SEED, number, "A", tuple(cards))
    assert sorted(order) == sorted(cards)
    assert order == shuffled(SEED, number, "A", tuple(sorted(cards, reverse=True)))


def test_a_number_that_would_favour_a_card_is_passed_over() -> None:
    # 2**32 is one more than three times 1,431,655,765: its last number would be one 0 too many.
    assert [_below(3, iter(draws)) for draws in ((2**32 - 1, 5), (2**32 - 2, 5), (0,))] == [2, 2, 0]


def test_a_seed_is_as_long_as_its_hash() -> None:
    assert len(commitment(SEED)) == SEED_BYTES * 2


def test_shuffles_favour_no_card() -> None:
    first = [shuffled(SEED, number, "A", "abcde")[0] for number in range(2000)]
    # 400 each is expected; five standard deviations are 90.
    assert all(310 < first.count(card) < 490 for card in "abcde")


@given(st.lists(st.one_of(st.integers(1, 4), st.just("undo"), st.just("redo")), max_size=30), st.randoms())
def test_history_counts_what_it_counted_before_an_undo_that_is_redone(steps: list[int | str], chance: object) -> None:
    history = History()
    for step in steps:
        if isinstance(step, int):
            history.add(step)
        elif step == "undo":
            before = list(history.counting)
            history.undo(chance.choice([0, *history.counting]))  # type: ignore[attr-defined]  # a Random
            history.redo()
            assert history.counting == before
        elif history.undone:
            history.redo()
    assert history.counting == sorted(set(history.counting))


def test_what_was_undone_before_a_new_command_cannot_be_redone() -> None:
    history = History()
    history.add(2)
    history.add(1)
    history.undo(2)
    assert history.add(2) == [4, 5]
    with pytest.raises(ValueError, match="nothing was undone"):
        history.redo()
    assert history.counting == [1, 2, 4, 5]
    history.undo(4)
    history.redo()
    assert history.counting == [1, 2, 4, 5]
    with pytest.raises(ValueError, match="does not count now"):
        history.undo(3)


def test_a_write_that_the_file_refuses_is_told_in_a_sentence_and_the_game_goes_on_afterwards(tmp_path: Path) -> None:
    record = new_record(tmp_path / "game.signum")
    begin(record)
    before = len(list(record.entries()))
    record._store._connection.execute("PRAGMA query_only = 1")
    with pytest.raises(RecordError, match="cannot be written"):
        turns(record, 1)
    assert len(list(record.entries())) == before
    record._store._connection.execute("PRAGMA query_only = 0")
    turns(record, 1)
    record.close()
    assert verify(tmp_path / "game.signum", GAMES).entries == before + 2


def test_a_game_can_be_taken_back_to_before_its_first_command(tmp_path: Path) -> None:
    record = new_record(tmp_path / "game.signum")
    at_first = record.state
    begin(record)
    assert record.boundaries[0] == 0
    record.undo(record.boundaries[0], "A")
    assert record.state == at_first
    record.close()
