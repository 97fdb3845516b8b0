"""Converts frozen dataclasses to JSON lines and back, exactly; errors name the position in the line."""

import json
import math
import sys
import types
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from vision.recording.errors import RecordingError

_Kind = TypeVar("_Kind")


def line_of(value: object) -> bytes:
    """Returns a dataclass, or a mapping of plain values and dataclasses, as one line of JSON."""
    return json.dumps(value, default=_by_name, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def parsed(line: bytes, place: str) -> object:
    """Parses a line of JSON.

    Raises:
        RecordingError: If the line is not JSON.
    """
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordingError(f"{place}: this line is not JSON") from error
    return value


def taken(kind: type[_Kind], value: object, place: str) -> _Kind:
    """Converts plain JSON values back to a dataclass.

    Args:
        kind: A dataclass with fields of the types that `line_of` writes.
        value: The parsed value.
        place: Its position, for messages.

    Raises:
        RecordingError: If the value does not fit; the message names the position and the key.
    """
    return cast(_Kind, _taken(kind, value, place))


def _by_name(value: object) -> dict[str, object]:
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{type(value).__name__} has no place in a recording")
    return {name: getattr(value, name) for name in _hints(type(value))}


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in _fields(kind)}


def _fields(kind: Any) -> tuple[Field[Any], ...]:  # noqa: ANN401 (a dataclass has no type of its own)
    return fields(kind)


def _taken(kind: Any, value: object, place: str) -> object:  # noqa: ANN401 (hints are types, unions and aliases)
    if get_origin(kind) in {Union, types.UnionType}:
        return (
            None if value is None else _taken(next(a for a in get_args(kind) if a is not types.NoneType), value, place)
        )
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind), value, place)
    if is_dataclass(kind):
        return _dataclass(cast(type, kind), value, place)
    if issubclass(kind, StrEnum):
        known = [member.value for member in kind]
        if value not in known:
            raise _fault(place, f"one of {', '.join(known)}", value)
        return kind(value)
    return _single(kind, value, place)


def _single(kind: type, value: object, place: str) -> object:
    fits = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        fits = abs(value) <= sys.float_info.max
        value = float(value) if fits else math.inf
    if not fits:
        raise _fault(
            place, {float: "a number", int: "a whole number", str: "a text", bool: "true or false"}[kind], value
        )
    return value


def _tuple(kinds: tuple[Any, ...], value: object, place: str) -> tuple[object, ...]:
    if not isinstance(value, list):
        raise _fault(place, "a list", value)
    if kinds[-1] is Ellipsis:
        return tuple(_taken(kinds[0], entry, f"{place}[{i}]") for i, entry in enumerate(value))
    if len(value) != len(kinds):
        raise _fault(place, f"a list of {len(kinds)}", value)
    return tuple(_taken(kind, entry, f"{place}[{i}]") for i, (kind, entry) in enumerate(zip(kinds, value, strict=True)))


def _dataclass(kind: type, value: object, place: str) -> object:
    if not isinstance(value, dict):
        raise _fault(place, "an object", value)
    hints = _hints(kind)
    for key in value:
        if key not in hints:
            raise RecordingError(f"{place}.{key}: this key is unknown")
    for field in _fields(kind):
        if field.name not in value and field.default is MISSING and field.default_factory is MISSING:
            raise RecordingError(f"{place}.{field.name}: this key is missing")
    return kind(**{key: _taken(hints[key], entry, f"{place}.{key}") for key, entry in value.items()})


def _fault(place: str, expected: str, came: object) -> RecordingError:
    shown = repr(came)
    return RecordingError(f"{place}: expected {expected}, not {shown[:60]}{'…' if len(shown) > 60 else ''}")
