"""The entry point for reading the dice in an image."""

from vision.arrays import Image
from vision.dice.dice_reading import DiceReading, Point
from vision.dice.pips.reader import read_pips
from vision.dice.sets import DiceSet, Marks
from vision.dice.stickers.reader import read_symbols


def read_dice(image: Image, dice_set: DiceSet, within_px: tuple[Point, ...] | None = None) -> DiceReading:
    """Reads every die in an image.

    Args:
        image: (h, w) grey or (h, w, 3) BGR; colour helps, since pips may differ from their die by colour alone.
        dice_set: The kind of dice.
        within_px: Corners of the tray, or of the part of the mat where dice count, as a polygon in the image; a die
            counts if the centre of its face is inside. None for the whole image.

    Returns:
        The dice that are certain, and the others with the reason; anything that is not a die is left out.
    """
    if dice_set.marks is Marks.PIPS:
        return read_pips(image, dice_set, within_px)
    return read_symbols(image, dice_set, within_px)
