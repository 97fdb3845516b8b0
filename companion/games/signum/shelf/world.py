"""What cards may name: the cards, factions and races of all packs that are read together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import BASIC, MERCENARIES, UNKNOWN, BuildingType, Kind

CLASS_TYPES = frozenset({BuildingType.GUILD.value, BuildingType.ORDER.value})

EVERYWHERE = (BASIC, MERCENARIES, UNKNOWN)
"""Factions that no pack declares."""


@dataclass(frozen=True, slots=True)
class World:
    """What there is to be named.

    Attributes:
        kinds: Kind of every card by its full key.
        classes: Full keys of the Guilds and Orders.
        factions: Declared by the pack at hand, and those that are everywhere.
        races: Declared by the pack at hand.
        abilities: Names of abilities that are cards' own.
    """

    kinds: dict[str, str] = field(default_factory=dict)
    classes: set[str] = field(default_factory=set)
    factions: frozenset[str] = frozenset(EVERYWHERE)
    races: frozenset[str] = frozenset()
    abilities: set[str] = field(default_factory=set)

    def of_kind(self, kind: Kind) -> tuple[str, ...]:
        """Full keys of all cards of a kind."""
        return tuple(key for key, each in self.kinds.items() if each == kind)

    def has_building(self, name: str) -> bool:
        """Whether a cost or condition may name this: a type of building, or a building of some pack."""
        return name in (each.value for each in BuildingType) or self.kinds.get(name) == Kind.BUILDING


def note_cards(world: World, cards: Iterable[Card]) -> None:
    """Adds cards that are known to be right."""
    for card in cards:
        world.kinds[card.key] = card.kind.value
        if card.building_type is not None and card.building_type.value in CLASS_TYPES:
            world.classes.add(card.key)
        _note_abilities(world, msgspec.to_builtins((card.abilities, card.effects, card.riders)))


def note_raw(world: World, pack: str, cards: Iterable[Mapping[str, object]]) -> None:
    """Adds cards as a file writes them, right or wrong, so that naming a faulty card is no second mistake."""
    for raw in cards:
        key, kind = raw.get("key"), raw.get("kind")
        if isinstance(key, str) and isinstance(kind, str):
            world.kinds[f"{pack}/{key}"] = kind
            if str(raw.get("building_type")) in CLASS_TYPES:
                world.classes.add(f"{pack}/{key}")
        _note_abilities(world, raw)


def _note_abilities(world: World, part: object) -> None:
    """Adds the names of abilities that are cards' own, printed or given."""
    if isinstance(part, Mapping):
        if isinstance(part.get("names"), Mapping) and isinstance(part.get("name"), str):
            world.abilities.add(part["name"])
        parts: Iterable[object] = part.values()
    else:
        parts = part if isinstance(part, list | tuple) else ()
    for each in parts:
        _note_abilities(world, each)


def in_full(raw: object, pack: str, own: frozenset[str]) -> object:
    """Data of a card with every key of the same pack written in full: `mint` becomes `seed/mint`.

    Args:
        raw: Data as read.
        pack: Id of the pack.
        own: Keys of its cards.
    """
    if isinstance(raw, list):
        return [in_full(each, pack, own) for each in raw]
    if not isinstance(raw, dict):
        return raw
    full: dict[object, object] = {}
    for key, value in raw.items():
        if key == "key" and isinstance(value, str):
            full[key] = f"{pack}/{value}"
        elif key in _NAMING and isinstance(value, str):
            full[key] = _full(value, pack, own)
        elif key == "buildings" and isinstance(value, list):
            full[key] = [_full(each, pack, own) if isinstance(each, str) else each for each in value]
        else:
            full[key] = in_full(value, pack, own)
    return full


_NAMING = frozenset({"bound_to", "card_class", "building", "hero"})
_TYPES = frozenset(each.value for each in BuildingType)


def _full(name: str, pack: str, own: frozenset[str]) -> str:
    return f"{pack}/{name}" if name in own and name not in _TYPES else name
