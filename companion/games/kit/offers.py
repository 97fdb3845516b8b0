"""Whether a command is one of those that are offered."""

from typing import Any

from companion.games.command import Command
from companion.games.prompt import Cells, CommandSpec, Faces, Field, Number, Pick

BASE = frozenset({"by", "rulings", "witnesses"})
"""Fields that no offer names."""


def answers(spec: CommandSpec, command: Command) -> bool:
    """Whether a command fills an offer as the offer says."""
    if spec.kind != type(command).__struct_config__.tag or spec.by != command.by:
        return False
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if name in spec.fixed:
            if value != spec.fixed[name]:
                return False
        elif name in spec.fields:
            if not fits(spec.fields[name], value):
                return False
        elif name not in BASE and value:
            return False
    return True


def fits(field: Field, value: Any) -> bool:  # noqa: ANN401 (of any field)
    """Whether a value may stand in a field."""
    match field:
        case Pick(options=options, most=1, least=1):
            return value in options or (isinstance(value, tuple) and len(value) == 1 and value[0] in options)
        case Pick(options=options, least=least, most=most):
            is_short = isinstance(value, tuple) and least <= len(value) <= most
            return is_short and len(set(value)) == len(value) and set(value) <= set(options)
        case Cells(options=options):
            return value in options
        case Number(least=least, most=most):
            return bool(least <= value <= most)
        case Faces():
            return field.fits(value)
        case _:
            return False
