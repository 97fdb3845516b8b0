"""Moves that nobody made: a creature that stands where it stood has not moved, whoever says so.

The rules take a move of no length, and records hold such moves; so they end here, before anything is written.
"""

import math

import msgspec

from companion.games.command import Command
from companion.games.common import Overrule
from companion.games.measured import RuleViolation
from companion.games.signum.commands import Move
from companion.games.signum.commands import SignumCommand as Known
from companion.games.signum.state import State
from companion.referee.whereabouts import fits_mm

NOT_MOVED = "not_moved"


def idle(state: State, command: Command) -> RuleViolation | None:
    """Why a command is none: it moves a creature to where it stands; None for any other.

    Args:
        state: The game in which it is given.
        command: What is wanted, or what is to be let pass.
    """
    match command:
        case Overrule(command=coded):
            try:
                return idle(state, msgspec.json.decode(coded, type=Known))
            except msgspec.DecodeError:
                return None  # the rules say what is wrong with it
        case Move(creature=name, to=to):
            creature = state.creatures.get(name)
            stand = None if creature is None else creature.stand
            if stand is None:
                return None
            off_mm = math.hypot(to.x_mm - stand.x_mm, to.y_mm - stand.y_mm)
            if off_mm > fits_mm(to.sigma_mm, stand.sigma_mm):
                return None
            return RuleViolation("", NOT_MOVED, {"creature": name})
        case _:
            return None
