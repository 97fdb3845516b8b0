"""The rows of a part of a card: each field of a card language with its words, and what may be chosen for it.

What a row is like follows from the type of its field. A game says in a class of its own what its card language alone
knows: which fields a card has, what is added to a list, and what is told of it.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from msgspec import inspect

from companion.documents import Path
from companion.games.kit.card_parts import (
    Part,
    default_of,
    find_part,
    inner,
    is_effect,
    may_be,
    meant,
    struct_in,
)
from companion.games.workshop import Add, CardOption, Count, Entry, Open, Raw, Row, Select, Write, Written
from companion.texts import Language, translated

USUAL_RANGE = (0, 20)


class CardChoices(Protocol):
    """What may be chosen for one card, for one reader."""

    @property
    def language(self) -> Language: ...

    def say(self, key: str, **values: object) -> str:
        """A text of the workshop."""
        ...

    def label(self, table: str, field: str) -> str:
        """What a field of a table is called."""
        ...

    def effect(self, word: str) -> str:
        """What an effect is called."""
        ...

    def effects(self, at: Path) -> tuple[CardOption, ...]:
        """All effects that may be added at a place."""
        ...

    def of_field(self, at: Path, table: str, field: str, known: inspect.Type) -> tuple[CardOption, ...]:
        """What may stand in a field."""
        ...

    def named(self, value: Written) -> str:
        """What is written and is none of what may be chosen."""
        ...


class CardTeller(Protocol):
    """Tells the parts of one card."""

    def told(self, at: Path) -> str:
        """A part as it will stand on the card; empty for what says nothing."""
        ...

    def told_as(self, data: object, known: inspect.Type, at: Path) -> str:
        """What would be told if a part were written so."""
        ...


@dataclass(frozen=True, slots=True)
class CardLanguage:
    """What a card language says beside the types of its fields.

    Attributes:
        card: What it says of a card.
        ranges: From which number to which a field may be chosen.
        ranges_of: The same, where it hangs on the table.
        rare: Fields that few cards have, by table.
        unsaid: Fields that may be left out, and mean something of their own then, by table and field.
        counted: What is written first where a number is counted from the game.
        in_line: Lists of plain words, and of lists, whose items stand as rows beside the other fields.
        whole: Lists that are chosen as a whole.
    """

    card: inspect.Type
    ranges: Mapping[str, tuple[int, int]]
    ranges_of: Mapping[tuple[str, str], tuple[int, int]]
    rare: Mapping[str, Collection[str]]
    counted: Raw
    unsaid: Collection[tuple[str, str]] = ()
    in_line: Collection[str] = ("options",)
    whole: Collection[str] = ()


class CardRows:
    """The rows of one card's parts, for one reader."""

    def __init__(self, known: CardLanguage, card: Raw, choices: CardChoices, teller: CardTeller) -> None:
        """Prepares.

        Args:
            known: The card language.
            card: As its file writes it.
            choices: What may be chosen.
            teller: Tells what is written.
        """
        self._known, self._card, self._choices, self._teller = known, card, choices, teller
        self._language = choices.language

    def of(self, at: Path) -> Iterator[Row]:
        """The rows of a part."""
        part = self.part(at)
        if not at:
            yield from self.of_card(part)
        elif isinstance(part.known, inspect.StructType):
            yield from self._of_table(part, at)
        else:
            yield from self.of_list(part.known, part.data or [], at)

    def part(self, at: Path) -> Part:
        """The part at a path."""
        return find_part(self._known.card, self._card, at)

    def title(self, at: Path) -> str:
        """What a part is called."""
        part, choices = self.part(at), self._choices
        if isinstance(part.known, inspect.StructType) and part.known.tag:
            return choices.effect(str(part.known.tag))
        if at[-1:] and isinstance(at[-1], int):
            if isinstance(part.data, list):
                return choices.say("option_number", number=at[-1] + 1)
            return choices.say(f"item.{at[-2]}")
        around = self.part(at[:-1])
        return choices.label(around.name, str(at[-1]))

    def of_card(self, part: Part) -> Iterator[Row]:
        """The rows of the card itself."""
        raise NotImplementedError

    def item_name(self, at: Path) -> str:
        """What a plain word in a list is called."""
        return self._choices.say(f"item.{at[-1]}")

    def told_table(self, at: Path) -> str:
        """A table with keys of its own, in words."""
        return self._teller.told(at)

    def has(self, part: Part, written: Raw, at: Path, name: str) -> bool:
        """Whether a field means anything where it is not written."""
        return True

    def addable(self, at: Path, item: inspect.Type) -> tuple[CardOption, ...]:
        """What may be added to a list that is none of effects."""
        raise NotImplementedError

    def begun(self, at: Path, now: Written) -> Written:
        """What is written first where a table is opened that was not there.

        Args:
            at: Where the table stands.
            now: What holds while it is not written.
        """
        return now if isinstance(now, dict) and now else {}

    def is_awaited(self, at: Path, name: str) -> bool:
        """Whether a field of the card has to be chosen, whatever it would be otherwise."""
        return False

    def special(self, table: str, name: str, now: Written) -> str:
        """A number in words; most are told by their figures."""
        return str(now)

    def of_field(self, part: Part, at: Path, name: str) -> Iterator[Row]:
        """The row of a field; of a list in the card itself a row for each that stands in it, and one to add."""
        known, where = part.fields[name].type, (*at, name)
        data = part.data.get(name) if isinstance(part.data, Mapping) else None
        if self._is_inline(known, name):
            yield from self.of_list(known, data or [], where)
            return
        yield self.row(part, where, name, data)

    def of_list(self, known: inspect.Type, data: Written, at: Path) -> Iterator[Row]:
        """The items of a list, and a row to add one."""
        item, choices = inner(known), self._choices
        for index, value in enumerate(data if isinstance(data, list) else ()):
            where = (*at, index)
            if isinstance(value, str):
                around = self.part(at[:-1]).name
                options = self.with_written(choices.of_field(at, around, str(at[-1]), item), value)
                entry: Entry = Select(options)
                yield Row(where, self.item_name(at), entry, named(options, value), removable=True)
            else:
                yield Row(where, self.title(where), Open(), self._teller.told(where), removable=True)
        adds = "effects" if self._lists_effects(at) else at[-1]
        addable = choices.effects(at) if is_effect(item) else self.addable(at, item)
        yield Row(at, choices.say(f"add.{adds}"), Add(addable))

    def row(self, part: Part, at: Path, name: str, data: Written) -> Row:
        """The row of one field."""
        table, known = part.name, part.fields[name].type
        label = self._choices.label(table, name)
        entry, value = self.entry(part, at, name, data)
        default = default_of(part.fields[name])
        rare = data is None and name in self._known.rare.get(table, ())
        is_part = isinstance(entry, Open) and data is not None
        removed = 1 if is_part and struct_in(known) is None and default is None else None
        can_go = data is not None and not isinstance(entry, Select | Count)
        needed = part.fields[name].required and not (is_part and removed)
        return Row(at, label, entry, value, removed, can_go and not needed, rare)

    def entry(self, part: Part, at: Path, name: str, data: Written) -> tuple[Entry, str]:
        """How a field is chosen, and what it is now, in words."""
        known, default = part.fields[name].type, default_of(part.fields[name])
        now = default if data is None else data
        if may_be(known, inspect.DictType):
            return self._of_table_of(known, at, data)
        struct = struct_in(known)
        numbers = may_be(known, inspect.IntType)
        if struct is not None and (isinstance(data, Mapping) or not numbers):
            told = self._teller.told(at) if data is not None else self._teller.told_as(now, struct, at)
            return Open(self.begun(at, now) if data is None else None), told
        if numbers:
            return self.number(part, at, name, now)
        if may_be(known, inspect.BoolType):
            return self._whether(known, now)
        return self.picked(part, at, name, data)

    def number(self, part: Part, at: Path, name: str, now: Written) -> tuple[Entry, str]:
        """How a number is chosen, and what it is now."""
        table, known, choices = part.name, part.fields[name].type, self._choices
        least, most = self._known.ranges_of.get((table, name), self._known.ranges.get(name, USUAL_RANGE))
        none = ""
        if may_be(known, inspect.NoneType):
            none = self._none(table, name)
        counted: tuple[CardOption, ...] = ()
        if struct_in(known) is not None:
            counted = (CardOption(dict(self._known.counted), choices.say("counted")),)
        if now is None and part.fields[name].required:
            return Count(least, most, "", counted), choices.say("to_choose")
        value = none if now is None else self.special(table, name, now)
        return Count(least, most, none, counted), value

    def picked(self, part: Part, at: Path, name: str, data: Written) -> tuple[Entry, str]:
        """How a word is chosen, or several, and what holds now."""
        field, choices = part.fields[name], self._choices
        known, default = field.type, default_of(field)
        options = choices.of_field(at[:-1], part.name, name, known)
        if isinstance(known, inspect.VarTupleType) and name not in self._known.whole:
            chosen = data if isinstance(data, list) else list(default or ())
            told = ", ".join(named(self.with_written(options, each), each) for each in chosen)
            return Select(options, several=True), told or choices.say("none_chosen")
        awaited = data is None and self.is_awaited(at[:-1], name)
        now = None if awaited else default if data is None else data
        if now not in (None, ""):
            options = self.with_written(options, now)
        if not (field.required or awaited) and default in (None, "", ()) and name not in self._known.whole:
            options = (CardOption(None, self._none(part.name, name)), *options)
        return Select(options), named(options, None if now == "" else now)

    def _none(self, table: str, name: str) -> str:
        """What it means that a field is left out."""
        choices = self._choices
        return choices.label(f"{table}_none", name) if (table, name) in self._known.unsaid else choices.say("none")

    def with_written(self, options: tuple[CardOption, ...], value: Written) -> tuple[CardOption, ...]:
        """The options, and what is written where it is none of them."""
        if any(each.value == value for each in options):
            return options
        return (*options, CardOption(value, self._choices.named(value)))

    def _of_table(self, part: Part, at: Path) -> Iterator[Row]:
        written = part.data if isinstance(part.data, Mapping) else {}
        for name in part.fields:
            if name in written or self.has(part, written, at, name):
                yield from self.of_field(part, at, name)

    def _of_table_of(self, known: inspect.Type, at: Path, data: Written) -> tuple[Entry, str]:
        """How a table with keys of its own is chosen: texts by language are written."""
        dicts = meant(known, {})
        if isinstance(dicts, inspect.DictType) and isinstance(dicts.value_type, inspect.StrType):
            return Write(), translated(data, self._language) if isinstance(data, Mapping) else ""
        return Open({} if data is None else None), self.told_table(at)

    def _is_inline(self, known: inspect.Type, name: str) -> bool:
        """Whether the items of a list stand as rows beside the other fields."""
        if not isinstance(known, inspect.VarTupleType):
            return False
        item = known.item_type
        return is_effect(item) or struct_in(item) is not None or name in self._known.in_line

    def _lists_effects(self, at: Path) -> bool:
        known = self.part(at).known
        return isinstance(known, inspect.VarTupleType) and is_effect(known.item_type)

    def _whether(self, known: inspect.Type, now: Written) -> tuple[Entry, str]:
        choices = self._choices
        either = may_be(known, inspect.NoneType)
        options = [CardOption(value=True, name=choices.say("yes")), CardOption(value=False, name=choices.say("no"))]
        options += [CardOption(None, choices.say("either"))] if either else []
        return Select(tuple(options)), named(tuple(options), now)


def named(options: tuple[CardOption, ...], value: Written) -> str:
    """What a choice is called; empty for none of them."""
    return next((each.name for each in options if each.value == value and type(each.value) is type(value)), "")
