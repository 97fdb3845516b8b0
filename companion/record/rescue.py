"""A damaged record rescued: all entries before the first that is wrong, in a new file that says what is missing.

Entries go over as they stand, with their hashes, so that the new file can be held against a copy of the old one. The
damaged file stays as it is.
"""

import contextlib
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from companion.games.protocol import Game
from companion.games.registry import GameError
from companion.record.chain import Entry, Evidence
from companion.record.checks import entries_of, game_of, require_seed, require_whole
from companion.record.errors import DamagedError, NewerError, RecordError, TamperedError
from companion.record.fold import Fold
from companion.record.rescue_note import RescueNote, rescued_note, write_note
from companion.record.store import Store
from companion.record.verification import Verifier

MAX_LOOKED_AT = 10_000
"""So many entries at most are looked at one by one; a game of an evening has some hundreds."""


@dataclass(frozen=True, slots=True)
class Rescue:
    """What was rescued.

    Attributes:
        note: What the new file says of what is missing.
        events: How many events were kept.
        last_at: Wall time of the newest entry that was kept, ISO 8601 in UTC.
        evidence: Names of the evidence that is missing from the entries that were kept.
        unproven: Numbers of the entries that fit their own hash but come after the first that is wrong, so that nothing
            proves what they were made of; they were not kept.
    """

    note: RescueNote
    events: int
    last_at: str
    evidence: tuple[str, ...]
    unproven: tuple[int, ...] = ()


def rescue(path: Path, out: Path, games: Mapping[str, Game[Any]]) -> Rescue:
    """Writes all that is still as it was written into a new file.

    Args:
        path: The damaged record.
        out: The new file, which must not exist.
        games: Rules by name.

    Raises:
        RecordError: If nothing is wrong with it, nothing of it can be kept, or the new file cannot be written.
        NewerError: If newer rules wrote it.
    """
    if out.exists():
        raise RecordError(f"{out} exists already; name a file that is not there yet.")
    with Store.salvage(path) as store:
        try:
            found = _Found(store, _game(store, games))
        except DamagedError as error:
            raise RecordError(f"Nothing of {path} can be rescued: what says which game it is was cut off.") from error
        if not found.entries:
            raise RecordError(f"Nothing of {path} can be rescued: {found.lost()}.")
        if not found.damaged:
            raise RecordError(f"{path} is as it was written; there is nothing to rescue.")
        return found.write(out)


class _Found:
    """What a damaged file still holds.

    Attributes:
        entries: Those before the first that is wrong.
        why: What is wrong with the first that is not kept; empty where none is missing.
    """

    def __init__(self, store: Store, game: Game[Any]) -> None:
        self._store = store
        self._before = _note(store)
        self._missing: dict[bytes, str] = {}
        self._check = Verifier(store, game, self._miss)
        self.entries: list[Entry] = []
        self.why = ""
        try:
            for entry in entries_of(store, self._check.fold):
                self._check.take(entry)
                self.entries.append(entry)
            require_whole(store, self._check.fold)
        except TamperedError as wrong:
            self.why = wrong.why
        except RecordError:
            self.why = "it cannot be read"
        self._seed_lost = self._lost_seed()

    @property
    def damaged(self) -> bool:
        """Whether anything is missing that was not missing before."""
        before = self._before or RescueNote(kept=0, written=0, why="")
        lost_before = {bytes.fromhex(each) for each in before.evidence}
        return bool(self.why or self._missing.keys() - lost_before or self._seed_lost > before.seed_lost)

    @property
    def written(self) -> int:
        """How many entries there had been, as far as anything tells."""
        counts = [len(self.entries)]
        if self._before is not None:
            counts.append(self._before.written)
        if self._store.acknowledged is not None:
            counts.append(self._store.acknowledged.number + 1)
        with contextlib.suppress(RecordError):  # what the file tells of it may be lost too
            if self._store.head is not None:
                counts.append(self._store.head.number + 1)
        return max(counts)

    def lost(self) -> str:
        """Why nothing can be kept, and what of the entries after the first is whole all the same."""
        whole = tuple(self._store.whole_entries(range(1, self.written)[:MAX_LOOKED_AT]))
        said = f"its first entry, which says how the game was set up, is damaged ({self.why})"
        if not whole:
            return said
        return f"{said}; entries {ranges(whole)} are whole, but without the first they cannot be replayed"

    def write(self, out: Path) -> Rescue:
        fold, before, written = self._check.fold, self._before, self.written
        after = range(len(self.entries) + 1, written)[:MAX_LOOKED_AT]
        note = RescueNote(
            kept=len(self.entries),
            written=written,
            why=self.why or (before.why if before is not None else ""),
            evidence=tuple(each.hex() for each in self._missing),
            seed_lost=self._seed_lost,
        )
        with closing(Store.create(out, fold.game.name)) as new:
            try:
                self._copy(new, note)
            except RecordError:
                new.close()
                out.unlink(missing_ok=True)
                raise
        return Rescue(
            note,
            fold.history.written,
            self.entries[-1].at,
            tuple(self._missing.values()),
            tuple(self._store.whole_entries(after)),
        )

    def _copy(self, new: Store, note: RescueNote) -> None:
        write_note(new, note)
        if not self._seed_lost and (seed := self._store.about("seed")) is not None:
            new.note("seed", seed)
        for entry in self.entries:
            kept = [each.digest for each in entry.evidence if each.digest not in self._missing]
            new.append(entry, {each: cast("bytes", self._store.evidence(each)) for each in kept})

    def _miss(self, entry: Entry, evidence: Evidence) -> None:
        self._missing[evidence.digest] = f"{evidence.name} of entry {entry.number}"

    def _lost_seed(self) -> bool:
        try:
            require_seed(self._store, self._check.fold.setup, None)
        except RecordError:
            return True
        return False


def ranges(numbers: tuple[int, ...]) -> str:
    """Numbers for people: those that follow on one another as `3-7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _game(store: Store, games: Mapping[str, Game[Any]]) -> Game[Any]:
    """The rules of a record, also where the file cannot tell its game any more."""
    try:
        return game_of(store, games)
    except NewerError:
        raise
    except RecordError:
        for name in games:
            with contextlib.suppress(RecordError, GameError, StopIteration):
                game = games[name]
                fold = Fold(game)
                fold.take(next(entries_of(store, fold)))
                return game
        raise


def _note(store: Store) -> RescueNote | None:
    try:
        return rescued_note(store)
    except RecordError:
        return None
