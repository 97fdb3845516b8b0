"""What cards do once they are played, and what they cost (S-CARD, S-PLAY)."""

import pytest
from msgspec.structs import replace

from companion.games.common import Choose
from companion.games.signum.creature.abilities import has
from companion.games.signum.creature.stats import health, movement_mm, strength
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.commands import (
    Activate,
    Construct,
    End,
    Fight,
    Move,
    Play,
    Reveal,
    Skip,
    Use,
    UseBuilding,
)
from companion.games.signum.model.effects.effect import Ability, Cost, GainEffect, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HarmEffect, LoseEffect
from companion.games.signum.model.effects.on_players import DestroyEffect, ProsperEffect
from companion.games.signum.model.events import PhaseBegan, PlayerChanged
from companion.games.signum.model.kinds import BuildingType, Kind, RelicType
from companion.games.signum.model.state import Phase
from companion.games.signum.model.terms import Selector
from companion.games.signum.play import player_effects
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.fights import Field, fighter, hero
from tests.games.signum.refusals import refused
from tests.rules.signum.tables import ENGLISH, RUSSIAN, WEB, building, card, dealt, field, zone

SWORD = card(
    "sword",
    Kind.RELIC,
    relic_type=RelicType.MELEE_WEAPON,
    riders=(Rider(effects=(ChangeEffect(of="strength", by=1),)),),
)
AXE = card("axe", Kind.RELIC, relic_type=RelicType.MELEE_WEAPON)
CROWN = card("crown", Kind.RELIC, relic_type=RelicType.HELMET)
PLATE = card("plate", Kind.RELIC, relic_type=RelicType.ARMOUR, abilities=(Ability("durability", x=2),))
ARMED = hero(slots={RelicType.MELEE_WEAPON: 1, RelicType.ARMOUR: 1})
SONG = card("song", Kind.SPELL, effects=(ProsperEffect(2),))
TEMPLE, TAVERN, BARRACKS = (
    building(str(each), building_type=each)
    for each in (BuildingType.TEMPLE, BuildingType.TAVERN, BuildingType.BARRACKS)
)
ONE, OTHER = fighter("one", 2, 5), fighter("other", 2, 5)


def ambush(key, hook="melee.declare", whose="enemy", gain=3):
    """A tactic that pays when it is met."""
    return card(
        key, Kind.TACTIC, riders=(Rider(trigger=Trigger(on=hook, whose=whose), effects=(ProsperEffect(gain),)),)
    )


def wearing(*relics):
    """A's hero, with hands and body for relics; these in A's hand."""
    made = field(ARMED, *relics)
    return made, zone(made, "A", "hand", *relics)


def put_on(made, *ids):
    return made.give(*(Play(by="A", card=each) for each in ids))


def lurking(*tactics, rules=None):
    """B's tactics lie face down while A's and B's fighters touch."""
    cards = {each.key: each for each in tactics}
    made = Field({"A:1": (ONE, 300.0, 300.0), "B:1": (OTHER, 332.0, 300.0)}, cards=cards, rules=rules)
    return made, zone(made, "B", "tactics", *tactics)


def test_s_card_06_abilities_are_gained_and_lost_in_play():
    give = card("give", Kind.SPELL, effects=(GainEffect(ability=Ability("slow"), to=Selector(who="own", what="hero")),))
    take = card("take", Kind.SPELL, effects=(LoseEffect(ability="slow", to=Selector(who="own", what="hero")),))
    made = field(give, take)
    given, taken = zone(made, "A", "hand", give, take)
    made.give(Play(by="A", card=given))
    assert has(made.state, made.state.creatures["A:hero"], "slow")
    made.give(Play(by="A", card=taken))
    assert not has(made.state, made.state.creatures["A:hero"], "slow")


def test_s_card_11_the_hero_is_on_the_mat_before_any_character():
    table = dealt()
    assert set(table.state.creatures) == {"A:hero", "B:hero"}
    with pytest.raises(RuleViolation):
        table.give(Play(by="A", card=table.state.players["A"].hand[0]))


def test_s_card_14_a_hero_moves_and_fights_like_a_character():
    made = Field({"B:1": (OTHER, 300.0, 90.0)})
    made.give(Activate(by="A", creature="A:hero"), Move(by="A", creature="A:hero", to=Stand(300.0, 58.0)))
    made.give(Fight(by="A", creature="A:hero", target="B:1"))
    assert made.asked() == "assign B"


def test_s_card_18_19_and_20_the_three_values_of_a_creature():
    made = field(put={"A:1": (fighter("tough", 4, 2), 300.0, 300.0)})
    creature = made.state.creatures["A:1"]
    assert (strength(made.state, creature), movement_mm(made.state, creature), health(made.state, creature)) == (
        4,
        100,
        2,
    )
    refused(made, "S-MOVE-06", Activate(by="A", creature="A:1"), Move(by="A", creature="A:1", to=Stand(401.5, 300.0)))


def test_s_card_27_and_28_a_spell_works_at_once_and_lies_in_the_graveyard():
    made = field(SONG)
    (song,) = zone(made, "A", "hand", SONG)
    before = made.state.players["A"].prosperity
    made.give(Play(by="A", card=song))
    assert made.state.players["A"].prosperity == before + 2
    assert made.state.players["A"].graveyard == (song,)


def test_s_card_33_without_its_symbol_a_relic_cannot_be_played():
    made, (crown,) = wearing(CROWN)
    refused(made, "S-CARD-33", Play(by="A", card=crown))


def test_s_card_34_a_relic_is_active_at_once():
    made, (sword,) = wearing(SWORD)
    put_on(made, sword)
    assert [each.id for each in made.state.players["A"].relics] == [sword]
    assert strength(made.state, made.state.creatures["A:hero"]) == 4


def test_s_card_35_no_command_takes_a_relic_off():
    made, (sword,) = wearing(SWORD)
    put_on(made, sword)
    refused(made, "S-TURN-24", Play(by="A", card=sword))
    assert not [spec for spec in made.table.game.commands(made.state, "A") if sword in spec.fixed.values()]


def test_s_card_36_a_new_relic_of_a_full_type_replaces_the_old_one():
    # S-EX-04
    made, (sword, axe) = wearing(SWORD, AXE)
    put_on(made, sword, axe)
    assert [each.id for each in made.state.players["A"].relics] == [axe]
    assert made.state.players["A"].graveyard == (sword,)
    two = hero(slots={RelicType.MELEE_WEAPON: 2})
    made = field(two, SWORD, AXE)
    ids = zone(made, "A", "hand", SWORD, AXE, AXE)
    put_on(made, *ids)
    assert made.asked() == "choose A"
    made.give(Choose(by="A", chosen=(ids[0],)))
    assert [each.id for each in made.state.players["A"].relics] == [ids[1], ids[2]]


def test_s_card_39_and_41_durability_tokens_and_what_goes_with_the_relic():
    strong = card("strong", Kind.RELIC, relic_type=RelicType.ARMOUR, abilities=(Ability("durability", x=2),),
                  riders=(Rider(effects=(ChangeEffect(of="strength", by=1),)),))  # fmt: skip
    made, (plate,) = wearing(strong)
    put_on(made, plate)
    (relic,) = made.state.players["A"].relics
    assert (relic.armour, strength(made.state, made.state.creatures["A:hero"])) == (2, 4)
    draft = Draft(made.state, Skip(by="A"))
    player_effects.destroy_relic(draft, "A", plate, "S-CARD-41")
    assert draft.state.players["A"].graveyard == (plate,)
    assert strength(draft.state, draft.state.creatures["A:hero"]) == 3


def test_s_card_44_45_and_51_a_tactic_waits_until_its_condition_is_met():
    # S-EX-07: for any number of turns
    made, (trick,) = lurking(ambush("trick"))
    for player in "AB":
        made.give(End(by=player), Skip(by="AB"[player == "A"]))
    assert [each.id for each in made.state.players["B"].tactics] == [trick]
    made.give(Activate(by="A", creature="A:1"), Fight(by="A", creature="A:1", target="B:1"))
    assert made.asked() == "reveal B"


def test_s_card_46_and_49_it_is_turned_up_the_first_time_and_goes_to_the_graveyard():
    made, (trick,) = lurking(ambush("trick"))
    before = made.state.players["B"].prosperity
    made.act("A:1").give(Fight(by="A", creature="A:1", target="B:1"))
    refused(made, "S-TURN-24", End(by="A"))  # nothing goes on before it is turned up or missed
    made.give(Reveal(by="B", tactic=trick))
    assert made.state.players["B"].prosperity == before + 3
    assert made.state.players["B"].graveyard == (trick,)


def test_s_card_50_a_tactic_that_is_missed_is_void():
    made, (trick,) = lurking(ambush("trick"))
    before = made.state.players["B"].prosperity
    made.act("A:1").give(Fight(by="A", creature="A:1", target="B:1"), Reveal(by="B", tactic=trick, yes=False))
    assert made.state.players["B"].prosperity == before
    assert made.state.players["B"].graveyard == (trick,)


@pytest.mark.parametrize(("rules", "own"), [(ENGLISH, False), (RUSSIAN, True), (WEB, True)])
def test_s_card_47_and_48_in_whose_turn_a_tactic_may_trigger(rules, own):
    # S-DIFF-08, S-OPEN-07
    made, _ = lurking(rules=rules)
    trick = ambush("mine", whose="own")
    known = {**made.state.setup.cards, "mine": trick}
    made.table.state = replace(made.state, setup=replace(made.state.setup, cards=known))
    zone(made, "A", "tactics", trick)
    made.act("A:1").give(Fight(by="A", creature="A:1", target="B:1"))
    assert (made.asked() == "reveal A") is own


def test_s_card_52_the_owner_chooses_which_of_several_comes_first():
    made, (one, two) = lurking(ambush("one_trick", gain=1), ambush("other_trick", gain=2))
    made.act("A:1").give(Fight(by="A", creature="A:1", target="B:1"))
    (yes, _no) = made.specs()
    assert yes.fields["tactic"].options == (one, two)
    made.give(Reveal(by="B", tactic=two))
    assert made.asked() == "reveal B"
    made.give(Reveal(by="B", tactic=one))
    assert made.state.players["B"].graveyard == (two, one)


def test_s_card_58_a_destroyed_building_is_built_again_a_unique_one_never():
    # S-CARD-57, S-OPEN-73
    mint = building("mint", unique=True, building_type=BuildingType.UNIQUE)
    made = field(TEMPLE, mint).emit(PhaseBegan(phase=Phase.CONSTRUCTION))
    temple, coins = zone(made, "A", "unused", TEMPLE, mint)
    made.give(Construct(by="A", card=temple)).emit(PhaseBegan(phase=Phase.CONSTRUCTION))
    made.give(Construct(by="A", card=coins))
    draft = Draft(made.state, Skip(by="A"))
    player_effects.destroy_building(draft, "A", temple)
    player_effects.destroy_building(draft, "A", coins)
    mine = draft.state.players["A"]
    assert (temple in mine.unused, coins in mine.aside, mine.city) == (True, True, ())


def test_s_card_59_a_tapped_building_is_used_up_for_the_turn():
    # S-PLAY-05: it pays for one card or effect a turn
    made = field(TEMPLE, card("hymn", Kind.SPELL, cost=Cost(buildings=("temple",))))
    hymn = made.state.setup.cards["hymn"]
    (temple,) = zone(made, "A", "city", TEMPLE)
    first, second = zone(made, "A", "hand", hymn, hymn)
    made.give(Play(by="A", card=first))
    assert made.state.players["A"].city[0].tapped
    assert refused(made, "S-PLAY-03", Play(by="A", card=second)).values["missing"] == "temple"
    assert temple


def test_s_play_01_a_tactic_is_declared_as_no_more_than_that():
    made = field(ambush("trick"))
    (trick,) = zone(made, "A", "hand", made.state.setup.cards["trick"])
    events = made.table.game.decide(made.state, Play(by="A", card=trick))
    assert all("trick" not in str(made.table.game.public_event(made.state, each, "B")) for each in events)
    spell = field(SONG)
    (song,) = zone(spell, "A", "hand", SONG)
    events = spell.table.game.decide(spell.state, Play(by="A", card=song))
    assert any(song in str(spell.table.game.public_event(spell.state, each, "B")) for each in events)


def test_s_play_02_cards_come_from_hand_in_the_own_activation_phase():
    made = field(SONG)
    (song,) = zone(made, "A", "hand", SONG)
    (theirs,) = zone(made, "B", "hand", SONG)
    refused(made, "S-TURN-02", Play(by="B", card=theirs))
    made.emit(PhaseBegan(phase=Phase.CONSTRUCTION))
    refused(made, "S-TURN-01", Play(by="A", card=song))


def test_s_play_04_all_buildings_of_a_cost_are_tapped_and_its_prosperity_goes():
    dear = card("dear", Kind.SPELL, cost=Cost(buildings=("temple",), any=1, prosperity=2))
    made = field(TEMPLE, TAVERN, building("idle"), dear).emit(PlayerChanged(player="A", prosperity=5))
    _, tavern, _ = zone(made, "A", "city", TEMPLE, TAVERN, made.state.setup.cards["idle"])
    (spell,) = zone(made, "A", "hand", dear)
    made.give(Play(by="A", card=spell, buildings=(tavern,)))
    assert [each.tapped for each in made.state.players["A"].city] == [True, True, False]
    assert made.state.players["A"].prosperity == 3


def test_s_play_07_each_symbol_takes_a_building_of_its_own():
    twice = card("twice", Kind.SPELL, cost=Cost(buildings=("temple",), any=1))
    made = field(TEMPLE, TAVERN, twice)
    temple, _ = zone(made, "A", "city", TEMPLE, TAVERN)[0], None
    (spell,) = zone(made, "A", "hand", twice)
    refused(made, "S-PLAY-06", Play(by="A", card=spell, buildings=(temple,)))
    made.give(Play(by="A", card=spell, buildings=("A:x2",)))
    assert [each.tapped for each in made.state.players["A"].city] == [True, True]


@pytest.mark.parametrize("symbols", [("unique", "mint"), ("mint", "unique")])
def test_s_play_07_a_building_that_is_named_is_kept_for_its_own_symbol(symbols):
    """The symbol of unique buildings is paid by another one, whichever stands first (S-CARD-55, S-PLAY-03)."""
    mint, tower = (building(key, building_type=BuildingType.UNIQUE) for key in ("mint", "tower"))
    dear = card("dear", Kind.SPELL, cost=Cost(buildings=symbols))
    made = field(mint, tower, dear)
    zone(made, "A", "city", mint)
    (spell,) = zone(made, "A", "hand", dear)
    refused(made, "S-PLAY-03", Play(by="A", card=spell))
    zone(made, "A", "city", tower)
    made.give(Play(by="A", card=spell))
    assert [each.tapped for each in made.state.players["A"].city] == [True, True]


def test_s_play_09_a_building_may_be_used_for_its_own_ability_instead():
    # S-CARD-54
    made = field(building("mill", effects=(ProsperEffect(1),)))
    (mill,) = zone(made, "A", "city", made.state.setup.cards["mill"])
    before = made.state.players["A"].prosperity
    made.give(UseBuilding(by="A", card=mill))
    assert made.state.players["A"].prosperity == before + 1
    assert made.state.players["A"].city[0].tapped
    refused(made, "S-CARD-59", UseBuilding(by="A", card=mill))


def test_s_play_10_and_11_a_tactic_taps_its_buildings_and_shows_what_it_cost():
    ploy = card("ploy", Kind.TACTIC, cost=Cost(any=1, prosperity=2))
    made = field(TEMPLE, ploy)
    (temple,) = zone(made, "A", "city", TEMPLE)
    (hidden,) = zone(made, "A", "hand", ploy)
    made.give(Play(by="A", card=hidden, buildings=(temple,)))
    assert made.state.players["A"].city[0].tapped
    (tactic,) = made.state.players["A"].tactics
    assert (tactic.buildings, tactic.prosperity) == ((temple,), 2)


def test_s_play_11_and_zone_24_the_buildings_that_a_cost_names_are_shown_with_those_chosen():
    tavern, arena = building("inn", building_type="tavern"), building("ring", building_type="arena")
    cost = Cost(buildings=("tavern",), any=1, prosperity=1)
    ambush = card(
        "ambush", Kind.TACTIC, cost=cost, riders=(Rider(trigger=Trigger(on="summon"), effects=(ProsperEffect(1),)),)
    )
    made = field(tavern, arena, ambush)
    inn, ring = zone(made, "A", "city", tavern, arena)
    (each,) = zone(made, "A", "hand", ambush)
    made.give(Play(by="A", card=each, buildings=(ring,)))
    (shown,) = made.table.game.view(made.state, "B").players[0].tactics
    assert (shown.buildings, shown.prosperity, shown.key) == ((inn, ring), 1, "")


@pytest.mark.parametrize(("rules", "gain"), [(ENGLISH, 5), (RUSSIAN, 5), (WEB, 1)])
def test_s_abil_15_a_spell_and_a_tactic_say_their_last_words_in_en_and_ru(rules, gain):
    # S-AB-37, S-OPEN-27: they come from play, not from the hand
    word = Ability("last_word", text=(ProsperEffect(4),))
    song = card("song", Kind.SPELL, effects=(ProsperEffect(1),), abilities=(word,))
    waiting = Rider(trigger=Trigger(on="card.play", whose="enemy"), effects=(ProsperEffect(1),))
    trick = card("trick", Kind.TACTIC, riders=(waiting,), abilities=(word,))
    made = field(song, trick, rules=rules)
    (each,) = zone(made, "A", "hand", song)
    (laid,) = zone(made, "B", "tactics", trick)
    before = {player: made.state.players[player].prosperity for player in "AB"}
    made.give(Play(by="A", card=each), Reveal(by="B", tactic=laid))
    assert {player: made.state.players[player].prosperity - before[player] for player in "AB"} == {"A": gain, "B": gain}


def test_s_play_13_the_choices_of_a_card_are_its_players():
    spell = card("ruin", Kind.SPELL, effects=(DestroyEffect(what="building", who="enemy"),))
    made = field(spell, TEMPLE, TAVERN)
    zone(made, "B", "city", TEMPLE, TAVERN)
    (ruin,) = zone(made, "A", "hand", spell)
    made.give(Play(by="A", card=ruin))
    assert made.asked() == "choose A"


def test_s_play_14_a_spell_needs_neither_range_nor_sight():
    bolt = card("bolt", Kind.SPELL, effects=(HarmEffect(1, to=Selector(who="enemy", what="hero")),))
    made = field(bolt, put={"A:1": (ONE, 300.0, 200.0), "B:1": (OTHER, 300.0, 500.0)})
    (spell,) = zone(made, "A", "hand", bolt)
    made.give(Play(by="A", card=spell))
    if made.asked():
        made.give(Choose(by="A", chosen=("B:hero",)))
    assert made.wounds("B:hero") == 1


def test_a_stock_that_does_not_reach_plays_nothing():
    # S-PLAY-08
    dear = card("dear", Kind.SPELL, cost=Cost(prosperity=9))
    made = field(dear).emit(PlayerChanged(player="A", prosperity=8))
    (spell,) = zone(made, "A", "hand", dear)
    refused(made, "S-PLAY-08", Play(by="A", card=spell))


def test_an_ability_nobody_has_is_not_used():
    made = field()
    with pytest.raises(RuleViolation):
        made.act("A:hero").give(Use(by="A", creature="A:hero", ability="healer", target="A:hero"))


def test_s_card_12_the_hero_fixes_the_relic_slots():
    bare, crowned = hero(), hero(slots={RelicType.HELMET: 1})
    for chief, slots in ((bare, 0), (crowned, 1)):
        made = field(chief, CROWN)
        (crown,) = zone(made, "A", "hand", CROWN)
        if slots:
            made.give(Play(by="A", card=crown))
        else:
            refused(made, "S-CARD-33", Play(by="A", card=crown))
        assert len(made.state.players["A"].relics) == slots
