"""A record is checked against its own hashes, its rules, and the seed of its shuffles."""

import sqlite3
from pathlib import Path

import msgspec
import pytest

from companion.games.command import TABLE
from companion.games.common import Shuffled
from companion.games.signum.model.commands import ChooseFirst, PlaceHero, Priority
from companion.games.values import Stand
from companion.record.errors import TamperedError
from companion.record.fold import _short
from companion.record.record import Record
from companion.record.shuffle import shuffled
from companion.record.verification import verify
from tests.record.games import GAMES, NOON, SEED, begin, new_record, turns


@pytest.fixture
def played(tmp_path: Path) -> Path:
    record = new_record(tmp_path / "game.signum")
    begin(record)
    turns(record, 4)
    record.undo(record.boundaries[-2], "A")
    record.redo("A")
    record.close()
    return tmp_path / "game.signum"


def test_an_honest_record_is_found_so(played: Path) -> None:
    found = verify(played, GAMES)
    assert found.events > 20
    assert found.shuffles is None
    assert found.otherwise == ()


def test_shuffles_are_checked_once_the_seed_is_shown(played: Path) -> None:
    record = Record.open(played, GAMES, lambda: NOON)
    record.reveal()
    record.close()
    assert verify(played, GAMES).shuffles == 2


def test_a_seed_exchanged_after_the_game_is_found(played: Path) -> None:
    connection = sqlite3.connect(played)
    connection.execute("UPDATE about SET value = ? WHERE key = 'seed'", (bytes(32),))
    connection.commit()
    connection.close()
    for try_it in (verify, Record.read, lambda path, games: Record.open(path, games, lambda: NOON)):
        with pytest.raises(TamperedError, match=r"^entry 0 .after event 0. .*seed of its shuffles is not the one"):
            try_it(played, GAMES)


def test_a_seed_taken_out_of_the_file_is_found(played: Path) -> None:
    connection = sqlite3.connect(played)
    connection.execute("DELETE FROM about WHERE key = 'seed'")
    connection.commit()
    connection.close()
    with pytest.raises(TamperedError, match=r"^entry 0 .after event 0. .*seed of its shuffles is missing"):
        Record.open(played, GAMES, lambda: NOON)
    with pytest.raises(TamperedError, match=r"^entry 0 .after event 0. .*seed of its shuffles is missing"):
        verify(played, GAMES)


def test_a_seed_revealed_that_is_not_the_one_shown_before_is_found(played: Path) -> None:
    """As a program would write it that held another seed than it had shown."""
    record = Record.open(played, GAMES, lambda: NOON)
    record._write("reveal", "", msgspec.json.encode({"seed": bytes(32).hex()}), (), {})
    record.close()
    with pytest.raises(TamperedError, match="revealed is not the one") as caught:
        verify(played, GAMES)
    assert caught.value.entry == 0


def test_a_deck_stacked_by_who_kept_the_record_is_found_once_the_seed_is_shown(tmp_path: Path) -> None:
    """Every hash and every decision is as it should be; only the order of one deck was chosen, not drawn."""
    record = new_record(tmp_path / "game.signum", {"A": "fighter", "B": "rider"})
    record.do(Priority(by=TABLE, rolled={"A": "6", "B": "2"}))
    record.do(ChooseFirst(by="A", player="A"))
    record.do(PlaceHero(by="A", at=Stand(300.0, 16.0)))
    record.do(PlaceHero(by="B", at=Stand(300.0, 584.0)))
    for number in (1, 2):
        player = record.state.steps[-1].player
        deck = record.state.players[player].deck
        order = shuffled(SEED, number, player, deck) if number == 1 else tuple(sorted(deck, key=_by_copy))
        record.do(Shuffled(by=TABLE, player=player, order=order))
        stacked = len(list(record.entries())) - 1
    record.reveal()
    record.close()
    with pytest.raises(TamperedError, match="does not follow from the seed") as caught:
        verify(tmp_path / "game.signum", GAMES)
    assert caught.value.entry == stacked


def _by_copy(card: str) -> tuple[int, str]:
    return len(card), card


def test_an_entry_cut_off_the_end_is_found(played: Path) -> None:
    connection = sqlite3.connect(played)
    last = connection.execute("SELECT max(number) FROM entry").fetchone()[0]
    connection.execute("DELETE FROM entry WHERE number = ?", (last,))
    connection.commit()
    connection.close()
    with pytest.raises(TamperedError, match=f"entry {last}"):
        verify(played, GAMES)


def test_two_entries_swapped_are_found(played: Path) -> None:
    connection = sqlite3.connect(played)
    for old, new in ((4, 1000), (5, 4), (1000, 5)):
        connection.execute("UPDATE entry SET number = ? WHERE number = ?", (new, old))
    connection.commit()
    connection.close()
    with pytest.raises(TamperedError, match="entry 4"):
        verify(played, GAMES)


def test_a_missing_picture_of_a_roll_is_found(tmp_path: Path) -> None:
    record = new_record(tmp_path / "game.signum")
    record.do(Priority(by=TABLE, rolled={"A": "6", "B": "2"}), {"tray.jpg": b"picture"})
    record.close()
    assert verify(tmp_path / "game.signum", GAMES).events > 0
    connection = sqlite3.connect(tmp_path / "game.signum")
    connection.execute("DELETE FROM evidence")
    connection.commit()
    connection.close()
    with pytest.raises(TamperedError, match=r"tray\.jpg"):
        verify(tmp_path / "game.signum", GAMES)


def test_why_an_event_cannot_be_folded_is_said_in_few_words() -> None:
    assert _short(ValueError()) == "ValueError"
    assert _short(ValueError("no  such\ncard")) == "no such card"
    assert _short(ValueError("x" * 120)) == "x" * 120
    assert _short(ValueError("x" * 121)) == "x" * 119 + "…"
