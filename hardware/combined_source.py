"""Combines several dice sources into one stream of events."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from hardware.dual_link import LinkFilter
from hardware.event_stream import EventStream
from hardware.events import DieEvent, Disconnected
from hardware.source import DiceError, DiceSource, NoSuchDieError

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Fault:
    """A source that does not work.

    Attributes:
        source: Its name.
        why: One clear sentence.
    """

    source: str
    why: str


class CombinedSource:
    """Merges many sources into one stream of events, and keeps the guarantees of a source for each die.

    A source that fails, on being opened or later, is removed and listed in `faults`; the others continue. If a die is
    connected in two ways at once, its events come from one of them only.
    """

    def __init__(self, sources: Iterable[DiceSource] = (), clock: Callable[[], float] = time.monotonic) -> None:
        """Creates a combined source; more sources may be added while it is open.

        Args:
            sources: Sources that have not been entered yet, with distinct names.
            clock: Seconds for the events that report a lost source; must be the clock of the sources.
        """
        self._first = tuple(sources)
        self._clock = clock
        self._stream = EventStream()
        self._filter = LinkFilter()
        self._listeners: dict[DiceSource, asyncio.Task[None]] = {}
        self._faults: dict[DiceSource, Fault] = {}

    @property
    def sources(self) -> tuple[DiceSource, ...]:
        """The sources that are open now."""
        return tuple(self._listeners)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Sources that do not work, and why."""
        return tuple(self._faults.values())

    async def __aenter__(self) -> Self:
        await asyncio.gather(*(self.add(source) for source in self._first))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.gather(*(self.remove(source) for source in self.sources))
        self._stream.close()

    def events(self) -> AsyncIterator[DieEvent]:
        """Yields the events of all dice of all sources; a single listener gets everything since the start."""
        return self._stream.listen()

    async def add(self, source: DiceSource) -> bool:
        """Opens one more source.

        Returns:
            Whether it is open; if not, `faults` contains the reason.
        """
        self._faults.pop(source, None)
        try:
            await source.__aenter__()
        except Exception as error:  # noqa: BLE001  one failing source never stops the others
            self._set_aside(source, error)
            return False
        self._listeners[source] = asyncio.create_task(self._listen(source))
        return True

    async def remove(self, source: DiceSource) -> None:
        """Closes a source; its dice are reported as lost."""
        ear = self._listeners.pop(source, None)
        if ear is not None:
            ear.cancel()
            await asyncio.gather(ear, return_exceptions=True)
            await self._shut(source, f"{source.name} was closed")

    async def identify(self, die: str) -> None:
        """Makes one die blink; raises the same errors as `DiceSource.identify`."""
        for source in self.sources:
            if die.startswith(source.name + ":"):
                await source.identify(die)
                return
        raise NoSuchDieError(f"there is no die {die} now")

    async def _listen(self, source: DiceSource) -> None:
        try:
            async for event in source.events():
                self._stream.tell(*self._filter.hear(event))
            why: Exception = DiceError(f"{source.name} ended by itself")
        except Exception as error:  # noqa: BLE001  one failing source never stops the others
            why = error
        self._listeners.pop(source, None)
        self._set_aside(source, why)
        await self._shut(source, f"{source.name} failed: {why}")

    async def _shut(self, source: DiceSource, why: str) -> None:
        try:
            await source.__aexit__(None, None, None)
        except Exception as error:  # noqa: BLE001  one failing source never stops the others
            self._set_aside(source, error)
        for die in self._filter.connected(source.name):
            self._stream.tell(*self._filter.hear(Disconnected(die, source.name, self._clock(), why, "gone")))

    def _set_aside(self, source: DiceSource, error: Exception) -> None:
        # An unexpected error is logged with its traceback; in any case a person gets a sentence.
        _log.warning("dice over %s do not work: %s", source.name, error, exc_info=not isinstance(error, DiceError))
        self._faults[source] = Fault(source.name, str(error) or type(error).__name__)
