"""Resolving a ranged attack: dice, defence, damage, Buckshot (S-RANGED-09 to S-RANGED-17, S-TERRAIN-28, S-AB-08)."""

from msgspec.structs import replace

from companion.games.signum.creature.abilities import has, value
from companion.games.signum.creature.damage import after_minus, deal
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.events import CreatureChanged
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.combat import VolleyStep
from companion.games.signum.model.steps.step import DiceStep
from companion.games.signum.movement import moves as moving
from companion.games.signum.turn import activation

MAGICAL = "magical_shot"


class VolleyHandler(BaseHandler[VolleyStep]):
    """The order of S-RANGED-09, one stage each."""

    def go_on(self, draft: Draft, step: VolleyStep) -> None:
        there = step.shooter in draft.state.creatures and step.target in draft.state.creatures
        if not there and step.stage not in ("after", "end"):
            draft.turn_to(replace(step, stage="after"))
            return
        _STAGES[step.stage](draft, step)

    def dice(self, draft: Draft, step: VolleyStep, dice: DiceStep) -> None:
        good = sum(face in dice.good for face in dice.faces)
        if dice.purpose == "ranged.attack":
            draft.turn_to(replace(step, stage="defend", hits=good))
        else:
            draft.turn_to(replace(step, stage="damage", blocks=good))

    def cancelled(self, draft: Draft, step: VolleyStep, to: str) -> None:
        """A card cancels the attack; it was declared all the same (S-DRAGON-04)."""
        draft.turn_to(replace(step, stage="end"))


def attack_faces(state: State, ability: str) -> tuple[str, ...]:
    """Faces on which a ranged attack hits; wounds change nothing (S-RANGED-11 to S-RANGED-13, S-RANGED-17)."""
    faces = state.rules.faces
    return {"shot": faces.shot, "throwing": faces.throwing, MAGICAL: faces.magical_shot}[ability]


def _roll(draft: Draft, step: VolleyStep) -> None:
    state = draft.state
    shooter, target = state.creatures[step.shooter], state.creatures[step.target]
    count = value(state, shooter, step.ability)
    if not count:
        # The value fell to 0 after the declaration: it counts as made, without effect (S-DRAGON-04, S-DRAGON-08).
        draft.turn_to(replace(step, stage="after"))
        return
    difficult = _is_difficult(state, target)
    draft.push(
        DiceStep(
            purpose="ranged.attack",
            by=shooter.controller,
            creature=shooter.id,
            count=count,
            good=attack_faces(state, step.ability),
            forced=("difficult_target",) if difficult else (),
            optional=tuple(_rerolls(state, step, shooter, count)),
            exactly=state.rules.switches.masters_reroll_exactly,
        )
    )
    if difficult and state.rules.switches.difficult_target_once:
        draft.emit(CreatureChanged(creature=target.id, deeds={"used": (*target.deeds.used, "difficult_target")}))


def _is_difficult(state: State, target: Creature) -> bool:
    spent = state.rules.switches.difficult_target_once and "difficult_target" in target.deeds.used
    return has(state, target, "difficult_target") and not spent


def _rerolls(state: State, step: VolleyStep, shooter: Creature, count: int) -> list[tuple[str, int]]:
    """Optional rerolls of the shooter: the Masters', and all dice for a Sniper (S-AB-43, S-AB-44, S-AB-57)."""
    found = []
    master = "master_of_shooting"
    if step.ability == MAGICAL:
        master = "master_of_magic"
    if number := value(state, shooter, master):
        found.append((master, number))
    if step.far and state.rules.switches.sniper_rerolls:
        found.append(("sniper", count))
    return found


def _defend(draft: Draft, step: VolleyStep) -> None:
    """One defence die a hit against Shot and Throwing; against magic only in cover (S-RANGED-14, S-TERRAIN-29)."""
    state = draft.state
    count = step.hits
    if step.ability == MAGICAL:
        single = state.rules.switches.cover_dice == "single"
        count = (min(1, step.hits) if single else step.hits) if step.cover else 0
    if not count:
        draft.turn_to(replace(step, stage="damage"))
        return
    target = state.creatures[step.target]
    rerolled = ("shot",) if state.rules.switches.cover_reroll == "shot" else ("shot", "throwing")
    again = step.cover and step.ability in rerolled
    draft.push(
        DiceStep(
            purpose="ranged.defence",
            by=target.controller,
            creature=target.id,
            count=count,
            good=state.rules.faces.ranged_defence,
            optional=(("cover", count),) if again else (),
            failed_only=("cover",),
        )
    )


def _damage(draft: Draft, step: VolleyStep) -> None:
    state = draft.state
    shooter, target = state.creatures[step.shooter], state.creatures[step.target]
    magical = step.ability == MAGICAL
    draft.turn_to(replace(step, stage="push"))
    deal(
        draft,
        target=target.id,
        amount=after_minus(state, target, max(0, step.hits - step.blocks), 2 if step.far else 1),
        wounds=magical,
        magical=magical,
        source=shooter.id,
        by=shooter.controller,
        why="S-RANGED-12" if magical else "S-RANGED-13" if step.ability == "throwing" else "S-RANGED-11",
    )


def _push(draft: Draft, step: VolleyStep) -> None:
    """Buckshot drives the target away; what stops it short costs 1 more (S-OPEN-30)."""
    draft.turn_to(replace(step, stage="after"))
    switches = draft.state.rules.switches
    target, shooter = draft.state.creatures[step.target], draft.state.creatures[step.shooter]
    if step.away is None or target.stand is None or (switches.buckshot_needs_success and not step.hits):
        return
    if not moving.push(draft, target.id, ruler="S", direction=step.away, by=shooter.controller):
        deal(
            draft,
            target=target.id,
            amount=1,
            wounds=switches.buckshot_extra == "wound",
            source=shooter.id,
            by=shooter.controller,
            why="S-AB-08",
        )


def _after(draft: Draft, step: VolleyStep) -> None:
    draft.turn_to(replace(step, stage="end"))
    shooter = draft.state.creatures.get(step.shooter)
    by = shooter.controller if shooter is not None else draft.state.active
    announce(draft, "ranged.after", by, creature=step.shooter, target=step.target)


def _end(draft: Draft, step: VolleyStep) -> None:
    """After a ranged attack the activation is over (S-ACT-05)."""
    draft.pop()
    if draft.state.acting == step.shooter and not activation.goes_on(draft, step.shooter):
        activation.finish(draft)


_STAGES = {
    "declared": _roll,
    "defend": _defend,
    "damage": _damage,
    "push": _push,
    "after": _after,
    "end": _end,
}
