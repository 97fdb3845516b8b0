"""The durable record of one game: commands decided, written, folded; undone, redone, seen again.

The record is the only owner of a game's state. A command is decided by the game's rules, its events are written with it
in one transaction, and only then does the state change. Nothing is ever deleted: undoing appends.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.games.command import Command, Event
from companion.games.defaults.completed import completed
from companion.games.protocol import Game, rules_version
from companion.record.canonical import CanonicalEncoder
from companion.record.chain import Entry, Evidence, Kind, digest
from companion.record.checks import entries_of, game_of, require_seed, require_whole
from companion.record.errors import RecordError
from companion.record.fold import UNREADABLE, Fold
from companion.record.head_file import Head
from companion.record.history import History
from companion.record.rescue_note import RescueNote, rescued_note
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
        """For `create`, `open` and `read` only.

        Args:
            game: The rules.
            store: The file.
            now: Wall time, ISO 8601 in UTC.
        """
        self.game = completed(game)
        self._store = store
        self._now = now
        self._fold = Fold(game)
        self._canonical = CanonicalEncoder()
        self._command_decoder = msgspec.json.Decoder(game.command_type)
        self._event_decoder = msgspec.json.Decoder(game.event_type)
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
        record._fold.setup, record._fold.edition = msgspec.json.decode(_json(setup), type=game.setup_type), edition
        record.state = game.new(record.setup)
        record._fold.added(record._write("begin", "", _json(setup), (), {}), ())
        return record

    @classmethod
    def open(cls, path: Path, games: Mapping[str, Game[Any]], now: Callable[[], str]) -> "Record":
        """Opens a game to go on with it, and folds it up to now.

        Raises:
            RecordError: If it is no record of a game that is known, or cannot be written.
            NewerError: If newer rules wrote it.
            TamperedError: If an entry is not as it was written, or is missing.
        """
        return cls._opened(Store.open(path), games, now)

    @classmethod
    def read(cls, path: Path, games: Mapping[str, Game[Any]]) -> "Record":
        """Opens a game to look at it; nothing can be done in it, and its file stays as it is.

        Raises:
            RecordError: If it is no record of a game that is known.
            NewerError: If newer rules wrote it.
            TamperedError: If an entry is not as it was written, or is missing.
        """
        return cls._opened(Store.read(path), games, lambda: "")

    @classmethod
    def _opened(cls, store: Store, games: Mapping[str, Game[Any]], now: Callable[[], str]) -> "Record":
        try:
            game = game_of(store, games)
            record = cls(game, store, now)
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
        assert self._fold.setup is not None  # noqa: S101 (set by every way to get a record)
        return self._fold.setup

    @property
    def seed(self) -> bytes:
        """The secret that shuffles; empty without one."""
        return self._store.about("seed") or b""

    @property
    def rescued(self) -> RescueNote | None:
        """What was lost of the file that this one was rescued from; None for one that was not."""
        return rescued_note(self._store)

    @property
    def head(self) -> Head | None:
        """The newest entry; None before the first."""
        return self._store.head

    @property
    def written(self) -> int:
        """How many events were written, undone ones included."""
        return self._fold.history.written

    @property
    def counting(self) -> tuple[int, ...]:
        """Numbers of the events that count, in order."""
        return tuple(self._fold.history.counting)

    @property
    def boundaries(self) -> tuple[int, ...]:
        """Numbers of the events after which a command was done: where an undo is natural."""
        counting = {0, *self._fold.history.counting}
        return tuple(number for number in self._fold.boundaries if number in counting)

    @property
    def redoable(self) -> bool:
        """Whether the last undo can be taken back."""
        return bool(self._fold.history.undone)

    def event(self, number: int) -> Event:
        """An event by its number, from 1.

        Raises:
            TamperedError: If it cannot be read.
        """
        return self._fold.event(number)

    def command(self, entry: Entry) -> Command:
        """The command of one of its entries.

        Raises:
            TamperedError: If it cannot be read.
        """
        return self._fold.command(entry)

    def evolved(self, state: Any, number: int) -> Any:  # noqa: ANN401 (the game's own state)
        """The state after one of its events.

        Raises:
            TamperedError: If the event cannot be read, or does not fit the state.
        """
        return self._fold.evolved(state, number)

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
            entry = self._write("command", command.by, body, coded, evidence or {})
        except BaseException:
            self.state = before
            raise
        self._fold.added(entry, events)
        return events

    def undoing(self, to: int) -> Undo:
        """What an undo would take back, and what it cannot.

        Raises:
            RecordError: If that event does not count now.
        """
        if to != 0 and to not in self._fold.history.counting:
            raise RecordError(f"There is no event {to} to go back to; choose one of those that count now.")
        state = self.game.new(self.setup)
        learned: list[tuple[str, str]] = []
        taken: list[Event] = []
        for number in self._fold.history.counting:
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
        kept = [number for number in self._fold.history.counting if number <= to]
        entry = self._rewind("undo", actor, msgspec.json.encode({"to": to}), kept)
        self._fold.history.undo(to)
        self._fold.added(entry, ())
        return undone

    def redo(self, actor: str) -> None:
        """Takes the last undo back, as long as nothing was done since.

        Raises:
            RecordError: If there is none, or it cannot be written.
        """
        history = self._fold.history
        trial = History(list(history.counting), history.written, [list(x) for x in history.undone])
        try:
            trial.redo()
        except ValueError as error:
            raise RecordError(f"Nothing can be redone: {error}.") from error
        entry = self._rewind("redo", actor, b"{}", trial.counting)
        self._fold.history.redo()
        self._fold.added(entry, ())

    def reveal(self) -> str:
        """Shows the seed of the shuffles for everybody to check; returns it in hexadecimal.

        Raises:
            RecordError: If there is none, or it cannot be written.
        """
        if not self.seed:
            raise RecordError("This game has no seed to reveal: no deck was shuffled by the program.")
        self._fold.added(self._write("reveal", "", msgspec.json.encode({"seed": self.seed.hex()}), (), {}), ())
        return self.seed.hex()

    @property
    def revealed(self) -> bool:
        """Whether the seed of the shuffles has been shown."""
        return any(entry.kind == "reveal" for entry in self.entries())

    def entries(self, after: int | None = None) -> Iterator[Entry]:
        """All that was written, in order; those with a greater number than one that is given."""
        return self._store.entries(after)

    def evidence(self, sha256: bytes) -> bytes | None:
        """The bytes of an evidence; None if they are not there."""
        return self._store.evidence(sha256)

    def state_at(self, number: int) -> Any:  # noqa: ANN401 (the game's own state)
        """The state after an event that counts; 0 for the beginning."""
        return self._fold.folded([each for each in self._fold.history.counting if each <= number])

    def close(self) -> None:
        """Closes the file."""
        self._store.close()

    def _rewind(self, kind: Kind, actor: str, body: bytes, counting: list[int]) -> Entry:
        before = self.state
        self.state = self._fold.folded(counting)
        try:
            return self._write(kind, actor, body, (), {})
        except RecordError:
            self.state = before
            raise

    def _write(
        self, kind: Kind, actor: str, body: bytes, events: tuple[bytes, ...], evidence: Mapping[str, bytes]
    ) -> Entry:
        coded = self._canonical.encode(self.state)
        entry = Entry(
            number=self._fold.entries,
            kind=kind,
            at=self._now(),
            actor=actor,
            edition=self._fold.edition,
            rules=rules_version(self.game),
            body=body,
            events=events,
            evidence=tuple(Evidence(name=name, digest=digest(data)) for name, data in evidence.items()),
            state=digest(coded),
            before=self._fold.hash,
        ).sealed()
        keep = coded if entry.number and entry.number % SNAPSHOT_EVERY == 0 else None
        self._store.append(entry, {digest(data): data for data in evidence.values()}, keep)
        return entry

    def _fold_all(self) -> None:
        """Reads every entry, checks the chain, and folds from the newest snapshot that still counts."""
        snapshot = self._store.snapshot()
        start: tuple[list[int], bytes] | None = None
        for entry in entries_of(self._store, self._fold):
            self._fold.take(entry)
            if snapshot is not None and self._is_of(entry, snapshot):
                start = list(self._fold.history.counting), snapshot[1]
        last = self._fold.last
        if last is None:
            raise RecordError(f"{self.path} holds no game: its first entry is missing.")
        require_whole(self._store, self._fold)
        require_seed(self._store, self.setup, self.rescued)
        counting = self._fold.history.counting
        if start is not None and counting[: len(start[0])] == start[0]:
            self.state = self._state_of(start[1])
            for number in counting[len(start[0]) :]:
                self.state = self._fold.evolved(self.state, number)
        if self.state is None or not self._fits(last):
            self.state = self._fold.folded(counting)
        if last.rules == rules_version(self.game) and not self._fits(last):
            raise self._fold.tampered(last, "its state does not follow from its events")
        self._store.acknowledge(Head(last.number, last.hash))

    def _is_of(self, entry: Entry, snapshot: tuple[int, bytes]) -> bool:
        """Whether a snapshot is the state after an entry, as these rules see it."""
        number, coded = snapshot
        return entry.number == number and entry.rules == rules_version(self.game) and digest(coded) == entry.state

    def _state_of(self, coded: bytes) -> Any:  # noqa: ANN401 (the game's own state)
        try:
            return msgspec.json.decode(coded, type=self.game.state_type)
        except UNREADABLE as error:
            raise RecordError(f"{self.path} is damaged: a state that it keeps cannot be read ({error}).") from error

    def _fits(self, entry: Entry) -> bool:
        return digest(self._canonical.encode(self.state)) == entry.state


def _json(value: msgspec.Struct) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
