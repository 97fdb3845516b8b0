"""Whether a command is one of those that a specification offers."""

from typing import Any

import msgspec

from companion.games.command import TABLE, Command
from companion.games.prompt import CommandSpec, Faces, Field, Number, Pick
from companion.games.signum.game import Signum
from companion.games.signum.model.state import State

BESIDE = frozenset({"by", "rulings", "witnesses", "reason", "sigma_mm"})
"""Fields that say how a command came about, not what it does."""


def matches(spec: CommandSpec, command: Command) -> bool:
    """Whether a command is what a specification offers; dice may be read by the table for their player."""
    by = command.by == spec.by or (command.by == TABLE and spec.kind == "rolled")
    if not by or command.__struct_config__.tag != spec.kind:
        return False
    return all(_fits(spec, each, command) for each in msgspec.structs.fields(command) if each.name not in BESIDE)


def offered(rules: Signum, state: State, command: Command) -> bool:
    """Whether a command is on offer, to its giver, or to the player whose dice the table reads."""
    asked = (spec for prompt in rules.prompts(state) for spec in prompt.specs)
    return any(matches(spec, command) for spec in (*rules.commands(state, command.by), *asked))


def _fits(spec: CommandSpec, field: msgspec.structs.FieldInfo, command: Command) -> bool:
    value = getattr(command, field.name)
    if field.name in spec.fixed:
        return bool(value == spec.fixed[field.name])
    if field.name in spec.fields:
        return _may_be(spec.fields[field.name], value)
    default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    return bool(value == default)


def _may_be(field: Field, value: Any) -> bool:
    match field:
        case Pick(options=options, least=least, most=most, repeats=repeats):
            taken = [value] if isinstance(value, str) and value else [str(each) for each in value]
            alone = repeats or len(set(taken)) == len(taken)
            return alone and least <= len(taken) <= most and set(taken) <= set(options)
        case Number(least=least, most=most):
            return value is None or bool(least <= value <= most)
        case Faces(count=count, faces=faces):
            return len(value) == count and set(value) <= set(faces)
        case _:
            return True
