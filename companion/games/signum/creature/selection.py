"""Whom an effect reaches: who fits, who is protected, and who chooses (S-ABIL-02, S-DRAGON-07, S-STEALTH-03)."""

from msgspec.structs import replace

from companion.games.signum.creature.abilities import abilities_of
from companion.games.signum.creature.influences import matches
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.cards import Effect, Selector
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.mat import base_of, sight
from companion.games.signum.model.state import Creature, State
from companion.games.signum.model.steps import EffectStep
from companion.geometry import measure_gap


def reached(draft: Draft, step: EffectStep, selector: Selector) -> tuple[str, ...]:
    """Ids of the creatures that a selector fits now; a distance too close to call is put to the table."""
    state = draft.state
    if selector.who == "self":
        own = _owner(step)
        return (own,) if own in state.creatures else ()
    if selector.who == "target":
        return (step.target,) if step.target in state.creatures else ()
    if selector.who == "aimed_at":
        aim = step.moment.target if step.moment is not None else ""
        return (aim,) if aim in state.creatures else ()
    chosen = selector.count > 0
    return tuple(
        each.id
        for each in state.creatures.values()
        if each.stand is not None
        and matches(state, each, selector, step.by, step.creature)
        and (not step.opponent or selector.who != "enemy" or each.controller == step.opponent)
        and not (chosen and is_protected(state, each, step.by, step.kind))
        and _near_enough(draft, step, selector, each)
    )


def asks_for_opponent(state: State, step: EffectStep, effect: Effect) -> bool:
    """Whether an effect on "the opponent" needs to know which: with several, its player chooses one (S-VAR-18).

    An effect on a single creature needs no such choice, because that creature is chosen anyway.
    """
    if step.opponent or len(state.enemies(step.by)) < 2:
        return False
    selector = getattr(effect, "to", None)
    if isinstance(selector, Selector):
        return selector.who == "enemy" and (selector.count != 1 or selector.up_to)
    return getattr(effect, "who", "") == "enemy"


def is_protected(state: State, creature: Creature, by: str, kind: str) -> bool:
    """Whether a creature cannot be chosen as a target by this player's cards of this kind.

    Args:
        state: The game.
        creature: The one that would be chosen.
        by: Who chooses.
        kind: What chooses: `spell`, `tactic`, `relic`, `creature`, `building`, `terrain`, or the name of an attack.
    """
    enemy = creature.controller in state.enemies(by)
    # Creatures never reach a hidden character; spells do where the edition says so (S-STEALTH-03, S-STEALTH-04).
    blind = kind == "creature" or (kind == "spell" and not state.rules.switches.spells_reach_stealth)
    if creature.stealth and enemy and blind:
        return True
    for each in abilities_of(state, creature):
        if each.name == "shield_from" and (each.about in (kind, "all") or (enemy and each.about == f"enemy_{kind}")):
            return True
    return False


def _owner(step: EffectStep) -> str:
    """Id of the creature that has the effect: of a relic's the hero; empty for nobody."""
    return step.creature or (f"{step.by}:hero" if step.kind == "relic" else "")


def _with_speaker(state: State, step: EffectStep) -> State:
    """The state with the creature that has left, where it stood: from there its Last Word is measured (S-AB-37)."""
    if step.stand is None or step.creature in state.creatures:
        return state
    speaker = Creature(id=step.creature, owner=step.by, controller=step.by, stand=step.stand)
    return replace(state, creatures={**state.creatures, step.creature: speaker})


def _near_enough(draft: Draft, step: EffectStep, selector: Selector, creature: Creature) -> bool:
    state = _with_speaker(draft.state, step)
    source = state.creatures.get(_owner(step))
    if source is None or source.stand is None or source.id == creature.id:
        return True
    if selector.within is not None:
        gap = measure_gap(base_of(state, source), base_of(state, creature))
        within = gap.within(RANGES_MM[selector.within])
        if not draft.judge(within, f"within:{selector.within}:{source.id}:{creature.id}", "S-MOVE-02"):
            return False
    if not selector.sight:
        return True
    return draft.judge(sight(state, source.id, creature.id), f"sight:{source.id}:{creature.id}", "S-LOS-03")
