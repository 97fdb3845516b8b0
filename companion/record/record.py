"""The durable record of one game: commands decided, written, folded; undone, redone, seen again.

The record is the only owner of a game's state. A command is decided by the game's rules, its events are written with it
in one transaction, and only then does the state change. Nothing is ever deleted: undoing appends.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.games.protocol import Command, Event, Game
from companion.record.chain import FIRST, Entry, Evidence, Kind, digest
from companion.record.errors import RecordError, TamperedError
from companion.record.history import History
from companion.record.store import Store

SNAPSHOT_EVERY = 100
"""Entries between snapshots, so that a long game opens at once."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What an undo would take back.

    Attributes:
        to: Number of the last event that would still count.
        events: The events that would no longer count.
        learned: Who learned what from them that an undo cannot take back: player and key of what.
    """

    to: int
    events: tuple[Event, ...]
    learned: tuple[tuple[str, str], ...]


class Record:
    """A game and its file; used by one thread.

    Attributes:
        game: The rules.
        state: As it is now.
    """

    def __init__(self, game: Game[Any], store: Store, now: Callable[[], str]) -> None:
        """For `create` and `open` only.

        Args:
            game: The rules.
            store: The file.
            now: Wall time, ISO 8601 in UTC.
        """
        self.game = game
        self._store = store
        self._now = now
        self._history = History()
        self._events: list[Event | bytes] = []
        self._boundaries: list[int] = [0]
        self._last = FIRST
        self._entries = 0
        self._edition = ""
        self._setup: msgspec.Struct | None = None
        self._event_decoder = msgspec.json.Decoder(game.event_type)
        self._command_decoder = msgspec.json.Decoder(game.command_type)
        self.state: Any = None

    @classmethod
    def create(
        cls,
        path: Path,
        game: Game[Any],
        setup: msgspec.Struct,
        now: Callable[[], str],
        *,
        edition: str = "",
        seed: bytes = b"",
    ) -> "Record":
        """Begins a game in a new file.

        Args:
            path: The file.
            game: The rules.
            setup: What the game begins with; of a game with digital decks it shows `commitment(seed)`.
            now: Wall time.
            edition: Of the rules.
            seed: The secret that shuffles; kept in the file, shown by `reveal` at the end.

        Raises:
            RecordError: If the file exists or cannot be written.
        """
        record = cls(game, Store.create(path, game.name), now)
        if seed:
            record._store.note("seed", seed)
        record._setup, record._edition = msgspec.json.decode(_json(setup), type=game.setup_type), edition
        record.state = game.new(record.setup)
        record._write("begin", "", _json(setup), (), {})
        return record

    @classmethod
    def open(cls, path: Path, games: Mapping[str, Game[Any]], now: Callable[[], str]) -> "Record":
        """Opens a game and folds it up to now.

        Raises:
            RecordError: If it is no record of a game that is known.
            TamperedError: If an entry is not as it was written.
        """
        store = Store.open(path)
        if store.game not in games:
            store.close()
            raise RecordError(f"{path} is a game of {store.game!r}, which this program does not know.")
        record = cls(games[store.game], store, now)
        try:
            record._fold_all()
        except RecordError:
            store.close()
            raise
        return record

    @property
    def path(self) -> Path:
        """The file."""
        return self._store.path

    @property
    def setup(self) -> msgspec.Struct:
        """What the game began with."""
        assert self._setup is not None  # noqa: S101 (set by both ways to get a record)
        return self._setup

    @property
    def seed(self) -> bytes:
        """The secret that shuffles; empty without one."""
        return self._store.about("seed") or b""

    @property
    def written(self) -> int:
        """How many events were written, undone ones included."""
        return self._history.written

    @property
    def counting(self) -> tuple[int, ...]:
        """Numbers of the events that count, in order."""
        return tuple(self._history.counting)

    @property
    def boundaries(self) -> tuple[int, ...]:
        """Numbers of the events after which a command was done: where an undo is natural."""
        counting = {0, *self._history.counting}
        return tuple(number for number in self._boundaries if number in counting)

    @property
    def redoable(self) -> bool:
        """Whether the last undo can be taken back."""
        return bool(self._history.undone)

    def event(self, number: int) -> Event:
        """An event by its number, from 1."""
        event = self._events[number - 1]
        if isinstance(event, bytes):
            event = self._event_decoder.decode(event)
            self._events[number - 1] = event
        return event

    def do(self, command: Command, evidence: Mapping[str, bytes] | None = None) -> tuple[Event, ...]:
        """Decides a command, writes it, and only then changes the state.

        Args:
            command: What somebody wants.
            evidence: What backs it, by name.

        Raises:
            RuleViolation: If a rule forbids it; nothing is written.
            RecordError: If it cannot be written; the state is as it was.
        """
        # What is decided and folded is what will be read again: a 16 where a 16.0 belongs would be another state.
        body = _json(command)
        decided = self.game.decide(self.state, self._command_decoder.decode(body))
        coded = tuple(_json(event) for event in decided)
        events: tuple[Event, ...] = tuple(self._event_decoder.decode(each) for each in coded)
        after = self.state
        for event in events:
            after = self.game.evolve(after, event)
        before, self.state = self.state, after
        try:
            self._write("command", command.by, body, coded, evidence or {})
        except BaseException:
            self.state = before
            raise
        self._history.add(len(events))
        self._events += events
        self._boundaries.append(self._history.written)
        return events

    def undoing(self, to: int) -> Undo:
        """What an undo would take back, and what it cannot.

        Raises:
            RecordError: If that event does not count now.
        """
        if to != 0 and to not in self._history.counting:
            raise RecordError(f"There is no event {to} to go back to; choose one of those that count now.")
        state = self.game.new(self.setup)
        learned: list[tuple[str, str]] = []
        taken: list[Event] = []
        for number in self._history.counting:
            event = self.event(number)
            if number > to:
                taken.append(event)
                learned += self.game.learned(state, event)
            state = self.game.evolve(state, event)
        return Undo(to, tuple(taken), tuple(dict.fromkeys(learned)))

    def undo(self, to: int, actor: str) -> Undo:
        """Takes back everything after an event, by appending; 0 goes back to the beginning.

        Raises:
            RecordError: If that event does not count now, or it cannot be written.
        """
        undone = self.undoing(to)
        kept = [number for number in self._history.counting if number <= to]
        self._rewind("undo", actor, msgspec.json.encode({"to": to}), kept)
        self._history.undo(to)
        return undone

    def redo(self, actor: str) -> None:
        """Takes the last undo back, as long as nothing was done since.

        Raises:
            RecordError: If there is none, or it cannot be written.
        """
        trial = History(list(self._history.counting), self._history.written, [list(x) for x in self._history.undone])
        try:
            trial.redo()
        except ValueError as error:
            raise RecordError(f"Nothing can be redone: {error}.") from error
        self._rewind("redo", actor, b"{}", trial.counting)
        self._history.redo()

    def reveal(self) -> str:
        """Shows the seed of the shuffles for everybody to check; returns it in hexadecimal.

        Raises:
            RecordError: If there is none, or it cannot be written.
        """
        if not self.seed:
            raise RecordError("This game has no seed to reveal: no deck was shuffled by the program.")
        self._write("reveal", "", msgspec.json.encode({"seed": self.seed.hex()}), (), {})
        return self.seed.hex()

    @property
    def revealed(self) -> bool:
        """Whether the seed of the shuffles has been shown."""
        return any(entry.kind == "reveal" for entry in self.entries())

    def entries(self) -> Iterator[Entry]:
        """All that was written, in order."""
        return self._store.entries()

    def evidence(self, sha256: bytes) -> bytes | None:
        """The bytes of an evidence; None if they are not there."""
        return self._store.evidence(sha256)

    def state_at(self, number: int) -> Any:  # noqa: ANN401 (the game's own state)
        """The state after an event that counts; 0 for the beginning."""
        state = self.game.new(self.setup)
        for each in self._history.counting:
            if each > number:
                break
            state = self.game.evolve(state, self.event(each))
        return state

    def close(self) -> None:
        """Closes the file."""
        self._store.close()

    def _rewind(self, kind: Kind, actor: str, body: bytes, counting: list[int]) -> None:
        before = self.state
        self.state = self._folded(counting)
        try:
            self._write(kind, actor, body, (), {})
        except RecordError:
            self.state = before
            raise

    def _folded(self, numbers: list[int]) -> Any:  # noqa: ANN401 (the game's own state)
        state = self.game.new(self.setup)
        for number in numbers:
            state = self.game.evolve(state, self.event(number))
        return state

    def _write(
        self, kind: Kind, actor: str, body: bytes, events: tuple[bytes, ...], evidence: Mapping[str, bytes]
    ) -> None:
        coded = _json(self.state)
        entry = Entry(
            number=self._entries,
            kind=kind,
            at=self._now(),
            actor=actor,
            edition=self._edition,
            body=body,
            events=events,
            evidence=tuple(Evidence(name=name, digest=digest(data)) for name, data in evidence.items()),
            state=digest(coded),
            before=self._last,
        ).sealed()
        keep = coded if entry.number and entry.number % SNAPSHOT_EVERY == 0 else None
        self._store.append(entry, {digest(data): data for data in evidence.values()}, keep)
        self._last = entry.hash
        self._entries += 1

    def _fold_all(self) -> None:
        """Reads every entry, checks the chain, and folds from the newest snapshot that still counts."""
        snapshot = self._store.snapshot()
        start: list[int] | None = None
        last: Entry | None = None
        for entry in self._readable():
            self._check(entry)
            if entry.kind == "begin":
                self._setup = msgspec.json.decode(entry.body, type=self.game.setup_type)
                self._edition = entry.edition
            self._events += entry.events
            self._take(entry)
            self._last, self._entries, last = entry.hash, entry.number + 1, entry
            if snapshot is not None and entry.number == snapshot[0] and digest(snapshot[1]) == entry.state:
                start = list(self._history.counting)
        if last is None or self._setup is None:
            raise RecordError(f"{self.path} holds no game: its first entry is missing.")
        if self._store.head != (last.number, last.hash):
            raise TamperedError(last.number + 1, "it is missing from the end", self._history.written)
        counting = self._history.counting
        if snapshot is not None and start is not None and counting[: len(start)] == start:
            self.state = msgspec.json.decode(snapshot[1], type=self.game.state_type)
            for number in counting[len(start) :]:
                self.state = self.game.evolve(self.state, self.event(number))
        else:
            self.state = self._folded(counting)
        if digest(_json(self.state)) != last.state:
            before = self._history.written - len(last.events)
            raise TamperedError(last.number, "its state does not follow from its events", before, len(last.events))

    def _readable(self) -> Iterator[Entry]:
        try:
            yield from self._store.entries()
        except TamperedError as unreadable:
            raise TamperedError(unreadable.entry, unreadable.why, self._history.written) from unreadable

    def _check(self, entry: Entry) -> None:
        if entry.number != self._entries:
            raise TamperedError(self._entries, "it is missing", self._history.written)
        if entry.before != self._last:
            raise self._tampered(entry, "it does not follow on the one before")
        if entry.true_hash() != entry.hash:
            raise self._tampered(entry, "its content does not fit its hash")

    def _tampered(self, entry: Entry, why: str) -> TamperedError:
        return TamperedError(entry.number, why, self._history.written, len(entry.events))

    def _take(self, entry: Entry) -> None:
        try:
            if entry.kind == "command":
                self._history.add(len(entry.events))
                self._boundaries.append(self._history.written)
            elif entry.kind == "undo":
                self._history.undo(int(msgspec.json.decode(entry.body)["to"]))
            elif entry.kind == "redo":
                self._history.redo()
        except (ValueError, KeyError, TypeError, msgspec.DecodeError) as error:
            raise self._tampered(entry, str(error)) from error


def _json(value: msgspec.Struct) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
