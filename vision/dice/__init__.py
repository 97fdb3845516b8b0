"""Dice seen by the camera: faces out of pictures, or the reason why not."""

from vision.dice.reader import read_dice
from vision.dice.reading import DiceReading, ReadDie, UnreadDie, Why
from vision.dice.sets import DiceSet, Marks, UnknownDiceSetError, dice_set, dice_sets
from vision.dice.stir import Stir
from vision.dice.watch import DiceWatch, Watched

__all__ = [
    "DiceReading",
    "DiceSet",
    "DiceWatch",
    "Marks",
    "ReadDie",
    "Stir",
    "UnknownDiceSetError",
    "UnreadDie",
    "Watched",
    "Why",
    "dice_set",
    "dice_sets",
    "read_dice",
]
