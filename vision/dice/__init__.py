"""Reads dice in images: each die's face, or the reason why it cannot be read."""

from vision.dice.dice_reading import DiceReading, ReadDie, UnreadDie, UnreadReason
from vision.dice.reader import read_dice
from vision.dice.sets import DiceSet, DieKind, Marks, UnknownDiceSetError, dice_set, dice_sets
from vision.dice.tray.motion import TrayActivity
from vision.dice.tray.watcher import TrayWatcher, WatchState

__all__ = [
    "DiceReading",
    "DiceSet",
    "DieKind",
    "Marks",
    "ReadDie",
    "TrayActivity",
    "TrayWatcher",
    "UnknownDiceSetError",
    "UnreadDie",
    "UnreadReason",
    "WatchState",
    "dice_set",
    "dice_sets",
    "read_dice",
]
