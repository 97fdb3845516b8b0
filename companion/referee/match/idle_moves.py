"""Moves that nobody made: a creature that stands where it stood has not moved, whoever says so.

The rules take a move of no length, and records hold such moves; so they end here, before anything is written.
"""

import math
from typing import Any

import msgspec

from companion.games.command import Command
from companion.games.common import Overrule
from companion.games.protocol import Game
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from companion.referee.api.placement import fits_mm

NOT_MOVED = "not_moved"


def idle(game: Game[Any], state: Any, command: Command) -> RuleViolation | None:  # noqa: ANN401 (the game's own)
    """Why a command is none: it moves a piece to where it stands; None for any other.

    Args:
        game: The rules.
        state: The game in which it is given.
        command: What is wanted, or what is to be let pass.
    """
    if isinstance(command, Overrule):
        try:
            return idle(game, state, msgspec.json.decode(command.command, type=game.command_type))
        except msgspec.DecodeError:
            return None  # the rules say what is wrong with it
    board = game.board
    destination = board.destination(command)
    if destination is None:
        return None
    there = next((each.at for each in board.pieces(state) if each.id == destination.piece), None)
    if isinstance(there, Stand) and isinstance(destination.to, Stand):
        off_mm = math.hypot(destination.to.x_mm - there.x_mm, destination.to.y_mm - there.y_mm)
        stays = off_mm <= fits_mm(destination.to.sigma_mm, there.sigma_mm)
    else:
        stays = there is not None and there == destination.to
    return RuleViolation("", NOT_MOVED, {"creature": destination.piece}) if stays else None
