"""Dice that effects of cards let players roll again, or make them (S-MELEE-37)."""

from companion.games.signum.creature.influences import influences
from companion.games.signum.model.effects.on_creatures import RerollEffect
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import DiceStep

NAME = "reroll"
"""What such a reroll is called among those of abilities."""


def rerolls(state: State, step: DiceStep) -> DiceStep:
    """A roll with what effects add to it: successes that must be rolled again, dice that may be."""
    creature = state.creatures.get(step.creature or f"{step.by}:hero")
    effects = influences(state, creature) if creature is not None else ()
    known = [each for each in effects if isinstance(each, RerollEffect) and step.purpose in each.of]
    if not known:
        return step
    dice = sum(each.dice for each in known if not each.forced and isinstance(each.dice, int))
    forced = (NAME,) if any(each.forced for each in known) else ()
    optional = ((NAME, dice),) if dice else ()
    return DiceStep(
        **{name: getattr(step, name) for name in step.__struct_fields__}
        | {"forced": step.forced + forced, "optional": step.optional + optional}
    )
