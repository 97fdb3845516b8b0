"""Resolving a melee (S-MELEE-10 to S-MELEE-37): splits, attack dice, defence dice, damage to both at once.

Normally both strike in one exchange. With Initiative on one side only there are two, one striker each, and the second
takes place if its striker has survived the first (S-AB-35).
"""

import itertools

from msgspec.structs import replace

from companion.games.command import Command
from companion.games.prompt import CommandSpec, Number, Pick, Prompt
from companion.games.signum.combat.dice_split import dice_of, is_idle, order_of, splits
from companion.games.signum.creature.abilities import ability, has, value
from companion.games.signum.creature.bonuses import (
    end_of_combat,
    grant,
    is_own,
    lasting_until,
    usable_relics,
    use_relics,
    used_up,
    with_relics,
)
from companion.games.signum.creature.damage import after_minus, deal_together, destroy_relic
from companion.games.signum.creature.stats import strength
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.commands import Assign
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.events import CreatureChanged, DeedValues
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.combat import Blow, CombatStep, PursuitStep
from companion.games.signum.model.steps.step import DiceStep
from companion.games.signum.model.terms import Until
from companion.games.signum.play import effects
from companion.games.signum.turn import activation

MAX_RELICS = 4
"""Relics among which every choice is offered; nobody carries more that are used for a fight."""


MAX_STRENGTH = 20
"""More than any card has; the players may set more by hand."""


class CombatHandler(BaseHandler[CombatStep]):
    """The steps of S-MELEE-15, one stage each."""

    def prompts(self, state: State, step: CombatStep) -> tuple[Prompt, ...]:
        if step.stage != "assign" or not step.waiting or not _both(state, step):
            return ()
        creature = state.creatures[step.waiting[0]]
        rolls_strength = not _strikes_by_magic(step, creature) and not is_idle(state, step, creature)
        if strength(state, creature) is None and rolls_strength:
            about: dict[str, str | int | bool] = {"what": "strength", "of": creature.id}
            value_field = {"value": Number(least=0, most=MAX_STRENGTH)}
            spec = CommandSpec(kind="setvalue", by=creature.owner, fixed=about, fields=dict(value_field))
            return (Prompt(key="unknown", to=(creature.owner,), about=dict(about), specs=(spec,)),)
        if _forced(state, step, creature) is not None:
            return ()
        by = creature.controller
        specs = tuple(_assign_specs(state, step, creature))
        return (Prompt(key="assign", to=(by,), about={"creature": creature.id}, specs=specs),)

    def answer(self, draft: Draft, step: CombatStep, command: Command) -> None:
        """Takes a split, with the relics whose use is declared for it."""
        creature = draft.state.creatures[step.waiting[0]]
        by = creature.controller
        if strength(draft.state, creature) is None:
            raise refuse("set_unknown_first", what="strength", of=creature.id)
        if not isinstance(command, Assign) or command.by != by:
            raise refuse("assign_first", player=by)
        usable = {each.id for each in usable_relics(draft.state, creature, step.used)}
        if set(command.relics) - usable or len(set(command.relics)) != len(command.relics):
            raise refuse("relics_with_uses", relics=", ".join(sorted(usable)))
        stronger = with_relics(draft.state, creature, command.relics)
        pool = strength(draft.state, stronger) or 0
        if command.attack < 0 or command.defence < 0:
            raise refuse("assign_all_dice", pool=pool)
        draft.require(command.attack + command.defence == pool, "S-MELEE-11", "assign_all_dice", pool=pool)
        allowed = splits(draft.state, step, stronger)
        draft.require(
            command.attack in allowed,
            "S-MELEE-29" if step.pinned and creature.id == step.target else "S-MELEE-14",
            "assign_within",
            least=min(allowed),
            most=max(allowed),
        )
        draft.turn_to(replace(step, used=step.used + command.relics))
        use_relics(draft, creature, command.relics)
        _assign(draft, creature.id, command.attack)

    def go_on(self, draft: Draft, step: CombatStep) -> None:
        if not _both(draft.state, step) and step.stage in ("declared", "assign", "attack", "defence", "damage"):
            draft.turn_to(replace(step, stage="after"))
            return
        _STAGES[step.stage](draft, step)

    def dice(self, draft: Draft, step: CombatStep, dice: DiceStep) -> None:
        good = sum(face in dice.good for face in dice.faces)
        if dice.purpose == "melee.attack":
            draft.turn_to(replace(step, hits={**step.hits, dice.creature: good}))
        else:
            draft.turn_to(replace(step, blocks={**step.blocks, dice.creature: good}))

    def beside(self, state: State, step: CombatStep, dice: DiceStep) -> tuple[DiceStep, ...]:
        """The dice of the other side, which may fall first (S-MELEE-17)."""
        if dice.purpose == "melee.attack":
            owed = (_attack_dice(state, step, name) for name in step.striking if _must_attack(step, name))
        else:
            owed = (_defence_dice(state, step, name) for name in _hit(step))
        return tuple(each for each in owed if each.creature != dice.creature)

    def cancelled(self, draft: Draft, step: CombatStep, to: str) -> None:
        """A card cancels the attack; it was declared all the same (S-DRAGON-04)."""
        draft.turn_to(replace(step, stage="end"))


def attack_faces(state: State, creature: Creature) -> tuple[str, ...]:
    """Faces on which a creature hits in melee now (S-MELEE-19 to S-MELEE-22)."""
    faces = state.rules.faces
    return faces.melee_wounded if creature.wounds and not has(state, creature, "fortitude") else faces.melee


def _strike_faces(state: State, step: CombatStep, creature: Creature) -> tuple[str, ...]:
    """Faces on which a creature hits in this fight (S-OPEN-03)."""
    if _strikes_by_magic(step, creature) and state.rules.switches.strike_faces == "of_magical_shot":
        return state.rules.faces.magical_shot
    return attack_faces(state, creature)


def _both(state: State, step: CombatStep) -> bool:
    return step.attacker in state.creatures and step.target in state.creatures


def _strikes_by_magic(step: CombatStep, creature: Creature) -> bool:
    return step.magical and creature.id == step.attacker


def _forced(state: State, step: CombatStep, creature: Creature) -> int | None:
    """The only split there is; None where there is a choice to make."""
    allowed = splits(state, step, creature)
    alone = len(allowed) == 1 and not usable_relics(state, creature, step.used)
    return allowed[0] if alone or _strikes_by_magic(step, creature) or is_idle(state, step, creature) else None


def _assign_specs(state: State, step: CombatStep, creature: Creature) -> list[CommandSpec]:
    relics = tuple(each.id for each in usable_relics(state, creature, step.used))[:MAX_RELICS]
    found = []
    for chosen in itertools.chain.from_iterable(itertools.combinations(relics, n) for n in range(len(relics) + 1)):
        stronger = with_relics(state, creature, chosen)
        pool = strength(state, stronger) or 0
        for attack in splits(state, step, stronger):
            fixed: dict[str, str | int | bool] = {"attack": attack, "defence": pool - attack}
            pick = {"relics": Pick(options=chosen, least=len(chosen), most=len(chosen))} if chosen else {}
            found.append(CommandSpec(kind="assign", by=creature.controller, fixed=fixed, fields=dict(pick)))
    return found


def _declared(draft: Draft, step: CombatStep) -> None:
    """The attack is on: it counts against the target, and what a declaration brings is given."""
    attacker, target = draft.state.creatures[step.attacker], draft.state.creatures[step.target]
    relics = tuple(each.id for each in usable_relics(draft.state, attacker) if each.id in step.relics)
    draft.turn_to(
        replace(
            step,
            stage="assign",
            used=relics,
            pinned=_is_pinned(draft.state, target, attacker),
            waiting=order_of(draft.state, attacker, target),
        )
    )
    deeds: DeedValues = {"attacked": target.deeds.attacked + 1}
    if draft.state.rules.switches.all_defence_after == "other_attackers":
        deeds["attackers"] = (*target.deeds.attackers, attacker.id)
    draft.emit(CreatureChanged(creature=target.id, deeds=deeds, why="S-MELEE-29"))
    use_relics(draft, attacker, relics)
    _predator(draft, attacker, target)
    _charge(draft, attacker, target)


def _is_pinned(state: State, target: Creature, attacker: Creature) -> bool:
    """Whether earlier attacks oblige a target to put all dice into defence (S-MELEE-29, S-MELEE-30, S-OPEN-24)."""
    if state.rules.switches.all_defence_after == "other_attackers":
        return any(each != attacker.id for each in target.deeds.attackers)
    return target.deeds.attacked > 0


def _predator(draft: Draft, attacker: Creature, target: Creature) -> None:
    """Adds 1 strength against the wounded, until the end of its turn (S-AB-48); not twice by the same name."""
    known = has(draft.state, attacker, "predator") and all(each.name != "predator" for each in attacker.lasting)
    if known and target.wounds:
        more = max(1, value(draft.state, attacker, "predator"))
        bonus = (ChangeEffect(of="strength", by=more),)
        grant(
            draft,
            attacker.id,
            bonus,
            by=attacker.controller,
            source=attacker.id,
            until=Until.END_OF_TURN,
            name="predator",
        )


def _charge(draft: Draft, attacker: Creature, target: Creature) -> None:
    """What a creature gains that moved before its attack (S-AB-11)."""
    printed = ability(draft.state, attacker, "charge")
    once = draft.state.rules.switches.charge_once
    if printed is None or not attacker.deeds.moved_mm or (once and "charge" in attacker.deeds.used):
        return
    draft.emit(CreatureChanged(creature=attacker.id, deeds={"used": (*attacker.deeds.used, "charge")}, why="S-AB-11"))
    until = Until.END_OF_TURN if once else Until.END_OF_COMBAT
    grant(draft, attacker.id, printed.text, by=attacker.controller, source=attacker.id, until=until, name="")
    others = lasting_until((each for each in printed.text if not is_own(each)), until)
    effects.apply(
        draft,
        others,
        by=attacker.controller,
        source=attacker.id,
        creature=attacker.id,
        target=target.id,
        kind="creature",
    )


def _assigning(draft: Draft, step: CombatStep) -> None:
    """Who has no choice assigns at once; when both have, the attack dice are rolled."""
    if step.waiting:
        creature = draft.state.creatures[step.waiting[0]]
        _assign(draft, creature.id, _forced(draft.state, step, creature) or 0)
        return
    both = (step.attacker, step.target)
    quick = tuple(name for name in both if has(draft.state, draft.state.creatures[name], "initiative"))
    if len(quick) == 1:
        later = tuple(name for name in both if name not in quick)
        draft.turn_to(replace(step, stage="attack", striking=quick, later=later))
    else:
        draft.turn_to(replace(step, stage="attack", striking=both))


def _assign(draft: Draft, creature: str, attack: int) -> None:
    step = draft.state.steps[-1]
    assert isinstance(step, CombatStep)  # noqa: S101 (the caller's step is on top)
    attacking, defending = dice_of(draft.state, step, draft.state.creatures[creature], attack)
    draft.tell("dice_assigned", {"creature": creature, "attack": attacking, "defence": defending})
    draft.turn_to(
        replace(
            step,
            waiting=tuple(name for name in step.waiting if name != creature),
            attack={**step.attack, creature: attacking},
            defence={**step.defence, creature: defending},
        )
    )


def _attack(draft: Draft, step: CombatStep) -> None:
    """The attack dice of all who strike now, before any defence (S-MELEE-16, S-MELEE-24)."""
    name = next((each for each in step.striking if each not in step.hits), None)
    if name is None:
        draft.turn_to(replace(step, stage="defence"))
    elif not step.attack[name]:
        draft.turn_to(replace(step, hits={**step.hits, name: 0}))
    else:
        draft.push(_attack_dice(draft.state, step, name))


def _must_attack(step: CombatStep, name: str) -> bool:
    return name not in step.hits and step.attack[name] > 0


def _attack_dice(state: State, step: CombatStep, name: str) -> DiceStep:
    creature = state.creatures[name]
    masters = value(state, creature, "master_of_attack")
    veteran = name == step.attacker and has(state, state.creatures[step.target], "veteran")
    return DiceStep(
        purpose="melee.attack",
        by=creature.controller,
        creature=name,
        count=step.attack[name],
        good=_strike_faces(state, step, creature),
        forced=("veteran",) if veteran else (),
        optional=(("master_of_attack", masters),) if masters else (),
        exactly=state.rules.switches.masters_reroll_exactly,
    )


def _defence(draft: Draft, step: CombatStep) -> None:
    """Defence dice of all who are hit, after all attack dice (S-MELEE-24)."""
    name = next(iter(_hit(step)), None)
    if name is None:
        draft.turn_to(replace(step, stage="damage"))
    else:
        draft.push(_defence_dice(draft.state, step, name))


def _hit(step: CombatStep) -> tuple[str, ...]:
    """Who is still to defend; those nobody hits lose their dice (S-MELEE-27), magic leaves none (S-MELEE-34)."""
    return tuple(
        name
        for striker in step.striking
        if (name := _other(step, striker)) not in step.blocks
        and step.hits[striker]
        and step.defence[name]
        and not (step.magical and striker == step.attacker)
    )


def _defence_dice(state: State, step: CombatStep, name: str) -> DiceStep:
    creature = state.creatures[name]
    masters = value(state, creature, "master_of_defence")
    return DiceStep(
        purpose="melee.defence",
        by=creature.controller,
        creature=name,
        count=step.defence[name],
        good=state.rules.faces.melee_defence,
        optional=(("master_of_defence", masters),) if masters else (),
        exactly=state.rules.switches.masters_reroll_exactly,
    )


def _damage(draft: Draft, step: CombatStep) -> None:
    """What nobody blocked is dealt to both at the same time (S-MELEE-26, S-MELEE-28)."""
    draft.turn_to(replace(step, stage="next"))
    deal_together(draft, tuple(_blow(draft.state, step, striker) for striker in step.striking))


def _blow(state: State, step: CombatStep, striker: str) -> Blow:
    struck = _other(step, striker)
    creature = state.creatures[striker]
    magical = _strikes_by_magic(step, creature)
    unblocked = max(0, step.hits[striker] - step.blocks.get(struck, 0))
    doubles = state.rules.switches.hammerblow == "every_attack_die" or striker == step.attacker
    per_hit = 2 if doubles and not magical and has(state, creature, "hammerblow") else 1
    return Blow(
        target=struck,
        amount=after_minus(state, state.creatures[struck], unblocked, per_hit),
        wounds=magical,
        magical=magical,
        source=striker,
        by=creature.controller,
        why="S-MELEE-36" if magical else "S-MELEE-18",
    )


def _next(draft: Draft, step: CombatStep) -> None:
    """The second strike under Initiative, if there is still somebody to strike and to be struck."""
    felled = step.target not in draft.state.creatures
    if step.later and _both(draft.state, step):
        draft.turn_to(replace(step, stage="attack", striking=step.later, later=()))
    else:
        draft.turn_to(replace(step, stage="after", felled=felled))


def _after(draft: Draft, step: CombatStep) -> None:
    draft.turn_to(replace(step, stage="end"))
    attacker = draft.state.creatures.get(step.attacker)
    by = attacker.controller if attacker is not None else draft.state.active
    announce(draft, "melee.after", by, creature=step.attacker, target=step.target)


def _end(draft: Draft, step: CombatStep) -> None:
    """Bonuses of this fight end, spent relics are destroyed, and the activation is over, or goes on by Persecution."""
    draft.pop()
    attacker = draft.state.creatures.get(step.attacker)
    pursues = attacker is not None and _may_pursue(draft.state, step, attacker)
    if pursues:
        draft.push(PursuitStep(creature=step.attacker))
    for name in (step.attacker, step.target):
        end_of_combat(draft, name)
        owner = name.split(":")[0]
        if owner in draft.state.players:
            for relic in used_up(draft.state, owner, step.used):
                destroy_relic(draft, owner, relic, "S-CARD-38")
    if not pursues and draft.state.acting == step.attacker and not activation.goes_on(draft, step.attacker):
        activation.finish(draft)


def _may_pursue(state: State, step: CombatStep, attacker: Creature) -> bool:
    """Whether it eliminated an enemy character and has a further attack left this turn (S-AB-47)."""
    character = step.target.split(":")[-1] != "hero"
    times = value(state, attacker, "persecution")
    if has(state, attacker, "persecution") and state.rules.switches.persecution == "once":
        times = 1
    return step.felled and character and attacker.deeds.pursuits < times and state.acting == attacker.id


def _other(step: CombatStep, name: str) -> str:
    return step.target if name == step.attacker else step.attacker


_STAGES = {
    "declared": _declared,
    "assign": _assigning,
    "attack": _attack,
    "defence": _defence,
    "damage": _damage,
    "next": _next,
    "after": _after,
    "end": _end,
}
