"""What one die did, told so that the promises of every source hold."""

from collections.abc import Callable
from dataclasses import replace

from hardware.events import (
    Back,
    Battery,
    Cocked,
    Connected,
    DieEvent,
    Evidence,
    Lost,
    Moved,
    Rolling,
    Seen,
    Settled,
)


class DieStory:
    """Turns what a driver learns of one die into events, in an order that `DiceSource` promises.

    What makes no sense where the story stands is not told: a second loss, a roll of a die that is away.
    """

    def __init__(self, die: str, source: str, clock: Callable[[], float], tell: Callable[[DieEvent], None]) -> None:
        """Begin with a die of which nothing is known.

        Args:
            die: Its id, with the source in front.
            source: Name of the source.
            clock: Seconds of the source's clock.
            tell: Where the events go.
        """
        self.die = die
        self._source = source
        self._clock = clock
        self._tell = tell
        self._look: tuple[str, str | None, int | None] | None = None
        self._told_look: tuple[str, str | None, int | None] | None = None
        self._was_connected = False
        self._is_connected = False
        self._is_lost = False
        self._tumbles = False

    @property
    def is_connected(self) -> bool:
        return self._is_connected

    def seen(self, name: str, kind: str | None = None, rssi_dbm: int | None = None) -> None:
        """The die is there; told when it is new or something of it changed."""
        self._look = (name, kind, rssi_dbm)
        self._tell_look()

    def connected(self) -> None:
        """The die can be heard, for the first time or again."""
        if self._is_connected:
            return
        if self._is_lost:
            self._is_lost = False
            self._tell(Back(self.die, self._source, self._clock()))
            self._tell_look()
        if not self._was_connected:
            self._tell(Connected(self.die, self._source, self._clock()))
        self._was_connected = self._is_connected = True

    def lost(self, why: str, cause: str) -> None:
        """The die cannot be heard any more, or never could; a roll that was under way is over."""
        if not self._is_lost and self._told_look is not None:
            self._tell(Lost(self.die, self._source, self._clock(), why, cause))
            self._is_lost = True
        self._is_connected = self._tumbles = False

    def rolling(self) -> None:
        """The die tumbles; told once a roll."""
        if self._is_connected and not self._tumbles:
            self._tumbles = True
            self._tell(Rolling(self.die, self._source, self._clock()))

    def settled(self, face: int, confidence: float, evidence: Evidence, throw: int | None = None) -> None:
        """A roll ended on a face; whether it is a new one is for the driver to know."""
        if self._end_of_roll():
            self._tell(Settled(self.die, self._source, self._clock(), face, confidence, evidence, throw))

    def cocked(self, evidence: Evidence) -> None:
        """A roll ended on no face; whether it is a new one is for the driver to know."""
        if self._end_of_roll():
            self._tell(Cocked(self.die, self._source, self._clock(), evidence))

    def moved(self, face: int | None, evidence: Evidence) -> None:
        """The die was turned by hand; a roll that was under way is over."""
        if self._is_connected:
            self._tumbles = False
            self._tell(Moved(self.die, self._source, self._clock(), face, evidence))

    def battery(self, percent: int, *, charging: bool | None = None) -> None:
        if self._is_connected:
            self._tell(Battery(self.die, self._source, self._clock(), percent, charging))

    def also(self, event: DieEvent) -> None:
        """Something that is already an event, from a talk that keeps the order of rolls by itself; the time is set."""
        if self._is_connected:
            self._tell(replace(event, at_s=self._clock()))

    def _end_of_roll(self) -> bool:
        self.rolling()
        self._tumbles = False
        return self._is_connected

    def _tell_look(self) -> None:
        if self._look is not None and self._look != self._told_look and not self._is_lost:
            name, kind, rssi_dbm = self._told_look = self._look
            self._tell(Seen(self.die, self._source, self._clock(), name, kind, rssi_dbm))
