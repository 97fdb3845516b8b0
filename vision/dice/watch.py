"""Waits until dice lie still and no hand is over them, and only then reads them."""

from dataclasses import dataclass
from enum import StrEnum

from vision.dice.reading import DiceReading, Point
from vision.dice.sets import DiceSet
from vision.picture import Image


class Stir(StrEnum):
    """What goes on in the tray.

    STILL: nothing moves. MOVING: something no bigger than dice moves, or did a moment ago. HAND: something that reaches
    in from the edge is there, moving or not.
    """

    STILL = "still"
    MOVING = "moving"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Watched:
    """What the watch knows after one frame.

    Attributes:
        stir: What goes on.
        rest: How many times the tray has come to rest; two readings with the same number are of the same rest.
        reading: The dice, while they lie still and have done so for long enough; otherwise None.
    """

    stir: Stir
    rest: int
    reading: DiceReading | None


class DiceWatch:
    """Watches one tray, frame by frame.

    Feed it every frame (10 per second or more) in the order in which they were taken.
    """

    def __init__(self, dice_set: DiceSet, within_px: tuple[Point, ...] | None = None, rest_s: float = 0.5) -> None:
        """Begins to watch.

        Args:
            dice_set: What dice they are.
            within_px: The tray's corners in the picture; None: the whole picture.
            rest_s: How long everything must have been still before dice are read.
        """
        self._dice_set = dice_set
        self._within_px = within_px
        self._rest_s = rest_s

    def look(self, image: Image, at_s: float) -> Watched:
        """Take in one frame.

        Args:
            image: (h, w) grey or (h, w, 3) BGR, always of the same size.
            at_s: When it was taken, monotonic seconds.
        """
        raise NotImplementedError
