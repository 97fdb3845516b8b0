"""Intents as screens send them: words for the fields of what is offered."""

import asyncio

import pytest

from companion.games.common import Rolled, SetValue
from companion.games.prompt import CommandSpec, Faces, Number, Pick, Spot, Words
from companion.games.signum.game import Signum
from companion.games.signum.model.commands import Fight, Mulligan, PlaceHero
from companion.games.values import Stand
from companion.record.record import Record
from companion.referee.match.command_builder import NotOfferedError, UnfitError, UnseenError, filled, offered
from companion.referee.match.command_gateway import AnswerNoted, CommandGateway
from companion.referee.match.command_request import CommandDone
from companion.referee.match.match import Match
from tests.referee.match.test_match import GAMES, NOW, SEED, Hands, skirmish

GAME = Signum()


class Ruler:
    """A surveyor who always sees the same."""

    def __init__(self, place=None):
        self.place = place

    def spot(self, spec, field, values):
        return self.place


def test_values_become_a_command_of_the_right_types():
    fight = CommandSpec(
        kind="fight", by="A", fixed={"creature": "A:1"}, fields={"target": Pick(options=("B:1", "B:2"))}
    )
    mulligan = CommandSpec(kind="mulligan", by="A", fields={"cards": Pick(options=("A:1", "A:2"), most=2)})
    rolled = CommandSpec(kind="rolled", by="A", fields={"faces": Faces(count=2, faces=("axe", "shield"))})
    number = CommandSpec(
        kind="setvalue", by="A", fields={"what": Words(), "of": Words(), "value": Number(least=0, most=9)}
    )
    place = CommandSpec(kind="placehero", by="A", fields={"at": Spot(why="side")})

    assert filled(GAME, fight, {"creature": ["A:1"], "target": ["B:2"]}, Ruler()) == Fight(
        by="A", creature="A:1", target="B:2"
    )
    assert filled(GAME, mulligan, {"cards": ["A:2"]}, Ruler()) == Mulligan(by="A", cards=("A:2",))
    assert filled(GAME, rolled, {"faces": ["axe", "axe"]}, Ruler()) == Rolled(by="A", faces=("axe", "axe"))
    assert filled(GAME, number, {"what": ["wounds"], "of": ["A:1"], "value": ["3"]}, Ruler()) == SetValue(
        by="A", what="wounds", of="A:1", value=3.0
    )
    assert filled(GAME, place, {}, Ruler({"x_mm": 1.0, "y_mm": 2.0, "sigma_mm": 0.1})) == PlaceHero(
        by="A", at=Stand(1.0, 2.0, 0.1)
    )
    with pytest.raises(UnseenError):
        filled(GAME, place, {}, Ruler())


@pytest.mark.parametrize("given", [["B:3"], [], ["B:1", "B:2"], ["B:1", "B:1"]])
def test_values_that_are_not_offered_are_refused(given):
    fight = CommandSpec(
        kind="fight", by="A", fixed={"creature": "A:1"}, fields={"target": Pick(options=("B:1", "B:2"))}
    )

    with pytest.raises(UnfitError):
        filled(GAME, fight, {"creature": ["A:1"], "target": given}, Ruler())


def test_an_offer_is_found_by_its_fixed_values():
    both = tuple(CommandSpec(kind="ruling", by="A", fixed={"yes": yes}) for yes in (True, False))

    assert offered(both, "ruling", {"yes": ["false"]}) is both[1]
    with pytest.raises(NotOfferedError):
        offered(both, "ruling", {"yes": ["maybe"]})
    with pytest.raises(NotOfferedError):
        offered(both, "end", {})


@pytest.fixture
def match(tmp_path):
    record = Record.create(tmp_path / "game.signum", GAMES["signum"], skirmish(), lambda: NOW, seed=SEED)
    yield Match(record, Hands())
    record.close()


def test_the_table_waits_for_a_throw_of_each_player(match):
    async def both():
        gateway = CommandGateway(match, Ruler(), Hands())
        first = await gateway.submit("1", "A", "priority", {"rolled": ["5"]})
        assert match.record.written == 0
        second = await gateway.submit("2", "B", "priority", {"rolled": ["2"]})
        return first, second

    assert asyncio.run(both()) == (AnswerNoted(("B",)), CommandDone())
    assert match.record.written > 0


def test_a_seat_may_only_do_what_is_its_own(match):
    async def submitted():
        gateway = CommandGateway(match, Ruler(), Hands())
        with pytest.raises(NotOfferedError):
            await gateway.submit("1", "spectator", "concede", {})
        with pytest.raises(NotOfferedError):
            await gateway.submit("2", "A", "shuffled", {"player": ["A"]})

    asyncio.run(submitted())


def test_a_pause_ends_by_itself_while_the_gateway_runs(tmp_path):
    async def ended():
        loop = asyncio.get_running_loop()
        record = Record.create(tmp_path / "live.signum", GAMES["signum"], skirmish(), lambda: NOW, seed=SEED)
        match = Match(record, loop.time, pause_s=0.05)
        gateway = CommandGateway(match, Ruler(), loop.time)
        running = asyncio.create_task(gateway.run())
        match._pause_ends_s = loop.time() + 0.05
        answer = await asyncio.wait_for(
            gateway.submit("1", "A", "setvalue", {"what": ["prosperity"], "of": ["A"], "value": ["9"]}), 5
        )
        running.cancel()
        record.close()
        return answer

    assert asyncio.run(ended()) == CommandDone()
