"""Where the editions differ, and where one that is silent takes a rule over (S-DIFF)."""

import pytest
from msgspec.structs import replace

from companion.games.common import Choose, Place
from companion.games.signum.creature.abilities import CATALOGUE, value
from companion.games.signum.creature.stats import strength
from companion.games.signum.model.commands import Activate, Fight, Move, Play
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.editions import Numbers, Switches
from companion.games.signum.model.effects.effect import Ability, GainEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.effects.on_players import ProsperEffect, SummonEffect
from companion.games.signum.model.events import CardTold, CreatureCame
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.mat import radius_mm
from companion.games.signum.model.terms import Selector, Until
from companion.games.signum.shelf.parameters import ability_mistakes
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter, hero
from tests.rules.signum.tables import EDITIONS, ENGLISH, RUSSIAN, WEB, card, dealt, field, zone

COLUMNS = {
    "S-DIFF-08": ("tactic_turns", "opponent", "both", "both"),
    "S-DIFF-09": ("class_bonus_on", "building", "card", "card"),
    "S-DIFF-16": ("trade_at_start", True, False, False),
    "S-DIFF-28": ("backstab_is_attack", False, False, True),
    "S-DIFF-29": ("agile", "all", "all", "leaving"),
    "S-DIFF-38": ("ranged_limit", "xl", "xl", "printed"),
    "S-DIFF-43": ("cover_when", "contact_or_line", "contact_or_line", "hidden_or_line"),
    "S-DIFF-45": ("cover_reroll", "shot_and_throwing", "shot_and_throwing", "shot"),
    "S-DIFF-46": ("difficult_holds", False, False, True),
    "S-DIFF-49": ("difficult_target_once", False, False, True),
    "S-DIFF-51": ("first_word", "played", "played", "enters"),
    "S-DIFF-55": ("stealth_lost_by_run", False, False, True),
    "S-DIFF-56": ("stealth_backstabs", True, True, False),
    "S-DIFF-57": ("shoot_beside_stealth", True, True, False),
    "S-DIFF-58": ("stealth_blocks_sight", False, False, True),
    "S-DIFF-60": ("detection_is_melee", False, False, True),
    "S-DIFF-61": ("hidden_may_detect", False, False, True),
    "S-DIFF-63": ("shadow_needs_activation", True, True, False),
    "S-DIFF-67": ("buckshot_extra", "damage", "damage", "wound"),
    "S-DIFF-68": ("charge_once", True, True, False),
    "S-DIFF-69": ("contract_at", "activation", "activation", "phase"),
    "S-DIFF-71": ("expert_dice", "printed", "printed", "one"),
    "S-DIFF-76": ("masters_reroll_exactly", False, False, True),
    "S-DIFF-77": ("master_of_magic", "magical_shot", "magical_shot", "spell"),
    "S-DIFF-78": ("persecution", "x", "x", "once"),
    "S-DIFF-79": ("regeneration", "dice", "dice", "points"),
    "S-DIFF-80": ("sniper_rerolls", True, True, False),
    "S-DIFF-81": ("steam_engine_once", True, True, False),
    "S-DIFF-87": ("tie_break", "sum", "sum", "one_after_the_other"),
    "S-DIFF-89": ("architect", "one_pending", "one_pending", "two_at_start"),
}
"""Rows of the catalogue that are one switch each: en, ru, ru-web. What the switch does is tested where it is used."""


@pytest.mark.parametrize(("switch", "en", "ru", "web"), COLUMNS.values(), ids=COLUMNS)
def test_each_edition_begins_with_its_column(switch, en, ru, web):
    assert [getattr(rules.switches, switch) for rules in EDITIONS] == [en, ru, web]


def test_every_switch_can_be_set_otherwise_for_one_game():
    defaults = Switches()
    for rules in EDITIONS:
        assert set(rules.switches.__struct_fields__) == set(defaults.__struct_fields__)
        assert replace(rules, switches=replace(rules.switches, ruins=False)).switches.ruins is False


def test_s_diff_11_and_12_deck_sizes_and_copies():
    wanted = [(20, 40, None, None), (30, 40, 20, 2), (30, 40, 20, 2)]
    numbers = [rules.numbers for rules in EDITIONS]
    assert [(n.deck_least, n.deck_most, n.starter_deck, n.copies_of_support) for n in numbers] == wanted
    assert [n.construction_deck_most for n in numbers] == [12, 12, None]  # S-DIFF-89
    assert isinstance(numbers[0], Numbers)


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_diff_06_the_deck_is_what_is_left_after_the_deal(rules):
    # Whatever the editions call it (S-ZONE-16).
    for name, mine in dealt(rules).state.players.items():
        assert (len(mine.hand), len(mine.deck)) == (4, 16)
        assert {*mine.hand, *mine.deck} == {f"{name}:{n}" for n in range(1, 21)}


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_diff_50_stacking_holds_in_ru_web_too_which_is_silent(rules):
    # S-DRAGON-02, S-ABIL-07
    gifts = (Ability("berserk", x=2), Ability("berserk", x=1), Ability("berserk", x=1, plus=True))
    made = field(put={"A:1": (fighter("one", 2, 5, *gifts), 300.0, 300.0)}, rules=rules)
    assert value(made.state, made.state.creatures["A:1"], "berserk") == 3


@pytest.mark.parametrize(("rules", "gain"), [(ENGLISH, 3), (RUSSIAN, 3), (WEB, 0)])
def test_s_diff_51_support_cards_say_first_words_in_en_and_ru_only(rules, gain):
    # S-ABIL-14
    word = Ability("first_word", text=(ProsperEffect(3),))
    crown = card("crown", Kind.RELIC, relic_type=RelicType.HELMET, abilities=(word,))
    made = field(hero(slots={RelicType.HELMET: 1}), crown, rules=rules)
    before = made.state.players["A"].prosperity
    (each,) = zone(made, "A", "hand", crown)
    made.give(Play(by="A", card=each))
    assert made.state.players["A"].prosperity == before + gain


@pytest.mark.parametrize("source", ["hand", "deck", "graveyard"])
@pytest.mark.parametrize("rules", EDITIONS)
def test_s_abil_14_a_first_word_is_said_from_hand_and_in_ru_web_wherever_one_comes_from(rules, source):
    # S-DIFF-51, S-AB-25
    bard = fighter("bard", 1, 3, Ability("first_word", text=(ProsperEffect(3),)))
    call = card("call", Kind.SPELL, effects=(SummonEffect(source=source),))
    made = field(bard, call, rules=rules)
    (coming,), (spell,) = zone(made, "A", source, bard), zone(made, "A", "hand", call)
    before = made.state.players["A"].prosperity
    made.give(Play(by="A", card=spell), Choose(by="A", chosen=(coming,)))
    made.give(Place(by="A", creature=coming, at=Stand(100.0, radius_mm(made.state, bard))))
    said = source == "hand" or rules is WEB
    assert made.state.players["A"].prosperity == before + (3 if said else 0)


@pytest.mark.parametrize("source", ["hand", "deck", "graveyard"])
def test_s_summon_04_who_finds_no_place_goes_back_where_it_came_from(source):
    late, call = fighter("late"), card("call", Kind.SPELL, effects=(SummonEffect(source=source),))
    made = field(late, call)
    (coming,), (spell,) = zone(made, "A", source, late), zone(made, "A", "hand", call)
    made.give(Play(by="A", card=spell), Choose(by="A", chosen=(coming,)))
    for n in range(20):  # hands fill the whole side meanwhile
        crowd = Creature(id=f"B:2{n}", owner="B", controller="B", stand=Stand(16.0 + 30.0 * n, 16.0))
        made.emit(CardTold(card=crowd.id, key="late"), CreatureCame(creature=crowd))
    made.give(Choose(by="A", chosen=("nowhere",)))
    assert coming in getattr(made.state.players["A"], source)


@pytest.mark.parametrize(("rules", "gain"), [(ENGLISH, 3), (RUSSIAN, 3), (WEB, 0)])
def test_s_diff_51_relics_say_last_words_in_en_and_ru_only(rules, gain):
    # S-ABIL-15
    word = Ability("last_word", text=(ProsperEffect(3),))
    old = card("old", Kind.RELIC, relic_type=RelicType.HELMET, abilities=(word,))
    new = card("new", Kind.RELIC, relic_type=RelicType.HELMET)
    made = field(hero(slots={RelicType.HELMET: 1}), old, new, rules=rules)
    before = made.state.players["A"].prosperity
    first, second = zone(made, "A", "hand", old, new)
    made.give(Play(by="A", card=first), Play(by="A", card=second))
    assert made.state.players["A"].prosperity == before + gain


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_diff_82_an_aura_gives_its_text_to_whom_the_text_names(rules):
    # S-AB-04: to all own creatures unless the text says otherwise
    own = ChangeEffect(of="strength", by=1, to=Selector(who="own", what="character", count=0))
    banner = fighter("banner", 2, 5, Ability("aura", ruler="S", text=(own,)))
    put = {
        "A:1": (banner, 300.0, 48.0 + 16.0),
        "A:2": (fighter("one"), 340.0, 64.0),
        "B:1": (fighter("foe"), 260.0, 64.0),
    }
    made = Field(put, rules=rules)
    assert strength(made.state, made.state.creatures["A:2"]) == 3
    assert strength(made.state, made.state.creatures["A:hero"]) == 3  # the hero's own 3: the text names characters
    assert strength(made.state, made.state.creatures["B:1"]) == 2


def test_s_diff_94_durability_and_multiple_uses_by_one_name_each():
    # S-CARD-68, S-OPEN-66: "Endurance" and «разовость» are slips for these
    assert CATALOGUE["durability"].names["en"] == "Durability"
    assert CATALOGUE["multiple_uses"].names["ru"] == "Многоразовость"
    assert not [key for key in CATALOGUE if key == "endurance"]
    (unknown,) = ability_mistakes(Ability("endurance", x=2), ())
    assert unknown[0] == ("name",)
    assert list(ability_mistakes(Ability("durability", x=2), ())) == []


def test_s_diff_52_every_edition_knows_effects_for_good_and_for_a_time():
    lasting = {each.until for each in (ChangeEffect(of="strength", by=1), GainEffect(ability=Ability("fast")))}
    assert lasting == {Until.END_OF_GAME}  # S-ABIL-16


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("abilities", [(), (Ability("fast"),)])
def test_s_diff_93_and_s_dragon_01_and_09_the_card_beats_the_general_rule(rules, abilities):
    # S-MOVE-29: after Run no melee; a card that says Fast wins in every edition (S-AB-24)
    made = Field({"A:1": (fighter("one", 2, 5, *abilities), 300.0, 300.0), "B:1": (fighter("foe"), 400.0, 300.0)},
                 rules=rules)  # fmt: skip
    gap = made.state.creatures["B:1"].stand.x_mm - 2 * radius_mm(made.state, made.state.card("A:1"))
    made.give(Activate(by="A", creature="A:1"), Move(by="A", creature="A:1", to=Stand(gap, 300.0), run=True)).roll("b")
    assert (made.state.acting == "A:1") is bool(abilities)
    if abilities:
        made.give(Fight(by="A", creature="A:1", target="B:1"))
        assert made.asked() == "assign B"
