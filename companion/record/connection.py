"""Connections to the file of a game: opened to write or to read, with limits, and one sentence for each refusal."""

import contextlib
import shutil
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from companion.record.errors import DamagedError, RecordError

MAX_VALUE_BYTES = 64 * 2**20
"""The largest value that is read; pictures of dice, the largest that are written, have a hundredth of it."""

WAIT_S = 5.0
"""How long to wait for another program that reads the file."""

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite may lay beside a file while it is open, or when its program was killed."""

DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged file raises; SQLite quotes names from the file, whatever bytes they are made of now."""


PRIMARY = 0xFF
"""The part of SQLite's error codes that its documentation calls primary."""


class Transaction:
    """All or nothing; what SQLite refuses becomes one sentence."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def __enter__(self) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise RecordError(_cannot_write(self._path, error)) from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._connection.execute("COMMIT")
                return
        except sqlite3.Error as refused:
            error = refused
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise RecordError(_cannot_write(self._path, error)) from error


def require_file(path: Path) -> None:
    """Refuses what is no ordinary file.

    Raises:
        RecordError: If it is something else, or nothing is there.
    """
    if not path.is_file():
        raise RecordError(
            f"{path} is no ordinary file; name the file of a game." if path.exists() else f"There is no record {path}."
        )


def for_writing(path: Path) -> sqlite3.Connection:
    """A connection with a write-ahead log, whose transactions are durable once they are committed.

    Raises:
        RecordError: If the file cannot be opened as a database.
    """
    try:
        # One thread owns it, though not the one that opens it.
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=WAIT_S)
    except DAMAGE as error:
        raise not_read(path, error) from error
    try:
        _bound(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # On macOS a plain sync leaves what was written in the drive's own memory.
        connection.execute("PRAGMA fullfsync = 1")
        connection.execute("PRAGMA checkpoint_fullfsync = 1")
    except DAMAGE as error:
        connection.close()
        raise not_read(path, error) from error
    return connection


def for_reading(path: Path, *, cut: bool = False) -> tuple[sqlite3.Connection, TemporaryDirectory[str] | None]:
    """A connection that changes nothing, and the folder of the copy that it reads, where one had to be made.

    Args:
        path: The file.
        cut: Whether a file is read as well that has fewer pages than it says, as far as it goes.
    """
    # What was copied while it was played asks for a log that it came without: then nobody can be changing it.
    alone = not any(each.exists() for each in beside(path))
    options = "mode=ro&immutable=1" if alone and _wants_log(path) else "mode=ro"
    with contextlib.suppress(*DAMAGE):
        return _opened(f"{path.resolve().as_uri()}?{options}", cut=cut), None
    # A log in a place where nothing can be written, or a file that may not be read at all.
    folder = TemporaryDirectory(prefix="companion-")
    copy = Path(folder.name) / path.name
    try:
        for each in (path, *beside(path)):
            if each.exists() and not each.name.endswith("-shm"):
                shutil.copyfile(each, copy.with_name(each.name))
        return _opened(f"{copy.as_uri()}?mode=rw", cut=cut), folder
    except OSError as error:
        folder.cleanup()
        raise RecordError(f"{path} cannot be read: {error.strerror}.") from error
    except DAMAGE as error:
        folder.cleanup()
        raise not_read(path, error) from error


def _wants_log(path: Path) -> bool:
    """Whether the file's header says that it has a write-ahead log (database file format, section 1.3.3)."""
    try:
        with path.open("rb") as file:
            return file.read(20).endswith(b"\x02\x02")
    except OSError:
        return False


def _opened(address: str, *, cut: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=WAIT_S)
    try:
        _bound(connection)
        if cut:  # SQLite refuses a file that is too short, unless its schema may be mended (PRAGMA writable_schema)
            connection.execute("PRAGMA writable_schema = ON")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # only now the file is read
    except BaseException:
        connection.close()
        raise
    return connection


def _bound(connection: sqlite3.Connection) -> None:
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    connection.execute("PRAGMA trusted_schema = OFF")


def beside(path: Path) -> tuple[Path, ...]:
    """All files that SQLite may lay beside this one."""
    return tuple(path.with_name(path.name + ending) for ending in BESIDE)


def remove(path: Path) -> None:
    """Removes a file with all that lies beside it, as far as that can be done."""
    for each in (path, *beside(path)):
        with contextlib.suppress(OSError):
            each.unlink()


def not_read(path: Path, error: Exception) -> RecordError:
    """What is raised where SQLite cannot read a file: in our words, for those of SQLite name no file and no way out."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & PRIMARY
    if code == sqlite3.SQLITE_NOTADB:
        return RecordError(f"{path} cannot be opened as a record of a game: it is something else.")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
        return DamagedError(
            f"{path} is damaged: the file was cut or changed. `companion rescue` puts what can be read of it into a new"
            " one."
        )
    return RecordError(f"{path} cannot be opened as a record of a game: {error}.")


def _cannot_write(path: Path, error: sqlite3.Error) -> str:
    if "full" in str(error):
        return f"The disk is full: nothing more can be written to {path}. Make room; what was acknowledged is kept."
    return f"{path} cannot be written: {error}. What was acknowledged is kept."
