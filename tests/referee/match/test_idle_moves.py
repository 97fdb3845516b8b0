"""A move of no length is never written down, whoever intents it and however: nothing was done."""

import asyncio
import math

import msgspec
import pytest

from companion.games.command import TABLE
from companion.games.signum.model.commands import Activate, ChooseFirst, Keep, Move, PlaceHero, Priority, Skip
from companion.games.values import Stand
from companion.phones.server.intents import PhoneIntent, reply_to
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.command_request import CommandDone, CommandRefused, CommandRequest
from companion.referee.match.match import Match
from companion.referee.match.strictness import overruling
from companion.texts import Language
from tests.referee.match.test_command_gateway import Ruler
from tests.referee.match.test_match import Hands, clock, record

__all__ = ["clock", "record"]  # fixtures
HERO, SIGMA_MM = "A:hero", 0.3


@pytest.fixture
def match(record, clock):
    """Ann's hero acts and stands in the middle of her side."""
    match = Match(record, clock, pause_s=0.0)
    radius = 24.0
    given = (
        Priority(by=TABLE, rolled={"A": "6", "B": "2"}),
        ChooseFirst(by="A", player="A"),
        PlaceHero(by="A", at=Stand(300.0, radius, SIGMA_MM)),
        PlaceHero(by="B", at=Stand(300.0, 600.0 - radius, SIGMA_MM)),
        Keep(by="A"),
        Keep(by="B"),
        Skip(by="A"),
        Activate(by="A", creature=HERO),
    )
    for command in given:
        assert isinstance(submitted(match, command), CommandDone)
    return match


def submitted(match, command):
    answers = []
    match.submit(CommandRequest(f"wish/{match.record.written}/{command}", command, answers.append))
    return answers[0]


def move(x_mm=0.0, y_mm=0.0, *, run=False):
    """A move by so much."""
    return Move(by="A", creature=HERO, to=Stand(300.0 + x_mm, 24.0 + y_mm, SIGMA_MM), run=run)


@pytest.mark.parametrize("run", [False, True])
@pytest.mark.parametrize("way_mm", [0.0, 0.3, 1.9])
@pytest.mark.parametrize("turn", [0.0, 2.0])
def test_who_stands_where_it_stood_has_not_moved(match, run, way_mm, turn):
    before = match.record.written, match.record.state
    answer = submitted(match, move(way_mm * math.cos(turn), way_mm * math.sin(turn), run=run))
    assert isinstance(answer, CommandRefused)
    assert (answer.violation.rule_id, answer.violation.key) == ("", "not_moved")
    assert (match.record.written, match.record.state) == before


@pytest.mark.parametrize("run", [False, True])
def test_who_moved_is_written_down_and_a_run_is_not_used_up_before(match, run):
    assert isinstance(submitted(match, move(run=True)), CommandRefused)
    assert isinstance(submitted(match, move(0.0, 5.0, run=run)), CommandDone)
    assert match.record.state.creatures[HERO].stand.y_mm == 29.0
    assert match.record.state.creatures[HERO].deeds.ran is run


def test_poorly_seen_places_must_be_farther_apart(match):
    vague = msgspec.structs.replace(move(0.0, 5.0), to=Stand(300.0, 29.0, 2.0))
    assert isinstance(submitted(match, vague), CommandRefused)


def test_it_is_not_let_pass_either(match):
    before = match.record.written
    assert isinstance(submitted(match, overruling(move(), "Together: Ann, Bob")), CommandRefused)
    match.enforcement.keeps_score_only = True
    assert isinstance(submitted(match, move()), CommandRefused)
    assert match.record.written == before


def test_what_is_let_pass_and_cannot_be_read_is_the_rules_affair(match):
    broken = msgspec.structs.replace(overruling(move(), "so"), command="{")
    answer = submitted(match, broken)
    assert isinstance(answer, CommandRefused)
    assert answer.violation.key == "command_in_json"


@pytest.mark.parametrize("language", list(Language))
def test_a_phone_hears_that_nothing_is_recorded(match, language):
    gateway = CommandGateway(match, Ruler({"x_mm": 300.2, "y_mm": 24.1, "sigma_mm": SIGMA_MM}), Hands())
    request = PhoneIntent("wish-00001", "move", {"creature": [HERO], "run": ["true"]})
    before = match.record.written
    reply = asyncio.run(reply_to(gateway, "A", request, language))
    assert match.record.written == before
    assert reply["answer"] == "refused"
    assert reply["rule"] == ""
    refused = submitted(match, move())
    assert reply["text"] == match.teller(language, "A").refusal(refused.violation)
    assert "hero" not in reply["text"].lower()


def test_a_creature_that_is_not_there_is_the_rules_affair(match):
    answer = submitted(match, Move(by="A", creature="A:99", to=Stand(300.0, 24.0)))
    assert isinstance(answer, CommandRefused)
    assert answer.violation.key != "not_moved"
