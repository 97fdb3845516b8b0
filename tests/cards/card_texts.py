"""Cards made at random, and written as TOML."""

import json

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from companion.cards.shape import MOST

WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)


def in_toml(value: object) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_quoted(str(key))} = {in_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(in_toml(each) for each in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return _quoted(value) if isinstance(value, str) else repr(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def as_table(value: object) -> dict[str, object]:
    """What stands in a file for a struct."""
    return msgspec.to_builtins(value)


def anything(known: object, depth: int = 2) -> st.SearchStrategy:
    """Values of a type; effects within effects end at a depth."""
    known = known if isinstance(known, inspect.Type) else inspect.type_info(known)
    for kind, values in MADE.items():
        if isinstance(known, kind):
            return values(known, depth)
    raise TypeError(known)


def _struct(known: inspect.StructType, depth: int) -> st.SearchStrategy:
    fields = {each.name: anything(each.type, depth) for each in known.fields if each.required}
    more = {each.name: anything(each.type, depth) for each in known.fields if not each.required}
    return st.fixed_dictionaries(fields, optional=more).map(lambda values: known.cls(**values))


def _union(known: inspect.UnionType, depth: int) -> st.SearchStrategy:
    kinds = [each for each in known.types if not isinstance(each, inspect.NoneType)]
    return st.one_of([st.deferred(lambda each=each: anything(each, depth)) for each in kinds])


def _inner(known: inspect.Type, depth: int) -> st.SearchStrategy:
    """One level deeper."""
    return anything(known, depth - 1) if depth else st.nothing()


MADE = {
    inspect.StructType: _struct,
    inspect.UnionType: _union,
    inspect.DictType: lambda known, depth: st.dictionaries(
        anything(known.key_type, depth), _inner(known.value_type, depth), max_size=2 if depth else 0
    ),
    inspect.VarTupleType: lambda known, depth: st.lists(_inner(known.item_type, depth), max_size=2 if depth else 0).map(
        tuple
    ),
    inspect.FrozenSetType: lambda known, depth: st.frozensets(anything(known.item_type, depth), max_size=2),
    inspect.TupleType: lambda known, depth: st.tuples(*(anything(each, depth) for each in known.item_types)),
    inspect.LiteralType: lambda known, _: st.sampled_from([each for each in known.values if each]),
    inspect.EnumType: lambda known, _: st.sampled_from(list(known.cls)),
    inspect.StrType: lambda *_: WORDS,
    inspect.BoolType: lambda *_: st.booleans(),
    inspect.IntType: lambda *_: st.integers(-99, 99),
    inspect.FloatType: lambda *_: st.floats(-MOST, MOST),
}
