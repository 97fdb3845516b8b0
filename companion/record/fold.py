"""A record's entries taken up one by one: the chain is checked, and what counts is known after each.

What stands in a damaged or forged file may be anything; whatever it is, it ends in a `TamperedError` that names the
entry.
"""

from typing import Any

import msgspec

from companion.games.command import Command, Event
from companion.games.protocol import Game
from companion.record.chain import FIRST, Entry
from companion.record.errors import TamperedError
from companion.record.history import History

UNREADABLE = (msgspec.MsgspecError, ValueError, KeyError, TypeError, RecursionError)
"""What decoding the body of an entry raises, whatever stands in it."""


class Fold:
    """What is known after the entries taken so far.

    Attributes:
        game: The rules.
        history: Which events count.
        boundaries: Numbers of the events after which a command was done.
        setup: What the game began with; None before the first entry.
        edition: Of the rules; empty before the first entry.
        last: The newest entry; None before the first.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.history = History()
        self.boundaries: list[int] = [0]
        self.setup: msgspec.Struct | None = None
        self.edition = ""
        self.last: Entry | None = None
        self._events: list[Event | bytes] = []
        self._of_entry: list[int] = []
        self._hashes: list[bytes] = []
        self._event_decoder = msgspec.json.Decoder(game.event_type)
        self._command_decoder = msgspec.json.Decoder(game.command_type)

    @property
    def entries(self) -> int:
        """How many were taken."""
        return 0 if self.last is None else self.last.number + 1

    @property
    def hash(self) -> bytes:
        """Of the newest entry."""
        return FIRST if self.last is None else self.last.hash

    def hash_of(self, number: int) -> bytes:
        """Of an entry that was taken, by its number."""
        return self._hashes[number]

    def take(self, entry: Entry) -> None:
        """Takes the next entry.

        Raises:
            TamperedError: If it is not the next one, or not as it was written.
        """
        self._check(entry)
        try:
            match entry.kind:
                case "begin":
                    if entry.number:
                        raise ValueError("a game begins once")
                    self.setup = msgspec.json.decode(entry.body, type=self.game.setup_type)
                    self.edition = entry.edition
                case "command":
                    self.history.add(len(entry.events))
                    self.boundaries.append(self.history.written)
                    self._events += entry.events
                    self._of_entry += [entry.number] * len(entry.events)
                case "undo":
                    self.history.undo(int(msgspec.json.decode(entry.body)["to"]))
                case "redo":
                    self.history.redo()
                case "reveal":
                    pass
        except UNREADABLE as error:
            raise self.tampered(entry, f"it cannot be read ({_short(error)})") from error
        if self.setup is None:
            raise self.tampered(entry, "a record begins with what the game begins with")
        self._is_newest(entry)

    def added(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """Is told of an entry that was made here and now, with its events."""
        self._is_newest(entry)
        if entry.kind == "command":
            self.history.add(len(events))
            self.boundaries.append(self.history.written)
            self._events += events
            self._of_entry += [entry.number] * len(events)

    def event(self, number: int) -> Event:
        """An event by its number, from 1.

        Raises:
            TamperedError: If it cannot be read.
        """
        event = self._events[number - 1]
        if isinstance(event, bytes):
            try:
                event = self._event_decoder.decode(event)
            except UNREADABLE as error:
                raise self._wrong_event(number, f"it cannot be read ({_short(error)})") from error
            self._events[number - 1] = event
        return event

    def command(self, entry: Entry) -> Command:
        """The command of an entry.

        Raises:
            TamperedError: If it cannot be read.
        """
        try:
            command: Command = self._command_decoder.decode(entry.body)
        except UNREADABLE as error:
            raise self.tampered(entry, f"it cannot be read ({_short(error)})") from error
        return command

    def beginning(self) -> Any:  # noqa: ANN401 (the game's own state)
        """The state before anything has happened; the first entry has been taken.

        Raises:
            TamperedError: If the setup is one that no game begins with.
        """
        assert self.setup is not None  # noqa: S101 (`take` refuses a first entry without it)
        try:
            return self.game.new(self.setup)
        except Exception as error:  # what a forged setup does to the rules is not to be foreseen
            raise TamperedError(0, f"no game begins so ({_short(error)})", 0) from error

    def evolved(self, state: Any, number: int) -> Any:  # noqa: ANN401 (the game's own state)
        """The state after an event by its number.

        Raises:
            TamperedError: If it cannot be read, or does not fit the state.
        """
        event = self.event(number)
        try:
            return self.game.evolve(state, event)
        except Exception as error:  # a forged event may not fit in any way
            raise self._wrong_event(number, f"it does not fit the game ({_short(error)})") from error

    def folded(self, numbers: list[int]) -> Any:  # noqa: ANN401 (the game's own state)
        """The state after some events from the beginning.

        Raises:
            TamperedError: As `evolved`.
        """
        state = self.beginning()
        for number in numbers:
            state = self.evolved(state, number)
        return state

    def tampered(self, entry: Entry, why: str) -> TamperedError:
        """That an entry, the newest or the next, is wrong."""
        before = self.history.written
        if entry.number < self.entries:
            before -= len(entry.events)
        return TamperedError(entry.number, why, before, len(entry.events))

    def _is_newest(self, entry: Entry) -> None:
        self.last = entry
        self._hashes.append(entry.hash)

    def _wrong_event(self, number: int, why: str) -> TamperedError:
        return TamperedError(self._of_entry[number - 1], why, number - 1, 1)

    def _check(self, entry: Entry) -> None:
        written = self.history.written
        if entry.number != self.entries:
            raise TamperedError(self.entries, "it is missing", written)
        if entry.before != self.hash:
            raise TamperedError(entry.number, "it does not follow on the one before", written, len(entry.events))
        if entry.true_hash() != entry.hash:
            raise TamperedError(entry.number, "its content does not fit its hash", written, len(entry.events))


def _short(error: Exception) -> str:
    """The first words of an error; the values that it quotes may be of any length."""
    said = " ".join(str(error).split()) or type(error).__name__
    return said if len(said) <= 120 else f"{said[:119]}…"
