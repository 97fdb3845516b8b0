"""The games of this user: where they lie, and what each was about. Knows nothing of Kivy."""

import contextlib
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from enum import StrEnum
from pathlib import Path
from typing import Any

import platformdirs

from companion.games.registry import games, record_endings
from companion.presentation.teller import Teller
from companion.record.errors import NewerError, RecordError, TamperedError
from companion.record.rescue import Rescue, rescue
from companion.referee.history.replay import open_record
from companion.referee.virtual_mat.mat_file import mat_of
from companion.texts import Language

LONGEST_STEM = 60
LIKE = 0.8
"""From this share of letters in common two names are like each other: one wrong letter among five."""
BESIDE = ("models", "table", "mat")
"""What of the files beside a record is as true of what was rescued of it."""


class Fault(StrEnum):
    """Why a file cannot be read as a game; screens put it in the player's words.

    NEWER: a newer program wrote it. DAMAGED: it is a game, and not as it was written. GONE: it is not there any more.
    UNREADABLE: it is no game.
    """

    NEWER = "newer"
    DAMAGED = "damaged"
    GONE = "gone"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game, in short.

    Attributes:
        path: Its file.
        names: Of the players.
        turn: The turn it stands at; 0 while it is being set up.
        last: When something was written last, in this machine's zone.
        over: Whether it has ended.
        state: As it stands, which knows the names; None where the file cannot be read.
        game: The rules; None where the file cannot be read.
        why: What is wrong with the file, in English; empty where nothing is.
        fault: The same, as screens tell it; None where nothing is.
        mat: The camera's name of the mat in the computer on which it is played; empty for a real one.
    """

    path: Path
    names: tuple[str, ...]
    turn: int
    last: datetime
    state: Any
    game: Any
    over: bool = False
    why: str = ""
    fault: Fault | None = None
    mat: str = ""

    @property
    def goes_on(self) -> bool:
        """Whether it can be gone on with."""
        return self.state is not None and not self.over

    def title(self, language: Language) -> str:
        """What the game is called; only of a file that can be read."""
        return str(self.game.shelf.title(language))

    def result(self, language: Language) -> str:
        """How it ended, in a sentence; empty while it goes on."""
        return Teller(self.game, self.state, language).ending() if self.over else ""


def games_folder() -> Path:
    """Where games lie that nobody named a file for."""
    return Path(platformdirs.user_data_path("companion")) / "games"


def new_file(folder: Path, names: tuple[str, ...], now: datetime, ending: str) -> Path:
    """A file for a new game, named after the day and the players; none of that name is there yet."""
    players = re.sub(r"[^\w\- ]+", "", " - ".join(names)).strip()
    stem = f"{now:%Y-%m-%d %H-%M} {players}"[:LONGEST_STEM].strip()
    path, again = folder / f"{stem}{ending}", 2
    while path.exists():
        path, again = folder / f"{stem} {again}{ending}", again + 1
    return path


def files(folder: Path) -> tuple[Path, ...]:
    """The games of a folder, the one that was played last first."""
    try:
        found = [path for path in folder.iterdir() if path.name.endswith(record_endings())]
        return tuple(sorted(found, key=_touched_s, reverse=True))
    except OSError:
        return ()


def nearest_name(path: Path, there: tuple[Path, ...]) -> Path | None:
    """The game that may be meant by the name of a file that is not there; None where none is called like it.

    A letter wrong, left out or too many is like it, and so is another folder or ending. Names that differ by a number
    alone are those of a series: whoever begins the next one means it.

    Args:
        path: As it was named.
        there: The games that it may be; of equally near ones the first.
    """
    wanted = _plain_stem(path)
    near = {each: SequenceMatcher(None, wanted, _plain_stem(each)).ratio() for each in there if not _next(path, each)}
    best = max(near, key=lambda each: near[each], default=None)
    return best if best is not None and near[best] >= LIKE else None


def _next(path: Path, other: Path) -> bool:
    """Whether two names differ by a number alone, as those of a series do."""
    own, others = _plain_stem(path), _plain_stem(other)
    return own != others and re.sub(r"[\W\d_]", "", own) == re.sub(r"[\W\d_]", "", others)


def _plain_stem(path: Path) -> str:
    """A file's name as people tell names apart: without its ending, in small letters."""
    return path.name.rpartition(".")[0].casefold() or path.name.casefold()


def summaries(paths: tuple[Path, ...]) -> Iterator[GameSummary]:
    """What the games in these files were about, one by one, for a long game takes a moment to be read."""
    for path in paths:
        yield summary(path)


def summary(path: Path) -> GameSummary:
    """What the game in a file is about."""
    last = last_written(path)
    try:
        with closing(open_record(path)) as record:
            setup: Any = record.setup
            tally, names = record.game.tally, tuple(seat.name for seat in setup.seats)
            over, turn = tally.outcome(record.state) is not None, tally.turn(record.state).number
            return GameSummary(path, names, turn, last, record.state, record.game, over, mat=mat_of(path))
    except (RecordError, OSError) as error:
        return unreadable(path, error)


def unreadable(path: Path, error: Exception) -> GameSummary:
    """What is told of a file that cannot be read as a game."""
    last = last_written(path)
    return GameSummary(path, (), 0, last, state=None, game=None, why=str(error), fault=fault_of(path, error))


def fault_of(path: Path, error: Exception) -> Fault:
    """Why a game could not be read."""
    if isinstance(error, NewerError):
        return Fault.NEWER
    if not path.exists():
        return Fault.GONE
    return Fault.DAMAGED if isinstance(error, TamperedError) else Fault.UNREADABLE


def rescued(path: Path) -> tuple[Path, Rescue]:
    """Writes what is left of a damaged game into a new file beside it; answers that file and what was kept.

    Raises:
        RecordError: If nothing of it can be kept, or the new file cannot be written.
    """
    ending = next((each for each in record_endings() if path.name.endswith(each)), "")
    stem, again = path.name.removesuffix(ending), 1
    while (out := path.with_name(f"{stem} ({again}){ending}")).exists():
        again += 1
    found = rescue(path, out, games())
    for what in BESIDE:
        with contextlib.suppress(OSError):  # the record alone is the game
            shutil.copy(path.with_name(f"{path.name}.{what}"), out.with_name(f"{out.name}.{what}"))
    return out, found


def last_written(path: Path) -> datetime:
    """When something was written last into a record, in this machine's zone."""
    return datetime.fromtimestamp(_touched_s(path)).astimezone()


def _touched_s(path: Path) -> float:
    """When a record was written last; while it is open, its newest entries lie in a file beside it."""
    beside = path.with_name(path.name + "-wal")
    try:
        return max(each.stat().st_mtime for each in (path, beside) if each.exists())
    except (OSError, ValueError):  # it went away just now
        return 0.0
