"""What people read beside the answer to a move of Signum: its way, whom it touches, whose contact it leaves."""

from msgspec.structs import replace

from companion.games.board import TouchedPiece, Trace
from companion.games.command import Command
from companion.games.signum.creature.contacts import enemies_certainly_touched, is_enemy, perhaps_touches
from companion.games.signum.model.commands import Move
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.mat import base_of, contact
from companion.games.signum.model.state import State
from companion.games.signum.movement.travel import find_way, left_mm
from companion.games.values import Stand
from companion.geometry import Answer, measure_gap


def trace(state: State, command: Command) -> Trace | None:
    """What people read beside the answer to a command; None for all but moves of who stands on the mat."""
    creature = state.creatures.get(command.creature) if isinstance(command, Move) else None
    if not isinstance(command, Move) or creature is None or creature.stand is None:
        return None
    touched = enemies_certainly_touched(state, creature)
    way = find_way(state, creature, command.to, left_mm(state, creature, run=command.run), touched)
    contacts, leaves = _touching(state, creature, command.to)
    value_mm = way.path.length_mm if way.verdict.value_mm is None else way.verdict.value_mm
    path = way.path if way.path.length_mm is not None else None
    return Trace(path, value_mm, way.limit_mm, way.verdict.sigma_mm, contacts, leaves, way.verdict.parts)


def _touching(state: State, creature: Creature, at: Stand) -> tuple[tuple[TouchedPiece, ...], tuple[str, ...]]:
    """Whom a creature touches elsewhere, and which enemies it touches no more."""
    there = replace(creature, stand=at)
    contacts, leaves = [], []
    for other in state.creatures.values():
        if other.stand is None or other.id == creature.id:
            continue
        answer = contact(state, there, other).answer
        before = creature.stand is not None and perhaps_touches(state, creature, other)
        enemy = is_enemy(state, creature.controller, other)
        if answer is not Answer.NO:
            gap_mm = measure_gap(base_of(state, there), base_of(state, other)).gap_mm
            contacts.append(TouchedPiece(other.id, enemy, answer, gap_mm, not before))
        if before and enemy and answer is not Answer.YES:
            leaves.append(other.id)
    return tuple(contacts), tuple(leaves)
