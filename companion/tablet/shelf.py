"""The games of this user: where they lie, and what each was about. Knows nothing of Kivy."""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import platformdirs

from companion.games.signum.events import GameEnded
from companion.games.signum.phrases import phrases
from companion.games.signum.state import State
from companion.record.errors import RecordError
from companion.record.telling import sentence
from companion.referee.replaying import open_record
from companion.texts import Language

ENDING = ".signum"
LONGEST_STEM = 60


@dataclass(frozen=True, slots=True)
class Summary:
    """One game, in short.

    Attributes:
        path: Its file.
        names: Of the players.
        turn: The turn it stands at; 0 while it is being set up.
        last: When something was written last, in this machine's zone.
        over: Whether it has ended.
        state: As it stands; None where the file cannot be read.
        why: What is wrong with the file, in English; empty where nothing is.
    """

    path: Path
    names: tuple[str, ...]
    turn: int
    last: datetime
    over: bool
    state: State | None
    why: str = ""

    def result(self, language: Language) -> str:
        """How it ended, in a sentence; empty while it goes on."""
        if self.state is None or self.state.outcome is None:
            return ""
        (phrase,) = phrases(self.state, GameEnded(outcome=self.state.outcome))
        return sentence(phrase, self.state, language)


def games_folder() -> Path:
    """Where games lie that nobody named a file for."""
    return Path(platformdirs.user_data_path("companion")) / "games"


def new_file(folder: Path, names: tuple[str, ...], now: datetime) -> Path:
    """A file for a new game, named after the day and the players; none of that name is there yet."""
    players = re.sub(r"[^\w\- ]+", "", " - ".join(names)).strip()
    stem = f"{now:%Y-%m-%d %H-%M} {players}"[:LONGEST_STEM].strip()
    path, again = folder / f"{stem}{ENDING}", 2
    while path.exists():
        path, again = folder / f"{stem} {again}{ENDING}", again + 1
    return path


def files(folder: Path) -> tuple[Path, ...]:
    """The games of a folder, the one that was played last first."""
    try:
        found = [path for path in folder.iterdir() if path.name.endswith(ENDING)]
        return tuple(sorted(found, key=_touched_s, reverse=True))
    except OSError:
        return ()


def summaries(paths: tuple[Path, ...]) -> Iterator[Summary]:
    """What the games in these files were about, one by one, for a long game takes a moment to be read."""
    for path in paths:
        yield summary(path)


def summary(path: Path) -> Summary:
    """What the game in a file is about."""
    last = datetime.fromtimestamp(_touched_s(path)).astimezone()
    try:
        with closing(open_record(path)) as record:
            state: State = record.state
    except (RecordError, OSError) as error:
        return Summary(path, (), 0, last, over=False, state=None, why=str(error))
    names = tuple(seat.name for seat in state.setup.seats)
    return Summary(path, names, state.turn, last, state.outcome is not None, state)


def _touched_s(path: Path) -> float:
    """When a record was written last; while it is open, its newest entries lie in a file beside it."""
    beside = path.with_name(path.name + "-wal")
    return max(each.stat().st_mtime for each in (path, beside) if each.exists())
