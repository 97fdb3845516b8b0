"""What the effects of cards do to a creature that they reach (S-ABIL-02, S-DRAGON-04 to -07)."""

import math

from msgspec.structs import replace

from companion.games.signum.creature import control, damage, stealth
from companion.games.signum.creature.abilities import value
from companion.games.signum.creature.term_values import FIXED, bearer, origin
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.creatures import Creature, LastingEffect
from companion.games.signum.model.effects import on_creatures
from companion.games.signum.model.effects.effect import GainEffect, Lasting
from companion.games.signum.model.events import CreatureChanged, CreatureStood, LastingBegan
from companion.games.signum.model.mat import radius_mm
from companion.games.signum.model.state import Template
from companion.games.signum.model.steps.step import EffectStep
from companion.games.signum.model.terms import Selector
from companion.games.signum.movement import moves as moving
from companion.games.signum.movement.terrain_contacts import announce_ground
from companion.games.signum.play.cards_back import give_back
from companion.games.signum.play.numbers import whole
from companion.games.signum.turn import activation


def last(draft: Draft, step: EffectStep, effect: Lasting, target: str) -> None:
    """An effect that lasts begins."""
    if isinstance(effect, GainEffect) and effect.ability.name == "armour":
        have = 0 if effect.ability.plus else value(draft.state, draft.state.creatures[target], "armour")
        armour(draft, step, on_creatures.ArmourEffect(max(0, (effect.ability.x or 0) - have)), target)
    lasting = LastingEffect(
        key=f"{step.source}/{draft.state.counter}",
        source=step.source,
        by=step.by,
        effect=effect,
        until=effect.until,
        name=effect.ability.name if isinstance(effect, GainEffect) else "",
    )
    draft.emit(LastingBegan(creature=target, lasting=lasting))
    if isinstance(effect, on_creatures.ForbidEffect) and "act" in effect.deeds and draft.state.acting == target:
        activation.finish(draft)
    damage.check_health(draft, target)


def harm(draft: Draft, step: EffectStep, effect: on_creatures.HarmEffect, target: str) -> None:
    """Damage or wounds."""
    # Relic Durability stops only non-magical attacks, so nothing here (S-OPEN-26).
    damage.deal(
        draft,
        target=target,
        amount=whole(effect.amount),
        wounds=effect.wounds,
        magical=True,
        source=step.source,
        by=step.by,
        why="S-DMG-05" if effect.wounds else "S-DMG-07",
    )


def heal(draft: Draft, _step: EffectStep, effect: on_creatures.HealEffect, target: str) -> None:
    """Fewer wound markers."""
    amount = None if effect.amount is None else whole(effect.amount)
    damage.heal(draft, target, amount, "S-DMG-23")


def armour(draft: Draft, _step: EffectStep, effect: on_creatures.ArmourEffect, target: str) -> None:
    """More armour tokens, or fewer."""
    have = draft.state.creatures[target].armour
    draft.emit(CreatureChanged(creature=target, armour=max(0, have + whole(effect.amount)), why="S-ABIL-09"))


def eliminate(draft: Draft, step: EffectStep, _effect: on_creatures.EliminateEffect, target: str) -> None:
    """It leaves at once."""
    damage.eliminate(draft, target, by=step.by, why="S-DMG-19")


def recall(draft: Draft, _step: EffectStep, effect: on_creatures.RecallEffect, target: str) -> None:
    """Its card goes back to its owner; heroes stay (S-ZONE-16)."""
    give_back(draft, (target,), effect.zone)


def take_control(draft: Draft, step: EffectStep, _effect: on_creatures.ControlEffect, target: str) -> None:
    """The player commands it until the end of the turn; heroes are never controlled (S-AB-14)."""
    known = draft.state.creatures[target]
    if not target.endswith(":hero") and known.controller in draft.state.enemies(step.by):
        control.take(draft, target, step.by)


def again(draft: Draft, _step: EffectStep, _effect: on_creatures.AgainEffect, target: str) -> None:
    """Whoever acts goes on after its attack."""
    if draft.state.acting == target:
        draft.emit(CreatureChanged(creature=target, deeds={"again": True}, why="S-DRAGON-01"))


def push(draft: Draft, step: EffectStep, effect: on_creatures.PushEffect, target: str) -> None:
    """Straight away from what the distance is measured from, or towards it."""
    source, known = origin(draft.state, effect.to, step), draft.state.creatures[target]
    centre = _centre(source)
    if centre is None or known.stand is None:
        moving.push(draft, target, ruler=effect.ruler, by=step.by)
        return
    away = (known.stand.x_mm - centre[0], known.stand.y_mm - centre[1])
    direction = (-away[0], -away[1]) if effect.pull else away
    moving.push(draft, target, ruler=effect.ruler, direction=direction, by=step.by)


def _centre(source: Creature | Template | None) -> tuple[float, float] | None:
    if isinstance(source, Template):
        corners = source.outline
        return math.fsum(x for x, _ in corners) / len(corners), math.fsum(y for _, y in corners) / len(corners)
    stand = source.stand if source is not None else None
    return None if stand is None else (stand.x_mm, stand.y_mm)


def place(draft: Draft, step: EffectStep, effect: on_creatures.PlaceEffect, target: str) -> None:
    """Its player puts it elsewhere."""
    moving.place_anew(draft, target, by=step.by, within=effect.within)


def swap(draft: Draft, step: EffectStep, effect: on_creatures.SwapEffect, target: str) -> None:
    """It changes places with the other, which is chosen now if nobody has been named."""
    fixed = {"self": (bearer(step),), "target": (step.target,), "chosen": step.chosen}
    named = fixed.get(effect.other.who)
    if named is None and effect.other.who not in FIXED:
        then = on_creatures.SwapEffect(to=effect.other, other=Selector(who="chosen"))
        draft.push(replace(step, effects=(then,), chosen=(target,)))
        return
    for other in named or ():
        _change_places(draft, step.by, target, other)


def _change_places(draft: Draft, by: str, one: str, other: str) -> None:
    first, second = draft.state.creatures.get(one), draft.state.creatures.get(other)
    if first is None or second is None or first.stand is None or second.stand is None or one == other:
        return
    sizes = {radius_mm(draft.state, draft.state.card(each)) for each in (one, other)}
    if len(sizes) > 1:
        # A larger base may not find room where the smaller one stood: the players see to it.
        draft.tell("swap_by_hand", {"creature": one, "other": other, "by": by})
        return
    for creature, at in ((first, second.stand), (second, first.stand)):
        draft.emit(CreatureStood(creature=creature.id, at=at, why="S-DRAGON-01"))
    for creature in (first, second):
        announce_ground(draft, creature.id, creature.stand)


def token(draft: Draft, _step: EffectStep, effect: on_creatures.TokenEffect, target: str) -> None:
    """More tokens of a kind, or fewer."""
    creature, by = draft.state.creatures[target], whole(effect.by)
    if effect.of == "concentration":
        count = max(0, creature.concentration + by)
        draft.emit(CreatureChanged(creature=target, concentration=count, why="S-AB-12"))
    elif by > 0:
        draft.emit(CreatureChanged(creature=target, stealth=True, why="S-STEALTH-34"))
    else:
        stealth.lose(draft, target, "S-STEALTH-09")
