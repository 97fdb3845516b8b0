"""Dice of a roll that are rolled again."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RerolledDice:
    """Which dice of the roll that is owed now are rolled again.

    Attributes:
        purpose: What the roll is for, as its `DiceRolled` says.
        piece: For which piece; empty for none.
        faces: What the dice showed, in their order.
        places: Which of them, from 0.
    """

    purpose: str
    piece: str
    faces: tuple[str, ...]
    places: tuple[int, ...]
