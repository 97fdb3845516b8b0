"""On what each event of a record rests, and which places players entered themselves."""

from contextlib import closing
from pathlib import Path

import msgspec

from companion.games.command import Command, Event
from companion.games.defaults.completed import NoGrounds
from companion.games.grounds import MeasuredCommand
from companion.games.values import Stand
from companion.games.verdicts.measured import Measurement, MeasurementFilter
from companion.geometry.verdict import at_most
from companion.record.grounds import BY_HAND, GroundFinder, grounds_of
from companion.record.record import Record
from companion.record.walk import walk
from tests.record.games import NOON
from tests.record.toy import ToySetup


class Push(Command, frozen=True, kw_only=True):
    to_mm: float


class Pushed(Event, frozen=True, kw_only=True):
    at: Stand


class Cheered(Event, frozen=True, kw_only=True):
    by: str


class PushState(msgspec.Struct, frozen=True, kw_only=True):
    setup: ToySetup
    at_mm: float = 0.0


class PushGrounds(NoGrounds):
    """A push rests on its way; nothing is measured for a cheer."""

    def rests_on(self, before, event):
        return MeasurementFilter(lambda _: True) if isinstance(event, Pushed) else None


class PushGame:
    """A piece is pushed along a line, and somebody cheers."""

    name = "push"
    rules_version = 1
    command_type = Push
    event_type = Pushed | Cheered
    setup_type = ToySetup
    state_type = PushState
    grounds = PushGrounds()

    def new(self, setup):
        return PushState(setup=setup)

    def decide(self, state, command):
        return (Pushed(at=Stand(command.to_mm, 0.0)), Cheered(by=command.by))

    def evolve(self, state, event):
        return msgspec.structs.replace(state, at_mm=event.at.x_mm) if isinstance(event, Pushed) else state

    def measured(self, state, command):
        way = at_most(command.to_mm - state.at_mm, 50.0, 0.1, "path")
        return (Measurement("path:way", "P-1", way, state, command),)


def pushed(path: Path) -> Record:
    """Two pushes: places that a camera saw, then places that players entered; then what takes back the second."""
    record = Record.create(path, PushGame(), ToySetup(), lambda: NOON)
    record.do(Push(by="A", to_mm=30.0), {"table.jpg": b"a picture"})
    record.do(Push(by="B", to_mm=70.0), {"roll": b"3", BY_HAND: b"entered"})
    record.undo(2, "A")
    return record


def test_each_event_rests_on_what_was_measured_in_the_game_in_which_it_was_done(tmp_path: Path) -> None:
    with closing(pushed(tmp_path / "push.game")) as record:
        found = grounds_of(record)
    assert found.keys() == {1, 3}  # nothing is measured for cheers
    assert [found[number].measured[0].verdict.value_mm for number in (1, 3)] == [30.0, 40.0]


def test_only_places_that_players_entered_are_told_as_such(tmp_path: Path) -> None:
    with closing(pushed(tmp_path / "push.game")) as record:
        finder = GroundFinder(record)
        for passage in walk(record):
            finder.take(passage)
        assert finder.by_hand == {3}  # a cheer has no place

        command = Push(by="A", to_mm=60.0)
        for by_hand in (False, True):
            measured_command = MeasuredCommand(record.game, record.state, command)
            for number, event in enumerate(record.do(command), record.written - 1):
                finder.add(number, measured_command, record.state, event, by_hand=by_hand)
        assert finder.by_hand == {3, 7}
        assert finder.grounds.keys() == {1, 3, 5, 7}
