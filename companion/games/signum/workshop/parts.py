"""What stands where in a card that is being made: the part at a path, and what the card language says it may be."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from msgspec import inspect

from companion.documents import Path
from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import Kind
from companion.games.workshop import Bench, Raw, Written

HOLDING_ABILITIES = frozenset({"aura"})
"""Abilities whose text holds and never happens."""


ORDER = (
    *("S", "M", "L", "XL", "own", "enemy", "any", "each", "self", "target", "aimed_at", "chosen", "reached"),
    *("creature", "character", "hero", "strength", "movement", "health", "small", "medium", "large"),
    *("common", "rare", "legendary", "mythical", "hand", "deck", "graveyard", "bottom"),
    *("act", "move", "run", "melee", "shoot", "ability"),
    *("melee.attack", "melee.defence", "ranged.attack", "ranged.defence"),
)
"""Words in the order in which they are offered; msgspec knows them in none."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a card.

    Attributes:
        known: What the card language says it is; of several kinds, that which is meant.
        data: What is written; None for nothing.
    """

    known: inspect.Type
    data: Written

    @property
    def name(self) -> str:
        """Of its table: an effect's word, or the table's own name; empty where it is none."""
        known = self.known
        return str(known.tag or known.cls.__name__) if isinstance(known, inspect.StructType) else ""

    @property
    def fields(self) -> dict[str, inspect.Field]:
        """The fields of a table; none where it is none."""
        return {each.encode_name: each for each in getattr(self.known, "fields", ())}


@cache
def card_type() -> inspect.Type:
    """What the card language says of a card."""
    return inspect.type_info(Card)


def part_at(card: Raw, at: Path) -> Part:
    """The part at a path, which need not be written; a path that leads nowhere leads to nothing."""
    known, data = card_type(), card
    for step in at:
        known = meant(known, data)
        if isinstance(known, inspect.StructType):
            field = next((each for each in known.fields if each.encode_name == step), None)
            known = inspect.AnyType() if field is None else field.type
        else:
            known = inner(known)
        data = _within(data, step)
    return Part(meant(known, data), data)


def _within(data: Written, step: object) -> Written:
    if isinstance(data, Mapping):
        return data.get(step)
    return data[step] if isinstance(data, list) and isinstance(step, int) and step < len(data) else None


def meant(known: inspect.Type, data: object) -> inspect.Type:
    """Which of several kinds of thing a value is."""
    if not isinstance(known, inspect.UnionType):
        return known
    structs = [each for each in known.types if isinstance(each, inspect.StructType)]
    if isinstance(data, Mapping) and structs:
        return next((each for each in structs if each.tag == data.get("type")), structs[0])
    plain = [each for each in known.types if not isinstance(each, inspect.StructType | inspect.NoneType)]
    return (plain or structs)[0]


def inner(known: inspect.Type) -> inspect.Type:
    """What stands in a list, or in a table of any keys."""
    if isinstance(known, inspect.DictType):
        return known.value_type
    return known.item_type if isinstance(known, inspect.VarTupleType) else inspect.AnyType()


def is_effect(known: inspect.Type) -> bool:
    """Whether a type is that of any effect."""
    return isinstance(known, inspect.UnionType) and any(getattr(each, "tag", None) for each in known.types)


def words_of(known: inspect.Type) -> tuple[str, ...]:
    """The few words that a value may be, in the order in which they are offered; none where it may be anything."""
    if isinstance(known, inspect.UnionType):
        return tuple(word for each in known.types for word in words_of(each))
    if isinstance(known, inspect.VarTupleType):
        return words_of(known.item_type)
    if isinstance(known, inspect.LiteralType):
        words = (str(each) for each in known.values if each)
        return tuple(sorted(words, key=lambda each: ORDER.index(each) if each in ORDER else len(ORDER)))
    if isinstance(known, inspect.EnumType):
        return tuple(str(each.value) for each in known.cls)
    return ()


def may_be(known: inspect.Type, kind: type[inspect.Type]) -> bool:
    """Whether a value may be of a kind."""
    types = known.types if isinstance(known, inspect.UnionType) else (known,)
    return any(isinstance(each, kind) for each in types)


def struct_in(known: inspect.Type) -> inspect.StructType | None:
    """The table that a value may be; None where it may be none, or one of several."""
    types = known.types if isinstance(known, inspect.UnionType) else (known,)
    found = [each for each in types if isinstance(each, inspect.StructType)]
    return found[0] if len(found) == 1 else None


def kind_of(card: Raw) -> Kind:
    """The kind of a card; a character where none, or no such, is written."""
    kind = card.get("kind")
    return Kind(kind) if kind in tuple(Kind) else Kind.CHARACTER


def rider_around(card: Raw, at: Path) -> Path | None:
    """Where the innermost rider stands that a part belongs to; None for a part of none."""
    places = [index for index, step in enumerate(at) if step == "riders" and index + 1 < len(at)]
    return at[: places[-1] + 2] if places else None


def hook_around(card: Raw, at: Path) -> str:
    """The moment that sets off the effects among which a part stands; empty for none."""
    rider = rider_around(card, at)
    trigger = part_at(card, (*rider, "trigger")).data if rider is not None else None
    return str(trigger.get("on", "")) if isinstance(trigger, Mapping) else ""


def holds(card: Raw, at: Path) -> bool:
    """Whether effects at a place hold as long as their card or ability does."""
    if rider_around(card, at) is not None:
        return not hook_around(card, at)
    for index, step in enumerate(at):
        if step == "abilities" and index + 1 < len(at):
            ability = part_at(card, at[: index + 2]).data
            return isinstance(ability, Mapping) and ability.get("name") in HOLDING_ABILITIES
    return kind_of(card) is Kind.RELIC and at[:1] == ("effects",)


def cards_of(bench: Bench) -> tuple[Raw, ...]:
    """The cards of the pack on the bench as its file writes them, as far as they are tables, and the card itself."""
    cards = bench.pack.get("card", ())
    others = (each for each in cards if isinstance(each, Mapping)) if isinstance(cards, list | tuple) else ()
    return (*others, bench.card)
