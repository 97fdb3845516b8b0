"""Declaring a ranged attack: Shot, Throwing, Magical Shot (S-RANGED-01 to S-RANGED-10, S-LOS)."""

import math
from dataclasses import replace as replaced

from msgspec.structs import replace

from companion.games.prompt import CommandSpec
from companion.games.signum.creature import auras
from companion.games.signum.creature.abilities import ability, has, value
from companion.games.signum.creature.contacts import enemies_of
from companion.games.signum.creature.steam_engine import run_engine
from companion.games.signum.creature.targets import require_enemy, require_open_to, standing_target, would_pass
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.questions import refuse
from companion.games.signum.model.commands import Shoot
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.events import CreatureChanged
from companion.games.signum.model.mat import base_of, perhaps_sees, scene_of, sight
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.combat import VolleyStep
from companion.games.signum.turn import activation
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import Gap, Scene, at_least, can_see, find_sight, judge_cover, measure_gap

MAX_RANGES_MM = {"shot": RANGES_MM["XL"], "throwing": RANGES_MM["L"], "magical_shot": RANGES_MM["XL"]}
"""How far each ranged attack reaches where its card prints no distance (S-CONST-21)."""

_DOT_MM = 1e-3  # a base that stands for its centre


def shoot(draft: Draft, command: Shoot) -> None:
    """The acting creature declares a ranged attack; measured and found impossible it is not made (S-RANGED-19)."""
    check_shot(draft, command)
    auras.settle(draft, command.creature, command.target)
    state = draft.state
    shooter, target = state.creatures[command.creature], state.creatures[command.target]
    volley = _measured(
        draft, VolleyStep(shooter=shooter.id, target=target.id, ability=command.ability), shooter, target
    )
    activation.declare(draft, shooter.id, command.ability)  # type: ignore[arg-type]  # one of the three
    draft.emit(CreatureChanged(creature=target.id, shot_at_turn=state.turn, why="S-STEALTH-33"))
    draft.tell("shot_declared", {"creature": shooter.id, "target": target.id, "ability": command.ability})
    draft.push(volley)
    announce(draft, "ranged.declare", command.by, creature=shooter.id, target=target.id, cancellable=True)
    run_engine(draft, shooter.id, command.ability)


def check_shot(draft: Draft, command: Shoot) -> None:
    """Refuses a ranged attack that may not be declared; what is plain is asked before what is measured."""
    shooter, target = _check_aim(draft, command)
    seen = sight(draft.state, shooter.id, target.id)
    draft.require_verdict(seen, f"sight:{shooter.id}:{target.id}", "S-LOS-01", "in_sight", target=target.id)


def _check_aim(draft: Draft, command: Shoot) -> tuple[Creature, Creature]:
    """Everything but the line of sight; tells who shoots at whom."""
    state = draft.state
    shooter = state.creatures.get(command.creature)
    if command.ability not in MAX_RANGES_MM or shooter is None or shooter.stand is None:
        raise refuse("shoot_with", abilities=", ".join(MAX_RANGES_MM))
    activation.require_command(draft, shooter)
    number = value(state, shooter, command.ability)
    draft.require(has(state, shooter, command.ability), "S-RANGED-01", "ability_needed", ability=command.ability)
    draft.require(number > 0, "S-DRAGON-05", "ability_of_value", ability=command.ability)
    target = standing_target(draft, command.target)
    if target is None:
        raise refuse("target_on_battlefield", target=command.target)
    if target.id == shooter.id:
        raise RuleViolation("S-RANGED-08", "enemies_only", {"target": target.id})
    require_enemy(draft, command.by, target, "S-RANGED-08")
    require_open_to(draft, command.by, target, command.ability)
    activation.require_can_act(draft, shooter.id, command.ability)  # type: ignore[arg-type]  # one of the three
    most = range_mm(state, shooter, command.ability)
    rule = "S-RANGED-04" if command.ability == "throwing" else "S-RANGED-03"
    within = _gap(state, shooter, target).within(most)
    draft.require_verdict(within, f"range:{shooter.id}:{target.id}", rule, "in_range", most_mm=most)
    return shooter, target


def range_mm(state: State, shooter: Creature, name: str) -> float:
    """How far an attack reaches: as printed, and never beyond XL where the edition says so (S-RANGED-03)."""
    known = ability(state, shooter, name)
    printed = RANGES_MM[known.ruler] if known is not None and known.ruler is not None else None
    if printed is None:
        return MAX_RANGES_MM[name]
    return min(printed, MAX_RANGES_MM[name]) if state.rules.switches.ranged_limit == "xl" else printed


def specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    """The ranged attacks a player's acting creature may declare."""
    shooter = state.creatures.get(state.acting)
    if shooter is None or shooter.controller != player or shooter.stand is None:
        return ()

    def check(draft: Draft, given: Shoot) -> None:
        _check_aim(draft, given)
        draft.require(perhaps_sees(state, given.creature, given.target), "S-LOS-01", "in_sight")

    found = []
    for name in MAX_RANGES_MM:
        if not has(state, shooter, name) or activation.reason_not_to(state, shooter, name) is not None:  # type: ignore[arg-type]  # one of the three
            continue
        for target in enemies_of(state, shooter):
            command = Shoot(by=player, creature=shooter.id, target=target.id, ability=name)
            if would_pass(state, command, check):
                fixed: dict[str, str | int | bool] = {"creature": shooter.id, "target": target.id, "ability": name}
                found.append(CommandSpec(kind="shoot", by=player, fixed=fixed))
    return tuple(found)


def _measured(draft: Draft, volley: VolleyStep, shooter: Creature, target: Creature) -> VolleyStep:
    """What is measured once, as the attack is declared: cover, the distances of Sniper and Buckshot, the line drawn."""
    state = draft.state
    name = f"{shooter.id}:{target.id}"
    gap = _gap(state, shooter, target)
    switches = state.rules.switches
    # In contact counts, or only partly hidden in it: the rim must be so far in that no doubt is left (S-TERRAIN-27).
    slack_mm = state.rules.contact_mm if switches.cover_when == "contact_or_line" else -state.rules.contact_mm
    scene = scene_of(state)
    cover = judge_cover(scene, shooter.id, target.id, tolerance_mm=slack_mm)
    found = replace(volley, cover=draft.judge(cover, f"cover:{name}", "S-TERRAIN-27"))
    if volley.ability != "shot":
        return found
    if has(state, shooter, "sniper"):
        far = at_least(gap.gap_mm, RANGES_MM["L"], gap.deviation, "gap")
        found = replace(found, far=draft.judge(far, f"far:{name}", "S-AB-57"))
    if has(state, shooter, "buckshot") and draft.judge(gap.within(RANGES_MM["M"]), f"near:{name}", "S-AB-08"):
        found = replace(found, away=_along(scene, shooter.id, target.id))
    return found


def _along(scene: Scene, from_id: str, to_id: str) -> tuple[float, float]:
    """Direction of the line of sight that is drawn: between the centres, or where that is blocked the clearest."""
    a, b = scene.base(from_id).centre, scene.base(to_id).centre
    dots = tuple(replaced(each, radius_mm=_DOT_MM) if each.id in (from_id, to_id) else each for each in scene.bases)
    if not can_see(replaced(scene, bases=dots), from_id, to_id):
        line = find_sight(scene, from_id, to_id).witness
        if line.start != line.end:
            a, b = line.start, line.end
    length = math.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm)
    return (b.x_mm - a.x_mm) / length, (b.y_mm - a.y_mm) / length


def _gap(state: State, one: Creature, other: Creature) -> Gap:
    return measure_gap(base_of(state, one), base_of(state, other))
