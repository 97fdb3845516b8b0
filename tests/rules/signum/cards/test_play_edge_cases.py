"""What cards, Cities and stocks do one step beyond their plain case (S-PLAY, S-CARD, S-ZONE)."""

import pytest

from companion.games.common import Choose, SetValue
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.commands import Construct, End, Fight, Play, Skip
from companion.games.signum.model.effects.effect import Ability, Cost
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HarmEffect
from companion.games.signum.model.effects.on_players import DrawEffect, ProsperEffect
from companion.games.signum.model.events import CardMoved, PhaseBegan, PlayerChanged
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.state import Phase, Relic
from companion.games.signum.model.terms import Selector
from companion.games.signum.play.player_effects import destroy_building
from tests.games.signum.fights import fighter, hero
from tests.games.signum.refusals import refused
from tests.rules.signum.tables import EDITIONS, building, card, field, zone


def offers(made, kind, player="A"):
    return [spec for spec in made.table.game.commands(made.state, player) if spec.kind == kind]


def test_s_card_57_a_unique_building_that_was_destroyed_is_not_built_again_though_it_comes_back_to_hand():
    mint = building("mint", building_type="unique", unique=True)
    made = field(mint).emit(PhaseBegan(phase=Phase.CONSTRUCTION))
    (lot,) = zone(made, "A", "unused", mint)
    made.give(Construct(by="A", card=lot))
    draft = Draft(made.state, Skip(by="A"))
    destroy_building(draft, "A", lot)
    made.table.state = draft.state
    made.emit(CardMoved(card=lot, player="A", zone="unused"), PhaseBegan(phase=Phase.CONSTRUCTION))
    refused(made, "S-CARD-57", Construct(by="A", card=lot))
    assert lot not in {spec.fixed["card"] for spec in offers(made, "construct")}


def test_s_play_08_a_stock_never_falls_below_nothing():
    tax = card("tax", Kind.SPELL, effects=(ProsperEffect(-9, who="enemy"), ProsperEffect(-9)))
    made = field(tax)
    (each,) = zone(made, "A", "hand", tax)
    made.give(Play(by="A", card=each))
    assert [made.state.players[player].prosperity for player in "AB"] == [0, 0]
    theft = card("theft", Kind.SPELL, effects=(ProsperEffect(-9, who="enemy", steal=True),))
    made = field(theft).emit(PlayerChanged(player="B", prosperity=2), PlayerChanged(player="A", prosperity=1))
    (each,) = zone(made, "A", "hand", theft)
    made.give(Play(by="A", card=each))
    assert [made.state.players[player].prosperity for player in "AB"] == [3, 0]  # no more than there is


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_zone_29_the_opponent_picks_from_a_full_hand_without_seeing_it(rules):
    # S-TURN-10, S-VAR-40
    wish = card("wish", Kind.SPELL, effects=(DrawEffect(1),))
    made = field(wish, rules=rules)
    (each,) = zone(made, "A", "hand", wish)
    while len(made.state.players["A"].hand) < 11:
        made.emit(CardMoved(card=made.state.players["A"].deck[0], player="A", zone="hand"))
    made.give(Play(by="A", card=each))
    assert made.asked() == "choose B"
    (spec,) = made.specs()
    assert spec.fields["chosen"].options == tuple(str(n) for n in range(1, 11))  # places, not cards
    third = made.state.players["A"].hand[2]
    made.give(Choose(by="B", chosen=("3",)))
    assert (made.state.players["A"].graveyard[-1], len(made.state.players["A"].hand)) == (third, 10)


def test_s_play_06_too_few_untapped_buildings_pay_for_no_card():
    one = building("one")
    dear = card("dear", Kind.SPELL, cost=Cost(any=2), effects=(ProsperEffect(1),))
    made = field(one, dear)
    (town,) = zone(made, "A", "city", one)
    (each,) = zone(made, "A", "hand", dear)
    refused(made, "S-PLAY-03", Play(by="A", card=each, buildings=(town,)))
    refused(made, "S-PLAY-03", Play(by="A", card=each, buildings=(town, town)))
    assert each not in {spec.fixed["card"] for spec in offers(made, "play")}


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_card_13_a_card_bound_to_another_hero_is_not_played(rules):
    bound = card("bound", Kind.SPELL, bound_to="somebody", effects=(ProsperEffect(1),))
    own = card("own", Kind.SPELL, bound_to="hero", effects=(ProsperEffect(1),))
    made = field(bound, own, rules=rules)
    foreign, mine = zone(made, "A", "hand", bound, own)
    refused(made, "S-CARD-13", Play(by="A", card=foreign))
    offered = {spec.fixed["card"] for spec in offers(made, "play")}
    assert (foreign in offered, mine in offered) == (False, True)


def test_s_card_32_two_symbols_of_a_type_carry_two_relics():
    # S-CARD-36: a third one takes the place of the one that the player chooses
    rings = [card(f"ring{n}", Kind.RELIC, relic_type=RelicType.TREASURE) for n in range(3)]
    made = field(hero(slots={RelicType.TREASURE: 2}), *rings)
    first, second, third = zone(made, "A", "hand", *rings)
    made.give(Play(by="A", card=first), Play(by="A", card=second))
    assert [each.id for each in made.state.players["A"].relics] == [first, second]
    made.give(Play(by="A", card=third), Choose(by="A", chosen=(second,)))
    assert [each.id for each in made.state.players["A"].relics] == [first, third]
    assert made.state.players["A"].graveyard[-1] == second


@pytest.mark.parametrize("wounds", [False, True])
def test_s_dmg_12_a_spell_passes_relics_by_and_meets_the_heros_own_armour(wounds):
    # S-DMG-07, S-OPEN-26: Durability stops attacks only
    bolt = card("bolt", Kind.SPELL, effects=(HarmEffect(3, wounds=wounds, to=Selector(who="enemy", what="hero")),))
    plate = card("plate", Kind.RELIC, relic_type=RelicType.ARMOUR, abilities=(Ability("durability", x=2),))
    made = field(bolt, plate, put={"A:1": (fighter("one"), 300.0, 300.0)})
    made.relic("B", "B:x9", plate, armour=2, durable=True).change("B:hero", armour=1)
    (each,) = zone(made, "A", "hand", bolt)
    made.give(Play(by="A", card=each))
    struck = made.state.creatures["B:hero"]
    assert (struck.wounds, struck.armour) == ((3, 1) if wounds else (2, 0))
    assert made.state.players["B"].relics == (Relic(id="B:x9", armour=2, durable=True),)
    made.give(End(by="A"))


def test_s_card_37_a_relic_without_a_use_left_helps_in_no_fight():
    # S-CARD-38; a hand may have set it so, else it would be gone
    bonus = Ability("multiple_uses", x=2, text=(ChangeEffect(of="strength", by=2),))
    lance = card("lance", Kind.RELIC, relic_type=RelicType.MELEE_WEAPON, abilities=(bonus,))
    made = field(lance, put={"B:1": (fighter("foe"), 300.0, 48.0)})
    made.relic("A", "A:x9", lance, uses=2)
    (before,) = (spec for spec in offers(made.act("A:hero"), "fight"))
    assert before.fields["relics"].options == ("A:x9",)
    made.give(SetValue(by="A", what="relic_uses", of="A:x9", value=0))
    (after,) = (spec for spec in offers(made, "fight"))
    assert "relics" not in after.fields
    refused(made, "S-TURN-24", Fight(by="A", creature="A:hero", target="B:1", relics=("A:x9",)))
