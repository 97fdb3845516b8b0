"""What a creature is worth now: strength, movement, health, after everything that changes them (S-CARD-18 to -20).

A value that no source states is None on the card; then it is unknown here too until the players set it by hand.
"""

from companion.games.signum.creature.abilities import abilities_of, value
from companion.games.signum.creature.influences import changed, influences
from companion.games.signum.creature.term_values import CreatureReader, near_on_record
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import EffectStep
from companion.games.signum.model.terms import Amount, Ruler, Selector

STEPS: tuple[Ruler, ...] = ("S", "M", "L", "XL")
"""Rulers in rising order (S-CONST-05)."""


def strength(state: State, creature: Creature) -> int | None:
    """Dice in melee, not below 0 (S-DRAGON-03); None where unknown."""
    if "strength" in creature.by_hand:
        return int(creature.by_hand["strength"])
    printed = state.card(creature.id).strength
    if printed is None:
        return None
    berserk = value(state, creature, "berserk") if creature.wounds else 0
    return max(0, changed(printed, influences(state, creature), "strength") + berserk)


def health(state: State, creature: Creature) -> int | None:
    """Wound markers at which it is eliminated; None where unknown."""
    if "health" in creature.by_hand:
        return int(creature.by_hand["health"])
    printed = state.card(creature.id).health
    return None if printed is None else max(0, changed(printed, influences(state, creature), "health"))


def movement_mm(state: State, creature: Creature, *, running: bool = False) -> float | None:
    """How far it may travel in a turn; a Run steps the letter up first, rulers are added after (S-MOVE-32).

    Returns:
        Millimetres; None where it has no movement value and cannot move (S-MOVE-07), and for a Run beyond XL.
    """
    letter = state.card(creature.id).movement
    by_hand = creature.by_hand.get("movement_mm")
    if letter is None and by_hand is None:
        return None
    length = RANGES_MM[letter] if letter is not None else 0.0
    changes = [each for each in influences(state, creature) if isinstance(each, ChangeEffect) and each.of == "movement"]
    made = next((at for at in reversed(range(len(changes))) if changes[at].becomes is not None), None)
    if made is not None:
        length, changes = _becomes_mm(changes[made].becomes), changes[made + 1 :]
    if by_hand is not None:
        length = float(by_hand)
    if made is not None or by_hand is not None:
        letter = next((name for name in STEPS if RANGES_MM[name] == length), letter)
    if running:
        if letter is None or letter == STEPS[-1]:
            return None
        length = RANGES_MM[STEPS[STEPS.index(letter) + 1]]
    added = sum(RANGES_MM[each.ruler] if each.ruler else _whole(each.by) for each in changes)
    return max(0.0, length + added)


def _becomes_mm(value: object) -> float:
    return float(value) if isinstance(value, int) else RANGES_MM[next(each for each in STEPS if each == value)]


def _whole(number: int | Amount) -> int:
    """A number that was counted before it came here."""
    return number if isinstance(number, int) else 0


class RecordReader:
    """What a creature is now, everything counted, and where it stands by the places on record."""

    def is_near(self, state: State, creature: Creature, selector: Selector, view: EffectStep) -> bool:
        return near_on_record(state, creature, selector, view)

    def abilities(self, state: State, creature: Creature) -> tuple[Ability, ...]:
        return abilities_of(state, creature)

    def strength(self, state: State, creature: Creature) -> int | None:
        return strength(state, creature)

    def health(self, state: State, creature: Creature) -> int | None:
        return health(state, creature)


NOW: CreatureReader = RecordReader()
"""For effects that happen, which ask what creatures are with all that works on them."""
