"""Creatures that are put down elsewhere by an effect, or come out of other Ruins (S-TERRAIN-40, S-TERRAIN-41)."""

import math

from companion.games.protocol import Command, CommandSpec, Prompt, Spot
from companion.games.signum.asking import refuse
from companion.games.signum.commands import Place
from companion.games.signum.contacts import enemies_touched, templates_with, touches_template
from companion.games.signum.draft import Draft
from companion.games.signum.events import CreatureStood
from companion.games.signum.placing import require_free
from companion.games.signum.resolving import Silent
from companion.games.signum.state import State
from companion.games.signum.steps_moving import Placing
from companion.geometry import at_most


class PlacingHandler(Silent[Placing]):
    """Asks where the creature now stands."""

    def prompts(self, state: State, step: Placing) -> tuple[Prompt, ...]:
        if step.creature not in state.creatures:
            return ()
        spot = Spot(why="entrance" if step.entrance else "place", limit_mm=step.within_mm)
        spec = CommandSpec(kind="place", by=step.by, fixed={"creature": step.creature}, fields={"at": spot})
        return (Prompt(key="place", to=(step.by,), about={"creature": step.creature}, specs=(spec,)),)

    def answer(self, draft: Draft, step: Placing, command: Command) -> None:
        if not isinstance(command, Place) or command.by != step.by or command.creature != step.creature:
            raise refuse("place_first", creature=step.creature, player=step.by)
        require_free(draft, step.creature, command.at, "S-MOVE-12")
        before = draft.state.creatures[step.creature].stand
        if step.within_mm is not None and before is not None:
            away_mm = math.hypot(command.at.x_mm - before.x_mm, command.at.y_mm - before.y_mm)
            near = at_most(away_mm, step.within_mm, math.hypot(command.at.sigma_mm, before.sigma_mm), "place")
            draft.require_verdict(near, f"place:{step.creature}", "S-MOVE-02", "place_within", limit=step.within_mm)
        draft.emit(CreatureStood(creature=step.creature, at=command.at, why="placed"))
        if step.entrance:
            _require_other_ruins(draft, step)
        draft.pop()


def _require_other_ruins(draft: Draft, step: Placing) -> None:
    """Out of an entrance one comes beside other Ruins that were searched, and beside no enemy."""
    others = [each.id for each in templates_with(draft.state, "ruins") if each.searched and each.id != step.entrance]
    beside = any(touches_template(draft, step.creature, each, "S-TERRAIN-40", moment="end") for each in others)
    draft.require(beside, "S-TERRAIN-40", "beside_searched_ruins")
    touched = enemies_touched(draft, step.creature, "S-TERRAIN-41", moment="end")
    draft.require(not touched, "S-TERRAIN-41", "not_beside_enemy", by=", ".join(touched))
