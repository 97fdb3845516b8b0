"""Dice with pips."""

from vision.dice.reading import DiceReading, Point
from vision.dice.sets import DiceSet
from vision.picture import Image


def read_pips(image: Image, dice_set: DiceSet, within_px: tuple[Point, ...] | None = None) -> DiceReading:
    """Read every die with pips that lies in a picture; see `vision.dice.reader.read_dice`."""
    return DiceReading(())
