"""Creatures that are put down elsewhere by an effect, or come out of other Ruins (S-TERRAIN-40, S-TERRAIN-41)."""

import math

from companion.games.command import Command
from companion.games.common import Choose, Place
from companion.games.prompt import CommandSpec, Pick, Prompt, Spot
from companion.games.signum.creature.contacts import enemies_of, enemies_touched, templates_with, touches_template
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.events import CreatureStood
from companion.games.signum.model.mat import radius_mm, scene_of, stand_deviation
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.movement import PlacementStep
from companion.games.signum.movement.placement import NOWHERE, require_free
from companion.games.signum.movement.terrain_contacts import announce_ground
from companion.geometry import CLOSE_AT_SIGMAS, Answer, Deviation, Verdict, at_most, judge_room_beside


def judge_way_out(state: State, creature: str, entrance: str) -> Verdict:
    """Whether a character finds a place beside other Ruins that were searched, and beside no enemy.

    Args:
        state: The game.
        creature: Id of the character.
        entrance: Id of the Ruins whose entrance it uses.
    """
    scene = scene_of(state, leaving_out=(creature,))
    known = state.creatures[creature]
    return judge_room_beside(
        scene,
        radius_mm(state, state.card(creature)),
        _other_ruins(state, entrance),
        contact_mm=state.rules.contact_mm,
        apart_from=tuple(each.id for each in enemies_of(state, known)),
        tolerance_mm=CLOSE_AT_SIGMAS * scene.sigma_mm(state.rules.contact_mm),
    )


class PlacementHandler(BaseHandler[PlacementStep]):
    """Asks where the creature now stands."""

    def prompts(self, state: State, step: PlacementStep) -> tuple[Prompt, ...]:
        if step.creature not in state.creatures:
            return ()
        about: dict[str, str | int | float | bool] = {"creature": step.creature}
        spot = Spot(why="entrance" if step.entrance else "place", limit_mm=step.within_mm)
        place = CommandSpec(kind="place", by=step.by, fixed={"creature": step.creature}, fields={"at": spot})
        if _may_be_shut(state, step):
            nowhere = CommandSpec(kind="choose", by=step.by, fields={"chosen": Pick(options=(NOWHERE,))})
            return (Prompt(key="come_out_if_possible", to=(step.by,), about=about, specs=(nowhere, place)),)
        return (Prompt(key="place", to=(step.by,), about=about, specs=(place,)),)

    def answer(self, draft: Draft, step: PlacementStep, command: Command) -> None:
        if isinstance(command, Choose) and command.by == step.by and command.chosen == (NOWHERE,):
            if not _may_be_shut(draft.state, step):
                raise refuse("place_first", creature=step.creature, player=step.by)
            draft.tell("came_out_nowhere", {"creature": step.creature})
            draft.pop()
            return
        if not isinstance(command, Place) or command.by != step.by or command.creature != step.creature:
            raise refuse("place_first", creature=step.creature, player=step.by)
        require_free(draft, step.creature, command.at, "S-MOVE-12")
        before = draft.state.creatures[step.creature].stand
        if step.within_mm is not None and before is not None:
            away_mm = math.hypot(command.at.x_mm - before.x_mm, command.at.y_mm - before.y_mm)
            scale_mm = max(command.at.scale, before.scale) * away_mm
            deviation = stand_deviation(command.at).plus(stand_deviation(before)).plus(Deviation(scale_mm=scale_mm))
            near = at_most(away_mm, step.within_mm, deviation, "place")
            draft.require_verdict(near, f"place:{step.creature}", "S-MOVE-02", "place_within", limit=step.within_mm)
        draft.emit(CreatureStood(creature=step.creature, at=command.at, why="placed"))
        if step.entrance:
            _require_other_ruins(draft, step)
        draft.pop()
        announce_ground(draft, step.creature, before)


def _may_be_shut(state: State, step: PlacementStep) -> bool:
    """Whether a character may find no place where it comes out: a hand has filled it since the entrance was found."""
    return bool(step.entrance) and judge_way_out(state, step.creature, step.entrance).answer is not Answer.YES


def _other_ruins(state: State, entrance: str) -> tuple[str, ...]:
    return tuple(each.id for each in templates_with(state, "ruins") if each.searched and each.id != entrance)


def _require_other_ruins(draft: Draft, step: PlacementStep) -> None:
    """Out of an entrance one comes beside other Ruins that were searched, and beside no enemy."""
    others = _other_ruins(draft.state, step.entrance)
    beside = any(touches_template(draft, step.creature, each, "S-TERRAIN-40", moment="end") for each in others)
    draft.require(beside, "S-TERRAIN-40", "beside_searched_ruins")
    touched = enemies_touched(draft, step.creature, "S-TERRAIN-41", moment="end")
    draft.require(not touched, "S-TERRAIN-41", "not_beside_enemy", by=", ".join(touched))
