"""Moves of creatures: their own, those of effects, and what is measured anew (S-MOVE, S-BACK-15, S-BACK-16)."""

import math

from msgspec.structs import replace

from companion.games.common import Correct
from companion.games.prompt import CommandSpec, Spot
from companion.games.signum.creature import stealth
from companion.games.signum.creature.abilities import has
from companion.games.signum.creature.contacts import enemies_of, enemies_touched, perhaps_touches, touches_template
from companion.games.signum.creature.stats import movement_mm
from companion.games.signum.creature.steam_engine import run_engine
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.commands import Move
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.events import CreatureChanged, CreatureStood, DeedValues, TemplateLaid
from companion.games.signum.model.mat import contact, scene_of
from companion.games.signum.model.state import Phase, State
from companion.games.signum.model.steps.movement import MoveStep, PlacementStep
from companion.games.signum.model.terms import Ruler
from companion.games.signum.movement import backstab
from companion.games.signum.movement.terrain_contacts import announce_ground, brushed
from companion.games.signum.movement.travel import (
    SLOWED_MM,
    Way,
    closed_by_contact,
    find_way,
    left_mm,
    minds,
    nearest_legal,
    slows_at,
)
from companion.games.signum.turn import activation
from companion.games.signum.turn.turns import require_active
from companion.games.values import Stand
from companion.geometry import Answer, Line, MatPoint, Mode, Path, sweep

STILL_MM = 0.5
"""Who comes no farther has not moved: less than a hand can help (S-BACK-01)."""


def move(draft: Draft, command: Move) -> None:
    """The acting creature moves, or runs (S-MOVE-06, S-MOVE-24)."""
    require_active(draft, command.by, Phase.ACTIVATION)
    activation.require_can_act(draft, command.creature, "run" if command.run else "move")
    creature = draft.state.creatures.get(command.creature)
    if creature is None or creature.stand is None:
        return
    left = left_mm(draft.state, creature, run=command.run)
    draft.require(left > 0, "S-MOVE-22", "no_movement_left")
    way = _judged(draft, creature, command.to, left)
    _depart(draft, creature.id, command.to, way, run=command.run)
    run_engine(draft, creature.id, "run" if command.run else "move")


def pursue(draft: Draft, command: Move, limit_mm: float) -> None:
    """A move granted by Persecution: into contact with another enemy, no farther than a limit (S-AB-47)."""
    creature = draft.state.creatures[command.creature]
    way = _judged(draft, creature, command.to, limit_mm)
    touched = enemies_touched(draft, creature.id, "S-MOVE-16", moment="start")
    there = replace(creature, stand=command.to)
    reached = [each for each in enemies_of(draft.state, creature) if each.id not in touched]
    arrives = any(perhaps_touches(draft.state, there, each) for each in reached)
    draft.require(arrives, "S-AB-47", "pursue_into_contact")
    _depart(draft, creature.id, command.to, way)


def push(
    draft: Draft,
    creature: str,
    *,
    ruler: Ruler = "S",
    direction: tuple[float, float] | None = None,
    by: str = "",
) -> bool:
    """Pushes a creature straight on until something stops it; that causes no Backstab (S-AB-08, S-OPEN-30).

    Args:
        draft: The command being decided.
        creature: Who is pushed.
        ruler: How far.
        direction: Of the push, of any length; None where only the players know it.
        by: The player whose deed it is.

    Returns:
        Whether it came the full distance.
    """
    state = draft.state
    known = state.creatures.get(creature)
    if known is None or known.stand is None:
        return True
    if direction is None:
        draft.tell("push_by_hand", {"creature": creature, "by": by})
        return True
    angle = math.atan2(direction[1], direction[0])
    found = sweep(scene_of(state), creature, angle, RANGES_MM[ruler], slack_mm=state.rules.contact_mm)
    if found.length_mm > 0:
        at = Stand(found.end.x_mm, found.end.y_mm, known.stand.sigma_mm, known.stand.scale_sigma, known.stand.made_mm)
        start = MatPoint(known.stand.x_mm, known.stand.y_mm)
        path = Path(start, found.end, Mode.WALK, found.length_mm, (Line(start, found.end),), "path.found")
        on_way = brushed(draft, creature, path, at.sigma_mm)
        draft.emit(CreatureStood(creature=creature, at=at, why="S-AB-08"))
        announce_ground(draft, creature, known.stand, on_way)
    return found.whole


def place_anew(draft: Draft, creature: str, *, by: str, within: Ruler | None = None) -> None:
    """Lets a player place a creature elsewhere, by an effect; that is no movement and causes no Backstab."""
    within_mm = None if within is None else RANGES_MM[within]
    draft.push(PlacementStep(creature=creature, by=by, within_mm=within_mm))


def correct(draft: Draft, command: Correct) -> None:
    """A creature or a template was nudged, or is measured better: no rule asks how it came there."""
    state = draft.state
    template = state.templates.get(command.of)
    if command.cell is not None:  # this game measures, and has no cells
        raise refuse("no_such_thing", of=command.of)
    if command.of in state.creatures and command.at is not None:
        draft.emit(CreatureStood(creature=command.of, at=command.at, why="corrected"))
    elif template is not None and len(command.outline) >= 3:
        draft.emit(TemplateLaid(template=replace(template, outline=command.outline)))
    else:
        raise refuse("no_such_thing", of=command.of)


def specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    """The moves of the acting creature."""
    creature = state.creatures.get(state.acting)
    if (
        creature is None
        or creature.controller != player
        or creature.stand is None
        or state.phase is not Phase.ACTIVATION
    ):
        return ()
    found = []
    for run in (False, True):
        left = left_mm(state, creature, run=run)
        if left > 0 and activation.can_act(state, creature, "run" if run else "move"):
            fields = {"to": Spot(why="run" if run else "move", limit_mm=left)}
            fixed: dict[str, str | int | bool] = {"creature": creature.id, "run": run}
            found.append(CommandSpec(kind="move", by=player, fixed=fixed, fields=dict(fields)))
    return tuple(found)


class MoveHandler(BaseHandler[MoveStep]):
    """The move itself, once nobody strikes at who leaves; then what awaits it."""

    def go_on(self, draft: Draft, step: MoveStep) -> None:
        creature = draft.state.creatures.get(step.creature)
        if creature is None or step.stage == "end":
            draft.pop()
            if creature is not None and step.run:
                _after_run(draft, creature)
        elif step.stage == "go":
            draft.emit(
                CreatureStood(creature=step.creature, at=step.to, travelled_mm=step.travelled_mm, why="S-MOVE-06")
            )
            draft.turn_to(replace(step, stage="arrived"))
            announce_ground(draft, step.creature, creature.stand, step.crossed)
        else:
            _arrive(draft, step, creature)


def _judged(draft: Draft, creature: Creature, to: Stand, left: float) -> Way:
    """The way to a place; refuses one that does not exist or is too long, saying what would be legal."""
    state = draft.state
    touched = enemies_touched(draft, creature.id, "S-MOVE-16", moment="start")
    way = find_way(state, creature, to, left, touched)
    fine = way.verdict.answer is Answer.YES
    rule_id, key, values = ("S-MOVE-06", "", {}) if fine else _fault(state, creature, to, way)
    question = f"move:{creature.id}:{to.x_mm:.1f}:{to.y_mm:.1f}"
    draft.require_measured(draft.judge(way.verdict, question, rule_id, way.path), rule_id, key, **values)
    _require_end(draft, creature, to, way)
    return way


def _fault(state: State, creature: Creature, to: Stand, way: Way) -> tuple[str, str, dict[str, str | float]]:
    """The rule that a way breaks, the sentence, and what stands in it."""
    path, by = way.path, ", ".join(way.path.blocked_by)
    if path.length_mm is not None:
        back = nearest_legal(state, creature, way)
        values: dict[str, str | float] = {
            "length": round(path.length_mm, 1),
            "limit": round(way.limit_mm, 1),
            "x_mm": round(back.x_mm, 1),
            "y_mm": round(back.y_mm, 1),
        }
        if way.slowed:
            return "S-TERRAIN-21", "too_far_in_difficult", values
        # The ground it began in, or came to before, has left it S.
        slowed = creature.deeds.slowed and minds(state, creature)
        held_back = slowed and (movement_mm(state, creature) or 0.0) > SLOWED_MM
        return ("S-TERRAIN-23", "too_far_in_difficult", values) if held_back else ("S-MOVE-06", "too_far", values)
    on_terrain = any(each in state.templates for each in path.blocked_by)
    by_contact = path.because == "path.closed" and closed_by_contact(state, creature, to)
    closed = ("S-MOVE-11", "no_way_through_terrain") if on_terrain else ("S-MOVE-10", "no_way_between")
    taken = ("S-TERRAIN-17", "end_off_impassable") if on_terrain else ("S-MOVE-12", "place_is_taken")
    rule_id, key = {
        "path.goal_off_mat": ("S-MOVE-19", "wholly_on_mat"),
        "path.goal_taken": taken,
        "path.start_taken": ("S-MOVE-10", "start_overlaps"),
        "path.crossed": ("S-AB-36", "jump_over_terrain"),
        "path.closed": ("S-MOVE-13", "stop_at_contact") if by_contact else closed,
    }[path.because]
    return rule_id, key, {} if key == "wholly_on_mat" else {"by": by}


def _require_end(draft: Draft, creature: Creature, to: Stand, way: Way) -> None:
    """What else is asked of the place where a move ends."""
    state = draft.state
    held = way.slowed and state.rules.switches.difficult_holds and not creature.deeds.slowed
    if (held or creature.deeds.held) and way.path.length_mm:
        draft.require(bool(slows_at(state, creature, to)), "S-TERRAIN-25", "stay_in_difficult")
    if state.rules.switches.flight_ends_on == "in_contact" and has(state, creature, "flight"):
        there = replace(creature, stand=to)
        others = (each for each in state.creatures.values() if each.stand is not None and each.id != creature.id)
        near = [each.id for each in others if contact(state, there, each).answer is Answer.YES]
        draft.require(not near, "S-AB-26", "fly_clear_of_others", by=", ".join(near))


def _depart(draft: Draft, creature: str, to: Stand, way: Way, *, run: bool = False) -> None:
    """Puts the move on the stack, and above it the Backstabs for leaving and for sliding along (S-BACK-15)."""
    state = draft.state
    known = state.creatures[creature]
    travelled_mm = way.verdict.value_mm or way.path.length_mm or 0.0
    # What the table let pass counts as the whole allowance, not as more.
    travelled_mm = min(travelled_mm, way.limit_mm)
    if run:
        draft.emit(CreatureChanged(creature=creature, deeds={"ran": True}, why="S-MOVE-24"))
        if state.rules.switches.stealth_lost_by_run:
            stealth.lose(draft, creature, "S-STEALTH-08")
    touched = enemies_touched(draft, creature, "S-MOVE-16", moment="start")
    step = MoveStep(
        creature=creature,
        to=to,
        travelled_mm=travelled_mm,
        run=run,
        slowed=way.slowed,
        touched=touched,
        crossed=brushed(draft, creature, way.path, to.sigma_mm),
    )
    draft.push(step)
    if touched and travelled_mm > STILL_MM:
        there = replace(known, stand=to)
        staying = [each for each in touched if contact(state, there, state.creatures[each]).answer is Answer.YES]
        leaving = [each for each in touched if each not in staying]
        if not backstab.exposed(state, known, backstab.LEAVING):
            leaving = []
        why = backstab.LEAVING if leaving else backstab.SLIDING
        backstab.strike(draft, victim=creature, strikers=(*leaving, *staying), why=why)
        announce(draft, "contact.leave", known.controller, creature=creature)
    announce(draft, "move.declare", known.controller, creature=creature)


def _arrive(draft: Draft, step: MoveStep, creature: Creature) -> None:
    """What the place where a creature has come to stand brings: slow ground, new contact, a Backstab for a Run."""
    slow = step.slowed or any(
        touches_template(draft, creature.id, each, "S-TERRAIN-19", moment="end")
        for each in slows_at(draft.state, creature, step.to)
    )
    touched = enemies_touched(draft, creature.id, "S-MOVE-13", moment="end")
    new = tuple(each for each in touched if each not in step.touched)
    deeds: DeedValues = {}
    if new:
        deeds["stopped"] = True
    if slow and not creature.deeds.slowed:
        deeds |= {"slowed": True, "held": draft.state.rules.switches.difficult_holds}
    if deeds:
        draft.emit(CreatureChanged(creature=creature.id, deeds=deeds, why="S-MOVE-13"))
    draft.turn_to(replace(step, stage="end"))
    announce(draft, "move.end", creature.controller, creature=creature.id)
    if new:
        announce(draft, "contact.enter", creature.controller, creature=creature.id, target=new[0])
    if step.run and new:
        backstab.strike(draft, victim=creature.id, strikers=new, why=backstab.RUNNING_IN)


def _after_run(draft: Draft, creature: Creature) -> None:
    """A Run ends the activation at once, unless a Fast creature may still fight (S-MOVE-28, S-AB-24)."""
    if has(draft.state, creature, "fast") and enemies_touched(draft, creature.id, "S-AB-24", hidden=False):
        return
    activation.finish(draft)
