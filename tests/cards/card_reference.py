"""Writes the reference of the card language in `docs/cards.md` from the schema, with an example of every word.

    python -m tests.cards.card_reference

The examples are parts of the texts in `tests/cards/language`, each of which a test loads, checks, plays and words.
"""

import inspect as source
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.engine.hooks import CANCELLABLE, ROLES
from companion.games.signum.model.cards import Card
from companion.games.signum.model.effects.effect import Ability, Cost, Effect, Rider, Trigger
from companion.games.signum.model.terms import Amount, Bounds, Condition, Measure, Selector, Until
from companion.games.signum.shelf.parameters import NUMBER, RULER, TEXT
from tests.cards.card_texts import in_toml
from tests.cards.language_games import TEXTS, CardText

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cards.md"
BEGIN, END = "<!-- The reference begins: python -m tests.cards.card_reference -->", "<!-- The reference ends -->"

EFFECTS = {each.__struct_config__.tag: each for each in get_args(Effect)}
TERMS = {
    "Whom: `to`, `of` and wherever creatures are named": Selector,
    "How much: amounts": Amount,
    "From how much to how much": Bounds,
    "Whether an amount lies within bounds: `counts`": Measure,
    "On what condition": Condition,
    "When: triggers": Trigger,
    "Riders": Rider,
    "Abilities": Ability,
    "Costs": Cost,
}
"""Tables of the language that are no effects, by heading."""

UNSHOWN = {("Ability", "reminder"), ("Cost", "known")}
"""Words for what the language cannot say, which no game can show; the page explains them elsewhere."""

SHARED = ("until", "kinds", "ruler", "within")
"""Fields whose values mean the same wherever they stand."""

WITHIN = ("Selector", "Amount", "Bounds", "Measure", "Condition", "Cost", "Trigger")
"""Tables that are shown with the effect, rider or ability in which they stand."""

RULERS = ("S", "M", "L", "XL")

Word = tuple[str, str, str]
"""The table, a field in it, and one of the few values that it may have; empty for the field itself."""


@cache
def _described(struct: type) -> inspect.Type:
    return inspect.type_info(struct)


@cache
def examples() -> dict[Word, str]:
    """The shortest example of every word that stands in a text."""
    found: dict[Word, str] = {}
    for text in TEXTS:
        for raw in text.raw():
            for word, part in _words(raw, _described(Card), raw):
                shown = in_toml(part)
                if word not in found or len(shown) < len(found[word]):
                    found[word] = shown
    return found


def _words(data: Any, known: inspect.Type, shown: Any) -> Iterator[tuple[Word, Any]]:
    """Every word in a part of a card, with the table that shows it: the innermost effect, rider or ability."""
    if isinstance(known, inspect.UnionType):
        known = _meant(data, known)
    if isinstance(known, inspect.StructType) and isinstance(data, dict):
        name = known.tag or known.cls.__name__
        shown = shown if name in WITHIN else data
        fields = {each.encode_name: each for each in known.fields}
        for key, value in data.items():
            if key in fields:
                yield (str(name), key, ""), shown
                for each in value if isinstance(value, list) else [value]:
                    if each in values(fields[key].type):
                        yield (str(name), key, str(each)), shown
                yield from _words(value, fields[key].type, shown)
        return
    inner, parts = _parts(data, known)
    for value in parts:
        yield from _words(value, inner, shown)


def _parts(data: Any, known: inspect.Type) -> tuple[inspect.Type, list[Any]]:
    """What stands in a list or in a table of any keys, and of which type each is."""
    if isinstance(known, inspect.DictType) and isinstance(data, dict):
        return known.value_type, list(data.values())
    if isinstance(known, inspect.VarTupleType) and isinstance(data, list):
        return known.item_type, data
    return known, []


def _meant(data: Any, known: inspect.UnionType) -> inspect.Type:
    structs = [each for each in known.types if isinstance(each, inspect.StructType)]
    if isinstance(data, dict) and structs:
        return next((each for each in structs if each.tag == data.get("type")), structs[0])
    plain = [each for each in known.types if not isinstance(each, inspect.StructType | inspect.NoneType)]
    return (plain or structs)[0]


def values(known: inspect.Type) -> tuple[str, ...]:
    """The words that a field may have."""
    if isinstance(known, inspect.VarTupleType):
        return values(known.item_type)
    if isinstance(known, inspect.UnionType):
        return tuple(word for each in known.types for word in values(each))
    if isinstance(known, inspect.LiteralType):
        return tuple(str(each) for each in known.values if each)
    if isinstance(known, inspect.EnumType):
        return tuple(str(each.value) for each in known.cls)
    return ()


def all_words() -> list[Word]:
    """Every word of the language: the fields of all its tables, and the values of those that have a few.

    What a field is where it is left out needs no example; times, kinds and rulers are explained once.
    """
    found = []
    for name, struct in {**EFFECTS, **{each.__name__: each for each in TERMS.values()}}.items():
        known = _described(struct)
        assert isinstance(known, inspect.StructType)
        for each in known.fields:
            found.append((name, each.encode_name, ""))
            found += [(name, each.encode_name, word) for word in _own_words(each)]
    return [word for word in found if word[:2] not in UNSHOWN]


def _own_words(known: inspect.Field) -> list[str]:
    """The values of a field that are words of its own."""
    default = known.default if isinstance(known.default, tuple) else (known.default,)
    if known.encode_name in SHARED:
        return []
    return [each for each in values(known.type) if each not in (*default, *RULERS)]


def said(struct: type) -> tuple[str, dict[str, str]]:
    """The first sentence of a table's description, and what it says of each field."""
    text = source.getdoc(struct) or ""
    head, _, rest = text.partition("Attributes:")
    parts = re.findall(r"^    (\w+): (.*?)(?=^    \w+: |\Z)", rest + "\n", re.MULTILINE | re.DOTALL)
    return " ".join(head.split()), {name: " ".join(said.split()) for name, said in parts}


def _kind(known: inspect.Type, default: object) -> str:
    words = values(known)
    shown = ", ".join(f"`{each}`" for each in words) if words else _plain(known)
    if default in (msgspec.NODEFAULT, None, "", (), {}) or isinstance(default, msgspec.Struct):
        return shown
    return f"{shown}; else `{str(default).lower() if isinstance(default, bool) else default}`"


def _plain(known: inspect.Type) -> str:
    if isinstance(known, inspect.UnionType):
        kinds = [each for each in known.types if not isinstance(each, inspect.NoneType)]
        return "effects" if len(kinds) > 3 else " or ".join(dict.fromkeys(_plain(each) for each in kinds))
    names = {
        inspect.IntType: "number", inspect.StrType: "name", inspect.BoolType: "`true`, `false`",
        inspect.DictType: "table",
    }  # fmt: skip
    for kind, name in names.items():
        if isinstance(known, kind):
            return name
    if isinstance(known, inspect.VarTupleType):
        inner = _plain(known.item_type)
        return inner if inner == "effects" else f"list: {inner}"
    return known.cls.__name__.lower() if isinstance(known, inspect.StructType) else "text"


def _table(name: str, struct: type) -> list[str]:
    known = _described(struct)
    assert isinstance(known, inspect.StructType)
    _, told = said(struct)
    rows = ["| field | value | what it is | example |", "| --- | --- | --- | --- |"]
    for each in known.fields:
        default = each.default
        shown = examples().get((name, each.encode_name, ""), "")
        what = told.get(each.encode_name, "")
        rows.append(f"| `{each.encode_name}` | {_kind(each.type, default)} | {what} | {_code(shown)} |")
        for word in _own_words(each):
            example = examples().get((name, each.encode_name, word), "")
            if example and example != shown:
                rows.append(f"| | `{word}` | | {_code(example)} |")
    return rows


def _code(example: str) -> str:
    return f"`{example}`".replace("|", "\\|") if example else ""


def reference() -> str:
    """The generated part of the page."""
    lines = [BEGIN, "", "## The language, word by word", ""]
    lines += [
        "Every example is part of a card that the tests load, check, play and put into words.",
        "",
        "### Effects",
        "",
    ]
    for tag in sorted(EFFECTS):
        head, _ = said(EFFECTS[tag])
        lines += [f"#### `{tag}`", "", head, "", *_table(tag, EFFECTS[tag]), ""]
    for heading, struct in TERMS.items():
        head, _ = said(struct)
        lines += [f"### {heading}", "", head, "", *_table(struct.__name__, struct), ""]
    lines += ["### How long: `until`", "", "| time | example |", "| --- | --- |"]
    for until in Until:
        found = [shown for (_, field, word), shown in examples().items() if (field, word) == ("until", until.value)]
        example = min(found, key=len) if found else "what is left out"
        lines.append(f"| `{until.value}` | {_code(example) if found else example} |")
    lines += [
        "",
        "### Moments: `on`",
        "",
        "| moment | concerns | may be cancelled | example |",
        "| --- | --- | --- | --- |",
    ]
    for hook, roles in ROLES.items():
        example = next(iter(waiting(hook)), "")
        cancel = "yes" if hook in CANCELLABLE else ""
        lines.append(f"| `{hook}` | {', '.join(sorted(roles))} | {cancel} | {_code(example)} |")
    lines += ["", "### Named abilities", "", "| ability | printed as | example |", "| --- | --- | --- |"]
    for name, entry in CATALOGUE.items():
        lines.append(f"| `{name}` | {entry.names['en']} | {_code(in_toml(ability_example(name)))} |")
    return "\n".join((*lines, "", END))


def waiting(hook: str) -> list[str]:
    """The riders of texts that wait for a moment, the shortest first."""
    found = [
        in_toml(part)
        for text in TEXTS
        for raw in text.raw()
        for (name, field, _), part in _words(raw, _described(Card), raw)
        if (name, field) == ("Rider", "trigger") and part["trigger"]["on"] == hook
    ]
    return sorted(found, key=len)


def ability_example(name: str) -> dict[str, object]:
    """A named ability with what it needs."""
    found: dict[str, object] = {"name": name}
    if name in NUMBER:
        found["x"] = 2
    if name in RULER:
        found["ruler"] = "M"
    if name == "howl":
        found["text"] = [{"type": "heal", "amount": 1, "to": {"who": "own", "within": "M", "count": 0}}]
    elif name == "aura":
        found["text"] = [{"type": "change", "of": "strength", "by": 1, "to": {"who": "own"}}]
    elif name in TEXT:
        found["text"] = [{"type": "change", "of": "strength", "by": 1}]
    if name == "surcharge":
        found["cost"] = {"any": 1}
    if name == "steam_engine":
        found |= {"about": "melee", "results": {"axe": [{"type": "change", "of": "strength", "by": 1}]}}
    if name == "shield_from":
        found["about"] = "enemy_spell"
    return found


def a_card(kind: str, ability: dict[str, object]) -> str:
    """A pack with one card that has an ability."""
    text = CardText("one", "", ("One", "Раз", "Раз"), {"kind": kind, "abilities": [ability]})
    return text.pack()


def page(text: str) -> str:
    """The page with its reference written anew."""
    head, _, rest = text.partition(BEGIN)
    return head + reference() + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
