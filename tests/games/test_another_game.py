"""A game that the program has never seen is recorded, checked, undone and refereed; it leaves out all that it may."""

from contextlib import closing

import pytest

from companion.games.registry import Games
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee.match.command_request import CommandDone, CommandRefused, CommandRequest
from companion.referee.match.match import Match
from companion.referee.match.pending_rolls import occasion, owed_rolls
from companion.texts import Language
from tests.games.toy import Go, Seat, Setup, Toy

NOON = "2026-11-22T12:00:00Z"
GAMES = Games({"toy": Toy})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "toy.game"


@pytest.fixture
def record(path):
    setup = Setup((Seat("A", "Ann"), Seat("B", "Bob")))
    with closing(Record.create(path, Toy(), setup, lambda: NOON, edition="", seed=bytes(32))) as made:
        yield made


def test_it_is_recorded_checked_and_opened_again(record, path):
    record.do(Go(by="A", to=1))
    record.do(Go(by="B", to=8))
    record.close()
    assert verify(path, GAMES).events == 2
    with closing(Record.open(path, GAMES, lambda: NOON)) as again:
        assert again.state.cells == {"A": 1, "B": 8}
        again.undo(1, "A")
        assert again.state.cells == {"A": 1, "B": 9}


def test_its_intents_are_granted_or_refused_by_its_own_rules(record):
    match, answers = Match(record, lambda: 0.0, pause_s=0.0), []
    match.submit(CommandRequest("1", Go(by="A", to=1), answers.append))
    match.submit(CommandRequest("2", Go(by="A", to=2), answers.append))
    match.submit(CommandRequest("3", Go(by="B", to=5), answers.append))
    assert record.state.cells == {"A": 1, "B": 9}
    assert [type(answer) for answer in answers] == [CommandDone, CommandRefused, CommandRefused]
    (line,) = match.lines("A")
    assert match.teller(Language.ENGLISH).at(line.state).sentence(line.phrase) == "Went: piece Ann, to 1."


def test_it_owes_no_rolls_and_any_event_may_change_what_is_asked(record):
    match = Match(record, lambda: 0.0, pause_s=0.0)
    assert owed_rolls(match) == ()
    assert occasion(record, "A") == 0
    for number, command in enumerate((Go(by="A", to=1), Go(by="B", to=8)), 1):
        record.do(command)
        assert occasion(record, "A") == number
