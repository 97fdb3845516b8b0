"""Where a command that takes a place may put its creature: the true zone, for drawing it and for finding its way in.

`decide` judges a place; this tells all that it would accept, where everything stands exactly where the record has it.
"""

import cmath
import math
from collections.abc import Callable
from dataclasses import replace

from companion.games.board import TemplateRoom
from companion.games.prompt import CommandSpec, Spot
from companion.games.signum.creature.abilities import has
from companion.games.signum.creature.contacts import enemies_certainly_touched, enemies_of, templates_with
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.mat import base_of, radius_mm, scene_of, terrain_of
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.combat import PursuitStep
from companion.games.signum.model.steps.movement import PlacementStep, SummonStep
from companion.games.signum.movement.travel import HAIR_MM, SLOWED_MM, minds, spared_by_terrain
from companion.games.signum.play.summons import CLEAR_MM, spots_for
from companion.games.signum.play.terrain import places_for_template
from companion.geometry import (
    MatPoint,
    Mode,
    Reach,
    Room,
    Scene,
    find_reach,
    room_along_side,
    room_around,
    room_within_reach,
)

ANGLES = 24
"""So many angles of a template are tried, all the way round."""
APART_MM = 1.0
"""So much beyond the tolerance a base surely does not touch another."""
ROUNDED_MM = 0.01
"""What drawing an area may add to its border: so much shorter it is drawn, that every place of it is accepted."""


def room_for(state: State, spec: CommandSpec) -> Room | None:
    """All places that a command would be accepted with; None where it takes no place of a creature.

    Args:
        state: The game, in which the command is offered.
        spec: The command.
    """
    match spec.kind:
        case "placehero":
            return room_along_side(spots_for(state, spec.by, f"{spec.by}:hero", 0.0))
        case "place" if state.steps:
            step = state.steps[-1]
            if isinstance(step, SummonStep):
                return _for_summoned(state, step)
            return _anew(state, step) if isinstance(step, PlacementStep) else None
        case "move":
            creature = state.creatures.get(str(spec.fixed["creature"]))
            spot = spec.fields.get("to")
            if creature is None or creature.stand is None or not isinstance(spot, Spot):
                return None
            return _for_move(state, creature, spot.limit_mm or 0.0)
        case _:
            return None


def template_rooms(state: State, player: str, card: str) -> tuple[TemplateRoom, ...]:
    """Where the template of a terrain card may lie, at each angle at which it fits somewhere (S-TERRAIN-05 to -10).

    Args:
        state: The game.
        player: Who lays it.
        card: Id of the card; one whose outline nobody knows has no place that could be told.
    """
    corners = [complex(x, y) for x, y in state.card(card).template]
    if not corners:
        return ()
    angles = [math.tau * number / ANGLES for number in range(ANGLES)]
    found = []
    for angle, room in zip(angles, places_for_template(state, player, card, angles), strict=True):
        if not room.is_empty:
            turned = (corner * cmath.rect(1.0, angle) for corner in corners)
            outline = tuple(MatPoint(each.real, each.imag) for each in turned)
            found.append(TemplateRoom(angle, outline, room))
    return tuple(found)


def _for_summoned(state: State, step: SummonStep) -> Room:
    """Clear of enemies; where no such place is left, wherever it fits (S-SUMMON-03, S-SUMMON-04)."""
    spots = spots_for(state, step.by, step.card, CLEAR_MM + HAIR_MM)
    if not spots.spans:
        spots = spots_for(state, step.by, step.card, 0.0)
    return room_along_side(spots)


def _anew(state: State, step: PlacementStep) -> Room:
    """Anywhere free, or near enough; out of a secret entrance beside other Ruins and beside no enemy (S-TERRAIN-40)."""
    scene, contact_mm = scene_of(state), state.rules.contact_mm
    room = room_around(scene, step.creature, radius_mm(state, state.card(step.creature)), step.within_mm)
    if not step.entrance:
        return room
    ruins = [each for each in templates_with(state, "ruins") if each.searched and each.id != step.entrance]
    enemies = [base_of(state, each) for each in enemies_of(state, state.creatures[step.creature])]
    beside = room.beside([terrain_of(state, each) for each in ruins], contact_mm)
    return beside.clear_of(enemies, contact_mm + APART_MM)


def _for_move(state: State, creature: Creature, limit_mm: float) -> Room:
    """Wherever a move of that length may end (S-MOVE-06 to S-MOVE-19)."""
    room = _reached(state, creature, limit_mm)
    contact_mm = state.rules.contact_mm
    if creature.deeds.held:
        room = room.beside([terrain_of(state, each) for each in templates_with(state, "difficult")], contact_mm)
    if state.rules.switches.flight_ends_on == "in_contact" and has(state, creature, "flight"):
        others = [base for base in scene_of(state).bases if base.id != creature.id]
        room = room.clear_of(others, contact_mm + APART_MM)
    if state.steps and isinstance(state.steps[-1], PursuitStep):
        touched = enemies_certainly_touched(state, creature)
        others = [base_of(state, each) for each in enemies_of(state, creature) if each.id not in touched]
        room = room.beside(others, contact_mm)
    return room


def _reached(state: State, creature: Creature, limit_mm: float) -> Room:
    """Wherever it gets to: round difficult terrain with the whole movement, or through it with what that leaves."""
    scene = scene_of(state)

    def reached(scene: Scene, far_mm: float, mode: Mode) -> Room:
        return room_within_reach(scene, creature.id, _reach(state, scene, creature, far_mm, mode))

    if has(state, creature, "flight"):
        return reached(scene, limit_mm, Mode.FLIGHT)
    if spared_by_terrain(state, creature, limit_mm):
        room = reached(scene, limit_mm, Mode.WALK)
    else:
        room = _with_terrain(state, creature, limit_mm, reached)
    return room.joined(reached(scene, limit_mm, Mode.JUMP)) if has(state, creature, "jump") else room


def _with_terrain(
    state: State, creature: Creature, limit_mm: float, reached: Callable[[Scene, float, Mode], Room]
) -> Room:
    scene = scene_of(state)
    solid = tuple(replace(each, impassable=each.impassable or each.difficult) for each in scene.terrain)
    through = reached(scene, max(0.0, min(limit_mm, SLOWED_MM - creature.deeds.moved_mm)), Mode.WALK)
    if state.rules.switches.difficult_holds and minds(state, creature):
        difficult = [terrain_of(state, each) for each in templates_with(state, "difficult")]
        through = through.beside(difficult, state.rules.contact_mm)
    return reached(replace(scene, terrain=solid), limit_mm, Mode.WALK).joined(through)


def _reach(state: State, scene: Scene, creature: Creature, far_mm: float, mode: Mode) -> Reach:
    """Enemies that are not touched yet end a walk (S-MOVE-13, S-MOVE-16)."""
    touched = enemies_certainly_touched(state, creature)
    stopping = [each.id for each in enemies_of(state, creature) if each.id not in touched]
    contact_mm, drawn_mm = state.rules.contact_mm, max(0.0, far_mm - ROUNDED_MM)
    return find_reach(
        scene, creature.id, drawn_mm, mode, stopping_ids=stopping, contact_mm=contact_mm, slack_mm=contact_mm
    )
