"""Abilities of a card's own that cost something each time they are used (S-AB-12, S-OPEN-70, S-OPEN-71)."""

from companion.games.signum.creature.stats import strength
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, End, Finish, Move, Skip, Use
from companion.games.signum.model.effects.effect import Ability, Cost
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.events import CardMoved, CardTold, PlayerChanged
from companion.games.signum.model.kinds import Kind
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter
from tests.games.signum.refusals import refused

STRONGER = (ChangeEffect(of="strength", by=1),)
FOCUSED = fighter("focused", 2, 4, Ability("inner_fire", text=STRONGER, cost=Cost(concentration=2)))
BUILDER = fighter("builder", 2, 4, Ability("city_pride", text=STRONGER, cost=Cost(any=1)))
TEMPLE = Card(key="temple", kind=Kind.BUILDING, names={"en": "Temple"}, building_type="temple")


def use(name: str, **values: object) -> Use:
    return Use(by="A", creature="A:1", ability=name, **values)


def test_s_open_71_concentration_tokens_pay_for_what_the_card_says():
    made = Field({"A:1": (FOCUSED, 200.0, 300.0)}).change("A:1", concentration=3).give(use("inner_fire"))
    assert made.state.creatures["A:1"].concentration == 1
    assert strength(made.state, made.state.creatures["A:1"]) == 3
    refused(made, "S-AB-12", use("inner_fire"))


def offered(made: Field) -> list[str]:
    specs = made.table.game.commands(made.state, "A")
    return [str(spec.fixed["ability"]) for spec in specs if spec.kind == "use"]


def test_s_open_71_tokens_are_spent_in_the_owners_activation_phase_without_interrupting_an_activation():
    """Also by a creature that has gathered them this turn; in nobody's activation, and in no other phase."""
    made = Field({"A:1": (FOCUSED, 200.0, 300.0), "A:2": (BUILDER, 400.0, 300.0)}).change("A:1", concentration=9)
    assert offered(made) == ["inner_fire"]
    made.give(Activate(by="A", creature="A:1"))
    assert offered(made) == []
    refused(made, "S-TURN-28", use("inner_fire"))
    made.give(Finish(by="A"))
    assert offered(made) == ["inner_fire"]
    made.give(use("inner_fire"), Activate(by="A", creature="A:2"))
    refused(made, "S-TURN-28", use("inner_fire"))
    made.give(End(by="A"))
    refused(made, "S-TURN-02", use("inner_fire"))
    made.give(Skip(by="B"), End(by="B"))
    refused(made, "S-TURN-01", use("inner_fire"))
    assert offered(made) == []
    made.give(Skip(by="A"), use("inner_fire"))
    assert made.state.creatures["A:1"].concentration == 5


def test_s_move_29_after_a_run_no_ability_is_used_in_that_turn():
    made = Field({"A:1": (FOCUSED, 200.0, 300.0)}).change("A:1", concentration=9)
    made.give(Activate(by="A", creature="A:1"), Move(by="A", creature="A:1", to=Stand(200.0, 200.0), run=True))
    refused(made, "S-MOVE-29", use("inner_fire"))
    assert offered(made) == []


def test_s_abil_03_an_ability_with_the_mark_takes_the_turn_and_its_price():
    card = fighter("priest", 2, 4, Ability("prayer", text=STRONGER, cost=Cost(prosperity=2), activate=True))
    made = Field({"A:1": (card, 200.0, 300.0)}).give(Activate(by="A", creature="A:1"))
    before = made.state.players["A"].prosperity
    made.give(use("prayer"))
    assert (made.state.players["A"].prosperity, made.state.acting) == (before - 2, "")
    made.emit(PlayerChanged(player="A", prosperity=1)).act("A:1")
    refused(made, "S-PLAY-08", use("prayer"))


def test_s_open_70_buildings_pay_for_an_ability_like_for_a_card():
    made = Field({"A:1": (BUILDER, 200.0, 300.0)}, cards={"temple": TEMPLE})
    made.give(Activate(by="A", creature="A:1"))
    refused(made, "S-PLAY-03", use("city_pride"))
    made.emit(CardMoved(card="A:b9", player="A", zone="city"), CardTold(card="A:b9", key="temple"))
    made.give(use("city_pride", buildings=("A:b9",)))
    assert made.state.players["A"].city[0].tapped
    assert strength(made.state, made.state.creatures["A:1"]) == 3
