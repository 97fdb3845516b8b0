"""The canonical form of a state: the bytes that its digest is taken of.

It is JSON with sorted keys and without the fields that stand at their defaults. A version of the rules that gives the
state one more field, with a default, therefore digests the states of older games as they were digested before.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec


class CanonicalEncoder:
    """Encodes one state after the other; what two states share is encoded once.

    States are frozen, so that a part which is the same object has the same bytes.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[msgspec.Struct, msgspec.Raw]] = {}

    def encode(self, state: msgspec.Struct) -> bytes:
        """The canonical form of a state."""
        seen: dict[int, tuple[msgspec.Struct, msgspec.Raw]] = {}
        encoded = self._struct(state, seen)
        self._known = seen
        return bytes(encoded)

    def _struct(self, value: msgspec.Struct, seen: dict[int, tuple[msgspec.Struct, msgspec.Raw]]) -> msgspec.Raw:
        known = self._known.get(id(value))
        if known is not None and known[0] is value:
            seen[id(value)] = known
            return known[1]
        config = value.__struct_config__
        fields: dict[str, Any] = {} if config.tag is None else {str(config.tag_field): config.tag}
        for name, key, is_default in _fields(type(value)):
            part = getattr(value, name)
            if not is_default(part):
                fields[key] = self._part(part, seen)
        encoded = msgspec.Raw(msgspec.json.encode(fields, order="deterministic"))
        seen[id(value)] = (value, encoded)
        return encoded

    def _part(self, value: Any, seen: dict[int, tuple[msgspec.Struct, msgspec.Raw]]) -> Any:  # noqa: ANN401 (any field)
        if isinstance(value, msgspec.Struct):
            return self._struct(value, seen)
        if isinstance(value, dict):
            return {key: self._part(each, seen) for key, each in value.items()}
        if isinstance(value, tuple | list):
            return [self._part(each, seen) for each in value]
        return value


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str, Callable[[Any], bool]], ...]:
    """Name, key and test for the default of each field of a struct."""
    return tuple((field.name, field.encode_name, _default_test(field)) for field in msgspec.structs.fields(kind))


def _default_test(field: msgspec.structs.FieldInfo) -> Callable[[Any], bool]:
    if field.default_factory is not msgspec.NODEFAULT:
        made = field.default_factory()
        return lambda value: value == made
    if field.default is not msgspec.NODEFAULT:
        return lambda value: value == field.default
    return lambda _: False
