"""A question too close to call waits for the moment for tactics that comes before it, and tells nothing of them."""

import pytest
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Correct, MoveCard, Place, Rolled, Ruling
from companion.games.signum.model.commands import (
    Activate,
    Assign,
    ChooseFirst,
    End,
    Fight,
    Keep,
    PlaceHero,
    Play,
    Priority,
    Skip,
    Tell,
)
from companion.games.values import Stand
from companion.record.record import Record
from companion.referee.match.command_request import CommandDone, CommandRequest
from companion.referee.match.match import Match
from tests.games.signum.engine.test_questions_after_moments import FRAIL, MEANT, PLAIN, ploy
from tests.games.signum.table import duel
from tests.referee.match.test_match import GAMES, NOW, SEED, Hands

PAUSE_S = 4.0
BEGUN = (
    Priority(by=TABLE, rolled={"A": "6", "B": "2"}),
    ChooseFirst(by="A", player="A"),
    PlaceHero(by="A", at=Stand(300.0, 16.0)),
    PlaceHero(by="B", at=Stand(300.0, 584.0)),
    Keep(by="A"),
    Keep(by="B"),
)


def summoned(card, key, x_mm, y_mm):
    by = card.split(":")[0]
    return (
        MoveCard(by=by, card=card, player=by, zone="hand"),
        Tell(by=by, card=card, key=key),
        Play(by=by, card=card),
        Place(by=by, creature=card, at=Stand(x_mm, y_mm)),
    )


FELL = (
    *BEGUN,
    Skip(by="A"),
    *summoned("A:1", "plain", 150.0, 16.0),
    *summoned("A:2", "plain", 450.0, 16.0),
    End(by="A"),
    Skip(by="B"),
    *summoned("B:1", "frail", 450.0, 584.0),
    MoveCard(by="B", card="B:20", player="B", zone="tactics", key="ploy"),
    End(by="B"),
    Skip(by="A"),
    Correct(by="A", of="A:1", at=Stand(300.0, 300.0)),
    Correct(by="A", of="B:1", at=Stand(332.0, 300.0)),
    Correct(by="A", of="A:2", at=Stand(444.0, 300.0, sigma_mm=3.0)),
    Activate(by="A", creature="A:1"),
    Fight(by="A", creature="A:1", target="B:1"),
    Assign(by="B", attack=0, defence=1),
    Assign(by="A", attack=2, defence=0),
    Rolled(by=TABLE, faces=("shield", "shield")),
    Rolled(by=TABLE, faces=("bullseye",)),
)
"""A frail creature falls; whether its last word reaches `A:2` is too close to call."""


class FallenMatch:
    """A match in which the frail creature has just fallen, while a tactic lies that is met by that, or not."""

    def __init__(self, folder, whose):
        deck = {"deck": (), "deck_size": 20, "digital": False}
        cards = {card.key: card for card in (FRAIL, PLAIN, ploy(whose))}
        setup = replace(duel(cards, **deck).setup, tactic_hooks=(MEANT,))
        record = Record.create(folder / f"{whose}.signum", GAMES["signum"], setup, lambda: NOW, seed=SEED)
        self.clock = Hands()
        self.match = Match(record, self.clock, pause_s=PAUSE_S)
        for number, command in enumerate(FELL):
            answers = []
            self.match.submit(CommandRequest(f"{number}", command, answers.append))
            if number < len(FELL) - 1:
                self.wait()
            assert answers == [CommandDone()], command

    def wait(self):
        while (due_s := self.match.next_due_s) is not None:
            self.clock.now_s = due_s
            self.match.tick()


@pytest.fixture
def both(tmp_path):
    games = FallenMatch(tmp_path, "own"), FallenMatch(tmp_path, "enemy")
    yield games
    for game in games:
        game.match.record.close()


def test_a_question_after_a_moment_for_tactics_waits_the_same_pause(both):
    unmet, met = both
    for game in both:
        assert game.match.pause_left_s == PAUSE_S
        assert game.match.shown.question is None
    for viewer in ("A", "spectator"):
        assert unmet.match.view(viewer) == met.match.view(viewer)
        assert unmet.match.version == met.match.version
        assert [line.phrase for line in unmet.match.lines(viewer)] == [line.phrase for line in met.match.lines(viewer)]
    for game in both:
        game.clock.now_s += PAUSE_S - 0.1
        game.match.tick()
        assert game.match.shown.question is None
        game.wait()
        assert game.match.shown.question.key == "within:S:B:1:A:2"


def test_a_question_after_a_moment_is_answered_and_the_game_goes_on(both):
    for game in both:
        game.wait()
        for by in ("A", "B"):
            game.match.submit(CommandRequest(f"yes {by}", Ruling(by=by, yes=True)))
        game.wait()
        assert game.match.shown.creatures["A:2"].wounds == 1
        assert game.match.shown == game.match.record.state
        assert game.match.shown.steps == ()


def test_the_result_of_a_fight_does_not_show_whether_somebody_was_asked_in_secret(both):
    unmet, met = both
    assert unmet.match.results == met.match.results
    for game in both:
        game.wait()
    assert unmet.match.results == met.match.results
    for game in both:
        for by in ("A", "B"):
            game.match.submit(CommandRequest(f"yes {by}", Ruling(by=by, yes=True)))
            game.wait()
    assert unmet.match.results
    assert unmet.match.results == met.match.results
