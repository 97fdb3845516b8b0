"""Deck construction: every rule of S-DECK is checked, and every fault of a deck is told with its rule."""

import pytest
from msgspec.structs import replace

from companion.cards import all_cards
from companion.cards.errors import DeckError
from companion.games.signum.game import Signum
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.kinds import Kind
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.rulings import deck_faults, is_legal
from companion.games.signum.shelf.seats import seat_from_deck, setup_for

NAMES = 'names = { en = "%s", ru = "%s", uk = "%s" }'
PACK = """schema = 1
id = "p"
names = { en = "P", ru = "П", uk = "П" }
[factions]
red = { en = "Red", ru = "Красные", uk = "Червоні" }
blue = { en = "Blue", ru = "Синие", uk = "Сині" }
"""
EN, RU, WEB = (rules_for(edition) for edition in Edition)


def card(key, kind, *lines, name=""):
    return "\n".join(("[[card]]", f'key = "{key}"', f'kind = "{kind}"', NAMES % ((name or key,) * 3), *lines)) + "\n"


def every_card():
    written = [PACK, card("chief", "hero", 'faction = "red"', "slots = {}")]
    written += [card("other", "hero", 'faction = "blue"', "slots = {}")]
    for faction, letter in (("red", "r"), ("blue", "b"), ("dogs_of_war", "m"), ("unknown", "u")):
        written += [card(f"{letter}{n}", "character", f'faction = "{faction}"', "cost = {}") for n in range(1, 41)]
    red, text = 'faction = "red"', 'text = { en = "a", ru = "б", uk = "в" }'
    written += [card(f"s{n}", "spell", red, "cost = {}", text) for n in range(1, 41)]
    written += [card("twin", "character", red, "cost = {}", name="r1")]
    written += [card("rare", "spell", red, "cost = {}", text, "copies = 1")]
    written += [card("bound", "spell", red, "cost = {}", text, 'bound_to = "other"')]
    written += [card("blue_spell", "spell", 'faction = "blue"', "cost = {}", text)]
    written += [card("hall", "building", "cost = {}", 'building_type = "city_hall"')]
    for faction in ("red", "blue"):
        unique = ('building_type = "unique"', "unique = true", "cost = {}")
        written += [card(f"{faction}_house", "building", f'faction = "{faction}"', *unique)]
        written += [card(f"{faction}_land", "terrain", f'faction = "{faction}"', "cost = {}", "template = []")]
    written += [card("wood", "terrain", "cost = {}", "template = []")]
    return "\n".join(written)


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    file = tmp_path_factory.mktemp("pack") / "p.toml"
    file.write_text(every_card(), encoding="utf-8")
    return all_cards(LIBRARY.load_packs([file]))


@pytest.fixture
def deck(tmp_path):
    """Makes a deck of so many cards whose keys begin with a letter, and single ones."""

    def make(*more, buildings=("hall",), terrain=(), construction=(), hero="chief", starter=False, **numbers):
        counted = dict.fromkeys(f"{letter}{n}" for letter, most in numbers.items() for n in range(1, most + 1))
        lines = [f"{key} = 1" for key in counted] + list(more)
        text = "\n".join(
            (
                "schema = 1",
                'pack = "p"',
                f'hero = "{hero}"',
                f"starter = {str(starter).lower()}",
                f"buildings = {list(buildings)}",
                f"terrain = {list(terrain)}",
                f"construction = {list(construction)}",
                "[cards]",
                *lines,
            )
        )
        file = tmp_path / "p.deck.toml"
        file.write_text(text.replace("'", '"'), encoding="utf-8")
        return LIBRARY.load_deck(file)

    return make


def ids(faults):
    return [each.rule_id for each in faults]


@pytest.mark.parametrize(
    ("rules", "size", "starter", "legal"),
    [
        (EN, 19, False, False), (EN, 20, False, True), (EN, 40, False, True), (EN, 41, False, False),
        (RU, 20, False, False), (RU, 20, True, True), (RU, 29, True, False), (RU, 30, False, True),
        (RU, 40, False, True), (RU, 41, False, False), (WEB, 29, False, False), (WEB, 30, False, True),
        (WEB, 20, True, True), (EN, 19, True, False),
    ],
)  # fmt: skip
def test_the_size_of_a_deck_lies_within_the_editions_limits(cards, deck, rules, size, starter, legal):
    """S-DECK-02, S-CONST-14, S-DIFF-11: en 20 to 40; ru 30 to 40, or 20 with the starter set; ru-web as ru."""
    spells = size // 2
    made = deck(r=min(size - spells, 40), s=spells, starter=starter)
    faults = deck_faults(made, cards, rules)
    assert (ids(faults) == []) is legal
    assert legal or ids(faults) == ["S-DECK-02"]


def test_decks_of_different_sizes_are_both_legal(cards, deck):
    """S-DECK-10: the two decks may differ in size. S-DECK-11: and be led by the same hero."""
    decks = {"A": deck(r=20), "B": deck(r=35)}
    sides = {"A": "player_one", "B": "player_two"}
    assert [ids(deck_faults(each, cards, EN)) for each in decks.values()] == [[], []]
    seats = tuple(seat_from_deck(each, cards, EN, id=name, side=sides[name]) for name, each in decks.items())
    state = Signum().new(setup_for(EN, seats, cards))
    assert {name: len(mine.deck) for name, mine in state.players.items()} == {"A": 20, "B": 35}
    assert {state.keys["A:hero"], state.keys["B:hero"]} == {"p/chief"}


def test_s_deck_01_each_player_brings_the_own_battle_deck(cards, deck):
    brought = {"A": deck(r=20), "B": deck(r=12, s=10)}
    sides = {"A": "player_one", "B": "player_two"}
    seats = tuple(seat_from_deck(each, cards, EN, id=name, side=sides[name]) for name, each in brought.items())
    state = Signum().new(setup_for(EN, seats, cards))
    for name, mine in state.players.items():
        assert sorted(state.keys[each] for each in mine.deck) == sorted(brought[name].battle_deck)
        assert (mine.hand, mine.graveyard) == ((), ())


@pytest.mark.parametrize(("size", "characters"), [(20, 10), (21, 11), (35, 18), (40, 20)])
def test_at_least_half_of_the_cards_are_characters(cards, deck, size, characters):
    """S-DECK-05; S-EX-01: 10 of 20; S-EX-02: 18 of 35; an odd deck rounds up."""
    assert ids(deck_faults(deck(r=characters, s=size - characters), cards, EN)) == []
    few = deck(r=characters - 1, s=size - characters + 1)
    (fault,) = deck_faults(few, cards, EN)
    assert fault.rule_id == "S-DECK-05"
    assert f"of {size} cards at least {characters} must be characters, not {characters - 1}" in fault.sentence


@pytest.mark.parametrize(("size", "characters", "hired"), [(20, 10, 5), (35, 18, 9), (21, 11, 5), (20, 20, 10)])
def test_at_most_half_of_the_characters_are_mercenaries(cards, deck, size, characters, hired):
    """S-DECK-06, S-OPEN-08, S-DIFF-13; S-EX-01: 5 of 10; S-EX-02: 9 of 18; S-EX-38: 5 of 11, rounded down."""
    legal = deck(r=characters - hired, m=hired, s=size - characters)
    assert ids(deck_faults(legal, cards, EN)) == []
    (fault,) = deck_faults(deck(r=characters - hired - 1, m=hired + 1, s=size - characters), cards, EN)
    assert fault.rule_id == "S-DECK-06"


def test_a_deck_needs_no_support_cards_and_may_mix_them(cards, deck):
    """S-DECK-07: spells, relics and tactics in any proportion, or none. S-DECK-01: each player builds the own deck."""
    assert ids(deck_faults(deck(r=20), cards, EN)) == []
    assert ids(deck_faults(deck("rare = 1", r=19), cards, EN)) == []


def test_cards_of_another_faction_are_refused(cards, deck):
    """S-DECK-03: Battle Deck, building and terrain cards belong to the faction that the hero fixes (S-CARD-12)."""
    made = deck("b1 = 1", "blue_spell = 1", r=18)
    faults = deck_faults(made, cards, EN)
    assert [(each.rule_id, each.card) for each in faults] == [("S-DECK-03", "p/b1"), ("S-DECK-03", "p/blue_spell")]
    assert "this squad takes cards of 'red'" in faults[0].sentence
    assert ids(deck_faults(deck(r=20, hero="other"), cards, EN)) == ["S-DECK-03"] * 20


def test_mercenaries_may_join_any_squad(cards, deck):
    """S-DECK-04, S-CARD-67."""
    for hero, letter in (("chief", "r"), ("other", "b")):
        assert ids(deck_faults(deck(hero=hero, m=5, **{letter: 15}), cards, EN)) == []


def test_no_two_characters_have_the_same_name(cards, deck):
    """S-DECK-08, S-CARD-17: each character is unique, also where two packs give it two keys."""
    (twice,) = deck_faults(deck("r20 = 2", r=19), cards, EN)
    assert (twice.rule_id, twice.card) == ("S-DECK-08", "p/r20")
    (twin,) = deck_faults(deck("twin = 1", r=19), cards, EN)
    assert (twin.rule_id, twin.card) == ("S-DECK-08", "p/twin")
    assert "'r1' may be there once, not 2 times" in twin.sentence


@pytest.mark.parametrize(("rules", "copies", "legal"), [(EN, 9, True), (RU, 2, True), (RU, 3, False), (WEB, 3, False)])
def test_support_cards_may_be_repeated_as_the_edition_says(cards, deck, rules, copies, legal):
    """S-DECK-09, S-OPEN-09, S-DIFF-12: en without a limit, ru two copies."""
    faults = deck_faults(deck(f"s1 = {copies}", r=30), cards, rules)
    assert ids(faults) == ([] if legal else ["S-DECK-09"])


def test_a_card_may_limit_its_copies_itself(cards, deck):
    """S-DRAGON-01: the card's text wins over S-DECK-09."""
    assert ids(deck_faults(deck("rare = 1", r=20), cards, EN)) == []
    assert ids(deck_faults(deck("rare = 2", r=20), cards, EN)) == ["S-DECK-09"]
    many = cards | {"p/rare": replace(cards["p/rare"], copies=3)}
    for rules, size in ((EN, 20), (RU, 30), (WEB, 30)):
        assert ids(deck_faults(deck("rare = 3", r=size), many, rules)) == []
        assert ids(deck_faults(deck("rare = 4", r=size), many, rules)) == ["S-DECK-09"]


def test_buildings_and_terrain_are_of_the_squad_or_open_to_all(cards, deck):
    """S-DECK-12, S-CARD-62: basic terrain is open to every faction."""
    legal = deck(r=20, buildings=("hall", "red_house"), terrain=("wood", "wood", "red_land"))
    assert ids(deck_faults(legal, cards, EN)) == []
    faults = deck_faults(deck(r=20, buildings=("blue_house", "wood"), terrain=("blue_land", "hall")), cards, EN)
    assert [(each.rule_id, each.card, each.line) for each in faults] == [
        ("S-DECK-12", "p/blue_house", 5), ("S-DECK-12", "p/wood", 5),
        ("S-DECK-12", "p/blue_land", 6), ("S-DECK-12", "p/hall", 6),
    ]  # fmt: skip


def test_any_number_of_buildings_and_terrain_may_be_brought(cards, deck):
    """S-DECK-13."""
    assert ids(deck_faults(deck(r=20, buildings=("hall",) * 13, terrain=("wood",) * 30), cards, EN)) == []


def test_a_card_bound_to_another_hero_is_legal_but_warned_of(cards, deck):
    """S-DECK-14, S-CARD-13."""
    made = deck("bound = 1", r=20)
    faults = deck_faults(made, cards, EN)
    assert [(each.rule_id, each.card, each.warning) for each in faults] == [("S-DECK-14", "p/bound", True)]
    assert is_legal(faults)
    assert "p/bound" in seat_from_deck(made, cards, EN, id="A", side="player_one").deck


def test_a_card_of_an_unknown_faction_is_warned_of(cards, deck):
    """S-DECK-03: what no source states the players must look up."""
    (warning,) = deck_faults(deck("u1 = 1", r=20), cards, EN)
    assert (warning.rule_id, warning.warning) == ("S-DECK-03", True)


@pytest.mark.parametrize("kind", Kind)
def test_s_card_01_and_zone_16_four_kinds_of_seven_form_the_battle_deck(cards, deck, kind):
    known = cards | {"p/s1": replace(cards["p/s1"], kind=kind)}
    fits = kind in ("character", "spell", "relic", "tactic")
    for rules in (EN, WEB):
        faults = deck_faults(deck("s1 = 1", r=30), known, rules)
        assert [each.card for each in faults if each.rule_id == "S-CARD-01"] == ([] if fits else ["p/s1"])


def test_s_card_10_one_hero_leads_a_squad(cards, deck):
    assert ids(deck_faults(deck(r=20), cards, EN)) == []
    assert ids(deck_faults(deck(r=20, hero="r1"), cards, EN)) == ["S-CARD-10"]


def test_a_construction_deck_has_at_most_twelve_cards(cards, deck):
    """S-VAR-02, S-VAR-01, S-DIFF-89: ru-web states no limit."""
    thirteen = deck(r=30, construction=("hall",) * 13)
    for rules, wanted in ((EN, ["S-VAR-02"]), (RU, ["S-VAR-02"]), (WEB, [])):
        assert ids(deck_faults(thirteen, cards, rules)) == wanted
    none = deck(r=20)
    assert ids(deck_faults(none, cards, rules_for(Edition.EN, architect=True))) == ["S-VAR-01"]


def test_all_faults_are_told_and_the_deck_is_refused(cards, deck):
    made = deck("b1 = 2", "s1 = 12", "nobody = 1", r=2, m=5)
    faults = deck_faults(made, cards, RU)
    assert set(ids(faults)) == {"S-DECK-02", "S-DECK-03", "S-DECK-05", "S-DECK-06", "S-DECK-08", "S-DECK-09", ""}
    with pytest.raises(DeckError) as refusal:
        seat_from_deck(made, cards, RU, id="A", side="player_one")
    assert refusal.value.faults == faults


def test_s_card_12_the_hero_fixes_the_faction_of_deck_city_and_terrain(cards, deck):
    led = {"chief": "red", "other": "blue"}
    for hero, faction in led.items():
        foreign = "blue" if faction == "red" else "red"
        own = deck(buildings=("hall", f"{faction}_house"), terrain=(f"{faction}_land",), hero=hero, **{faction[0]: 20})
        assert is_legal(deck_faults(own, cards, EN))
        strange = deck(buildings=(f"{foreign}_house",), terrain=(f"{foreign}_land",), hero=hero, **{faction[0]: 20})
        assert ids(deck_faults(strange, cards, EN)) == ["S-DECK-12", "S-DECK-12"]
    assert ids(deck_faults(deck(r=20, hero="other"), cards, EN)) == ["S-DECK-03"] * 20
