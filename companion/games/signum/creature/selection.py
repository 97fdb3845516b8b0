"""Whom an effect reaches: who fits, who is protected, and who chooses (S-ABIL-02, S-DRAGON-07, S-STEALTH-03)."""

from msgspec.structs import replace

from companion.games.signum.creature.abilities import abilities_of
from companion.games.signum.creature.stats import NOW, RecordReader
from companion.games.signum.creature.term_values import FIXED, CreatureReader, distances, matches, origin
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import Effect
from companion.games.signum.model.mat import sight
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import EffectStep
from companion.games.signum.model.terms import Selector
from companion.geometry import Answer


def reached(draft: Draft, step: EffectStep, selector: Selector) -> tuple[str, ...]:
    """Ids of the creatures that a selector fits now; a distance too close to call is put to the table."""
    state = draft.state
    chosen = selector.count > 0 and selector.who not in FIXED
    return tuple(
        each.id
        for each in state.creatures.values()
        if (each.stand is not None or selector.who in FIXED)
        and matches(state, each, selector, step, NOW)
        and (not step.opponent or selector.who != "enemy" or each.controller == step.opponent)
        and not (chosen and is_protected(state, each, step.by, step.kind))
        and _near_enough(draft, step, selector, each)
    )


class TableReader(RecordReader):
    """What a creature is now; a distance too close to call is put to the table."""

    def __init__(self, draft: Draft) -> None:
        """Takes the command that is decided."""
        self._draft = draft

    def is_near(self, state: State, creature: Creature, selector: Selector, view: EffectStep) -> bool:
        return all(
            self._draft.judge(verdict, question, "S-MOVE-02")
            for question, verdict in distances(state, creature, selector, view)
        )


class _PerhapsReader(RecordReader):
    """What a creature is now; what is too close to call counts as near."""

    def is_near(self, state: State, creature: Creature, selector: Selector, view: EffectStep) -> bool:
        return all(verdict.answer is not Answer.NO for _, verdict in distances(state, creature, selector, view))


class _CertainReader(RecordReader):
    """What a creature is now; what is too close to call does not count as near."""

    def is_near(self, state: State, creature: Creature, selector: Selector, view: EffectStep) -> bool:
        return all(verdict.answer is Answer.YES for _, verdict in distances(state, creature, selector, view))


PERHAPS: CreatureReader = _PerhapsReader()
CERTAINLY: CreatureReader = _CertainReader()


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


def _near_enough(draft: Draft, step: EffectStep, selector: Selector, creature: Creature) -> bool:
    state = draft.state
    for question, verdict in distances(state, creature, selector, step):
        if not draft.judge(verdict, question, "S-MOVE-02"):
            return False
    source = origin(state, selector, step) if selector.sight else None
    if not isinstance(source, Creature) or source.id == creature.id:
        return True
    seen_from = state if source.id in state.creatures else _with_speaker(state, source)
    return draft.judge(sight(seen_from, source.id, creature.id), f"sight:{source.id}:{creature.id}", "S-LOS-03")


def _with_speaker(state: State, speaker: Creature) -> State:
    """The state with the creature that has left, where it stood: from there its Last Word is measured (S-AB-37)."""
    return replace(state, creatures={**state.creatures, speaker.id: speaker})
