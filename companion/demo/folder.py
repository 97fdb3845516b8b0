"""The folder that a demo leaves: made by it, and emptied of nothing but what an earlier demo made there."""

import re
from pathlib import Path

from companion.referee.errors import SetupError
from companion.texts import Language

MARK = ".companion-demo"
"""A file that says that a demo made this folder."""

PICTURES = rf"\d\d-[a-z_]+-({'|'.join(Language)})\.png|demo\.gif|match\.html|\.companion-demo"
BESIDE = r"(\.(head|models|dice|dice\.head|table|phones|port|lock)|-wal|-shm|-journal)?(\.new)?"
"""Names of all that a demo makes, and how those of files beside its game end."""


def clear(folder: Path, ending: str = ".signum") -> None:
    """Makes a demo's folder, or takes an earlier demo out of it.

    Args:
        folder: One that is missing, empty, or that a demo made; what else lies in it stays.
        ending: How records of the game end.

    Raises:
        SetupError: If it is another folder with something in it, or cannot be written.
    """
    made = re.compile(rf"{PICTURES}|\.?demo{re.escape(ending)}{BESIDE}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = list(folder.iterdir())
        if there and not (folder / MARK).is_file():
            raise SetupError(
                f"{folder} has something in it that no demo made; name a new folder with --out, or an empty one."
            )
        (folder / MARK).touch()
        for file in there:
            if made.fullmatch(file.name) and file.name != MARK and not file.is_dir():
                file.unlink()
    except OSError as error:
        raise SetupError(f"{folder} cannot be written: {error.strerror}.") from error
