"""How the cards look: a drawing by kind and type, its ground by kind, its frame by faction."""

from collections.abc import Mapping
from functools import lru_cache
from zlib import crc32

from companion.games.display.card_look import CardLook, PrintedValue
from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import BASIC, MERCENARIES, UNKNOWN, BuildingType, Kind, RelicType

_OF_KIND = {
    Kind.HERO: ("crown", "azure"),
    Kind.CHARACTER: ("warrior", "teal"),
    Kind.SPELL: ("flame", "violet"),
    Kind.RELIC: ("gem", "gold"),
    Kind.TACTIC: ("banner", "crimson"),
    Kind.BUILDING: ("castle", "slate"),
    Kind.TERRAIN: ("mountain", "moss"),
}
_OF_RELIC = {
    RelicType.MELEE_WEAPON: "sword",
    RelicType.RANGED_WEAPON: "bow",
    RelicType.ARMOUR: "armour",
    RelicType.SHIELD: "buckler",
    RelicType.HELMET: "helmet",
}
_OF_BUILDING = {
    BuildingType.TEMPLE: "temple",
    BuildingType.ARENA: "swords",
    BuildingType.SMITHY: "anvil",
    BuildingType.LIBRARY: "book",
    BuildingType.SHOOTING_RANGE: "target",
    BuildingType.SCHOOL_OF_MAGIC: "wand",
    BuildingType.TAVERN: "mug",
    BuildingType.BARRACKS: "tent",
}
_FRAMES = ("azure", "crimson", "moss", "violet", "gold", "teal", "plum")
_FRAME_OF = {BASIC: "slate", UNKNOWN: "slate", MERCENARIES: "bronze"}
_ICONS = {"strength": "sword", "movement": "boot", "health": "heart"}


def look_of(card: Card, cards: Mapping[str, Card]) -> CardLook:
    """Returns how a card looks.

    Args:
        card: Any of the game.
        cards: All of the game: no two of its factions have the same frame while there are enough.
    """
    art, ground = _OF_KIND[card.kind]
    if card.relic_type is not None:
        art = _OF_RELIC.get(card.relic_type, art)
    if card.building_type is not None:
        art = _OF_BUILDING.get(card.building_type, art)
    factions = frozenset({card.faction, *(each.faction for each in cards.values())})
    frame = _FRAME_OF.get(card.faction) or _frames(factions)[card.faction]
    values = tuple(
        PrintedValue(_ICONS[name], str(value))
        for name, value in (("strength", card.strength), ("movement", card.movement), ("health", card.health))
        if value is not None
    )
    return CardLook(art, ground, frame, values)


@lru_cache(maxsize=16)
def _frames(factions: frozenset[str]) -> Mapping[str, str]:
    """Each faction's own frame; the same as in other games unless another faction has it here."""
    found: dict[str, str] = {}
    for faction in sorted(factions - _FRAME_OF.keys()):
        first = crc32(faction.encode()) % len(_FRAMES)
        order = (*_FRAMES[first:], *_FRAMES[:first])
        found[faction] = min(order, key=lambda frame: (list(found.values()).count(frame), order.index(frame)))
    return found
