"""The record of a tournament: opened, gone on with, taken back, verified as that of a game."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.games.command import Command, Event
from companion.games.defaults.completed import completed
from companion.league.tournament.game import NAME, TournamentGame
from companion.league.tournament.model import ORGANISER, TournamentPlan, TournamentState
from companion.record.chain import Entry
from companion.record.head_file import head_beside
from companion.record.record import Record
from companion.record.store import Store

_RULES: Any = TournamentGame()
GAMES = {NAME: completed(_RULES)}


class TournamentBook:
    """A tournament whose record is open; used by one thread.

    Attributes:
        record: What happened.
    """

    def __init__(self, record: Record) -> None:
        """For `begin`, `open` and `read`."""
        self.record = record

    @classmethod
    def begin(cls, path: Path, plan: TournamentPlan, now: Callable[[], str]) -> "TournamentBook":
        """Begins a tournament in a new file.

        Raises:
            RecordError: If the file exists or cannot be written.
        """
        return cls(Record.create(path, GAMES[NAME], plan, now))

    @classmethod
    def open(cls, path: Path, now: Callable[[], str]) -> "TournamentBook":
        """Opens a tournament to go on with it.

        Raises:
            RecordError: If it is no record of a tournament, or not as it was written.
        """
        return cls(Record.open(path, GAMES, now))

    @classmethod
    def read(cls, path: Path) -> "TournamentBook":
        """Opens a tournament to look at it.

        Raises:
            RecordError: If it is no record of a tournament, or not as it was written.
        """
        return cls(Record.read(path, GAMES))

    @classmethod
    def copied(cls, path: Path, entries: Sequence[Entry], now: Callable[[], str]) -> "TournamentBook":
        """Opens a tournament whose entries were kept elsewhere; its file becomes what they tell.

        A file that is there stays if it tells the same, whether or not it goes on after that. One that tells something
        else is laid aside.

        Args:
            path: Of the file.
            entries: All that were kept; at least one.
            now: Wall time.

        Raises:
            RecordError: If they are not as they were written, or the file cannot be written.
        """
        if path.exists():
            own = cls.open(path, now)
            if list(own.record.entries())[: len(entries)] == list(entries):
                return own
            own.close()
            _lay_aside(path)
        with closing(Store.create(path, NAME)) as store:
            for each in entries:
                store.append(each, {})
        return cls.open(path, now)

    @property
    def state(self) -> TournamentState:
        """How it stands."""
        found: TournamentState = self.record.state
        return found

    def do(self, command: Command) -> tuple[Event, ...]:
        """Decides and writes a command.

        Raises:
            RuleViolation: If it is refused.
            RecordError: If it cannot be written.
        """
        return self.record.do(command)

    def undo(self) -> bool:
        """Takes the last command back; whether there was one.

        Raises:
            RecordError: If it cannot be written.
        """
        counting = self.record.counting
        if not counting:
            return False
        kept = [number for number in self.record.boundaries if number < counting[-1]]
        self.record.undo(kept[-1] if kept else 0, ORGANISER)
        return True

    def close(self) -> None:
        """Closes the file."""
        self.record.close()


def _lay_aside(path: Path) -> None:
    """Gives a file and what lies beside it another name, which says that it is not the one that counts."""
    number = 1
    while (aside := path.with_name(f"{path.name}.aside-{number}")).exists():
        number += 1
    path.rename(aside)
    head = head_beside(path)
    if head.exists():
        head.rename(head_beside(aside))
