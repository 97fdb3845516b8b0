"""Refusals name the rule that forbids, and say what is so."""

import pytest

from companion.games.common import Place
from companion.games.signum.model.commands import Detect, Fight, Move, Play, Shoot, Use
from companion.games.signum.model.effects.effect import Ability
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter
from tests.games.signum.refusals import refused

HEALER = fighter("healer", 2, 4, Ability("healer", x=1), Ability("shot", x=2), Ability("magical_shot", x=1))


def two() -> Field:
    return Field({"A:11": (HEALER, 200.0, 300.0), "B:11": (HEALER, 232.0, 300.0)})


@pytest.mark.parametrize(
    "command",
    [
        Fight(by="A", creature="B:11", target="A:11"),
        Shoot(by="A", creature="B:11", target="A:11", ability="shot"),
        Use(by="A", creature="B:11", ability="healer", target="B:11"),
        Detect(by="A", creature="B:11", target="A:11"),
        Move(by="A", creature="B:11", to=Stand(300.0, 300.0)),
    ],
    ids=lambda command: type(command).__name__,
)
def test_s_turn_26_another_players_creature_is_not_for_me_to_command(command):
    """Whatever else is wrong with it, that comes first."""
    refused(two(), "S-TURN-26", command)


def test_s_ranged_08_nobody_shoots_at_itself():
    refusal = refused(two().act("A:11"), "S-RANGED-08", Shoot(by="A", creature="A:11", target="A:11", ability="shot"))
    assert refusal.key == "enemies_only"


def test_s_summon_02_a_summoned_base_overlaps_no_other():
    made = Field({})
    card = made.state.players["A"].hand[0]
    made.give(Play(by="A", card=card))
    refused(made, "S-SUMMON-02", Place(by="A", creature=card, at=Stand(310.0, 16.0)))
    refused(made, "S-SUMMON-01", Place(by="A", creature=card, at=Stand(100.0, 30.0)))
