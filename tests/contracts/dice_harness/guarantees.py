"""What every stream of dice events keeps, and one who listens to such a stream."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from hardware.events import (
    BatteryLevel,
    Cocked,
    Connected,
    DieEvent,
    Disconnected,
    Discovered,
    Moved,
    Reconnected,
    RollStarted,
    Settled,
)
from hardware.read_again import is_proved
from hardware.source import DiceSource

CAUSES = {"gone", "unplugged", "radio", "refused", "incompatible", "stranger"}
PATIENCE_S = 60.0


@dataclass(slots=True)
class _Die:
    seen: bool = False
    connected: bool = False
    lost: bool = False
    tumbles: bool = False
    at_s: float = float("-inf")
    kind: str | None = None
    throws: set[int] = field(default_factory=set)


def broken_promises(events: list[DieEvent], source: str) -> list[str]:
    """Every promise of `DiceSource` that a stream of events breaks, in words; none for a good one."""
    dice: dict[str, _Die] = {}
    broken: list[str] = []
    for number, event in enumerate(events):
        die = dice.setdefault(event.die, _Die())
        broken += [f"{number}: {event}: {what}" for what in _of_one(event, die, source)]
    return broken


def _of_one(event: DieEvent, die: _Die, source: str) -> list[str]:
    wrong = [*_of_all(event, die, source), *_of_result(event, die), *_of_link(event, die)]
    die.seen |= isinstance(event, Discovered)
    if isinstance(event, Discovered):
        die.kind = event.kind or die.kind
    die.connected |= isinstance(event, Connected)
    if isinstance(event, Disconnected | Reconnected):
        die.lost = isinstance(event, Disconnected)
        die.throws.clear()  # it may have started anew, and counts from one then
    if isinstance(event, RollStarted | Settled | Cocked | Disconnected | Reconnected):
        die.tumbles = isinstance(event, RollStarted)
    die.at_s = event.at_s
    return wrong


def _of_all(event: DieEvent, die: _Die, source: str) -> list[str]:
    wrong = []
    if event.source != source or not event.die.startswith(source + ":"):
        wrong.append("the name of the source is not in it")
    if event.at_s < die.at_s:
        wrong.append("it goes back in time")
    if not die.seen and not isinstance(event, Discovered):
        wrong.append("the die has not been seen")
    if die.lost and not isinstance(event, Reconnected):
        wrong.append("the die is lost")
    return wrong


def _of_result(event: DieEvent, die: _Die) -> list[str]:
    wrong = []
    if isinstance(event, RollStarted | Settled | Moved | Cocked) and not die.connected:
        wrong.append("the die was never connected")
    if isinstance(event, Settled | Cocked) and not die.tumbles:
        wrong.append("the die did not roll, or this roll has been told")
    if isinstance(event, Settled):
        if event.throw is not None and event.throw in die.throws:
            wrong.append("this throw has been told")
        die.throws |= set() if event.throw is None else {event.throw}
        if not 0.0 <= event.confidence <= 1.0:
            wrong.append("its confidence is no probability")
        if is_proved(event, die.kind) is False:
            wrong.append("its evidence tells another face")
    if isinstance(event, Settled | Moved | Cocked) and not event.evidence.data:
        wrong.append("there is no evidence")
    return wrong


def _of_link(event: DieEvent, die: _Die) -> list[str]:
    wrong = []
    if isinstance(event, Connected) and die.connected:
        wrong.append("it was connected for the first time before")
    if isinstance(event, Reconnected) and not die.lost:
        wrong.append("it was not lost")
    if isinstance(event, Disconnected):
        if event.cause not in CAUSES:
            wrong.append("nobody knows this cause")
        if not event.why.strip():
            wrong.append("it does not say why")
    if isinstance(event, BatteryLevel) and not 0 <= event.percent <= 100:
        wrong.append("that is no percentage")
    return wrong


class Listener:
    """The one listener of a source: keeps what it hears, and waits for what is to come.

    Used as an async context around a source that is entered, it takes the events until the source is left.
    """

    def __init__(self, source: DiceSource) -> None:
        self._source = source
        self._news = asyncio.Condition()
        self.heard: list[DieEvent] = []
        self.ended = False

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._listen(self._source.events()))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self, events: AsyncIterator[DieEvent]) -> None:
        async for event in events:
            async with self._news:
                self.heard.append(event)
                self._news.notify_all()
        async with self._news:
            self.ended = True
            self._news.notify_all()

    async def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until something is true of what was heard."""
        try:
            async with asyncio.timeout(PATIENCE_S), self._news:
                await self._news.wait_for(lambda: true() or self._task.done())
        except TimeoutError:
            raise AssertionError(f"{what} did not come; heard {self.heard}") from None
        if not true():
            await self._task
            raise AssertionError(f"{what} did not come before the end; heard {self.heard}")

    def of(self, die: str, kind: type[DieEvent] | None = None) -> list[DieEvent]:
        """What was heard of one die, or that of one kind."""
        return [event for event in self.heard if event.die == die and (kind is None or isinstance(event, kind))]

    async def next(self, die: str, kind: type[DieEvent], count: int = 1) -> DieEvent:
        """Wait until events of one kind have come from one die, so many in all; the last of them."""
        await self.until(lambda: len(self.of(die, kind)) >= count, f"{kind.__name__} number {count} of {die}")
        return self.of(die, kind)[count - 1]
