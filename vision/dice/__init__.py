"""Reads dice in images: each die's face, or the reason why it cannot be read."""

from vision.dice.dice_reading import DiceReading, ReadDie, UnreadDie, Why
from vision.dice.reader import read_dice
from vision.dice.sets import DiceSet, KindOfDie, Marks, UnknownDiceSetError, dice_set, dice_sets
from vision.dice.tray.motion import Stir
from vision.dice.tray.watcher import DiceWatch, Watched

__all__ = [
    "DiceReading",
    "DiceSet",
    "DiceWatch",
    "KindOfDie",
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
