"""One game, one program: whoever plays a record holds it, until it is let go or the program ends, however it ends.

The lock is the operating system's and lies on a file beside the record: on the record itself it would be in the way of
SQLite's. That file stays, for removing it would let two programs hold two files of one name.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.record.errors import RecordError


@contextmanager
def held(record: Path) -> Iterator[None]:
    """Holds a record while the context lasts.

    Raises:
        RecordError: If another program plays it, or its folder cannot be written.
    """
    path = record.with_name(f"{record.name}.lock")
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}.") from error
    try:
        try:
            _take(lock)
        except OSError as error:
            raise RecordError(
                f"The game in {record} is being played by another program; end that one first."
            ) from error
        yield
    finally:
        os.close(lock)


if sys.platform == "win32":

    def _take(lock: int) -> None:
        import msvcrt  # noqa: PLC0415 (on Windows only)

        msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)

else:

    def _take(lock: int) -> None:
        import fcntl  # noqa: PLC0415 (not on Windows)

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
