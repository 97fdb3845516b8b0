"""Whether a record is what was played: every hash, state, decision and shuffle worked out again.

What was written is held against itself: chain, digests, evidence, seed. What today's rules make of it is another
question, which is answered apart: a newer version of the rules may know a rule better, and that accuses nobody.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from companion.games.command import Command
from companion.games.protocol import Game, rules_version
from companion.record.canonical import CanonicalEncoder
from companion.record.chain import Entry, Evidence, digest
from companion.record.checks import entries_of, game_of, require_seed, require_whole
from companion.record.errors import RecordError, TamperedError
from companion.record.fold import UNREADABLE, Fold
from companion.record.rescue_note import RescueNote, rescued_note
from companion.record.shuffle import commitment, shuffled
from companion.record.store import Store


@dataclass(frozen=True, slots=True)
class VerifyResult:
    """What a whole record was found to be.

    Attributes:
        entries: How many there are.
        events: How many events were written.
        shuffles: How many shuffles were checked against the seed; None while the seed is not revealed.
        otherwise: Numbers of the entries that the rules of this version decide otherwise than was done then.
        refolded: Numbers of the entries of older rules after which this version makes another state of the same
            events.
        rescued: What had been lost of the file that the record was rescued from; None for one that was not.
    """

    entries: int
    events: int
    shuffles: int | None
    otherwise: tuple[int, ...] = ()
    refolded: tuple[int, ...] = ()
    rescued: RescueNote | None = None


def verify(
    path: Path, games: Mapping[str, Game[Any]], *, progress: Callable[[int], None] | None = None
) -> VerifyResult:
    """Folds and hashes a record again; its file stays as it is.

    Args:
        path: The file.
        games: Rules by name.
        progress: Told the number of each entry.

    Raises:
        RecordError: If it cannot be read.
        NewerError: If newer rules wrote it.
        TamperedError: If something in it is not as it was written; it names the first entry that is wrong.
    """
    with Store.read(path) as store:
        rescued = rescued_note(store)
        lost = frozenset(() if rescued is None else rescued.evidence)
        check = Verifier(store, game_of(store, games), lambda entry, each: _require_lost(lost, entry, each))
        for entry in entries_of(store, check.fold):
            check.take(entry)
            if progress is not None:
                progress(entry.number)
        if check.fold.setup is None:
            raise RecordError(f"{path} holds no game: its first entry is missing.")
        require_whole(store, check.fold)
        require_seed(store, check.fold.setup, rescued)
        return replace(check.result(), rescued=rescued)


def _require_lost(lost: frozenset[str], entry: Entry, evidence: Evidence) -> None:
    if evidence.digest.hex() not in lost:
        raise TamperedError(entry.number, f"its evidence {evidence.name} is missing or changed")


class Verifier:
    """Entries taken one by one, and everything about each worked out again.

    Attributes:
        fold: What is known after the entries taken so far.
    """

    def __init__(self, store: Store, game: Game[Any], miss: Callable[[Entry, Evidence], None]) -> None:
        """Prepares.

        Args:
            store: Where evidence is.
            game: The rules.
            miss: Told of evidence that is missing or changed; may refuse it.
        """
        self.fold = Fold(game)
        self._store = store
        self._game = game
        self._miss = miss
        self._state: Any = None
        self._canonical = CanonicalEncoder()
        self._seed = b""
        self._shuffles: list[tuple[int, str, tuple[str, ...]]] = []
        self._otherwise: list[int] = []
        self._refolded: list[int] = []

    def take(self, entry: Entry) -> None:
        """Takes the next entry.

        Raises:
            TamperedError: If it is not the next one, or not as it was written.
        """
        self.fold.take(entry)
        self._follow(entry)
        self._compare_state(entry)
        for each in entry.evidence:
            if not self._is_there(each):
                self._miss(entry, each)

    def result(self) -> VerifyResult:
        """What the whole record was found to be.

        Raises:
            TamperedError: If a shuffle does not follow from the seed that was revealed.
        """
        shuffles = self._checked_shuffles() if self._seed else None
        return VerifyResult(
            self.fold.entries,
            self.fold.history.written,
            shuffles,
            tuple(self._otherwise),
            tuple(self._refolded),
        )

    def _is_there(self, evidence: Evidence) -> bool:
        try:
            data = self._store.evidence(evidence.digest)
        except RecordError:
            return False
        return data is not None and digest(data) == evidence.digest

    def _follow(self, entry: Entry) -> None:
        """The state after an entry, worked out from the one before."""
        match entry.kind:
            case "begin":
                self._state = self.fold.beginning()
            case "command":
                self._decide(entry)
            case "undo" | "redo":
                self._state = self.fold.folded(self.fold.history.counting)
            case "reveal":
                try:
                    self._seed = bytes.fromhex(msgspec.json.decode(entry.body)["seed"])
                except UNREADABLE as error:
                    raise self.fold.tampered(entry, "the seed that it reveals cannot be read") from error

    def _compare_state(self, entry: Entry) -> None:
        if entry.rules:
            coded = self._canonical.encode(self._state)
        else:
            coded = msgspec.json.encode(self._state, order="deterministic")
        if digest(coded) == entry.state:
            return
        if entry.rules == rules_version(self._game):
            raise self.fold.tampered(entry, "its state does not follow from its events")
        self._refolded.append(entry.number)

    def _decide(self, entry: Entry) -> None:
        command = self.fold.command(entry)
        if command.by != entry.actor:
            raise self.fold.tampered(entry, "its actor is not the one who gave the command")
        if not self._follows(command, entry):
            self._otherwise.append(entry.number)
        written = self.fold.history.written
        for number in range(written - len(entry.events) + 1, written + 1):
            before, self._state = self._state, self.fold.evolved(self._state, number)
            order = self._game.shuffle(before, self.fold.event(number))
            if order is not None:
                self._shuffles.append((entry.number, *order))

    def _follows(self, command: Command, entry: Entry) -> bool:
        """Whether the rules of this version decide the command as it was decided then."""
        try:
            events = self._game.decide(self._state, command)
        except Exception:  # noqa: BLE001 (refused, or a forged command that breaks the rules in any way)
            return False
        return tuple(msgspec.json.encode(event, order="deterministic") for event in events) == entry.events

    def _checked_shuffles(self) -> int:
        shown = getattr(self.fold.setup, "seed_hash", "")
        if commitment(self._seed) != shown:
            raise TamperedError(0, "the seed that was revealed is not the one whose hash was shown before the game")
        for number, (entry, pile, order) in enumerate(self._shuffles, 1):
            if shuffled(self._seed, number, pile, order) != order:
                raise TamperedError(entry, f"the shuffle of the pile {pile} does not follow from the seed")
        return len(self._shuffles)
