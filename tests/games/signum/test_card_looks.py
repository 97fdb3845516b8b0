"""Cards look different by kind and by whose they are."""

from companion.games.signum.model.cards import BASIC, BuildingType, Card, Kind, RelicType
from companion.games.signum.sheets.card_looks import look_of
from companion.presentation.card_art import ART, COLOURS


def card(kind=Kind.SPELL, **fields):
    return Card(key="x/y", kind=kind, names={"en": "Y"}, **fields)


def every_card():
    yield from (card(kind) for kind in Kind)
    yield from (card(Kind.RELIC, relic_type=each) for each in RelicType)
    yield from (card(Kind.BUILDING, building_type=each) for each in BuildingType)


def test_each_has_a_drawing_and_colours_that_screens_know():
    for each in every_card():
        look = look_of(each)
        assert look.art in ART
        assert {look.ground, look.frame} <= set(COLOURS)


def test_kinds_differ_in_drawing_and_ground_and_types_in_drawing():
    kinds = [look_of(card(kind)) for kind in Kind]
    assert len({look.art for look in kinds}) == len({look.ground for look in kinds}) == len(Kind)
    slots = {look_of(card(Kind.RELIC, relic_type=each)).art for each in RelicType}
    assert len(slots) == len(RelicType)
    named = set(BuildingType) - {BuildingType.CITY_HALL, BuildingType.UNIQUE, BuildingType.GUILD, BuildingType.ORDER}
    assert len({look_of(card(Kind.BUILDING, building_type=each)).art for each in named}) == len(named)


def test_the_frame_tells_the_faction_whatever_the_kind():
    ours, theirs = "lanternmarch", "kettle_clans"
    frames = {look_of(card(kind, faction=ours)).frame for kind in Kind}
    assert len(frames) == 1
    assert frames != {look_of(card(faction=theirs)).frame}
    assert look_of(card(faction=BASIC)).frame not in frames


def test_printed_values_stand_in_the_order_of_the_card():
    """S-CARD: a creature's card has strength, movement and health."""
    creature = card(Kind.CHARACTER, strength=2, movement="M", health=4)
    values = look_of(creature).values
    assert [(value.icon, value.text) for value in values] == [("sword", "2"), ("boot", "M"), ("heart", "4")]
    assert look_of(card()).values == ()
