"""Dice without a radio that we hear: people or their apps report what they show."""

from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import ClassVar, Self

from hardware.event_sequence import EventSequence
from hardware.event_stream import EventStream
from hardware.events import DieEvent
from hardware.source import CannotIdentifyError, NoSuchDieError


class ReportedDice:
    """A base for sources of such dice: no tasks, no connections, and no die that blinks.

    Attributes:
        SOURCE: Stable name of the kind of source.
        UNKNOWN: What is said of a die that nobody has reported; its id follows.
        CANNOT_BLINK: Why none of its dice can show itself.
    """

    SOURCE: ClassVar[str]
    UNKNOWN: ClassVar[str]
    CANNOT_BLINK: ClassVar[str]

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._stream = EventStream()
        self._sequences: dict[str, EventSequence] = {}

    @property
    def name(self) -> str:
        return self.SOURCE

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.close()

    def events(self) -> AsyncIterator[DieEvent]:
        return self._stream.listen()

    async def identify(self, die: str) -> None:
        self._known(die)
        raise CannotIdentifyError(self.CANNOT_BLINK)

    def _known(self, die: str) -> EventSequence:
        if die not in self._sequences:
            raise NoSuchDieError(f"{self.UNKNOWN} {die}")
        return self._sequences[die]

    def _added(self, die: str) -> EventSequence:
        """A new die's events, from its first on."""
        self._sequences[die] = EventSequence(die, self.SOURCE, self._clock, self._stream.tell)
        return self._sequences[die]
