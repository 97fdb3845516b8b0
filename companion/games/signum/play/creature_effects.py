"""What the effects of cards do to a creature that they reach (S-ABIL-02, S-DRAGON-04 to -07)."""

from collections.abc import Callable
from typing import Any

from companion.games.signum.creature import damage, stealth
from companion.games.signum.creature.abilities import value
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.cards import (
    ArmourEffect,
    ChangeEffect,
    EliminateEffect,
    GainEffect,
    HarmEffect,
    HealEffect,
    LoseEffect,
    PlaceEffect,
    PushEffect,
    TokenEffect,
)
from companion.games.signum.model.events import CreatureChanged, LastingBegan
from companion.games.signum.model.state import LastingEffect
from companion.games.signum.model.steps import EffectStep
from companion.games.signum.movement import moves as moving

AimedEffect = (
    ChangeEffect
    | HarmEffect
    | HealEffect
    | ArmourEffect
    | GainEffect
    | LoseEffect
    | EliminateEffect
    | PushEffect
    | PlaceEffect
    | TokenEffect
)
"""An effect that reaches creatures."""


def _last(draft: Draft, step: EffectStep, effect: ChangeEffect | GainEffect | LoseEffect, target: str) -> None:
    if isinstance(effect, GainEffect) and effect.ability.name == "armour":
        have = 0 if effect.ability.plus else value(draft.state, draft.state.creatures[target], "armour")
        _armour(draft, step, ArmourEffect(max(0, (effect.ability.x or 0) - have)), target)
    lasting = LastingEffect(
        key=f"{step.source}/{draft.state.counter}",
        source=step.source,
        by=step.by,
        effect=effect,
        until=effect.until,
        name=effect.ability.name if isinstance(effect, GainEffect) else "",
    )
    draft.emit(LastingBegan(creature=target, lasting=lasting))
    damage.check_health(draft, target)


def _harm(draft: Draft, step: EffectStep, effect: HarmEffect, target: str) -> None:
    # Relic Durability stops only non-magical attacks, so nothing here (S-OPEN-26).
    damage.deal(
        draft,
        target=target,
        amount=effect.amount,
        wounds=effect.wounds,
        magical=True,
        source=step.source,
        by=step.by,
        why="S-DMG-05" if effect.wounds else "S-DMG-07",
    )


def _heal(draft: Draft, _step: EffectStep, effect: HealEffect, target: str) -> None:
    damage.heal(draft, target, effect.amount, "S-DMG-23")


def _armour(draft: Draft, _step: EffectStep, effect: ArmourEffect, target: str) -> None:
    have = draft.state.creatures[target].armour
    draft.emit(CreatureChanged(creature=target, armour=max(0, have + effect.amount), why="S-ABIL-09"))


def _eliminate(draft: Draft, step: EffectStep, _effect: EliminateEffect, target: str) -> None:
    damage.eliminate(draft, target, by=step.by, why="S-DMG-19")


def _push(draft: Draft, step: EffectStep, effect: PushEffect, target: str) -> None:
    moving.push(draft, target, away_from=step.creature, ruler=effect.ruler, by=step.by)


def _place(draft: Draft, step: EffectStep, effect: PlaceEffect, target: str) -> None:
    moving.place_anew(draft, target, by=step.by, within=effect.within)


def _token(draft: Draft, _step: EffectStep, effect: TokenEffect, target: str) -> None:
    creature = draft.state.creatures[target]
    if effect.of == "concentration":
        count = max(0, creature.concentration + effect.by)
        draft.emit(CreatureChanged(creature=target, concentration=count, why="S-AB-12"))
    elif effect.by > 0:
        draft.emit(CreatureChanged(creature=target, stealth=True, why="S-STEALTH-34"))
    else:
        stealth.lose(draft, target, "S-STEALTH-09")


ON_CREATURE: dict[type, Callable[[Draft, EffectStep, Any, str], None]] = {
    ChangeEffect: _last,
    GainEffect: _last,
    LoseEffect: _last,
    HarmEffect: _harm,
    HealEffect: _heal,
    ArmourEffect: _armour,
    EliminateEffect: _eliminate,
    PushEffect: _push,
    PlaceEffect: _place,
    TokenEffect: _token,
}
"""What each of them does to one creature."""
