"""How far a creature may still go, and whether there is a way to a place (S-MOVE, S-TERRAIN-16 to S-TERRAIN-25).

Only the ends of a move are measured, so a move is judged by the shortest way a player could have meant. Who touches an
enemy stops there; but one may pass a hair beside it, so an enemy counts a hair bigger on the way than it is: what that
shuts are gaps exactly as wide as the base. Difficult terrain leaves two ways to go on: round it, with the whole
movement, or through it, with S in all.
"""

import math
from dataclasses import dataclass, replace

import msgspec

from companion.games.signum.creature.abilities import has
from companion.games.signum.creature.contacts import template_contact, templates_with
from companion.games.signum.creature.stats import movement_mm
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.mat import radius_mm, scene_of, stand_deviation, traits
from companion.games.signum.model.state import State, Template
from companion.games.values import Stand
from companion.geometry import (
    CLOSE_AT_SIGMAS,
    Answer,
    Base,
    Deviation,
    Line,
    MatPoint,
    Mode,
    Path,
    Scene,
    Verdict,
    judge_move,
    shortest_path,
    travelled_until_touch,
)

HAIR_MM = 1e-6
SLOWED_MM = RANGES_MM["S"]
"""What difficult terrain leaves of a movement (S-TERRAIN-19)."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a place, and whether it is allowed.

    Attributes:
        path: The way.
        verdict: Whether it exists and is no longer than what is left.
        limit_mm: What is left.
        slowed: Whether it goes through difficult terrain.
    """

    path: Path
    verdict: Verdict
    limit_mm: float
    slowed: bool = False


def allowance_mm(state: State, creature: Creature, *, run: bool = False) -> float | None:
    """How far a creature may travel in this whole turn (S-MOVE-06, S-MOVE-22); None where it cannot."""
    whole_mm = movement_mm(state, creature, running=run)
    if whole_mm is None:
        return None
    return min(whole_mm, SLOWED_MM) if creature.deeds.slowed and minds(state, creature) else whole_mm


def left_mm(state: State, creature: Creature, *, run: bool = False) -> float:
    """How far it may still travel this turn."""
    whole_mm = allowance_mm(state, creature, run=run)
    return 0.0 if whole_mm is None else max(0.0, whole_mm - creature.deeds.moved_mm)


def find_way(state: State, creature: Creature, to: Stand, left: float, touched: tuple[str, ...]) -> Way:
    """The way that serves a player best: an allowed one, or else one too close to call.

    Args:
        state: The game.
        creature: Who moves.
        to: Where to.
        left: How far it may still travel, mm.
        touched: Ids of the enemies it touches now; they do not stop it (S-MOVE-16).
    """
    straight = _plainly_straight(state, creature, to)
    if straight is not None:
        return Way(straight, straight.within(left, stand_deviation(to)), left)
    scene = scene_of(state)
    if has(state, creature, "flight"):
        return _way(state, scene, creature, to, left, Mode.FLIGHT)
    ways = []
    wary = _wary(state, scene, creature, touched)
    if spared_by_terrain(state, creature, left):
        ways.append(_way(state, wary, creature, to, left, Mode.WALK))
    else:
        round_it = replace(
            wary, terrain=tuple(replace(t, impassable=t.impassable or t.difficult) for t in wary.terrain)
        )
        ways.append(_way(state, round_it, creature, to, left, Mode.WALK))
        if ways[0].verdict.answer is not Answer.YES:
            through_mm = max(0.0, min(left, SLOWED_MM - creature.deeds.moved_mm))
            ways.append(replace(_way(state, wary, creature, to, through_mm, Mode.WALK), slowed=True))
    if has(state, creature, "jump") and all(way.verdict.answer is not Answer.YES for way in ways):
        ways.append(_way(state, scene, creature, to, left, Mode.JUMP))
    best = min(ways, key=lambda way: _RANK[way.verdict.answer])
    if best.verdict.answer is Answer.NO and len(ways) > 1 and ways[1].slowed:
        # The sentence of the refusal speaks of the ground where that alone is at fault.
        short = (ways[1].path.length_mm or math.inf) <= left
        return ways[1] if short or ways[0].path.length_mm is None else best
    return best


def nearest_legal(state: State, creature: Creature, way: Way) -> MatPoint:
    """The farthest legal point of a way: to it a miniature that went too far is put back (S-MOVE-23)."""
    limit_mm = way.limit_mm
    if way.slowed:
        difficult = [each.id for each in templates_with(state, "difficult")]
        touched_mm = travelled_until_touch(scene_of(state), creature.id, way.path, difficult)
        limit_mm = max(limit_mm, touched_mm or 0.0)
    return way.path.point_at(limit_mm)


def slows_at(state: State, creature: Creature, at: Stand) -> tuple[str, ...]:
    """Ids of the difficult templates that a creature minds and that its base would touch or nearly touch there."""
    if not minds(state, creature):
        return ()
    there = msgspec.structs.replace(creature, stand=at)
    return tuple(
        each.id
        for each in templates_with(state, "difficult")
        if template_contact(state, there, each).answer is not Answer.NO
    )


def closed_by_contact(state: State, creature: Creature, to: Stand) -> bool:
    """Whether a way exists that only a touch of an enemy on it forbids (S-MOVE-13)."""
    goal = MatPoint(to.x_mm, to.y_mm)
    plain = shortest_path(scene_of(state), creature.id, goal, Mode.WALK, slack_mm=state.rules.contact_mm)
    return plain.length_mm is not None


_SURE_AT_SIGMAS = 6.0

_RANK = {Answer.YES: 0, Answer.CLOSE: 1, Answer.NO: 2}


def _plainly_straight(state: State, creature: Creature, to: Stand) -> Path | None:
    """The straight way, where nothing is anywhere near it: most moves are such, and need no search."""
    stand = creature.stand
    assert stand is not None  # noqa: S101 (only who stands on the mat moves)
    own_mm = radius_mm(state, state.card(creature.id))
    width_mm, height_mm = state.setup.mat_mm
    if not (own_mm <= to.x_mm <= width_mm - own_mm and own_mm <= to.y_mm <= height_mm - own_mm):
        return None
    dx, dy = to.x_mm - stand.x_mm, to.y_mm - stand.y_mm
    length_mm = math.hypot(dx, dy)
    for other in state.creatures.values():
        if other.stand is None or other.id == creature.id:
            continue
        doubt_mm = _SURE_AT_SIGMAS * (stand.sigma_mm + to.sigma_mm + other.stand.sigma_mm)
        near_mm = own_mm + radius_mm(state, state.card(other.id)) + doubt_mm
        x, y = other.stand.x_mm - stand.x_mm, other.stand.y_mm - stand.y_mm
        along = min(1.0, max(0.0, (x * dx + y * dy) / (length_mm * length_mm))) if length_mm else 0.0
        if math.hypot(x - along * dx, y - along * dy) <= near_mm:
            return None
    if any(_in_the_way(state, each, stand, to, own_mm) for each in state.templates.values()):
        return None
    start, goal = MatPoint(stand.x_mm, stand.y_mm), MatPoint(to.x_mm, to.y_mm)
    pieces = (Line(start, goal),) if length_mm > 0 else ()
    deviation = stand_deviation(stand).plus(Deviation(scale_mm=stand.scale * length_mm))
    return Path(start, goal, Mode.WALK, length_mm, pieces, "path.found", deviation=deviation)


def _in_the_way(state: State, template: Template, start: Stand, to: Stand, own_mm: float) -> bool:
    """Whether the box about a template comes near the box about a way, and the template matters to movement."""
    if not traits(state, template) & {"impassable", "difficult"}:
        return False
    doubt_mm = own_mm + _SURE_AT_SIGMAS * (start.sigma_mm + to.sigma_mm + template.sigma_mm) + state.rules.contact_mm
    xs, ys = [x for x, _ in template.outline], [y for _, y in template.outline]
    return (
        min(xs) - doubt_mm <= max(start.x_mm, to.x_mm)
        and max(xs) + doubt_mm >= min(start.x_mm, to.x_mm)
        and min(ys) - doubt_mm <= max(start.y_mm, to.y_mm)
        and max(ys) + doubt_mm >= min(start.y_mm, to.y_mm)
    )


def minds(state: State, creature: Creature) -> bool:
    """Whether difficult terrain slows it (S-AB-19, S-AB-26, S-AB-46)."""
    return not (has(state, creature, "flight") or has(state, creature, "pathfinder"))


def spared_by_terrain(state: State, creature: Creature, left: float) -> bool:
    """Whether difficult terrain makes no difference to this move: none there, not minded, or slowed already."""
    slowest = creature.deeds.slowed or left + creature.deeds.moved_mm <= SLOWED_MM
    return slowest or not minds(state, creature) or not templates_with(state, "difficult")


def _wary(state: State, scene: Scene, creature: Creature, touched: tuple[str, ...]) -> Scene:
    """The scene with a hair about every enemy that would stop the creature."""
    foes = state.enemies(creature.controller)

    def grown(base: Base) -> Base:
        stops = base.owner in foes and base.id not in touched
        return replace(base, radius_mm=base.radius_mm + HAIR_MM) if stops else base

    return replace(scene, bases=tuple(grown(base) for base in scene.bases))


def _way(state: State, scene: Scene, creature: Creature, to: Stand, limit_mm: float, mode: Mode) -> Way:
    goal, slack_mm = MatPoint(to.x_mm, to.y_mm), state.rules.contact_mm
    path = shortest_path(scene, creature.id, goal, mode, slack_mm=slack_mm)
    verdict = path.within(limit_mm, stand_deviation(to))
    sigma_mm = max(to.sigma_mm, scene.sigma_mm())
    if sigma_mm > 0 and verdict.answer is not Answer.CLOSE and (path.length_mm is None or len(path.pieces) > 1):
        # A straight way that is free stays so; whether another opens or shuts hangs on where things stand.
        tolerance_mm = CLOSE_AT_SIGMAS * sigma_mm
        verdict = judge_move(
            scene,
            creature.id,
            goal,
            limit_mm,
            mode,
            tolerance_mm=tolerance_mm,
            slack_mm=max(slack_mm, tolerance_mm),
            extra=stand_deviation(to),
        )
    return Way(path, verdict, limit_mm)
