"""What a program leaves beside the games when it is killed while it makes one: a hidden folder that nobody needs.

A folder in which a game is made is held by its program, as a game is that is played; one that can be held is nobody's.
"""

import glob
import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.games.registry import record_endings
from companion.record.errors import RecordError
from companion.record.file_lock import held

log = logging.getLogger(__name__)

CHANCE = "?" * 8
"""What the system puts behind the name of a folder that it makes."""
YOUNG_S = 60.0
"""A folder that was changed this lately may be one that its program is just about to hold."""


@contextmanager
def workshop(path: Path) -> Iterator[Path]:
    """A hidden folder beside a file that is not there yet, held while the context lasts; the file's place in it.

    Raises:
        OSError: If the folder cannot be made.
        RecordError: If it cannot be held.
    """
    with TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
        made = Path(folder) / path.name
        with held(made):
            yield made


def sweep(folder: Path, now: datetime, name: str = "") -> tuple[Path, ...]:
    """Removes the folders in which games were being made by programs that live no more; tells which.

    Args:
        folder: Where games lie.
        now: Wall time, with its zone.
        name: Of the game; empty for all with an ending of records.
    """
    wanted = [glob.escape(name)] if name else [f"*{glob.escape(ending)}" for ending in record_endings()]
    found = (each for one in wanted for each in folder.glob(f".{one}.{CHANCE}"))
    return tuple(each for each in found if _is_left(each, now) and _removed(each))


def _is_left(folder: Path, now: datetime) -> bool:
    """Whether a folder holds a game that was being made, and nothing else, and nobody makes it any more."""
    name = folder.name[1:].rpartition(".")[0]
    try:
        if folder.is_symlink() or not folder.is_dir() or now.timestamp() - folder.stat().st_mtime < YOUNG_S:
            return False
        if not all(each.is_file() and each.name.startswith(name) for each in folder.iterdir()):
            return False
        with held(folder / name):
            return True
    except (OSError, RecordError):
        return False


def _removed(folder: Path) -> bool:
    shutil.rmtree(folder, ignore_errors=True)
    gone = not folder.exists()
    log.info("leftover_removed path=%s gone=%s", folder, gone)
    return gone
