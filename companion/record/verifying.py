"""Whether a record is what was played: every hash, every state, every decision and every shuffle worked out again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.games.protocol import Command, Game, RuleViolation
from companion.record.chain import Entry, digest
from companion.record.errors import TamperedError
from companion.record.history import History
from companion.record.record import Record
from companion.record.shuffling import commitment, shuffled


@dataclass(frozen=True, slots=True)
class Verified:
    """What a whole record was found to be.

    Attributes:
        entries: How many there are.
        events: How many events were written.
        shuffles: How many shuffles were checked against the seed; None while the seed is not revealed.
        otherwise: Numbers of the entries that the rules of this version decide otherwise than was done then: a later
            version may know a rule better, so that alone is no sign of tampering.
    """

    entries: int
    events: int
    shuffles: int | None
    otherwise: tuple[int, ...] = ()


def verify(path: Path, games: Mapping[str, Game[Any]], *, progress: Callable[[int], None] | None = None) -> Verified:
    """Folds and hashes a record again.

    Args:
        path: The file.
        games: Rules by name.
        progress: Told the number of each entry.

    Raises:
        RecordError: If it cannot be read.
        TamperedError: If something in it is not as it was written; it names the first entry that is wrong.
    """
    record = Record.open(path, games, lambda: "")
    try:
        return _Check(record, progress).run()
    finally:
        record.close()


class _Check:
    def __init__(self, record: Record, progress: Callable[[int], None] | None) -> None:
        self._record = record
        self._game = record.game
        self._progress = progress
        self._history = History()
        self._state: Any = None
        self._states: dict[int, Any] = {}
        self._events: list[Any] = []
        self._shuffles: list[tuple[int, str, tuple[str, ...]]] = []
        self._otherwise: list[int] = []
        self._commands = msgspec.json.Decoder(self._game.command_type)
        self._event_decoder = msgspec.json.Decoder(self._game.event_type)

    def run(self) -> Verified:
        seed = b""
        count = 0
        for entry in self._record.entries():
            self._follow(entry)
            if digest(msgspec.json.encode(self._state, order="deterministic")) != entry.state:
                raise self._tampered(entry, "its state does not follow from its events")
            for each in entry.evidence:
                data = self._record.evidence(each.digest)
                if data is None or digest(data) != each.digest:
                    raise self._tampered(entry, f"its evidence {each.name} is missing or changed")
            if entry.kind == "reveal":
                seed = bytes.fromhex(msgspec.json.decode(entry.body)["seed"])
            count = entry.number + 1
            if self._progress is not None:
                self._progress(entry.number)
        shuffles = self._checked_shuffles(seed) if seed else None
        return Verified(count, self._history.written, shuffles, tuple(self._otherwise))

    def _tampered(self, entry: Entry, why: str) -> TamperedError:
        return TamperedError(entry.number, why, self._history.written - len(entry.events), len(entry.events))

    def _follow(self, entry: Entry) -> None:
        """The state after an entry, worked out from the one before."""
        match entry.kind:
            case "begin":
                self._state = self._game.new(self._record.setup)
                self._states[0] = self._state
            case "command":
                self._decide(entry)
            case "undo":
                to = int(msgspec.json.decode(entry.body)["to"])
                self._history.undo(to)
                self._state = self._folded()
            case "redo":
                self._history.redo()
                self._state = self._folded()
            case _:
                pass

    def _decide(self, entry: Entry) -> None:
        command = self._commands.decode(entry.body)
        if command.by != entry.actor:
            before = self._history.written
            raise TamperedError(
                entry.number, "its actor is not the one who gave the command", before, len(entry.events)
            )
        if not self._follows(command, entry):
            self._otherwise.append(entry.number)
        self._history.add(len(entry.events))
        for coded in entry.events:
            event = self._event_decoder.decode(coded)
            order = self._game.shuffle(self._state, event)
            if order is not None:
                self._shuffles.append((entry.number, *order))
            self._state = self._game.evolve(self._state, event)
            self._events.append(event)

    def _follows(self, command: Command, entry: Entry) -> bool:
        """Whether the rules of this version decide the command as it was decided then."""
        try:
            events = self._game.decide(self._state, command)
        except RuleViolation:
            return False
        return tuple(msgspec.json.encode(event, order="deterministic") for event in events) == entry.events

    def _folded(self) -> Any:  # noqa: ANN401 (the game's own state)
        state = self._states[0]
        for number in self._history.counting:
            state = self._game.evolve(state, self._events[number - 1])
        return state

    def _checked_shuffles(self, seed: bytes) -> int:
        shown = getattr(self._record.setup, "seed_hash", "")
        if commitment(seed) != shown:
            raise TamperedError(0, "the seed that was revealed is not the one whose hash was shown before the game")
        for number, (entry, player, order) in enumerate(self._shuffles, 1):
            if shuffled(seed, number, player, order) != order:
                raise TamperedError(entry, f"the shuffle of {player}'s deck does not follow from the seed")
        return len(self._shuffles)
