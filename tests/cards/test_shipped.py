"""The packs and decks that come with the program."""

import random
import re
from pathlib import Path

import pytest

from companion.cards import all_cards
from companion.games.protocol import guide_decks_of
from companion.games.registry import game_called
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import Variant, rules_for
from companion.games.signum.model.effects.effect import Ability, Cost
from companion.games.signum.model.kinds import MERCENARIES, BuildingType, Kind, RelicType
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.rulings import deck_faults
from companion.games.signum.shelf.seats import seat_from_deck, setup_for
from companion.games.signum.shelf.shelf import SignumShelf
from companion.printing.stock import terrain_templates
from tests.games.signum.random_play import Game

PACKS = LIBRARY.packs
CARDS = all_cards(PACKS.values())
DECKS = {name: LIBRARY.decks[name] for name in SignumShelf.usual_decks}
"""The two squads; those of the guided first game are drawn from them."""
EDITIONS = list(Edition)
GUIDED = guide_decks_of(game_called("signum"))


def seed(key):
    return PACKS["seed"].cards[f"seed/{key}"]


def parts(value):
    """Every struct, table and text within a value."""
    yield value
    if isinstance(value, dict):
        inner = value.values()
    elif isinstance(value, list | tuple | frozenset):
        inner = value
    else:
        inner = [getattr(value, each) for each in getattr(value, "__struct_fields__", ())]
    for each in inner:
        yield from parts(each)


def brought(deck):
    return [CARDS[key] for key in (deck.hero, *deck.cards, *deck.buildings, *deck.terrain)]


def used_abilities(cards):
    """Names of the abilities on cards, those that their texts give included, and those of terrain."""
    named = {each.name for each in parts(cards) if isinstance(each, Ability)}
    return (named | {trait for card in cards for trait in card.terrain}) & set(CATALOGUE)


def test_every_text_stands_in_three_languages():
    texts = [
        each
        for each in parts([*PACKS["seed"].cards.values(), *PACKS["skirmish"].cards.values()])
        if isinstance(each, dict) and "en" in each
    ]
    texts += [each.names for each in PACKS.values()] + [each.names for each in LIBRARY.decks.values()]
    assert len(texts) > 120
    for text in texts:
        assert set(text) == {"en", "ru", "uk"}
        assert all(each.strip() for each in text.values())
        assert re.search("[а-яё]", text["ru"], re.IGNORECASE)
        assert re.search("[а-яіїєґ]", text["uk"], re.IGNORECASE)
        assert not re.search("[ыэёъ]", text["uk"], re.IGNORECASE), text["uk"]
        assert not re.search("[іїєґ]", text["ru"], re.IGNORECASE), text["ru"]
        assert not re.search("[а-я]", text["en"], re.IGNORECASE), text["en"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", LIBRARY.decks)
def test_every_deck_has_twenty_cards_and_no_fault_in_any_edition(name, edition):
    deck = LIBRARY.decks[name]
    assert len(deck.battle_deck) == 20
    for architect in (False, True):
        assert deck_faults(deck, CARDS, rules_for(edition, architect=architect)) == ()


def test_the_two_decks_use_at_least_45_of_the_63_abilities():
    used = used_abilities([card for deck in DECKS.values() for card in brought(deck)])
    assert len(CATALOGUE) == 63
    assert len(used) >= 45
    # What a card of these decks cannot show: keywords, and tokens whose use some other card would print.
    assert set(CATALOGUE) - used == {"concentration", "effect", "impact"}


@pytest.mark.parametrize("name", ["lanternmarch", "kettle_clans"])
def test_a_deck_has_of_everything(name):
    cards = brought(DECKS[name])
    kinds = {card.kind for card in cards}
    types = {card.building_type for card in cards if card.kind is Kind.BUILDING}
    assert kinds == set(Kind)
    assert set(BuildingType) - types <= {BuildingType.GUILD, BuildingType.ORDER}
    assert len(types & {BuildingType.GUILD, BuildingType.ORDER}) == 1
    assert any(card.unique and card.kind is Kind.TERRAIN for card in cards)


@pytest.mark.parametrize("name", GUIDED)
def test_in_the_guided_first_game_any_first_building_pays_for_a_card_and_heroes_shoot_after_a_move(name):
    deck = LIBRARY.decks[name]
    assert {"shot", "quick_shooter"} <= {ability.name for ability in CARDS[deck.hero].abilities}
    cards = [CARDS[key] for key in deck.battle_deck]
    paid = [card for card in cards if card.kind is not Kind.CHARACTER and not card.cost.buildings]
    assert len(paid) >= 4
    assert all(card.cost.any == 1 for card in paid)
    first = CARDS[deck.buildings[0]]
    assert first.cost.prosperity <= 2
    assert sum(card.cost.buildings == (first.building_type,) or card in paid for card in cards) >= 6


def test_what_is_brought_can_be_paid_and_worn():
    for deck in LIBRARY.decks.values():
        cards = brought(deck)
        standing = {card.building_type for card in cards} | {card.key for card in cards}
        for card in cards:
            assert set(card.cost.buildings) <= standing
            assert card.cost.known
            if card.kind is Kind.RELIC:
                assert CARDS[deck.hero].slots.get(card.relic_type, 0) >= 1
            if card.kind is Kind.BUILDING:
                assert 2 <= card.cost.prosperity <= 6
            if card.kind is Kind.CHARACTER:
                assert 1 <= card.strength <= 4
                assert 1 <= card.health <= 6
                assert len(card.cost.buildings) + card.cost.any in (1, 2, 3)


def test_the_decks_are_of_one_weight():
    """Strength and health of the characters, and what they cost, lie close to each other."""
    weights = []
    for deck in DECKS.values():
        fighters = [card for card in brought(deck) if card.kind is Kind.CHARACTER]
        weights.append(
            (
                sum(card.strength for card in fighters),
                sum(card.health for card in fighters),
                sum(len(card.cost.buildings) + card.cost.any for card in fighters),
            )
        )
    for one, other in zip(*weights, strict=True):
        assert abs(one - other) <= 3


def test_templates_are_those_that_can_be_printed():
    outlines = {each.shape.polygon_mm for each in terrain_templates()}
    lands = [card for card in PACKS["skirmish"].cards.values() if card.kind is Kind.TERRAIN]
    assert len(lands) == 5
    assert {card.template for card in lands} <= outlines


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_decks_play_a_whole_game(edition):
    rules = rules_for(edition)
    seats = [
        seat_from_deck(deck, CARDS, rules, id=id_, side=side)
        for deck, id_, side in zip(DECKS.values(), "AB", ("player_one", "player_two"), strict=True)
    ]
    game = Game(setup_for(rules, seats, CARDS), random.Random(5))  # noqa: S311 (a game, no secret)
    while len(game.commands) < 1500 and game.step():
        pass
    assert game.state.outcome is not None


def test_of_the_named_cards_only_what_the_texts_say_is_there():
    """The catalogue's section of named cards; `?` is None, or a cost that is not known."""
    facts = {
        "greer_the_stubborn": (3, 4),
        "cordelia_the_crusader": (2, 2),
        "captain_gil_talas": (3, 4),
        "arcadia_knight_of_sunrise": (3, 2),
        "garrus_the_crossbowman": (None, None),
        "severus_the_honored_legionary": (1, 2),
        "rowena_dukes_daughter": (None, None),
        "ruphus_the_young_squire": (None, None),
        "herrick": (None, None),
    }
    for key, values in facts.items():
        card = seed(key)
        assert (card.kind, card.strength, card.health, card.movement) == (Kind.CHARACTER, *values, None)
        assert card.cost == (
            Cost(buildings=("temple",), any=2) if key == "rowena_dukes_daughter" else Cost(known=False)
        )
    assert seed("cordelia_the_crusader").abilities == (Ability("reckless", x=2),)
    assert seed("garrus_the_crossbowman").abilities == (Ability("shot", x=3),)
    assert seed("heavy_plate").abilities == (Ability("durability", x=4),)
    assert seed("heavy_plate").relic_type is seed("cuirass_of_illusions").relic_type is RelicType.ARMOUR
    assert seed("jousting_lance").abilities[0].x == 2
    assert seed("cunning_trick").bound_to == "seed/brissa_de_molforn"


def test_cards_whose_icons_are_lost_only_remind():
    """S-OPEN-76, S-EX-08, S-EX-09: Cunning Trick and Gilded Blade change nothing by themselves."""
    blade, trick = seed("gilded_blade"), seed("cunning_trick")
    assert not blade.abilities
    assert not blade.effects
    assert "Guild of Blades" in blade.text["en"]
    assert [type(each).__name__ for rider in trick.riders for each in rider.effects] == ["RemindEffect"]
    assert "Master of Defense 3" in trick.riders[0].effects[0].text["en"]


def test_no_named_card_of_the_catalogue_is_left_out():
    """S-NAMED-01 to S-NAMED-38; the first three are two factions and the mercenaries' emblem, no cards."""
    written = Path("companion/games/signum/shelf/packs/seed.toml")
    text = (Path(__file__).resolve().parents[2] / written).read_text(encoding="utf-8")
    cards = {f"S-NAMED-{number:02}" for number in range(4, 39)}
    assert cards - set(re.findall(r"S-NAMED-\d\d", text)) == set()


def test_a_setup_carries_just_what_is_brought():
    rules = rules_for(Edition.EN)
    deck = DECKS["kettle_clans"]
    seat = seat_from_deck(deck, CARDS, rules, id="A", side="player_one", name="Ann")
    setup = setup_for(rules, [seat], CARDS, seed_hash="abc")
    assert set(setup.cards) == {card.key for card in brought(deck)}
    assert (seat.name, seat.hero, sorted(seat.deck), seat.deck_size) == (
        "Ann", "skirmish/griselda_harrow", sorted(deck.battle_deck), 20,
    )  # fmt: skip
    assert setup.seed_hash == "abc"


def test_a_cardboard_deck_that_nobody_told_brings_every_card_that_may_turn_up():
    rules = rules_for(Edition.EN, variant=Variant.DUEL)
    seat = seat_from_deck(DECKS["kettle_clans"], CARDS, rules, id="A", side="player_one", digital=False)
    untold = type(seat)(id="A", name="A", side="player_one", hero=seat.hero, deck_size=20, digital=False)
    setup = setup_for(rules, [untold], CARDS)
    assert "seed/secret_bribe" in setup.cards
    assert "seed/mint" not in setup.cards


def test_with_experienced_architect_buildings_come_from_the_construction_deck():
    """S-VAR-01, S-VAR-05: its order is the player's, its cards are not at hand."""
    deck = DECKS["lanternmarch"]
    plain = seat_from_deck(deck, CARDS, rules_for(Edition.EN), id="A", side="player_one")
    drawn = seat_from_deck(deck, CARDS, rules_for(Edition.EN, architect=True), id="A", side="player_one")
    assert (plain.buildings, plain.construction) == (deck.buildings, ())
    assert (drawn.buildings, drawn.construction) == ((), deck.construction)


def test_mercenaries_are_characters_of_no_squad():
    """S-CARD-67: they carry the emblem of the Dogs of War instead of a faction's."""
    hired = [card for card in CARDS.values() if card.faction == MERCENARIES]
    assert len(hired) == 4
    assert {card.kind for card in hired} == {Kind.CHARACTER}


def test_every_card_stands_under_its_own_key():
    assert {key: card.key for key, card in CARDS.items()} == {key: key for key in CARDS}
