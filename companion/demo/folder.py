"""The folder that a demo leaves: made by it, and emptied of nothing but what an earlier demo made there."""

import re
from pathlib import Path

from companion.referee.errors import SetupError

MARK = ".companion-demo"
"""A file that says that a demo made this folder."""

MADE = re.compile(
    r"\d\d-[a-z_]+-(en|ru|uk)\.png|demo\.gif|match\.html"
    r"|\.?demo\.signum(\.(head|models|dice|table|phones|port|lock)|-wal|-shm|-journal)?(\.new)?|\.companion-demo"
)
"""Names of all that a demo makes."""


def clear(folder: Path) -> None:
    """Makes a demo's folder, or takes an earlier demo out of it.

    Args:
        folder: One that is missing, empty, or that a demo made; what else lies in it stays.

    Raises:
        SetupError: If it is another folder with something in it, or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = list(folder.iterdir())
        if there and not (folder / MARK).is_file():
            raise SetupError(
                f"{folder} has something in it that no demo made; name a new folder with --out, or an empty one."
            )
        (folder / MARK).touch()
        for file in there:
            if MADE.fullmatch(file.name) and file.name != MARK and not file.is_dir():
                file.unlink()
    except OSError as error:
        raise SetupError(f"{folder} cannot be written: {error.strerror}.") from error
