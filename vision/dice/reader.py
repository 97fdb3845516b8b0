"""The one way to have the dice of a picture read."""

from vision.arrays import Image
from vision.dice.pips.reader import read_pips
from vision.dice.reading import DiceReading, Point
from vision.dice.sets import DiceSet, Marks
from vision.dice.stickers.reader import read_symbols


def read_dice(image: Image, dice_set: DiceSet, within_px: tuple[Point, ...] | None = None) -> DiceReading:
    """Read every die that lies in a picture.

    Args:
        image: (h, w) grey or (h, w, 3) BGR; colour tells more, since pips may differ from their die by it alone.
        dice_set: What dice they are.
        within_px: Corners of the tray or of the part of the mat where dice count, as a polygon in the picture; a die is
            within when the middle of its face is. None: the whole picture.

    Returns:
        The dice that are certain, and those that are not with the reason; nothing about what is no die.
    """
    if dice_set.marks is Marks.PIPS:
        return read_pips(image, dice_set, within_px)
    return read_symbols(image, dice_set, within_px)
