"""The rows of a part of a card: each field of the card language with its words, and what may be chosen for it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import inspect

from companion.documents import Path
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.editions import FACES
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.shelf.parameters import MAY_HAVE_NUMBER, NUMBER, RULER, TEXT
from companion.games.signum.shelf.sense import FIELDS, NEEDED
from companion.games.signum.workshop import fresh
from companion.games.signum.workshop.card_words import Teller
from companion.games.signum.workshop.options import Choices
from companion.games.signum.workshop.parts import (
    Part,
    inner,
    is_effect,
    kind_of,
    may_be,
    meant,
    part_at,
    struct_in,
)
from companion.games.workshop import Add, Bench, CardOption, Count, Entry, Open, Row, Select, Write, Written
from companion.texts import translated

CARD: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("card", ("names", "faction", "building_type", "relic_type", "unique", "cost", "strength", "movement", "health",
              "base", "race", "template", "terrain")),
    ("relics", ("slots",)),
    ("abilities", ("abilities",)),
    ("effects", ("effects",)),
    ("riders", ("riders",)),
    ("further", ("card_class", "bound_to", "copies", "rarity", "text", "flavour")),
)  # fmt: skip
"""The fields of a card in the order in which they are shown, by heading."""

RANGES: Mapping[str, tuple[int, int]] = {
    "strength": (0, 12), "health": (1, 30), "by": (-20, 20), "x": (1, 12), "copies": (1, 9), "times": (1, 20),
    "per": (1, 20), "plus": (-20, 20), "dice": (1, 12), "top": (1, 30), "any": (0, 9), "prosperity": (0, 30),
}  # fmt: skip
"""From which number to which a field may be chosen."""

RANGES_OF: Mapping[tuple[str, str], tuple[int, int]] = {
    ("price", "prosperity"): (-20, 20), ("price", "any"): (-9, 9), ("prosper", "amount"): (-30, 30),
    ("armour", "amount"): (-9, 9), ("Amount", "times"): (-9, 9), ("Selector", "count"): (0, 12),
    ("Measure", "least"): (0, 60), ("Measure", "most"): (0, 60), ("pay", "prosperity"): (1, 30),
}  # fmt: skip
USUAL_RANGE = (0, 20)

VAIN: Mapping[Kind, frozenset[str]] = {
    Kind.SPELL: frozenset({"riders"}),
    Kind.BUILDING: frozenset({"abilities"}),
}
"""Fields that never do anything on a card of a kind."""

RARE: Mapping[str, frozenset[str]] = {
    "Card": frozenset({"race", "card_class", "bound_to", "copies", "rarity", "text", "flavour", "base"}),
    "Selector": frozenset({
        "up_to", "race", "card_class", "faction", "without", "strength", "health", "left", "wounds", "armour",
        "concentration", "stealth", "activated", "summoned", "around", "other", "choice",
    }),
    "Amount": frozenset({"kind", "per", "plus", "most"}),
    "Condition": frozenset({"hero", "creature", "doer", "victim", "turn"}),
    "Ability": frozenset({"plus", "reminder", "activate"}),
    "Cost": frozenset({"known"}),
    "destroy": frozenset({"choice", "kind"}),
    "search": frozenset({"reveal", "top"}),
    "summon": frozenset({"strength", "race"}),
}  # fmt: skip
"""Fields that few cards have."""

LONE = frozenset({"of", "doer", "victim", "creature"})
"""Fields with a selector that nobody chooses by: it says whom something concerns, not how many."""
_CHOOSING = frozenset({"count", "up_to", "choice"})
_HIDDEN = frozenset({"key", "kind", "series", "schema"})


class Rows:
    """The rows of one card's parts, for one reader."""

    def __init__(self, bench: Bench, choices: Choices, teller: Teller) -> None:
        """Prepares.

        Args:
            bench: The card.
            choices: What may be chosen.
            teller: Tells what is written.
        """
        self._card, self._choices, self._teller = bench.card, choices, teller
        self._language = choices.language

    def of(self, at: Path) -> Iterator[Row]:
        """The rows of a part."""
        part = part_at(self._card, at)
        if not at:
            yield from self._of_card(part)
        elif isinstance(part.known, inspect.StructType):
            yield from self._of_table(part, at)
        elif isinstance(part.known, inspect.DictType):
            yield from self._faces(at)
        else:
            yield from self._listed(part.known, part.data or [], at)

    def _of_card(self, part: Part) -> Iterator[Row]:
        allowed = FIELDS[kind_of(self._card)] - VAIN.get(kind_of(self._card), frozenset())
        strange = tuple(name for name in self._card if name in part.fields and name not in (*allowed, *_HIDDEN))
        for heading, names in (*CARD, ("foreign", strange)):
            title = self._choices.say(f"heading.{heading}")
            for name in names:
                if name not in allowed and name not in strange:
                    continue
                for row in self._of_field(part, (), name):
                    yield replace(row, heading=title)
                    title = ""

    def _of_table(self, part: Part, at: Path) -> Iterator[Row]:
        written = part.data if isinstance(part.data, Mapping) else {}
        for name in part.fields:
            if name in written or self._has(part, written, at, name):
                yield from self._of_field(part, at, name)

    def _has(self, part: Part, written: Mapping[str, Any], at: Path, name: str) -> bool:
        """Whether a field means anything where it is not written."""
        match part.name:
            case "Ability":
                return _ability_has(str(written.get("name", "")), name, kind_of(self._card))
            case "Selector":
                return not (name in _CHOOSING and at[-1] in LONE)
            case "Cost":
                return name != "concentration" or "abilities" in at
            case "change":
                moves = written.get("of") == "movement"
                return name != "ruler" or (moves and "becomes" not in written)
            case _:
                return True

    def _of_field(self, part: Part, at: Path, name: str) -> Iterator[Row]:
        """The row of a field; of a list in the card itself a row for each that stands in it, and one to add."""
        known, where = part.fields[name].type, (*at, name)
        data = part.data.get(name) if isinstance(part.data, Mapping) else None
        if name == "slots":
            yield from self._slots(where, data or {})
            return
        if self._is_inline(known, name):
            yield from self._listed(known, data or [], where)
            return
        yield self._row(part, where, name, data)

    def _is_inline(self, known: inspect.Type, name: str) -> bool:
        """Whether the items of a list stand as rows beside the other fields."""
        if not isinstance(known, inspect.VarTupleType) or name == "template":
            return False
        item = known.item_type
        return is_effect(item) or struct_in(item) is not None or name in ("options", "buildings")

    def _slots(self, at: Path, data: Mapping[str, Any]) -> Iterator[Row]:
        none = self._choices.say("none")
        for each in RelicType:
            value = data.get(each.value)
            entry = Count(0, 9, none)
            yield Row((*at, each.value), self._choices.words.of_kind(each.value), entry, _shown(value, none))

    def _listed(self, known: inspect.Type, data: Written, at: Path) -> Iterator[Row]:
        """The items of a list, and a row to add one."""
        item, choices = inner(known), self._choices
        for index, value in enumerate(data if isinstance(data, list) else ()):
            where = (*at, index)
            if isinstance(value, str):
                options = self._with(choices.of_field(at, "Cost", "buildings", item), value)
                entry: Entry = Select(options)
                yield Row(where, choices.label("Cost", "building"), entry, _named(options, value), removable=True)
            else:
                yield Row(where, self.title(where), Open(), self._teller.told(where), removable=True)
        yield Row(at, self._adds(at), Add(self._addable(at, item)))

    def _adds(self, at: Path) -> str:
        return self._choices.say(f"add.{'effects' if self._lists_effects(at) else at[-1]}")

    def _lists_effects(self, at: Path) -> bool:
        known = part_at(self._card, at).known
        return isinstance(known, inspect.VarTupleType) and is_effect(known.item_type)

    def _addable(self, at: Path, item: inspect.Type) -> tuple[CardOption, ...]:
        choices = self._choices
        if is_effect(item):
            return choices.effects(at)
        match at[-1]:
            case "abilities":
                return choices.abilities(at)
            case "riders":
                rider = fresh.rider(self._card)
                waits = CardOption(rider, choices.say("rider_waits"), choices.say("rider_waits_note"))
                lasts = CardOption({"effects": []}, choices.say("rider_holds"), choices.say("rider_holds_note"))
                return (waits,) if kind_of(self._card) is Kind.TACTIC else (waits, lasts)
            case "counts":
                return (CardOption({"amount": {"count": "buildings"}, "least": 1}, choices.say("measure")),)
            case "options":
                return (CardOption([], choices.say("new_option")),)
            case _:
                return choices.of_field(at, "Cost", "buildings", item)

    def _faces(self, at: Path) -> Iterator[Row]:
        """What follows each face of a die."""
        data = part_at(self._card, at).data or {}
        for face in (each for each in FACES if each in data):
            where = (*at, face)
            yield Row(where, self._choices.face(face), Open(), self._teller.told(where), removable=True)
        if options := self._choices.faces(at):
            yield Row(at, self._choices.say("add.faces"), Add(options))

    def title(self, at: Path) -> str:
        """What a part is called."""
        part, choices = part_at(self._card, at), self._choices
        if isinstance(part.known, inspect.StructType) and part.known.tag:
            return choices.effect(str(part.known.tag))
        if at[-1:] and isinstance(at[-1], int):
            if isinstance(part.data, list):
                return choices.say("option_number", number=at[-1] + 1)
            if part.name == "Rider":
                waits = isinstance(part.data, Mapping) and "trigger" in part.data
                return choices.say("rider_waits" if waits else "rider_holds")
            return choices.say(f"item.{at[-2]}")
        if at[-1] in FACES:
            return choices.face(str(at[-1]))
        around = part_at(self._card, at[:-1])
        return choices.label(around.name, str(at[-1]))

    def _row(self, part: Part, at: Path, name: str, data: Written) -> Row:
        table, known = part.name, part.fields[name].type
        label = self._choices.label(table, name)
        entry, value = self._entry(part, at, name, data)
        default = _default(part.fields[name])
        rare = data is None and name in RARE.get(table, ())
        is_part = isinstance(entry, Open) and data is not None
        removed = 1 if is_part and struct_in(known) is None and default is None else None
        can_go = data is not None and not isinstance(entry, Select | Count)
        needed = part.fields[name].required and not (is_part and removed)
        return Row(at, label, entry, value, removed, can_go and not needed, rare)

    def _entry(self, part: Part, at: Path, name: str, data: Written) -> tuple[Entry, str]:
        """How a field is chosen, and what it is now, in words."""
        known, default = part.fields[name].type, _default(part.fields[name])
        now = default if data is None else data
        if may_be(known, inspect.DictType):
            dicts = meant(known, {})
            if isinstance(dicts, inspect.DictType) and isinstance(dicts.value_type, inspect.StrType):
                return Write(), translated(data, self._language) if isinstance(data, Mapping) else ""
            return Open({} if data is None else None), self._told_faces(at)
        struct = struct_in(known)
        numbers = may_be(known, inspect.IntType)
        if struct is not None and (isinstance(data, Mapping) or not numbers):
            begun = _begun(name, now)
            told = self._teller.told(at) if data is not None else self._teller.told_as(now, struct, at)
            return Open(begun if data is None else None), told
        if numbers:
            return self._number(part, at, name, now)
        if may_be(known, inspect.BoolType):
            return self._whether(known, now)
        return self._picked(part, at, name, data)

    def _told_faces(self, at: Path) -> str:
        data = part_at(self._card, at).data
        faces = [each for each in FACES if isinstance(data, Mapping) and each in data]
        return "; ".join(f"{self._choices.face(each)}: {self._teller.told((*at, each)) or '…'}" for each in faces)

    def _number(self, part: Part, at: Path, name: str, now: Written) -> tuple[Entry, str]:
        table, known, choices = part.name, part.fields[name].type, self._choices
        if (table, name) == ("change", "becomes") and part.data.get("of") == "movement":
            return self._picked(part, at, name, part.data.get(name))
        least, most = RANGES_OF.get((table, name), RANGES.get(name, USUAL_RANGE))
        none = ""
        if may_be(known, inspect.NoneType):
            none = choices.label(f"{table}_none", name) if (table, name) in _NONE_SAYS else choices.say("none")
        counted: tuple[CardOption, ...] = ()
        if struct_in(known) is not None:
            counted = (CardOption({"count": "buildings"}, choices.say("counted")),)
        value = none if now is None else self._special(table, name, now)
        return Count(least, most, none, counted), value

    def _special(self, table: str, name: str, now: Written) -> str:
        return self._choices.say("all_of_them") if (table, name, now) == ("Selector", "count", 0) else str(now)

    def _whether(self, known: inspect.Type, now: Written) -> tuple[Entry, str]:
        choices = self._choices
        either = may_be(known, inspect.NoneType)
        options = [CardOption(value=True, name=choices.say("yes")), CardOption(value=False, name=choices.say("no"))]
        options += [CardOption(None, choices.say("either"))] if either else []
        return Select(tuple(options)), _named(tuple(options), now)

    def _picked(self, part: Part, at: Path, name: str, data: Written) -> tuple[Entry, str]:
        field, choices = part.fields[name], self._choices
        known, default = field.type, _default(field)
        several = isinstance(known, inspect.VarTupleType) and name != "template"
        options = choices.of_field(at[:-1], part.name, name, known)
        if several:
            chosen = data if isinstance(data, list) else list(default or ())
            named = ", ".join(_named(self._with(options, each), each) for each in chosen)
            return Select(options, several=True), named or choices.say("none_chosen")
        awaited = data is None and at[:-1] == () and self._is_awaited(name)
        now = None if awaited else default if data is None else data
        if now not in (None, ""):
            options = self._with(options, now)
        if not (field.required or awaited) and default in (None, "", ()) and name != "template":
            options = (CardOption(None, choices.say("none")), *options)
        return Select(options), _named(options, None if now == "" else now)

    def _is_awaited(self, name: str) -> bool:
        """Whether a field has to be chosen on a card of this kind, whatever it would be otherwise."""
        kind = kind_of(self._card)
        return name in NEEDED[kind] or (name, kind) == ("faction", Kind.HERO)

    def _with(self, options: tuple[CardOption, ...], value: Written) -> tuple[CardOption, ...]:
        """The options, and what is written where it is none of them."""
        if any(each.value == value for each in options):
            return options
        name = self._choices.words.name(value) if isinstance(value, str) else self._choices.say("as_written")
        return (*options, CardOption(value, name))


_NONE_SAYS = frozenset({("heal", "amount"), ("Rider", "times"), ("search", "top"), ("prevent", "amount")})
"""Numbers that may be left out, and mean something of their own then."""


def _ability_has(name: str, field: str, kind: Kind) -> bool:
    """Whether an ability of that name may have a field."""
    own = name not in CATALOGUE
    has = {
        "name": not own,
        "names": own,
        "x": name in NUMBER | MAY_HAVE_NUMBER,
        "plus": name in NUMBER,
        "ruler": name in RULER,
        "activate": own,
        "text": own or name in TEXT,
        "about": name in ("steam_engine", "shield_from"),
        "cost": own or name == "surcharge",
        "deed": name == "surcharge",
        "results": name == "steam_engine" or (own and kind is Kind.TERRAIN),
        "riders": own,
        "reminder": own or name in TEXT,
    }
    return has.get(field, False)


def _begun(name: str, now: Written) -> Written:
    """What is written first where a table is opened that was not there."""
    match name:
        case "trigger":
            return {"on": "turn.begin", "whose": "own"}
        case "cost":
            return {"any": 1}
        case _:
            return now if isinstance(now, dict) and now else {"least": 1} if name in _BOUNDED else {}


_BOUNDED = frozenset({"strength", "health", "left", "wounds", "armour", "concentration"})


def _default(field: inspect.Field) -> Written:
    """What holds where a field is not written, as a file would write it."""
    if field.required:
        return None
    made = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return msgspec.to_builtins(made)


def _named(options: tuple[CardOption, ...], value: Written) -> str:
    return next((each.name for each in options if each.value == value and type(each.value) is type(value)), "")


def _shown(value: Written, none: str) -> str:
    return none if value is None else str(value)
