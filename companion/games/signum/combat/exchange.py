"""Since when dice of a melee are asked for: those of both sides fall together (S-MELEE-16, S-MELEE-17)."""

from companion.games.prompt import Prompt
from companion.games.signum.model.steps.combat import CombatStep
from companion.games.signum.model.steps.step import DiceStep, Step

ATTACK, DEFENCE = "melee.attack", "melee.defence"


def is_of_exchange(prompt: Prompt) -> bool:
    """Whether it asks for dice that fall together with those of the other side."""
    return prompt.key == "roll" and prompt.about.get("purpose") in (ATTACK, DEFENCE)


def begins_roll(step: Step, creature: str) -> bool:
    """Whether a creature's dice are asked for since a step became this one.

    That is where the exchange comes to the attack or the defence, with no die of either side yet; or where dice of
    this creature are to be rolled again.
    """
    match step:
        case DiceStep(creature=name, stage="forced" | "again"):
            return name == creature
        case CombatStep(stage="attack", striking=striking, hits=hits):
            return creature in striking and not set(striking) & set(hits)
        case CombatStep(stage="defence", blocks=blocks, striking=striking):
            return not any(_other(step, striker) in blocks for striker in striking)
        case _:
            return False


def _other(step: CombatStep, name: str) -> str:
    return step.target if name == step.attacker else step.attacker
