"""Cards look different by kind and by whose they are."""

from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import BASIC, MERCENARIES, BuildingType, Kind, RelicType
from companion.games.signum.sheets.card_looks import look_of
from companion.presentation.card_art import ART, COLOURS


def card(kind=Kind.SPELL, **fields):
    return Card(key="x/y", kind=kind, names={"en": "Y"}, **fields)


def looks(one, *others):
    return look_of(one, {str(number): each for number, each in enumerate((one, *others))})


def every_card():
    yield from (card(kind) for kind in Kind)
    yield from (card(Kind.RELIC, relic_type=each) for each in RelicType)
    yield from (card(Kind.BUILDING, building_type=each) for each in BuildingType)


def test_each_has_a_drawing_and_colours_that_screens_know():
    for each in every_card():
        look = looks(each)
        assert look.art in ART
        assert {look.ground, look.frame} <= set(COLOURS)


def test_kinds_differ_in_drawing_and_ground_and_types_in_drawing():
    kinds = [looks(card(kind)) for kind in Kind]
    assert len({look.art for look in kinds}) == len({look.ground for look in kinds}) == len(Kind)
    slots = {looks(card(Kind.RELIC, relic_type=each)).art for each in RelicType}
    assert len(slots) == len(RelicType)
    named = set(BuildingType) - {BuildingType.CITY_HALL, BuildingType.UNIQUE, BuildingType.GUILD, BuildingType.ORDER}
    assert len({looks(card(Kind.BUILDING, building_type=each)).art for each in named}) == len(named)


def test_the_frame_tells_the_faction_whatever_the_kind():
    ours, theirs = "lanternmarch", "kettle_clans"
    frames = {looks(card(kind, faction=ours)).frame for kind in Kind}
    assert len(frames) == 1
    assert frames != {looks(card(faction=theirs)).frame}
    assert looks(card(faction=BASIC)).frame not in frames


def test_no_two_factions_of_a_game_share_a_frame_while_there_are_enough():
    """The card shows by its frame whose it is: two factions of one frame would read as one."""
    for names in (("kettle_clans", "my_town"), [f"faction {number}" for number in range(7)]):
        cards = [card(faction=name) for name in names]
        found = [looks(each, *cards).frame for each in cards]
        assert len(set(found)) == len(names)
        assert found == [looks(each, *cards[::-1]).frame for each in cards]
        assert looks(card(faction=MERCENARIES), *cards).frame not in found


def test_a_faction_alone_looks_the_same_in_every_game():
    one = card(faction="kettle_clans")
    assert looks(one).frame == looks(one, card(faction=BASIC), card(faction="lanternmarch")).frame


def test_printed_values_stand_in_the_order_of_the_card():
    """S-CARD: a creature's card has strength, movement and health."""
    creature = card(Kind.CHARACTER, strength=2, movement="M", health=4)
    values = looks(creature).values
    assert [(value.icon, value.text) for value in values] == [("sword", "2"), ("boot", "M"), ("heart", "4")]
    assert looks(card()).values == ()
