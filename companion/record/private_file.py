"""Files for their owner only: a game, its seats and what lies beside it are nobody else's to read.

Modes are those of POSIX (600 for a file, 700 for a folder); on Windows a user's folders are private as they are.
"""

import contextlib
import os
from pathlib import Path
from typing import BinaryIO

FILE_MODE = 0o600
FOLDER_MODE = 0o700
O_BINARY = getattr(os, "O_BINARY", 0)  # Windows would change line ends


def make_private_folder(path: Path) -> None:
    """Makes a folder that only its owner may enter, and its parents where they are missing.

    A folder that is there already stays as its owner has it.

    Raises:
        OSError: If it cannot be made.
    """
    if path.is_dir():
        return
    make_private_folder(path.parent)
    path.mkdir(mode=FOLDER_MODE, exist_ok=True)


def create_private_file(path: Path) -> None:
    """Makes an empty file that only its owner may read; none may be there.

    Raises:
        OSError: If there is one already, or it cannot be made.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))


def keep_private(path: Path) -> None:
    """Takes a file from everybody but its owner; one that is missing or somebody else's stays as it is."""
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(FILE_MODE)


def open_private(path: Path) -> BinaryIO:
    """Opens a file that only its owner may read, to write at its end; it is made if it is missing.

    Raises:
        OSError: If it cannot be opened.
    """
    keep_private(path)
    return os.fdopen(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY | O_BINARY, FILE_MODE), "ab")


def write_private(path: Path, data: bytes) -> None:
    """Writes a file that only its owner may read, whole or not at all, durable when this returns.

    Args:
        path: The file; its folder must be there.
        data: What it holds afterwards.

    Raises:
        OSError: If it cannot be written; the file is as it was.
    """
    # One name for all tries: what a killed program leaves is overwritten the next time.
    unfinished = path.with_name(f".{path.name}.new")
    try:
        unfinished.unlink(missing_ok=True)
        create_private_file(unfinished)
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
