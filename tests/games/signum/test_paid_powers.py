"""Abilities of a card's own that cost something each time they are used (S-AB-12, S-OPEN-70, S-OPEN-71)."""

from companion.games.signum.creature.stats import strength
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, Use
from companion.games.signum.model.effects import Ability, Cost
from companion.games.signum.model.effects_on_creatures import ChangeEffect
from companion.games.signum.model.events import CardMoved, CardTold
from companion.games.signum.model.kinds import Kind
from tests.games.signum.fights import Field, fighter
from tests.games.signum.refusals import refused

STRONGER = (ChangeEffect(of="strength", by=1),)
FOCUSED = fighter("focused", 2, 4, Ability("inner_fire", text=STRONGER, cost=Cost(concentration=2)))
BUILDER = fighter("builder", 2, 4, Ability("city_pride", text=STRONGER, cost=Cost(any=1)))
TEMPLE = Card(key="temple", kind=Kind.BUILDING, names={"en": "Temple"}, building_type="temple")


def use(name: str, **values: object) -> Use:
    return Use(by="A", creature="A:1", ability=name, **values)


def test_s_open_71_concentration_tokens_pay_for_what_the_card_says():
    made = Field({"A:1": (FOCUSED, 200.0, 300.0)}).change("A:1", concentration=3).give(Activate(by="A", creature="A:1"))
    made.give(use("inner_fire"))
    assert made.state.creatures["A:1"].concentration == 1
    assert strength(made.state, made.state.creatures["A:1"]) == 3
    refused(made, "S-AB-12", use("inner_fire"))


def test_s_open_70_buildings_pay_for_an_ability_like_for_a_card():
    made = Field({"A:1": (BUILDER, 200.0, 300.0)}, cards={"temple": TEMPLE})
    made.give(Activate(by="A", creature="A:1"))
    refused(made, "S-PLAY-03", use("city_pride"))
    made.emit(CardMoved(card="A:b9", player="A", zone="city"), CardTold(card="A:b9", key="temple"))
    made.give(use("city_pride", buildings=("A:b9",)))
    assert made.state.players["A"].city[0].tapped
    assert strength(made.state, made.state.creatures["A:1"]) == 3
