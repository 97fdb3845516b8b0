"""The dice's own book of one game, kept in a file beside the record: all that dice told and the table said about them.

Nothing thrown vanishes, also not by pulling the plug: what changes the book stands in the file before anybody is shown
it, and is folded again when the game goes on. A die that tumbled when the program ended is void then; one that lay
still counts as it did.
"""

import json
import logging
import os
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from companion.documents import DocumentError, MissingDocumentError, parse_json, read_bytes
from companion.record.private_file import open_private
from companion.referee.dice.json_lines import event_data, event_of
from hardware.events import Back, Battery, Connected, DieEvent, Lost, Seen
from hardware.rolls import Book, CollectingError, Collector, Entry, Policy, RollRequest, RollResult, Watch

log = logging.getLogger(__name__)

MOST_BYTES = 256 << 20
"""Of the file: a long evening with pictures of every die takes a tenth of it."""
REMEMBERED = 60
"""Throws that are over and stay at hand for screens; the file keeps all."""
RESTARTED = "the program was started anew"


class DiceJournal:
    """A roll collector whose every change outlives the program; used in one event loop.

    Its seconds go on where the file ends, so that a throw is never older than the roll it was for.
    """

    def __init__(self, path: Path, game: str, clock: Callable[[], float], policy: Policy) -> None:
        """Takes the book up where it was left.

        Args:
            path: Its file, which is made if there is none; one of another game is put aside.
            game: Name of the game, which no other has.
            clock: Seconds of a monotonic clock, that of the dice.
            policy: What the collector goes by.

        Raises:
            OSError: If the file cannot be read.
        """
        self._path = path
        self._time = _Time(clock)
        self._collector = Collector(self._time, policy)
        self._over: deque[Entry] = deque(maxlen=REMEMBERED)
        self._unwritten: str | None = None
        lines = list(_lines(path))
        if lines and lines[0] != _head(game):
            path.replace(path.with_name(f"{path.name}.of-another-game"))
            lines = []
        if not lines:
            self._append(_head(game))
        self._take_up(lines[1:])

    @property
    def book(self) -> Book:
        """What is known now."""
        return self._collector.book

    @property
    def over(self) -> tuple[Entry, ...]:
        """The last throws that are over and of no open roll, oldest first."""
        return tuple(self._over)

    @property
    def trouble(self) -> str | None:
        """Why the file cannot be written, in a sentence; None while it can."""
        return self._unwritten

    async def run(self, events: AsyncIterable[DieEvent]) -> None:
        """Folds events until there are no more."""
        await self._collector.run(self._written(events))

    async def changed(self, since: Book) -> Book:
        """The book as soon as it is another than the one given."""
        return await self._collector.changed(since)

    def hear(self, event: DieEvent) -> None:
        """Folds one event, whose time is the dice's."""
        self._collector.hear(self._kept(event))

    def declare(self, request: RollRequest) -> None:
        """Opens a roll; for what is refused, here and below, see `hardware.rolls`."""
        self._do("declare", request=_request_data(request))

    def do(self, what: str, **words: Any) -> None:  # noqa: ANN401 (plain JSON)
        """What the table says of throws: `decide`, `call_again`, `keep`, `assign`, `withdraw`, `give`, `pair`.

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
        """Closes a complete roll; what is over then leaves the book."""
        self._do("close", request=request)
        self.put_away()

    def put_away(self) -> None:
        """Lets go of what is over and of no open roll; it stays in the file."""
        if any(entry.fate is not entry.fate.OPEN for entry in self.book.entries.values()):
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
        known = self.book.dice.get(event.die)
        # How strong a signal is changes all the time, and nothing in the book hangs on it.
        idle = isinstance(event, Battery) or (
            isinstance(event, Seen) and known is not None and event.kind in (None, known.kind)
        )
        if isinstance(event, Connected | Lost | Back):
            log.info("die_now die=%s state=%s", event.die, type(event).__name__.lower())
        if not idle:
            self._append({"do": "hear", "event": event_data(event)})
        return event

    def _append(self, line: Mapping[str, Any]) -> None:
        coded = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            with open_private(self._path) as file:
                file.write(coded)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:  # a full disk must not stop the dice
            log.exception("dice_not_written")
            self._unwritten = f"{self._path} cannot be written: {error.strerror}."
        else:
            self._unwritten = None

    def _take_up(self, lines: Sequence[Mapping[str, Any]]) -> None:
        latest_s = float("-inf")
        for line in lines:
            try:
                latest_s = max(latest_s, self._replayed(line))
            except (CollectingError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
                log.exception("dice_line_not_understood")
        self._time.go_on_from(latest_s)
        for name, die in self.book.dice.items():
            if not die.lost:
                source = name.partition(":")[0]
                self.hear(Lost(name, source, self._time.unshifted(), RESTARTED, "gone"))

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
                case "decide" | "call_again" | "keep" | "assign" | "withdraw" | "close" | "give" | "pair" as what:
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


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file that is there; one that was not finished is none, and is cut off."""
    try:
        data = read_bytes(path, MOST_BYTES)
    except MissingDocumentError:
        return
    except DocumentError as error:
        raise OSError(f"{path} {error}") from error
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with path.open("r+b") as file:
            file.truncate(whole)
    for number, line in enumerate(data[:whole].splitlines(), 1):
        try:
            yield _line(line)
        except DocumentError:
            log.warning("dice_line_damaged %s:%d", path, number)


def _line(coded: bytes) -> dict[str, Any]:
    line = parse_json(coded)
    if not isinstance(line, dict):
        raise DocumentError("a line of the book is an object")
    return line


SETS = ("by", "dice", "stand_ins")
"""Fields of a request that are sets; older books do not have the last one."""


def _request_data(request: RollRequest) -> dict[str, Any]:
    return asdict(request) | {name: sorted(getattr(request, name)) for name in SETS} | {"watch": request.watch.value}


def _request_of(data: Mapping[str, Any]) -> RollRequest:
    sets = {name: frozenset(data.get(name, ())) for name in SETS}
    return RollRequest(**{**data, **sets, "watch": Watch(data["watch"])})
