"""A game while it is played: through the match, into a real record, with pauses that tell nothing."""

import random

import pytest

from companion.cards import all_cards, all_names
from companion.games.command import Command
from companion.games.common import SetValue
from companion.games.signum.game import Signum
from companion.games.signum.model.editions import Edition, rules_for
from companion.games.signum.model.state import Setup
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.seats import seat_from_deck, setup_for
from companion.games.verdicts.measured import RuleViolation
from companion.record.record import Record
from companion.record.shuffle import commitment
from companion.record.verification import verify
from companion.referee.match.command_request import Answer, CommandDone, CommandFailed, CommandRefused, CommandRequest
from companion.referee.match.match import Match
from tests.games.signum.random_play import Game

pytestmark = pytest.mark.slow


GAMES = {"signum": Signum()}
SEED = bytes(range(32))
NOW = "2026-01-01T00:00:00Z"


class Hands:
    """A clock that is turned by hand."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def skirmish() -> Setup:
    packs = LIBRARY.packs.values()
    rules, cards = rules_for(Edition.EN), all_cards(packs)
    first, second = (LIBRARY.decks[name] for name in ("kettle_clans", "lanternmarch"))
    seats = (
        seat_from_deck(first, cards, rules, id="A", side="player_one", name="Ann"),
        seat_from_deck(second, cards, rules, id="B", side="player_two", name="Bob"),
    )
    return setup_for(rules, seats, cards, seed_hash=commitment(SEED), names=all_names(packs))


@pytest.fixture
def clock():
    return Hands()


@pytest.fixture
def record(tmp_path):
    record = Record.create(tmp_path / "game.signum", GAMES["signum"], skirmish(), lambda: NOW, seed=SEED)
    yield record
    record.close()


class Played(Game):
    """A game by chance whose commands go through a match; it waits whenever the match does."""

    match: Match
    clock: Hands
    count = 0
    patient = True

    def give(self, command: Command) -> tuple[object, ...]:
        answers: list[Answer] = []
        self.count += 1
        self.match.submit(CommandRequest(f"wish-{self.count}", command, answers.append))
        self.wait()
        assert len(answers) == 1, "every wish is answered once"
        if isinstance(answers[0], CommandRefused):
            raise answers[0].violation
        assert answers[0] == CommandDone()
        self.state = self.match.record.state
        return ()

    def step_without_waiting(self) -> bool:
        """Does one thing, and leaves a pause that it brings as it is."""
        self.patient = False
        try:
            return self.step()
        finally:
            self.patient = True

    def wait(self) -> None:
        if not self.patient:
            self.state = self.match.record.state
            return
        while (due_s := self.match.next_due_s) is not None:
            self.clock.now_s = max(self.clock.now_s, due_s)
            self.match.tick()
        self.state = self.match.record.state


def played(match: Match, clock: Hands, seed: int) -> Played:
    game = Played(match.record.setup, random.Random(seed))  # noqa: S311 (a game, no secret)
    game.match, game.clock = match, clock
    game.state = match.record.state
    return game


def test_a_whole_game_goes_through_a_match_and_can_be_verified(record, clock):
    game = played(Match(record, clock), clock, 7)
    for _ in range(400):
        if not game.step():
            break
    record.reveal()
    path = record.path

    verified = verify(path, GAMES)

    assert verified.shuffles is not None
    assert verified.shuffles >= 2
    assert verified.otherwise == ()
    assert game.match.shown == record.state


def test_an_intent_is_granted_once_also_after_a_restart(record, clock):
    match = Match(record, clock)
    answers = []
    request = CommandRequest("same", SetValue(by="A", what="prosperity", of="A", value=30), answers.append)
    match.submit(request)
    written = record.written
    match.submit(request)
    record.close()
    again = Match(Record.open(record.path, GAMES, lambda: NOW), clock)
    again.submit(request)

    assert answers == [CommandDone()] * 3
    assert again.record.written == written
    assert again.record.state.players["A"].prosperity == 30
    again.record.close()


def test_a_refusal_changes_nothing_and_names_the_rule(record, clock):
    match, answers = Match(record, clock), []
    before = record.written
    match.submit(CommandRequest("bad", SetValue(by="A", what="wounds", of="nobody", value=1), answers.append))

    assert isinstance(answers[0], CommandRefused)
    assert isinstance(answers[0].violation, RuleViolation)
    assert record.written == before


def test_a_game_goes_on_where_it_was_left(record, clock):
    match = Match(record, clock)
    game = played(match, clock, 3)
    for _ in range(40):
        game.step()
    views = {viewer: match.view(viewer) for viewer in ("A", "B", "spectator")}
    lines = {viewer: [(x.number, x.phrase) for x in match.lines(viewer)] for viewer in views}
    record.close()
    again = Match(Record.open(record.path, GAMES, lambda: NOW), clock)

    assert {viewer: again.view(viewer) for viewer in views} == views
    assert {viewer: [(x.number, x.phrase) for x in again.lines(viewer)] for viewer in views} == lines
    again.record.close()


def test_time_goes_back_on_the_record(record, clock):
    match = Match(record, clock)
    game = played(match, clock, 5)
    for _ in range(30):
        game.step()
    boundary = record.boundaries[-3]
    match.undo(boundary, "table")

    assert record.counting[-1] == boundary
    assert match.shown == record.state == record.state_at(boundary)
    match.redo("table")
    assert match.shown == record.state


def test_pauses_come_whether_a_tactic_is_met_or_not(record, clock):
    match = Match(record, clock, pause_s=4.0)
    game = played(match, clock, 11)
    pauses = asked = 0
    for _ in range(400):
        before_s = clock.now_s
        if not game.step():
            break
        waited_s = clock.now_s - before_s
        assert waited_s % 4.0 == pytest.approx(0.0)
        pauses += waited_s > 0
        asked += record.game.passing(record.state) is not None

    assert pauses > 0


def until_a_pause(match: Match, game: Played) -> None:
    """Plays on until everybody waits for hidden cards, and leaves it so."""
    while match.pause_left_s is None and game.step_without_waiting():
        pass


def test_what_is_asked_for_in_a_pause_is_decided_after_it(record, clock):
    match = Match(record, clock, pause_s=4.0)
    game = played(match, clock, 11)
    until_a_pause(match, game)
    shown, answers = match.version, []
    match.submit(CommandRequest("in between", SetValue(by="A", what="prosperity", of="A", value=30), answers.append))
    clock.now_s += 3.9
    match.tick()

    assert (answers, match.version) == ([], shown)
    assert match.pause_left_s == pytest.approx(0.1)
    while (due_s := match.next_due_s) is not None:
        clock.now_s = due_s
        match.tick()
    assert answers == [CommandDone()]


def test_without_a_set_pause_nobody_waits_but_for_whoever_is_asked(record, clock):
    match = Match(record, clock, pause_s=0.0)
    game = played(match, clock, 11)
    for _ in range(400):
        asked = record.game.passing(record.state) is not None
        assert (match.pause_left_s is not None) == asked
        assert match.next_due_s is None
        if not game.step():
            break


@pytest.mark.parametrize("seed", [11, 12])
def test_a_game_taken_up_in_a_pause_waits_again_whether_somebody_is_asked_or_not(record, clock, seed):
    match = Match(record, clock, pause_s=4.0)
    game = played(match, clock, seed)
    until_a_pause(match, game)
    views = {viewer: match.view(viewer) for viewer in ("A", "B", "spectator")}
    record.close()
    clock.now_s += 100.0
    again = Match(Record.open(record.path, GAMES, lambda: NOW), clock, pause_s=4.0)

    assert {viewer: again.view(viewer) for viewer in views} == views
    assert again.pause_left_s == 4.0
    while (due_s := again.next_due_s) is not None:
        clock.now_s = due_s
        again.tick()
    assert again.shown == again.record.state
    again.record.close()


def test_where_somebody_is_asked_and_where_nobody_is_the_same_pause_begins_at_the_same_event(record, clock):
    match = Match(record, clock, pause_s=4.0)
    game = played(match, clock, 11)
    begun = set()
    while len(begun) < 2 and game.step_without_waiting():
        while match.pause_left_s is not None:
            asked = not match._coming
            begun.add(asked)
            assert asked == (record.game.passing(record.state) is not None)
            step = match.shown.steps[-1]
            assert step.collected, "everybody sees the state in which the question would be asked"
            clock.now_s += 4.0
            match.tick()
        game.state = record.state
    assert False in begun


def test_rules_that_stumble_over_an_intent_do_not_stop_the_table(record, clock, monkeypatch):
    match, answers = Match(record, clock), []
    with monkeypatch.context() as stumbling:
        stumbling.setattr(Signum, "decide", lambda *_: {}["nothing"])
        match.submit(CommandRequest("odd", SetValue(by="A", what="prosperity", of="A", value=30), answers.append))
    match.submit(CommandRequest("even", SetValue(by="A", what="prosperity", of="A", value=30), answers.append))

    assert isinstance(answers[0], CommandFailed)
    assert answers[1] == CommandDone()
    assert record.state.players["A"].prosperity == 30
