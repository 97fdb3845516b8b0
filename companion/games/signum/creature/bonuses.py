"""Bonuses that a deed brings for a while: Predator, Charge, relics used in a fight (S-AB-48, S-AB-11, S-CARD-37)."""

from collections.abc import Iterable
from typing import TypeGuard

from msgspec.structs import replace

from companion.games.signum.creature.stats import NOW
from companion.games.signum.creature.term_values import counted, view_of
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.creatures import Creature, LastingEffect
from companion.games.signum.model.effects.effect import Ability, Effect, GainEffect, Lasting
from companion.games.signum.model.events import LastingBegan, LastingEnded, RelicChanged
from companion.games.signum.model.kinds import RelicType
from companion.games.signum.model.state import Relic, State
from companion.games.signum.model.terms import Selector, Until


def is_own(effect: Effect) -> TypeGuard[Lasting]:
    """Whether an effect is a bonus for the creature that has it, and for nobody else."""
    return isinstance(effect, Lasting) and (effect.to.who == "self" or effect.to == Selector())


def lasting_until(effects: Iterable[Effect], until: Until) -> tuple[Effect, ...]:
    """Effects of a text that says how long what it gives lasts."""
    return tuple(replace(each, until=until) if isinstance(each, Lasting) else each for each in effects)


def grant(  # noqa: PLR0913 (an effect has that many sides)
    draft: Draft, creature: str, effects: Iterable[Effect], *, by: str, source: str, until: Until, name: str = ""
) -> None:
    """Gives a creature the bonuses among some effects, until a moment."""
    view = view_of(by, source, "creature", creature)
    for effect in effects:
        if is_own(effect):
            draft.emit(
                LastingBegan(
                    creature=creature,
                    lasting=LastingEffect(
                        key=f"{source}/{draft.state.counter}",
                        source=source,
                        by=by,
                        effect=counted(replace(effect, until=until), draft.state, view, NOW, creature),
                        until=until,
                        name=name or (effect.ability.name if isinstance(effect, GainEffect) else ""),
                    ),
                )
            )


def end_of_combat(draft: Draft, creature: str) -> None:
    """Takes back what a creature had for the fight only."""
    known = draft.state.creatures.get(creature)
    for lasting in known.lasting if known is not None else ():
        if lasting.until is Until.END_OF_COMBAT:
            draft.emit(LastingEnded(creature=creature, key=lasting.key))


def usable_relics(state: State, creature: Creature, used: tuple[str, ...] = ()) -> tuple[Relic, ...]:
    """Relics with Multiple Uses that a hero can use for a fight and has not used in it (S-OPEN-46)."""
    if creature.id != f"{creature.owner}:hero":
        return ()
    return tuple(
        each
        for each in state.players[creature.owner].relics
        if each.uses and each.id not in used and for_fights(state, each.id) is not None
    )


def with_relics(state: State, creature: Creature, relics: tuple[str, ...]) -> Creature:
    """The creature as it will be once it uses these relics."""
    lasting = tuple(
        LastingEffect(key=relic, source=relic, by=creature.controller, effect=effect, until=Until.END_OF_COMBAT)
        for relic in relics
        for effect in _text(state, relic)
        if is_own(effect)
    )
    return replace(creature, lasting=(*creature.lasting, *lasting))


def use_relics(draft: Draft, creature: Creature, relics: tuple[str, ...]) -> None:
    """Marks a use on each relic and gives what it brings, for this fight (S-CARD-37)."""
    known = {each.id: each for each in draft.state.players[creature.owner].relics}
    for relic in relics:
        uses = (known[relic].uses or 1) - 1
        draft.emit(RelicChanged(player=creature.owner, card=relic, uses=uses))
        grant(
            draft,
            creature.id,
            _text(draft.state, relic),
            by=creature.controller,
            source=relic,
            until=Until.END_OF_COMBAT,
        )


def used_up(state: State, player: str, relics: tuple[str, ...]) -> tuple[str, ...]:
    """Those among some relics that have no use left (S-CARD-38)."""
    return tuple(each.id for each in state.players[player].relics if each.id in relics and each.uses == 0)


def _text(state: State, relic: str) -> tuple[Effect, ...]:
    known = for_fights(state, relic)
    return known.text if known is not None else ()


def for_fights(state: State, relic: str) -> Ability | None:
    """The Multiple Uses of a relic that is nothing but a bonus; weapons for shooting bring theirs elsewhere."""
    card = state.card(relic) if state.keys[relic] else None
    if card is None or card.relic_type is RelicType.RANGED_WEAPON:
        return None
    found = next((each for each in card.abilities if each.name == "multiple_uses" and each.text), None)
    return found if found is not None and all(is_own(each) for each in found.text) else None
