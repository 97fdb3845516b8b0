"""What stands on cards: kinds, fields, types and costs as the catalogue lists them (S-CARD)."""

from dataclasses import replace
from typing import get_args

import msgspec
import pytest

from companion.cards import all_cards
from companion.games.command import TABLE
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.creature.influences import influences
from companion.games.signum.creature.stats import strength
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Priority
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.editions import FACE_NAMES, FACES, rules_for
from companion.games.signum.model.effects.effect import Ability, Cost
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.kinds import BATTLE_KINDS, SUPPORT_KINDS, BuildingType, Kind, RelicType
from companion.games.signum.model.state import Building
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.parameters import NUMBER, RULER, TEXT, ability_mistakes
from companion.games.signum.shelf.printed import cost_mistakes
from companion.games.signum.shelf.sense import FIELDS, card_mistakes
from companion.games.signum.shelf.world import World, note_cards
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.table import duel

CARDS = all_cards(LIBRARY.packs.values())
THREE = {"en": "a", "ru": "б", "uk": "в"}
PRINTED = {"strength", "movement", "health", "cost"}
"""The primary parameters."""


def mistakes(card):
    """What a pack's loader would say of a card, in the world of the shipped packs."""
    world = World()
    note_cards(world, CARDS.values())
    world = replace(world, factions=frozenset(("basic", "dogs_of_war", "unknown", "red")))
    written = dict.fromkeys(msgspec.to_builtins(card), True)
    if "cost" in FIELDS[card.kind]:
        written["cost"] = True
    return [sentence for _, sentence in card_mistakes(card, written, world)]


def test_there_are_seven_kinds_and_four_of_them_form_the_battle_deck():
    """S-CARD-01."""
    assert {each.value for each in Kind} == {"hero", "character", "spell", "relic", "tactic", "building", "terrain"}
    assert {each.value for each in BATTLE_KINDS} == {"character", "spell", "relic", "tactic"}


@pytest.mark.parametrize(
    ("kind", "printed"),
    [
        (Kind.HERO, {"strength", "movement", "health"}),
        (Kind.CHARACTER, {"strength", "movement", "health", "cost"}),
        (Kind.SPELL, {"cost"}), (Kind.RELIC, {"cost"}), (Kind.TACTIC, {"cost"}),
        (Kind.BUILDING, {"cost"}), (Kind.TERRAIN, {"cost"}),
    ],
)  # fmt: skip
def test_a_kind_has_only_its_primary_parameters(kind, printed):
    """S-CARD-03; S-CARD-04: support cards have of them only a cost."""
    assert FIELDS[kind] & PRINTED == printed


def test_the_fields_of_each_kind_are_those_printed_on_it():
    """S-CARD-07, -15 hero, -16 character, -26 spell, -29 relic, -43 tactic, -53 building, -60 terrain."""
    for kind in Kind:
        assert {"names", "faction", "abilities", "series", "flavour"} <= FIELDS[kind]
    assert {"slots", "race"} <= FIELDS[Kind.HERO]
    assert {"race", "cost"} <= FIELDS[Kind.CHARACTER]
    assert {"rarity", "effects"} <= FIELDS[Kind.SPELL]
    assert {"rarity", "relic_type"} <= FIELDS[Kind.RELIC]
    assert {"rarity", "riders"} <= FIELDS[Kind.TACTIC]
    assert {"building_type", "unique"} <= FIELDS[Kind.BUILDING]
    assert {"template", "terrain", "unique"} <= FIELDS[Kind.TERRAIN]
    assert "slots" not in FIELDS[Kind.CHARACTER]
    assert "relic_type" not in FIELDS[Kind.SPELL]


def test_support_cards_and_they_alone_have_a_rarity():
    """S-CARD-05: common, rare, legendary or mythical."""
    words = {each.name: each.type for each in msgspec.structs.fields(Card)}["rarity"]
    assert set(get_args(words)) - {""} == {"common", "rare", "legendary", "mythical"}
    assert {kind for kind in Kind if "rarity" in FIELDS[kind]} == SUPPORT_KINDS


def test_there_are_six_types_of_relics_and_a_hero_has_slots_by_type():
    """S-CARD-31, S-DIFF-07: types are keys, whatever an edition calls them. S-CARD-32: several slots of one type."""
    assert len(RelicType) == 6
    hero = Card(key="a/h", kind=Kind.HERO, names={"en": "a", "ru": "б", "uk": "в"}, faction="red",
                slots={RelicType.TREASURE: 2})  # fmt: skip
    assert mistakes(hero) == []


def test_there_are_nine_basic_buildings_and_unique_ones():
    """S-CARD-55, S-CARD-56: unique buildings belong to a faction."""
    basic = set(BuildingType) - {BuildingType.UNIQUE, BuildingType.GUILD, BuildingType.ORDER}
    assert len(basic) == 9
    for card in CARDS.values():
        if card.kind is Kind.BUILDING:
            assert (card.building_type in basic) is (card.faction == "basic") is (not card.unique)


def test_basic_terrain_is_open_to_all_and_unique_terrain_is_a_factions():
    """S-CARD-62, S-CARD-63; S-CARD-61: one card, one template."""
    land = Card(key="a/l", kind=Kind.TERRAIN, names={"en": "a", "ru": "б", "uk": "в"})
    assert mistakes(land) != []  # its template is not even said to be unknown
    drawn = msgspec.structs.replace(land, template=((0.0, 0.0), (50.0, 0.0), (0.0, 50.0)))
    assert mistakes(drawn) == []
    assert len(mistakes(msgspec.structs.replace(drawn, unique=True))) == 1
    assert mistakes(msgspec.structs.replace(drawn, unique=True, faction="red")) == []


def test_a_cost_is_named_buildings_any_buildings_and_prosperity():
    """S-CARD-64, S-CARD-65: each of them zero or more. S-EX-10: the Temple and two further ones."""
    assert Cost() == Cost(buildings=(), any=0, prosperity=0)
    assert CARDS["seed/rowena_dukes_daughter"].cost == Cost(buildings=("temple",), any=2)
    assert CARDS["skirmish/wrong_ferry"].cost == Cost(buildings=("tavern",), prosperity=1)


def test_a_building_costs_prosperity_alone():
    """S-CARD-66, S-CARD-54."""
    tavern = CARDS["skirmish/tavern"]
    assert mistakes(tavern) == []
    assert mistakes(msgspec.structs.replace(tavern, cost=Cost(any=1))) == [
        "a building is paid in Prosperity alone (S-CARD-66)"
    ]


def test_every_ability_of_the_catalogue_may_stand_on_a_card_by_its_name():
    """S-CARD-21, S-ABIL-01: standard abilities by name, a card's own in full. S-CARD-68, S-OPEN-66: Durability, not
    Endurance."""
    for name in CATALOGUE:
        printed = Ability(name, x=2 if name in NUMBER else None, ruler="S" if name in RULER else None)
        said = [sentence for _, sentence in ability_mistakes(printed, ())]
        needs = name in TEXT | {"steam_engine", "shield_from", "surcharge"}
        assert bool(said) is needs, (name, said)
    assert list(ability_mistakes(Ability("endurance", x=2), ())) != []
    assert list(ability_mistakes(Ability("gurgle", names={"en": "a", "ru": "б", "uk": "в"}), ())) == []


def test_a_relic_says_whether_it_has_durability_or_uses_and_how_many():
    """S-CARD-42, S-OPEN-05: the 3 of the texts is no constant."""
    assert CARDS["seed/heavy_plate"].abilities == (Ability("durability", x=4),)
    assert CARDS["skirmish/boiler_maul"].abilities[0].x == 2
    assert [said for _, said in ability_mistakes(Ability("durability"), ())] == [
        "'durability' needs its number: x = 2, say"
    ]


def test_race_series_rarity_and_flavour_change_nothing_in_play():
    """S-CARD-05, S-CARD-07, S-CARD-08."""
    plain = duel().begun()
    fighter = plain.setup.cards["fighter"]
    dressed = msgspec.structs.replace(fighter, flavour={"en": "Grrr."}, series="First", rarity="common", race="human")
    other = duel(cards={"fighter": dressed}).begun()
    assert other.events == plain.events


@pytest.mark.parametrize("edition", list(Edition))
def test_a_class_card_is_stronger_while_its_class_building_stands(edition):
    """S-CARD-22, S-CARD-23, S-CARD-24, S-DIFF-09: in en by the building's bonus, in ru by the card's own, once in
    each. S-CARD-25: not longer."""
    order = CARDS["skirmish/order_of_the_long_wick"]
    for on_building, on_card in ((True, True), (True, False), (False, True)):
        building = order if on_building else msgspec.structs.replace(order, riders=())
        tam = CARDS["skirmish/brother_tam"]
        tam = tam if on_card else msgspec.structs.replace(tam, riders=())
        used = {"skirmish/order_of_the_long_wick": building, "skirmish/brother_tam": tam}
        table = duel(
            cards=used,
            rules=rules_for(edition),
            buildings=("skirmish/order_of_the_long_wick",),
            deck=("skirmish/brother_tam",) * 20,
        )
        state = table.state
        creature = Creature(id="A:1", owner="A", controller="A")
        assert strength(state, creature) == 1
        standing = msgspec.structs.replace(state.players["A"], city=(Building(id="A:b1"),), unused=())
        state = msgspec.structs.replace(state, players={**state.players, "A": standing})
        counts = on_building if edition is Edition.EN else on_card
        # A card whose building carries no bonus brings its own in every edition.
        counts = counts or (edition is Edition.EN and on_card)
        assert strength(state, creature) == 1 + counts
        assert sum(isinstance(each, ChangeEffect) for each in influences(state, creature)) == int(counts)


SYMBOLS = {
    "activate": Ability("drill", names=THREE, activate=True, text=(ProsperEffect(1),)),
    "shot": Ability("shot", x=2),
    "magical shot": Ability("magical_shot", x=2),
    "throwing": Ability("throwing", x=2),
    "stealth": Ability("stealth"),
    "healer": Ability("healer", x=2),
    "armour": Ability("armour", x=2),
    "first word": Ability("first_word", text=(ProsperEffect(1),)),
    "last word": Ability("last_word", text=(ProsperEffect(1),)),
}
"""Symbols of abilities that stand on a character."""


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_s_card_68_every_symbol_of_an_ability_may_stand_on_a_character(symbol):
    one = Card(key="a/c", kind=Kind.CHARACTER, names=THREE, faction="red", strength=1, health=2, movement="M",
               cost=Cost(buildings=("temple",), any=1, prosperity=1), abilities=(SYMBOLS[symbol],))  # fmt: skip
    assert mistakes(one) == []
    assert mistakes(msgspec.structs.replace(one, abilities=(Ability("endurance", x=2),))) != []


@pytest.mark.parametrize(("symbol", "fits"), [("durability", True), ("multiple_uses", True), ("endurance", False)])
def test_s_card_68_relics_have_durability_or_multiple_uses_and_no_endurance(symbol, fits):
    # S-OPEN-66: "Endurance" in one symbol table is a slip for Durability
    text = (ProsperEffect(1),) if symbol == "multiple_uses" else ()
    crown = Card(key="a/r", kind=Kind.RELIC, names=THREE, faction="red", relic_type=RelicType.HELMET, cost=Cost(),
                 abilities=(Ability(symbol, x=2, text=text),))  # fmt: skip
    assert (mistakes(crown) == []) is fits


def test_s_card_68_a_die_has_three_symbols_and_no_other_counts():
    assert set(FACES) == {"bullseye", "axe", "shield"}
    assert {FACE_NAMES[name] for name in (*FACES, "shield/axe")} == set(FACES)
    with pytest.raises(RuleViolation):
        duel().give(Priority(by=TABLE, rolled={"A": "skull", "B": "axe"}))


@pytest.mark.parametrize("building", sorted(set(BuildingType) - {BuildingType.UNIQUE}))
def test_s_card_55_and_65_a_cost_names_types_of_building_that_there_are(building):
    world = World()
    assert list(cost_mistakes(Cost(buildings=(building.value, building.value), any=2, prosperity=3), (), world)) == []
    assert len(list(cost_mistakes(Cost(buildings=("castle",)), (), world))) == 1
    assert len(list(cost_mistakes(Cost(any=-1), (), world))) == 1
