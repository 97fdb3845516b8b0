"""Waits until the dice lie still and no hand is above them, and only then reads them."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Image
from vision.dice.dice_reading import DiceReading, Point, ReadDie, UnreadDie, UnreadReason
from vision.dice.reader import read_dice
from vision.dice.sets import DiceSet
from vision.dice.tray.motion import ActivityDetector, TrayActivity

SAME_PLACE = 0.35
"""Largest distance between two readings of a die at rest, in edges of its face."""

USUAL_SIDE_PX = 40.0
"""Edge of a die's face where no die of the reading tells it."""


@dataclass(frozen=True, slots=True)
class WatchState:
    """The state of the watch after one frame.

    Attributes:
        activity: The activity in the tray.
        rest: How many times the tray has come to rest; two readings with the same number are of the same rest.
        reading: The dice, once they have been still for long enough; otherwise None.
        free: Centres of those dice, read or not, that came to lie where they are without a hand near them.
    """

    activity: TrayActivity
    rest: int
    reading: DiceReading | None
    free: frozenset[Point] = frozenset()


class TrayWatcher:
    """Watches one tray, frame by frame.

    It needs every frame (10 per second or more) in the order in which they were taken. Each reported reading is
    confirmed by two frames.
    """

    def __init__(self, dice_set: DiceSet, within_px: tuple[Point, ...] | None = None, rest_s: float = 0.5) -> None:
        """Starts to watch.

        Args:
            dice_set: The kind of dice.
            within_px: The tray's corners in the image; None for the whole image.
            rest_s: How long everything must have been still before dice are read.
        """
        self._dice_set = dice_set
        self._within_px = within_px
        self._rest_s = rest_s
        self._gauge = ActivityDetector(within_px)
        self._first: DiceReading | None = None
        self._reading: DiceReading | None = None
        self._free: frozenset[Point] = frozenset()
        self._rest = 0

    def look(self, image: Image, at_s: float) -> WatchState:
        """Processes one frame.

        Args:
            image: (h, w) grey or (h, w, 3) BGR, always of the same size.
            at_s: When it was taken, monotonic seconds.
        """
        activity = self._gauge.look(image, at_s)
        if activity is not TrayActivity.STILL:
            self._first = self._reading = None
            self._free = frozenset()
        elif self._reading is None and at_s - self._gauge.stirred_s >= self._rest_s:
            self._read(image)
        return WatchState(activity, self._rest, self._reading, self._free)

    def _read(self, image: Image) -> None:
        reading = read_dice(image, self._dice_set, self._within_px)
        if self._first is None:
            self._first = reading
            return
        self._reading = agreed(self._first, reading)
        sides_px = {die.centre_px: die.side_px for die in self._reading.dice}
        usual_px = float(np.median([*sides_px.values()])) if sides_px else USUAL_SIDE_PX
        places = (*sides_px, *(die.centre_px for die in self._reading.unread))
        self._free = frozenset(at for at in places if self._gauge.came_freely(at, sides_px.get(at, usual_px)))
        self._rest += 1
        self._gauge.rest()


def agreed(first: DiceReading, second: DiceReading) -> DiceReading:
    """Returns what two readings of dice at rest agree on; a die read differently, or by only one, is unclear."""
    dice = []
    unread = list(second.unread)
    for die in second.dice:
        if any(_same(die, other) for other in first.dice):
            dice.append(die)
        else:
            unread.append(UnreadDie(die.centre_px, UnreadReason.UNCLEAR))
    for other in first.dice:
        near = [die.centre_px for die in dice] + [die.centre_px for die in unread]
        if all(_way(other.centre_px, place) > other.side_px for place in near):
            unread.append(UnreadDie(other.centre_px, UnreadReason.UNCLEAR))
    return DiceReading(tuple(dice), tuple(sorted(unread, key=lambda die: die.centre_px)))


def _same(die: ReadDie, other: ReadDie) -> bool:
    alike = (die.face, die.pips, die.die) == (other.face, other.pips, other.die)
    return alike and _way(die.centre_px, other.centre_px) < SAME_PLACE * die.side_px


def _way(one: Point, other: Point) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))
