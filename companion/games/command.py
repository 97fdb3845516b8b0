"""What somebody wants, and what happened: the bases of all commands and events of all games."""

from collections.abc import Mapping
from typing import Any, get_args, get_origin

import msgspec

TABLE = "table"
"""Who acts when it is nobody's choice: shuffles, the clock, the referee itself."""

SPECTATOR = "spectator"
"""The viewer who knows only what is public."""


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """What somebody wants.

    Attributes:
        by: The player, or `TABLE`.
        rulings: What the table answered to questions that were too close to call, by the question's key.
    """

    by: str
    rulings: dict[str, bool] = {}


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """What happened."""


def command_types(game_commands: Any) -> tuple[type[Command], ...]:  # noqa: ANN401 (a union, or one type)
    """The commands of a game, each apart.

    Args:
        game_commands: The union of them that the game names, or the only one it has.
    """
    return get_args(game_commands) or (game_commands,)


def command_called(game_commands: Any, kind: str) -> type[Command]:  # noqa: ANN401 (likewise)
    """The command of a game that is of a kind."""
    return next(each for each in command_types(game_commands) if each.__struct_config__.tag == kind)


def made_command(game_commands: Any, body: Mapping[str, Any]) -> Command:  # noqa: ANN401 (likewise)
    """The command that a body with its kind says.

    The union of all commands is not asked: it is taken in anew for each of them, which takes thirty times as long.

    Raises:
        msgspec.ValidationError: If a field of it is wrong.
    """
    made: Command = msgspec.convert(body, command_called(game_commands, body["kind"]))
    return made


def takes_one(command: type[Command], name: str) -> bool:
    """Whether a field of a command takes one word rather than several."""
    wanted = next(each.type for each in msgspec.structs.fields(command) if each.name == name)
    return get_origin(wanted) is not tuple
