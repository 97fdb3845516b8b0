"""The collector: it processes events of dice and decisions of the table, and notifies everyone who waits."""

import asyncio
from collections.abc import AsyncIterable, Callable, Iterable

from hardware.events import DieEvent
from hardware.rolls import table_actions as deciding
from hardware.rolls.event_fold import fold, tick
from hardware.rolls.journal import Entry, Journal, Statement
from hardware.rolls.request import CollectorPolicy, RollRequest
from hardware.rolls.result import RollResult
from hardware.rolls.roll_state import RollProgress, due_s, roll_progress

Clock = Callable[[], float]
"""A clock in monotonic seconds, the same one that the sources use."""


class Collector:
    """Maintains the journal; it belongs to one event loop, which alone may call it."""

    def __init__(self, clock: Clock, policy: CollectorPolicy | None = None) -> None:
        self._clock = clock
        self._journal = Journal(policy or CollectorPolicy())
        self._changed = asyncio.Event()

    @property
    def journal(self) -> Journal:
        """The present journal; a journal is immutable."""
        return self._journal

    async def run(self, events: AsyncIterable[DieEvent]) -> None:
        """Folds events until the stream ends; for a task that the caller owns."""
        ticking = asyncio.create_task(self._tick())
        try:
            async for event in events:
                self.hear(event)
        finally:
            ticking.cancel()
            await asyncio.gather(ticking, return_exceptions=True)

    def hear(self, event: DieEvent) -> None:
        """Folds one event."""
        self._put(fold(self._journal, event))

    def pass_time(self) -> None:
        """Updates the journal for the passing of time alone."""
        self._put(tick(self._journal, self._clock()))

    async def changed(self, since: Journal) -> Journal:
        """Waits until the journal differs from the given one, and returns it."""
        while self._journal is since:
            await self._changed.wait()
        return self._journal

    async def complete(self, request: str) -> RollProgress:
        """Waits until an open roll can be closed, and returns its state.

        Raises:
            CollectingError: If it is not open, or not any more.
        """
        while True:
            journal = self._journal
            progress = roll_progress(journal, request)
            if progress.complete:
                return progress
            await self.changed(journal)

    def progress(self, request: str) -> RollProgress:
        """Returns the present state of an open roll."""
        return roll_progress(self._journal, request)

    def declare(self, request: RollRequest) -> None:
        """Opens a roll; for the reasons of a refusal, here and below, see `table_actions.declare`."""
        self._put(deciding.declare(self._journal, request, self._clock()))

    def pair(self, seen: str, die: str) -> None:
        """Declares which die carries a code that the camera sees."""
        self._put(deciding.pair(self._journal, seen, die))

    def give(self, die: str, player: str | None) -> None:
        """Declares the owner of a die."""
        self._put(deciding.give(self._journal, die, player))

    def decide(self, number: int, face: int, by: str, reason: str = "") -> None:
        """Applies the table's decision on the face of a throw."""
        self._put(deciding.decide(self._journal, number, face, self._statement(by, reason)))

    def call_again(self, number: int, by: str, reason: str) -> None:
        """Applies the table's decision that a die is thrown again."""
        self._put(deciding.call_again(self._journal, number, self._statement(by, reason)))

    def claim(self, number: int, by: str, reason: str) -> None:
        """Notes a player's wish that a throw is void, about which the table is asked."""
        self._put(deciding.claim(self._journal, number, self._statement(by, reason)))

    def agree(self, number: int, by: str, reason: str = "") -> None:
        """Applies the table's decision that a throw is void."""
        self._put(deciding.agree(self._journal, number, self._statement(by, reason)))

    def let_stand(self, number: int, by: str, reason: str = "") -> None:
        """Applies the table's decision that a throw counts although a player wanted it void."""
        self._put(deciding.let_stand(self._journal, number, self._statement(by, reason)))

    def keep(self, request: str, numbers: Iterable[int], by: str, reason: str = "") -> None:
        """Applies the table's decision on which throws count."""
        self._put(deciding.keep(self._journal, request, numbers, self._statement(by, reason)))

    def assign(self, number: int, request: str, by: str, reason: str = "") -> None:
        """Applies the table's decision on the roll to which a throw belongs."""
        self._put(deciding.assign(self._journal, number, request, self._statement(by, reason)))

    def withdraw(self, request: str, by: str, reason: str) -> None:
        """Applies the table's decision to withdraw an open roll."""
        self._put(deciding.withdraw(self._journal, request, self._statement(by, reason)))

    def result(self, request: str) -> RollResult:
        """Returns the result that a complete roll would have if it were closed now."""
        return deciding.close(self._journal, request, self._clock())[1]

    def close(self, request: str) -> RollResult:
        """Closes a complete roll."""
        journal, result = deciding.close(self._journal, request, self._clock())
        self._put(journal)
        return result

    def hand_over(self) -> tuple[Entry, ...]:
        """Returns entries that have ended and have not been handed over before, for the record."""
        journal, entries = deciding.hand_over(self._journal)
        self._put(journal)
        return entries

    def _statement(self, by: str, reason: str) -> Statement:
        return Statement(self._clock(), by, "", "", reason)

    def _put(self, journal: Journal) -> None:
        self._journal = journal
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def _tick(self) -> None:
        """Wakes up when the passing of time alone changes the state of a roll."""
        while True:
            journal = self._journal
            due = due_s(journal)
            if due is None:
                await self.changed(journal)
                continue
            try:
                async with asyncio.timeout(due - self._clock()):
                    await self.changed(journal)
            except TimeoutError:
                self._put(tick(self._journal, due))
