"""The three phases (S-TURN)."""

import pytest

from companion.games.common import Choose, TurnBegan
from companion.games.signum.model.commands import Activate, Construct, End, Finish, LayTerrain, Move, Play, Skip
from companion.games.signum.model.effects.effect import Ability, Cost, GainEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.effects.on_players import DrawEffect
from companion.games.signum.model.events import BuildingChanged, CardMoved, LastingEnded, PhaseBegan, PlayerChanged
from companion.games.signum.model.kinds import BuildingType, Kind
from companion.games.signum.model.state import Phase
from companion.games.signum.model.terms import Selector, Until
from companion.games.values import Stand
from tests.games.signum.fights import fighter
from tests.games.signum.refusals import refused
from tests.games.signum.table import duel
from tests.rules.signum.tables import EDITIONS, building, card, field, zone

BANK = building("bank", 1)
TOWERS = tuple(building(f"tower{n}", 1) for n in range(13))
SPELL = card("dance", Kind.SPELL, cost=Cost(any=1))


def building_phase(*cards, rules=None):
    """A's next Construction Phase, with these building cards at hand and plenty of Prosperity."""
    made = field(*cards, rules=rules)
    made.emit(PlayerChanged(player="A", prosperity=30), PhaseBegan(phase=Phase.CONSTRUCTION))
    return made, zone(made, "A", "unused", *cards)


def test_s_turn_01_03_and_32_three_phases_and_then_the_next_players_turn():
    table = duel().begun().give(Skip(by="A"), End(by="A"))
    told = [each for each in table.events if isinstance(each, TurnBegan | PhaseBegan)]
    kinds = [each.player if isinstance(each, TurnBegan) else each.phase.value for each in told]
    assert kinds == ["A", "beginning", "construction", "activation", "B", "beginning", "construction"]


def test_s_turn_04_and_33_buildings_untap_in_their_owners_next_beginning_phase():
    made = field(BANK)
    (bank,) = zone(made, "A", "city", BANK)
    made.emit(BuildingChanged(player="A", card=bank, tapped=True))
    made.give(End(by="A"))
    assert made.state.players["A"].city[0].tapped
    made.give(Skip(by="B"), End(by="B"))
    assert not made.state.players["A"].city[0].tapped


def test_s_turn_06_and_09_untap_ready_expire_draw_income_in_this_order():
    until = ChangeEffect(of="strength", by=1, to=Selector(who="own", what="hero"), until=Until.START_OF_OWN_TURN)
    spell = card("might", Kind.SPELL, effects=(until,))
    made = field(spell, BANK)
    (might,) = zone(made, "A", "hand", spell)
    (bank,) = zone(made, "A", "city", BANK)
    made.give(Play(by="A", card=might)).emit(BuildingChanged(player="A", card=bank, tapped=True))
    made.change("A:hero", deeds={"activated": True, "finished": True})
    made.give(End(by="A"), Skip(by="B"))
    known = len(made.table.events)
    made.give(End(by="B"))
    assert made.state.creatures["A:hero"].lasting == ()
    kinds = [each for each in made.table.events[known:] if not isinstance(each, PhaseBegan)]
    order = [
        next(n for n, each in enumerate(kinds) if fits(each))
        for fits in (
            lambda each: isinstance(each, TurnBegan),  # which readies all creatures
            lambda each: isinstance(each, BuildingChanged) and not each.tapped,
            lambda each: isinstance(each, LastingEnded),
            lambda each: isinstance(each, CardMoved) and each.zone == "hand",
            lambda each: isinstance(each, PlayerChanged) and each.prosperity is not None,
        )
    ]
    assert order == sorted(order)
    assert not made.state.creatures["A:hero"].deeds.activated


def test_s_turn_11_cards_drawn_by_an_effect_meet_the_full_hand_too():
    spell = card("study", Kind.SPELL, effects=(DrawEffect(2),))
    made = field(spell, fighter("more"))
    zone(made, "A", "hand", *[fighter("more")] * 5)
    (study,) = zone(made, "A", "hand", spell)
    made.emit(CardMoved(card=made.state.players["A"].hand[0], player="A", zone="deck"))
    made.give(Play(by="A", card=study))
    assert len(made.state.players["A"].hand) == 10
    assert made.asked() == "choose B"
    made.give(Choose(by="B", chosen=("1",)))
    assert len(made.state.players["A"].hand) == 10


def test_s_turn_12_and_22_at_its_start_the_player_builds_or_skips_and_never_both():
    made, (bank,) = building_phase(BANK)
    assert {spec.kind for spec in made.table.game.commands(made.state, "A")} >= {"construct", "skip"}
    made.give(Construct(by="A", card=bank))
    assert made.state.players["A"].prosperity == 29  # S-TURN-22: nothing for the phase itself
    refused(made, "S-TURN-01", Skip(by="A"))


def test_s_turn_14_one_building_a_phase():
    made, (bank, tower) = building_phase(BANK, TOWERS[0])
    made.give(Construct(by="A", card=bank))
    refused(made, "S-TURN-01", Construct(by="A", card=tower))


def test_s_turn_16_any_building_at_hand_in_any_order():
    made, ids = building_phase(*TOWERS[:3])
    offered = {spec.fixed["card"] for spec in made.table.game.commands(made.state, "A") if spec.kind == "construct"}
    assert set(ids) <= offered


def test_s_turn_18_no_thirteenth_building():
    # S-CONST-11: terrain cards in the City do not count
    made, ids = building_phase(*TOWERS)
    for each in ids[:11]:
        made.emit(CardMoved(card=each, player="A", zone="city"))
    made.emit(CardMoved(card="A:t1", player="A", zone="terrain_city"))
    made.give(Construct(by="A", card=ids[11])).emit(PhaseBegan(phase=Phase.CONSTRUCTION))
    refused(made, "S-TURN-18", Construct(by="A", card=ids[12]))


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_turn_20_no_second_guild_or_order(rules):
    # S-DIFF-10, S-OPEN-47: whatever they are called
    guild = building("merchants", 1, building_type=BuildingType.GUILD)
    order = building("templars", 1, building_type=BuildingType.ORDER)
    made, (first, second) = building_phase(guild, order, rules=rules)
    made.give(Construct(by="A", card=first)).emit(PhaseBegan(phase=Phase.CONSTRUCTION))
    refused(made, "S-TURN-20", Construct(by="A", card=second))


def test_s_turn_21_no_command_takes_an_own_building_away():
    made = field(BANK, SPELL)
    (bank,) = zone(made, "A", "city", BANK)
    by_hand = {"movecard", "setvalue"}
    kinds = {spec.kind for spec in made.table.game.commands(made.state, "A") if bank in spec.fixed.values()}
    assert kinds - by_hand == set()


def test_s_turn_23_and_24_cards_creatures_and_terrain_between_one_another():
    wood = card("wood", Kind.TERRAIN, template=((-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0)))
    spell = card("song", Kind.SPELL)
    made = field(wood, spell)
    first, second = zone(made, "A", "hand", spell, spell)
    (lot,) = zone(made, "A", "unused", wood)
    outline = tuple((x + 300.0, y + 300.0) for x, y in wood.template)
    made.give(
        Play(by="A", card=first),
        Activate(by="A", creature="A:hero"),
        Move(by="A", creature="A:hero", to=Stand(300.0, 60.0)),
    )
    made.give(Finish(by="A"), LayTerrain(by="A", card=lot, outline=outline), Play(by="A", card=second))
    assert set(made.state.players["A"].graveyard) == {first, second}
    assert lot in made.state.templates


def test_only_the_active_player_ends_the_turn():
    made = field()
    refused(made, "S-TURN-02", End(by="B"))


def test_a_gained_ability_ends_with_the_turn():
    gift = GainEffect(ability=Ability("fast"), to=Selector(who="own", what="hero"), until=Until.END_OF_TURN)
    spell = card("haste", Kind.SPELL, effects=(gift,))
    made = field(spell)
    (haste,) = zone(made, "A", "hand", spell)
    made.give(Play(by="A", card=haste))
    assert len(made.state.creatures["A:hero"].lasting) == 1
    made.give(End(by="A"))
    assert made.state.creatures["A:hero"].lasting == ()
