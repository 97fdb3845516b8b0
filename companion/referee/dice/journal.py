"""The dice's journal of one game, kept in a file beside the record: all that dice told and the table said about them.

Nothing thrown vanishes, also not by pulling the plug: what changes the journal stands in the file before anybody is
shown it, and is folded again when the game goes on. A die that tumbled when the program ended is void then; one that
lay still counts as it did.
"""

import logging
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from companion.referee.dice.book import Book, BookFault, BookLine, BookText, put_aside, read_book
from companion.referee.dice.json_lines import event_data, event_of
from hardware.events import BatteryLevel, Connected, DieEvent, Disconnected, Discovered, Reconnected, Settled
from hardware.read_again import is_proved
from hardware.rolls import (
    CameraRole,
    CollectingError,
    Collector,
    CollectorPolicy,
    Entry,
    Journal,
    RollRequest,
    RollResult,
)

log = logging.getLogger(__name__)

ACTIONS = frozenset(
    {"decide", "call_again", "claim", "agree", "let_stand", "keep", "assign", "withdraw", "close", "give", "pair"}
)
"""What the table says of throws, as the collector calls it; the file keeps these names for ever."""
REMEMBERED = 60
"""Throws that are over and stay at hand for screens; the file keeps all."""
RESTARTED = "the program was started anew"


class DiceJournal:
    """A roll collector whose every change outlives the program; used in one event loop.

    Its seconds go on where the file ends, so that a throw is never older than the roll it was for.
    """

    def __init__(self, path: Path, game: str, clock: Callable[[], float], policy: CollectorPolicy) -> None:
        """Takes the journal up where it was left.

        Args:
            path: Its file, which is made if there is none; one of another game is put aside.
            game: Name of the game, which no other has.
            clock: Seconds of a monotonic clock, that of the dice.
            policy: What the collector goes by.

        Raises:
            OSError: If the file cannot be read.
        """
        self._path = path
        self._changed: tuple[BookFault, str] | None = None
        self._time = _Time(clock)
        self._collector = Collector(self._time, policy)
        self._over: deque[Entry] = deque(maxlen=REMEMBERED)
        self._unwritten: str | None = None
        text = read_book(path)
        if text.lines and text.lines[0].words != _head(game):
            aside = put_aside(path, (), "of-another-game")
            if text.fault is not None:
                self._changed = BookFault(1, "it, or a line after it, was changed"), aside.name
            text = BookText(())
        taken = self._take_up(text)
        self._book = Book(path, taken)
        if not taken.lines:
            self._append(_head(game))
        self._go_on()

    @property
    def state(self) -> Journal:
        """What is known now."""
        return self._collector.journal

    @property
    def over(self) -> tuple[Entry, ...]:
        """The last throws that are over and of no open roll, oldest first."""
        return tuple(self._over)

    @property
    def trouble(self) -> str | None:
        """Why the file cannot be written, in a sentence; None while it can."""
        return self._unwritten

    @property
    def changed_book(self) -> tuple[BookFault, str] | None:
        """Where the file was found changed when it was taken up, and the name that it has now; None if it was not.

        What stood there from that line on was not taken up.
        """
        return self._changed

    async def run(self, events: AsyncIterable[DieEvent]) -> None:
        """Folds events until there are no more."""
        await self._collector.run(self._written(events))

    async def changed(self, since: Journal) -> Journal:
        """The journal as soon as it is another than the one given."""
        return await self._collector.changed(since)

    def hear(self, event: DieEvent) -> None:
        """Folds one event, whose time is the dice's."""
        self._collector.hear(self._kept(event))

    def declare(self, request: RollRequest) -> None:
        """Opens a roll; for what is refused, here and below, see `hardware.rolls`."""
        self._do("declare", request=_request_data(request))

    def do(self, what: str, **words: Any) -> None:  # noqa: ANN401 (plain JSON)
        """What the table says of throws: one of `ACTIONS`.

        Args:
            what: The collector's word for it.
            words: What it takes, as JSON can hold it.

        Raises:
            CollectingError: If it does not fit; nothing is changed.
        """
        self._do(what, **words)

    def result(self, request: str) -> RollResult:
        """What a complete roll would leave behind if it were closed now."""
        return self._collector.result(request)

    def close(self, request: str) -> None:
        """Closes a complete roll; what is over then leaves the journal."""
        self._do("close", request=request)
        self.put_away()

    def put_away(self) -> None:
        """Lets go of what is over and of no open roll; it stays in the file."""
        if any(entry.fate is not entry.fate.OPEN for entry in self.state.entries.values()):
            self._do("hand_over")

    def _do(self, what: str, **words: Any) -> None:  # noqa: ANN401 (plain JSON)
        at_s = self._time()
        self._replayed({"do": what, "at_s": at_s, "with": words})
        self._append({"do": what, "at_s": at_s, "with": words})

    async def _written(self, events: AsyncIterable[DieEvent]) -> AsyncIterator[DieEvent]:
        async for event in events:
            yield self._kept(event)

    def _kept(self, event: DieEvent) -> DieEvent:
        event = replace(event, at_s=self._time.shifted(event.at_s))
        known = self.state.dice.get(event.die)
        # How strong a signal is changes all the time, and nothing in the journal hangs on it.
        idle = isinstance(event, BatteryLevel) or (
            isinstance(event, Discovered) and known is not None and event.kind in (None, known.kind)
        )
        if isinstance(event, Connected | Disconnected | Reconnected):
            log.info("die_now die=%s state=%s", event.die, event.tag)
        if not idle:
            self._append({"do": "hear", "event": event_data(event)})
        return event

    def _append(self, line: Mapping[str, Any]) -> None:
        try:
            self._book.append(line)
        except OSError as error:  # a full disk must not stop the dice
            log.exception("dice_not_written")
            self._unwritten = f"{self._path} cannot be written: {error.strerror}."
        else:
            self._unwritten = None

    def _take_up(self, text: BookText) -> BookText:
        """Folds what a book says as far as it is as it was written; what follows is put aside.

        Returns:
            What was taken up.
        """
        fault, latest_s = text.fault, float("-inf")
        kept = list(text.lines)
        for line in text.lines[1:]:
            try:
                if self._is_contradicted(line):
                    kept, fault = kept[: line.number - 1], BookFault(line.number, "its face is not that of its packet")
                    break
                if line.words is not None:
                    latest_s = max(latest_s, self._replayed(line.words))
            except (CollectingError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
                log.exception("dice_line_not_understood")
        self._time.go_on_from(latest_s)
        if fault is None:
            return text
        log.error("dice_book_changed line=%d", fault.line)
        self._changed = fault, put_aside(self._path, tuple(kept), "changed").name
        return BookText(tuple(kept))

    def _is_contradicted(self, line: BookLine) -> bool:
        """Whether a line tells of a face that its own packet does not."""
        if line.words is None or line.words["do"] != "hear":
            return False
        event = event_of(line.words["event"])
        die = self.state.dice.get(event.die)
        return isinstance(event, Settled) and is_proved(event, None if die is None else die.kind) is False

    def _go_on(self) -> None:
        """Tells of every die that was connected that it is so no more."""
        for name, die in self.state.dice.items():
            if not die.lost:
                source = name.partition(":")[0]
                self.hear(Disconnected(name, source, self._time.unshifted(), RESTARTED, "gone"))

    def _replayed(self, line: Mapping[str, Any]) -> float:
        """Does what a line says, at its time; tells that time."""
        if line["do"] == "hear":
            event = event_of(line["event"])
            self._collector.hear(event)
            return event.at_s
        words = dict(line["with"])
        with self._time.standing(line["at_s"]):
            # As much time must have passed for the collector as had when the line was written.
            self._collector.pass_time()
            match line["do"]:
                case "declare":
                    self._collector.declare(_request_of(words["request"]))
                case "hand_over":
                    self._over += self._collector.hand_over()
                case what if what in ACTIONS:
                    getattr(self._collector, what)(**words)
                case what:
                    raise ValueError(f"nothing is called {what!r}")
        return float(line["at_s"])


class _Time:
    """Seconds that go on from an earlier run's, and stand still while something is done at a moment of its own."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._ahead_s = 0.0
        self._still_s: float | None = None

    def __call__(self) -> float:
        return self._clock() + self._ahead_s if self._still_s is None else self._still_s

    def unshifted(self) -> float:
        """Now, as the dice count."""
        return self._clock()

    def shifted(self, at_s: float) -> float:
        """A moment as the dice count, in these seconds."""
        return at_s + self._ahead_s

    def go_on_from(self, at_s: float) -> None:
        self._ahead_s = max(0.0, at_s - self._clock())

    @contextmanager
    def standing(self, at_s: float) -> Iterator[None]:
        before, self._still_s = self._still_s, at_s
        try:
            yield
        finally:
            self._still_s = before


def _head(game: str) -> dict[str, Any]:
    return {"do": "begin", "game": game}


SETS = ("by", "dice", "stand_ins")
"""Fields of a request that are sets; older books do not have the last one."""


def _request_data(request: RollRequest) -> dict[str, Any]:
    return asdict(request) | {name: sorted(getattr(request, name)) for name in SETS} | {"watch": request.watch.value}


def _request_of(data: Mapping[str, Any]) -> RollRequest:
    sets = {name: frozenset(data.get(name, ())) for name in SETS}
    return RollRequest(**{**data, **sets, "watch": CameraRole(data["watch"])})
