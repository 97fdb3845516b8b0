"""The collector: it processes events of dice and decisions of the table, and notifies everyone who waits."""

import asyncio
from collections.abc import AsyncIterable, Callable, Iterable

from hardware.events import DieEvent
from hardware.rolls import table_actions as deciding
from hardware.rolls.event_fold import fold, tick
from hardware.rolls.journal import Book, Entry, Word
from hardware.rolls.request import Policy, RollRequest
from hardware.rolls.result import RollResult
from hardware.rolls.roll_state import Standing, due_s, stand

Clock = Callable[[], float]
"""A clock in monotonic seconds, the same one that the sources use."""


class Collector:
    """Maintains the book; it belongs to one event loop, which alone may call it."""

    def __init__(self, clock: Clock, policy: Policy | None = None) -> None:
        self._clock = clock
        self._book = Book(policy or Policy())
        self._changed = asyncio.Event()

    @property
    def book(self) -> Book:
        """The present book; a book is immutable."""
        return self._book

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
        self._put(fold(self._book, event))

    def pass_time(self) -> None:
        """Updates the book for the passing of time alone."""
        self._put(tick(self._book, self._clock()))

    async def changed(self, since: Book) -> Book:
        """Waits until the book differs from the given one, and returns it."""
        while self._book is since:
            await self._changed.wait()
        return self._book

    async def complete(self, request: str) -> Standing:
        """Waits until an open roll can be closed, and returns its state.

        Raises:
            CollectingError: If it is not open, or not any more.
        """
        while True:
            book = self._book
            standing = stand(book, request)
            if standing.complete:
                return standing
            await self.changed(book)

    def standing(self, request: str) -> Standing:
        """Returns the present state of an open roll."""
        return stand(self._book, request)

    def declare(self, request: RollRequest) -> None:
        """Opens a roll; for the reasons of a refusal, here and below, see `table_actions.declare`."""
        self._put(deciding.declare(self._book, request, self._clock()))

    def pair(self, seen: str, die: str) -> None:
        """Declares which die carries a code that the camera sees."""
        self._put(deciding.pair(self._book, seen, die))

    def give(self, die: str, player: str | None) -> None:
        """Declares the owner of a die."""
        self._put(deciding.give(self._book, die, player))

    def decide(self, number: int, face: int, by: str, reason: str = "") -> None:
        """Applies the table's decision on the face of a throw."""
        self._put(deciding.decide(self._book, number, face, self._word(by, reason)))

    def call_again(self, number: int, by: str, reason: str) -> None:
        """Applies the table's decision that a die is thrown again."""
        self._put(deciding.call_again(self._book, number, self._word(by, reason)))

    def keep(self, request: str, numbers: Iterable[int], by: str, reason: str = "") -> None:
        """Applies the table's decision on which throws count."""
        self._put(deciding.keep(self._book, request, numbers, self._word(by, reason)))

    def assign(self, number: int, request: str, by: str, reason: str = "") -> None:
        """Applies the table's decision on the roll to which a throw belongs."""
        self._put(deciding.assign(self._book, number, request, self._word(by, reason)))

    def withdraw(self, request: str, by: str, reason: str) -> None:
        """Applies the table's decision to withdraw an open roll."""
        self._put(deciding.withdraw(self._book, request, self._word(by, reason)))

    def result(self, request: str) -> RollResult:
        """Returns the result that a complete roll would have if it were closed now."""
        return deciding.close(self._book, request, self._clock())[1]

    def close(self, request: str) -> RollResult:
        """Closes a complete roll."""
        book, result = deciding.close(self._book, request, self._clock())
        self._put(book)
        return result

    def hand_over(self) -> tuple[Entry, ...]:
        """Returns entries that have ended and have not been handed over before, for the record."""
        book, entries = deciding.hand_over(self._book)
        self._put(book)
        return entries

    def _word(self, by: str, reason: str) -> Word:
        return Word(self._clock(), by, "", "", reason)

    def _put(self, book: Book) -> None:
        self._book = book
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def _tick(self) -> None:
        """Wakes up when the passing of time alone changes the state of a roll."""
        while True:
            book = self._book
            due = due_s(book)
            patience_s = None if due is None else max(0.0, due - self._clock())
            try:
                async with asyncio.timeout(patience_s):
                    await self.changed(book)
            except TimeoutError:
                self._put(tick(self._book, max(self._clock(), due or 0.0)))
