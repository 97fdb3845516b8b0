"""What a creature is worth now: strength, movement, health, after everything that changes them (S-CARD-18 to -20).

A value that no source states is None on the card; then it is unknown here too until the players set it by hand.
"""

from companion.games.signum.creature.abilities import value
from companion.games.signum.creature.influences import influences
from companion.games.signum.model.cards import ChangeEffect, Ruler
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.state import Creature, State

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
    return max(0, printed + _changes(state, creature, "strength") + berserk)


def health(state: State, creature: Creature) -> int | None:
    """Wound markers at which it is eliminated; None where unknown."""
    if "health" in creature.by_hand:
        return int(creature.by_hand["health"])
    printed = state.card(creature.id).health
    return None if printed is None else max(0, printed + _changes(state, creature, "health"))


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
    if by_hand is not None:
        length = float(by_hand)
        letter = next((name for name in STEPS if RANGES_MM[name] == length), letter)
    if running:
        if letter is None or letter == STEPS[-1]:
            return None
        length = RANGES_MM[STEPS[STEPS.index(letter) + 1]]
    added = sum(
        RANGES_MM[each.ruler] if each.ruler else each.by
        for each in influences(state, creature)
        if isinstance(each, ChangeEffect) and each.of == "movement"
    )
    return max(0.0, length + added)


def _changes(state: State, creature: Creature, of: str) -> int:
    return sum(each.by for each in influences(state, creature) if isinstance(each, ChangeEffect) and each.of == of)
