"""Riders that work so many times, effects on whom a deed is aimed at, costs that no source states."""

import msgspec
import pytest

from companion.games.common import Told
from companion.games.signum.creature.abilities import value
from companion.games.signum.creature.stats import strength
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, End, Play, Reveal, Skip
from companion.games.signum.model.effects.effect import Ability, Cost, GainEffect, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.events import CardMoved, CardTold
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Tactic
from companion.games.signum.model.terms import Selector, Until
from tests.games.signum.fights import Field, fighter


@pytest.mark.parametrize(("times", "earned"), [(None, 3), (1, 1), (2, 2)])
def test_a_rider_works_as_often_as_its_card_says(times, earned):
    """S-DRAGON-01: the card's text says how often."""
    rider = Rider(trigger=Trigger(on="activation.start", whose="own"), effects=(ProsperEffect(1),), times=times)
    made = Field({"A:1": (fighter("keen", 2, 3, riders=(rider,)), 300.0, 200.0)})
    before = made.state.players["A"].prosperity
    turns = 3
    for turn in range(turns):
        made.give(Activate(by="A", creature="A:1"))
        if turn < turns - 1:
            made.give(End(by="A"), Skip(by="B"), End(by="B"), Skip(by="A"))
    # Income of a turn, and what skipping brings.
    assert made.state.players["A"].prosperity == before + earned + (turns - 1) * 3


def test_a_tactic_reaches_whom_the_attack_is_aimed_at():
    gains = (
        ChangeEffect(of="strength", by=1, to=Selector(who="aimed_at"), until=Until.END_OF_TURN),
        GainEffect(ability=Ability("master_of_defence", x=2), to=Selector(who="aimed_at"), until=Until.END_OF_TURN),
    )
    dike = Card(
        key="dike",
        kind=Kind.TACTIC,
        names={"en": "Dike"},
        riders=(Rider(trigger=Trigger(on="melee.declare", whose="enemy"), effects=gains),),
    )
    plain = fighter("plain", 2, 5)
    put = {"A:1": (plain, 300.0, 300.0), "B:1": (plain, 332.0, 300.0), "B:2": (plain, 100.0, 300.0)}
    made = Field(put, cards={"dike": dike})
    made.emit(
        CardTold(card="B:9", key="dike"), CardMoved(card="B:9", player="B", zone="tactics", tactic=Tactic(id="B:9"))
    )
    made.fight("A:1", "B:1")
    made.give(Reveal(by="B", tactic="B:9", yes=True))
    creatures = made.state.creatures
    assert [strength(made.state, creatures[name]) for name in ("A:1", "B:1", "B:2")] == [2, 3, 2]
    assert value(made.state, creatures["B:1"], "master_of_defence") == 2


def test_a_cost_that_no_source_states_is_paid_by_hand_and_said_so():
    """S-PLAY-04: the players tap and pay what stands on the card."""
    spell = Card(
        key="riddle", kind=Kind.SPELL, names={"en": "Riddle"}, cost=Cost(known=False), effects=(ProsperEffect(2),)
    )
    made = Field({}, cards={"riddle": spell})
    card = made.state.players["A"].hand[0]
    made.emit(CardTold(card=card, key="riddle"))
    before = made.state.players["A"].prosperity
    made.give(Play(by="A", card=card))
    assert made.state.players["A"].prosperity == before + 2
    assert [each.key for each in made.table.events if isinstance(each, Told) and each.key == "cost_by_hand"]
    assert msgspec.to_builtins(Cost(known=False)) == {"known": False}
