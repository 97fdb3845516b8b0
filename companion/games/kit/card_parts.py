"""What stands where in a card that is being made: the part at a path, and what the card language says it may be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from companion.documents import Path
from companion.games.workshop import Bench, Raw, Written


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
def described(card_type: Any) -> inspect.Type:  # noqa: ANN401 (a type of the card language)
    """What a card language says of its cards."""
    return inspect.type_info(card_type)


def find_part(known: inspect.Type, card: Raw, at: Path) -> Part:
    """The part at a path, which need not be written; a path that leads nowhere leads to nothing.

    Args:
        known: What the card language says of a card.
        card: As its file writes it.
        at: The path.
    """
    data: Written = card
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
        return next((each for each in structs if each.tag == data.get(each.tag_field)), structs[0])
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


def words_of(known: inspect.Type, order: Sequence[str] = ()) -> tuple[str, ...]:
    """The few words that a value may be; none where it may be anything.

    Args:
        known: What the card language says of it.
        order: Words in the order in which they are offered, for those that msgspec knows in none.
    """
    if isinstance(known, inspect.UnionType):
        return tuple(word for each in known.types for word in words_of(each, order))
    if isinstance(known, inspect.VarTupleType):
        return words_of(known.item_type, order)
    if isinstance(known, inspect.LiteralType):
        words = (str(each) for each in known.values if each)
        return tuple(sorted(words, key=lambda each: order.index(each) if each in order else len(order)))
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


def default_of(field: inspect.Field) -> Written:
    """What holds where a field is not written, as a file would write it."""
    if field.required:
        return None
    made = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return msgspec.to_builtins(made)


def cards_of(bench: Bench) -> tuple[Raw, ...]:
    """The cards of the pack on the bench as its file writes them, as far as they are tables, and the card itself."""
    cards = bench.pack.get("card", ())
    others = (each for each in cards if isinstance(each, Mapping)) if isinstance(cards, list | tuple) else ()
    return (*others, bench.card)


def converted(data: object, kind: Any) -> Any:  # noqa: ANN401 (a type of the card language, and a value of it)
    """A value of the card language; None where it cannot be read."""
    try:
        return msgspec.convert(data, kind)
    except (msgspec.ValidationError, TypeError):
        return None
