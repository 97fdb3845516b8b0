"""Clocks: what runs, what the record is told, and how a game ends when its time is over."""

import asyncio
from itertools import count

import pytest

from companion.games.command import TABLE
from companion.games.signum.model.commands import End, Skip
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee.api.table_intents import PauseClock, SetClock
from companion.referee.match.command_request import CommandRequest
from companion.referee.match.game_clock import GameClock, RunningClocks, run_of
from companion.referee.match.match import Match
from companion.referee.match.settings import SettingsFile
from companion.session.clock_controller import ClockController
from tests.record.games import GAMES, NOON, begin, new_record
from tests.referee.dice.roll_table import to_the_first_roll


class TurnedClocks:
    """Clocks of one game, whose time is turned by hand."""

    def __init__(self, record, now_s=100.0):
        self.now_s, self.numbers = now_s, count()
        self.match = Match(record, lambda: self.now_s, pause_s=0.0)
        self.settings = SettingsFile(record.path.with_name("table"), "this")
        self.side = ClockController(
            self.match, self.settings, lambda: self.now_s, lambda: str(next(self.numbers)), lambda: None
        )

    @property
    def record(self):
        return self.match.record

    def passes(self, seconds):
        """Lets time pass, and the clocks notice what was done before and after it."""

        async def noticed():
            living = asyncio.get_running_loop().create_task(self.side.live())
            await asyncio.sleep(0)
            self.now_s += seconds
            self.side.apply(PauseClock(self.settings.now.paused))
            living.cancel()
            await asyncio.gather(living, return_exceptions=True)

        asyncio.run(noticed())

    def does(self, *commands):
        for command in commands:
            answers = []
            self.match.submit(CommandRequest(f"{type(command).__name__}-{next(self.numbers)}", command, answers.append))
            assert type(answers[0]).__name__ == "CommandDone", answers

    def used(self):
        timing = self.side.timing()
        return timing.used_at(self.now_s), {
            each.seat: timing.seat_used_at(each.seat, self.now_s) for each in timing.seats
        }


@pytest.fixture
def record(tmp_path):
    record = new_record(tmp_path / "game.signum")
    yield record
    record.close()


def test_time_is_counted_for_whoever_must_act(record):
    begin(record)
    watched = TurnedClocks(record)
    watched.passes(10.0)
    assert watched.used() == (10.0, {"A": 10.0, "B": 0.0})
    watched.does(Skip(by="A"), End(by="A"))
    watched.passes(4.0)
    assert watched.used() == (14.0, {"A": 10.0, "B": 4.0})


def test_the_clock_of_whoever_answers_runs_not_that_of_whose_turn_it_is(record):
    to_the_first_roll(record)
    watched = TurnedClocks(record)
    assert run_of(watched.match).seat == "A"
    record.undo(record.boundaries[-2], TABLE)
    assert run_of(Match(record, lambda: 0.0)).seat == record.game.prompts(record.state)[0].to[0]


def test_no_clock_runs_before_the_game_nor_after_it_nor_while_all_must_answer(record):
    assert run_of(Match(record, lambda: 0.0)) == RunningClocks()


def test_players_stop_the_clocks_and_let_them_go_on(record):
    begin(record)
    watched = TurnedClocks(record)
    watched.passes(5.0)
    watched.side.apply(PauseClock(paused=True))
    watched.passes(60.0)
    assert watched.used()[0] == 5.0
    watched.side.apply(PauseClock(paused=False))
    watched.passes(2.0)
    assert watched.used() == (7.0, {"A": 7.0, "B": 0.0})


def test_the_record_gets_the_clocks_at_the_end_of_a_turn_where_clocks_are_in_use(record):
    begin(record)
    watched = TurnedClocks(record)
    watched.passes(10.4)
    watched.does(Skip(by="A"), End(by="A"))
    watched.passes(1.0)
    assert record.state.players["A"].clock_s == 0.0
    watched.side.apply(SetClock(None, 600.0))
    watched.does(Skip(by="B"), End(by="B"))
    watched.passes(0.0)
    assert {name: player.clock_s for name, player in record.state.players.items()} == {"A": 10.0, "B": 1.0}


def test_going_back_in_time_writes_no_clock(record):
    begin(record)
    watched = TurnedClocks(record)
    watched.side.apply(SetClock(None, 600.0))
    watched.passes(10.0)
    watched.does(Skip(by="A"), End(by="A"))
    watched.match.undo(record.boundaries[-2], TABLE)
    watched.passes(1.0)
    watched.match.redo(TABLE)
    watched.passes(1.0)
    assert record.state.players["A"].clock_s == 0.0
    watched.match.undo(record.boundaries[-2], TABLE)  # nothing came in between


def test_a_game_whose_time_is_over_ends_by_the_rules(record):
    begin(record)
    watched = TurnedClocks(record)
    watched.side.apply(SetClock(60.0))
    watched.passes(59.0)
    assert record.state.outcome is None
    watched.passes(2.0)
    assert record.state.outcome.reason == "time_tie_break"
    assert record.state.players["A"].clock_s == 61.0
    assert verify(record.path, GAMES).otherwise == ()


def test_what_is_under_way_is_resolved_before_the_time_ends_the_game(record):
    to_the_first_roll(record)
    watched = TurnedClocks(record)
    watched.side.apply(SetClock(1.0))
    watched.passes(5.0)
    assert watched.side.timing().up
    assert record.state.outcome is None


def test_an_end_that_is_taken_back_stops_the_clocks(record):
    begin(record)
    watched = TurnedClocks(record)
    watched.side.apply(SetClock(60.0))
    watched.passes(61.0)
    assert record.state.outcome is not None
    watched.match.undo(record.boundaries[-2], TABLE)
    watched.passes(5.0)
    assert record.state.outcome is None
    assert watched.side.timing().paused


def test_after_a_restart_the_clocks_stand_until_something_is_done(record):
    begin(record)
    watched = TurnedClocks(record)
    watched.passes(10.0)
    later = TurnedClocks(Record.open(record.path, GAMES, lambda: NOON), now_s=3.0)
    assert later.side.timing().paused
    assert later.used() == (10.0, {"A": 10.0, "B": 0.0})
    later.does(Skip(by="A"))
    later.passes(2.0)
    assert later.used()[0] == 12.0
    later.record.close()


def test_clocks_count_only_forwards():
    clocks = GameClock(5.0, 1.0, {"A": 1.0}, RunningClocks(game=True, seat="A"))
    assert clocks.at(4.0) is clocks
    assert clocks.at(7.0).seats_s == {"A": 3.0}
