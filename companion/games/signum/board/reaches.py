"""How far creatures may go with what they may do now."""

from collections.abc import Mapping

from companion.games.prompt import CommandSpec, Spot
from companion.games.protocol import Game
from companion.games.signum.creature.stats import movement_mm
from companion.games.signum.measures import MOVE, RUN
from companion.games.signum.model.state import State


def reaches(rules: Game[State], state: State) -> Mapping[str, Mapping[str, float]]:
    """How far creatures may move and run: as offered; who has not acted yet, as far as its card lets it move."""
    found: dict[str, dict[str, float]] = {}
    for creature in state.creatures.values():
        waits = state.keys[creature.id] and not creature.deeds.finished and creature.id != state.acting
        movement = movement_mm(state, creature) if waits else None
        found[creature.id] = {} if movement is None else {MOVE: movement}
    for player in state.players:
        for spec in rules.commands(state, player):
            if spec.kind == "move" and (left := _left_mm(spec)) is not None:
                found[str(spec.fixed["creature"])][RUN if spec.fixed.get("run") else MOVE] = left
    return found


def _left_mm(spec: CommandSpec) -> float | None:
    limits = (field.limit_mm for field in spec.fields.values() if isinstance(field, Spot))
    return max((limit for limit in limits if limit is not None), default=None)
