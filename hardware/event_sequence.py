"""Orders the events of one die so that they keep the guarantees of every source."""

from collections.abc import Callable
from dataclasses import replace

from hardware.events import (
    BatteryLevel,
    Cocked,
    Connected,
    DieEvent,
    Disconnected,
    Discovered,
    Evidence,
    Moved,
    Reconnected,
    RollStarted,
    Settled,
)


class EventSequence:
    """Converts what a driver learns about one die into events, in the order that `DiceSource` guarantees.

    An event that makes no sense in the present state is dropped: a second loss, or a roll of a die that is
    disconnected.
    """

    def __init__(self, die: str, source: str, clock: Callable[[], float], tell: Callable[[DieEvent], None]) -> None:
        """Starts with a die of which nothing is known.

        Args:
            die: Its id, prefixed with the source.
            source: Name of the source.
            clock: Seconds of the source's clock.
            tell: Receives the events.
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
        """Reports that the die is in range, if it is new or if any of this data changed."""
        self._look = (name, kind, rssi_dbm)
        self._tell_look()

    def connected(self) -> None:
        """Reports that the die is connected, for the first time or again."""
        if self._is_connected:
            return
        if self._is_lost:
            self._is_lost = False
            self._tell(Reconnected(self.die, self._source, self._clock()))
            self._tell_look()
        if not self._was_connected:
            self._tell(Connected(self.die, self._source, self._clock()))
        self._was_connected = self._is_connected = True

    def lost(self, why: str, cause: str) -> None:
        """Reports that the die is disconnected, or never was connected; a roll in progress is cancelled."""
        if not self._is_lost and self._told_look is not None:
            self._tell(Disconnected(self.die, self._source, self._clock(), why, cause))
            self._is_lost = True
        self._is_connected = self._tumbles = False

    def rolling(self) -> None:
        """Reports that the die tumbles, once per roll."""
        if self._is_connected and not self._tumbles:
            self._tumbles = True
            self._tell(RollStarted(self.die, self._source, self._clock()))

    def settled(self, face: int, confidence: float, evidence: Evidence, throw: int | None = None) -> None:
        """Reports that a roll ended on a face; the driver must ensure that it is a new roll."""
        if self._end_of_roll():
            self._tell(Settled(self.die, self._source, self._clock(), face, confidence, evidence, throw))

    def cocked(self, evidence: Evidence) -> None:
        """Reports that a roll ended on no face; the driver must ensure that it is a new roll."""
        if self._end_of_roll():
            self._tell(Cocked(self.die, self._source, self._clock(), evidence))

    def moved(self, face: int | None, evidence: Evidence) -> None:
        """Reports that the die was turned by hand; a roll in progress is cancelled."""
        if self._is_connected:
            self._tumbles = False
            self._tell(Moved(self.die, self._source, self._clock(), face, evidence))

    def battery(self, percent: int, *, charging: bool | None = None) -> None:
        if self._is_connected:
            self._tell(BatteryLevel(self.die, self._source, self._clock(), percent, charging))

    def also(self, event: DieEvent) -> None:
        """Reports an event from a protocol that keeps the order of rolls itself; the time is set here."""
        if self._is_connected:
            self._tell(replace(event, at_s=self._clock()))

    def _end_of_roll(self) -> bool:
        self.rolling()
        self._tumbles = False
        return self._is_connected

    def _tell_look(self) -> None:
        if self._look is not None and self._look != self._told_look and not self._is_lost:
            name, kind, rssi_dbm = self._told_look = self._look
            self._tell(Discovered(self.die, self._source, self._clock(), name, kind, rssi_dbm))
