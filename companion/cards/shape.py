"""Whether data from a file has the shape of a struct: every unknown key, missing value and wrong type.

`msgspec.convert` stops at the first mistake; whoever writes cards wants to see them all.
"""

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import UNSET, inspect

from companion.cards.mistakes import Mistake, told
from companion.documents import Path

MOST = 10_000
"""Millimetres: no length on a card or of a mat is larger."""

MAX_WHOLE = 999
"""No other number on a card, in a deck or in a set-up is larger, with or without its sign."""

MAX_MISTAKES = 200
"""Nobody reads more of them, and to find what was meant by each takes time."""

MAX_SHOWN = 60
"""Letters of a wrong value that a sentence repeats."""


def mistakes_in(data: object, wanted: object, path: Path = ()) -> Iterator[Mistake]:
    """Every way in which plain data differs from what a type takes.

    Args:
        data: Values as a TOML or JSON reader gives them.
        wanted: A type that msgspec knows, or its description by `msgspec.inspect`.
        path: Where the data stands.
    """
    known = wanted if isinstance(wanted, inspect.Type) else _described(wanted)
    if isinstance(known, inspect.UnionType):
        yield from _of_union(data, known, path)
    elif isinstance(known, inspect.StructType):
        yield from _of_struct(data, known, path)
    elif isinstance(known, inspect.DictType):
        yield from _of_dict(data, known, path)
    elif isinstance(known, inspect.VarTupleType | inspect.FrozenSetType | inspect.TupleType):
        yield from _of_list(data, known, path)
    else:
        yield from _of_plain(data, known, path)


@cache
def _described(wanted: object) -> inspect.Type:
    return inspect.type_info(wanted)


def like(wrong: str, known: Sequence[str]) -> str:
    """The end of a sentence that names what may have been meant, or what there is."""
    near = difflib.get_close_matches(wrong[:MAX_SHOWN], known, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"there is {', '.join(sorted(known))}" if known else "there is none"


def _of_struct(data: object, known: inspect.StructType, path: Path) -> Iterator[Mistake]:
    if not isinstance(data, Mapping):
        yield path, told("unreadable", f"{_name(path)} must be a table {{ … }}, not {_shown(data)}")
        return
    fields = {each.encode_name: each for each in known.fields}
    for key, value in data.items():
        if key in fields:
            yield from mistakes_in(value, fields[key].type, (*path, key))
        elif key != known.tag_field:
            yield (*path, key), told("unreadable", f"unknown key {key!r}; {like(key, tuple(fields))}")
    for key, each in fields.items():
        if key not in data and each.required:
            yield path, told("missing", f"{key!r} is missing{_what(each.type)}", field=key)


def _of_union(data: object, known: inspect.UnionType, path: Path) -> Iterator[Mistake]:
    structs = [each for each in known.types if isinstance(each, inspect.StructType) and each.tag_field]
    if not structs:
        yield from mistakes_in(data, _meant(data, known), path)
        return
    field = structs[0].tag_field
    if not isinstance(data, Mapping) or field is None:
        yield (
            path,
            told("unreadable", f"{_name(path)} must be a table {{ {structs[0].tag_field} = … }}, not {_shown(data)}"),
        )
        return
    sort = "card" if field == "kind" else "effect"
    tags = {str(each.tag): each for each in structs}
    tag = data.get(field)
    if tag is None:
        yield (
            path,
            told("missing", f"{field!r} is missing: the word that says which {sort} this is; {like('', tuple(tags))}"),
        )
    elif str(tag) not in tags:
        yield (*path, field), told("choice", f"unknown {sort} {_shown(tag)}; {like(str(tag), tuple(tags))}")
    else:
        yield from _of_struct(data, tags[str(tag)], path)


def _meant(data: object, known: inspect.UnionType) -> inspect.Type:
    """Which of several types without a tag a value is meant to be: a table, a word, or a number. None is no value."""
    kinds = [each for each in known.types if not isinstance(each, inspect.NoneType)]
    for kind, fits in (
        (inspect.StructType, isinstance(data, Mapping)),
        (inspect.LiteralType, isinstance(data, str)),
    ):
        found = next((each for each in kinds if isinstance(each, kind)), None)
        if found is not None and fits:
            return found
    return next((each for each in kinds if not isinstance(each, inspect.StructType)), kinds[0])


def _of_dict(data: object, known: inspect.DictType, path: Path) -> Iterator[Mistake]:
    if not isinstance(data, Mapping):
        yield path, told("unreadable", f"{_name(path)} must be a table {{ … }}, not {_shown(data)}")
        return
    for key, value in data.items():
        if any(True for _ in mistakes_in(key, known.key_type, path)):
            yield (*path, key), told("unreadable", f"unknown key {key!r}; {like(key, _allowed(known.key_type))}")
        else:
            yield from mistakes_in(value, known.value_type, (*path, key))


def _of_list(
    data: object, known: inspect.VarTupleType | inspect.FrozenSetType | inspect.TupleType, path: Path
) -> Iterator[Mistake]:
    if not isinstance(data, Sequence) or isinstance(data, str):
        yield path, told("unreadable", f"{_name(path)} must be a list [ … ], not {_shown(data)}")
        return
    if isinstance(known, inspect.TupleType):
        if len(data) != len(known.item_types):
            yield path, told("unreadable", f"{_name(path)} must have {len(known.item_types)} numbers, not {len(data)}")
            return
        kinds: Sequence[inspect.Type] = known.item_types
    else:
        kinds = (known.item_type,) * len(data)
    for index, (value, kind) in enumerate(zip(data, kinds, strict=True)):
        yield from mistakes_in(value, kind, (*path, index))


def _of_plain(data: object, known: inspect.Type, path: Path) -> Iterator[Mistake]:
    allowed = _allowed(known)
    if allowed:
        if data not in allowed:
            yield path, told("choice", f"{_name(path)} cannot be {_shown(data)}; {like(str(data), allowed)}")
        return
    for kind, (word, fits) in _PLAIN.items():
        if not isinstance(known, kind):
            continue
        if not fits(data):
            yield path, told("choice", f"{_name(path)} must be {word}, not {_shown(data)}")
        elif isinstance(data, int | float):
            most = MAX_WHOLE if kind is inspect.IntType else MOST
            if not abs(data) <= most:
                yield path, told("most", f"{_name(path)} must be a number up to {most}, not {_shown(data)}", most=most)


_PLAIN: dict[type[inspect.Type], tuple[str, Callable[[Any], bool]]] = {
    inspect.StrType: ('a text in "quotes"', lambda data: isinstance(data, str)),
    inspect.BoolType: ("true or false", lambda data: isinstance(data, bool)),
    inspect.IntType: ("a whole number", lambda data: isinstance(data, int) and not isinstance(data, bool)),
    inspect.FloatType: ("a number", lambda data: isinstance(data, int | float) and not isinstance(data, bool)),
}


def _allowed(known: inspect.Type) -> tuple[str, ...]:
    """The words that a value may be; empty where it is not one of a few."""
    if isinstance(known, inspect.LiteralType):
        return tuple(str(each) for each in known.values if each)
    if isinstance(known, inspect.EnumType):
        return tuple(str(each.value) for each in known.cls)
    return ()


def _what(known: inspect.Type) -> str:
    allowed = _allowed(known)
    return f"; {like('', allowed)}" if allowed else ""


def _name(path: Path) -> str:
    """What a mistake is about, in the words of the file."""
    named = next((each for each in reversed(path) if isinstance(each, str)), "this")
    return f"each of {named!r}" if path and isinstance(path[-1], int) else f"{named!r}"


def _shown(data: object) -> str:
    if data is UNSET or isinstance(data, Mapping):
        return "a table"
    if isinstance(data, list):
        return "a list"
    shown = repr(data)
    return shown if len(shown) <= MAX_SHOWN else f"{shown[:MAX_SHOWN]}…"
