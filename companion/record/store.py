"""The file of a game: SQLite, one transaction an entry, durable before it is acknowledged.

WAL with `synchronous=FULL`: what `append` has returned survives the loss of power; what was not finished is gone whole.
Nothing here knows rules or hashes; it writes entries and gives them back.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from companion.record.chain import Entry, Evidence
from companion.record.errors import RecordError, TamperedError

SCHEMA = 1

DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged file raises; SQLite quotes names from the file, whatever bytes they are made of now."""

_TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    edition TEXT NOT NULL,
    body BLOB NOT NULL,
    events BLOB NOT NULL,
    evidence BLOB NOT NULL,
    state BLOB NOT NULL,
    before BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE evidence (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE snapshot (entry INTEGER PRIMARY KEY, state BLOB NOT NULL) STRICT;
"""


class Store:
    """One record's file; used by one thread."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path

    @classmethod
    def create(cls, path: Path, game: str) -> Self:
        """Makes a new file.

        Raises:
            RecordError: If there is one already, or it cannot be written.
        """
        if path.exists():
            raise RecordError(f"{path} exists already; choose another name for the new game.")
        store = cls(_connected(path), path)
        with store._writing():
            for statement in _TABLES.split(";"):
                if statement.strip():
                    store._connection.execute(statement)
            store._connection.execute(
                "INSERT INTO about VALUES ('schema', ?), ('game', ?)", (str(SCHEMA).encode(), game.encode())
            )
        return store

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens a file that is there.

        Raises:
            RecordError: If there is none, it is no record, or of a later version.
        """
        if not path.is_file():
            raise RecordError(f"There is no record {path}.")
        store = cls(_connected(path), path)
        try:
            schema = store.about("schema")
        except RecordError as error:
            store.close()
            raise RecordError(f"{path} is no record of a game.") from error
        if schema != str(SCHEMA).encode():
            store.close()
            raise RecordError(f"{path} was written by another version; this one reads schema {SCHEMA}.")
        return store

    @property
    def game(self) -> str:
        """Name of the game."""
        return (self.about("game") or b"").decode(errors="replace")

    def about(self, key: str) -> bytes | None:
        """A value beside the entries; None if there is none."""
        row = self._one("SELECT value FROM about WHERE key = ?", key)
        return None if row is None else bytes(row[0])

    @property
    def head(self) -> tuple[int, bytes]:
        """Number and hash of the newest entry, as written with it; -1 before the first."""
        head = self.about("head")
        return (-1, b"") if head is None else (int.from_bytes(head[:8], "big"), head[8:])

    def note(self, key: str, value: bytes) -> None:
        """Keeps a value beside the entries."""
        with self._writing():
            self._connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))

    def append(self, entry: Entry, evidence: dict[bytes, bytes], snapshot: bytes | None = None) -> None:
        """Writes an entry; durable when this returns.

        Args:
            entry: The next one.
            evidence: Bytes of its evidence by digest.
            snapshot: JSON of the state afterwards, where one is to be kept.

        Raises:
            RecordError: If it cannot be written; the file is as it was.
        """
        with self._writing():
            self._connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", _row(entry))
            # The chain alone would not miss an entry that was cut off its end.
            head = entry.number.to_bytes(8, "big") + entry.hash
            self._connection.execute("INSERT OR REPLACE INTO about VALUES ('head', ?)", (head,))
            for digest, data in evidence.items():
                self._connection.execute("INSERT OR IGNORE INTO evidence VALUES (?, ?)", (digest, data))
            if snapshot is not None:
                self._connection.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?)", (entry.number, snapshot))

    def entries(self, after: int = -1) -> Iterator[Entry]:
        """All entries with a greater number, in order.

        Raises:
            TamperedError: If one of them cannot be read.
            RecordError: If the file is damaged.
        """
        number = after
        try:
            for row in self._connection.execute("SELECT * FROM entry WHERE number > ? ORDER BY number", (after,)):
                number = int(row[0])
                yield _entry(row)
        except (msgspec.DecodeError, TypeError) as error:
            raise TamperedError(number, f"it cannot be read ({error})") from error
        except sqlite3.OperationalError as error:
            raise TamperedError(number + 1, f"it cannot be read ({error})") from error
        except DAMAGE as error:
            raise RecordError(_damaged(self.path, error)) from error

    def snapshot(self) -> tuple[int, bytes] | None:
        """The newest snapshot: number of its entry and JSON of the state."""
        row = self._one("SELECT entry, state FROM snapshot ORDER BY entry DESC LIMIT 1")
        return None if row is None else (int(row[0]), bytes(row[1]))

    def evidence(self, digest: bytes) -> bytes | None:
        """The bytes of an evidence; None if they are not there."""
        row = self._one("SELECT bytes FROM evidence WHERE digest = ?", digest)
        return None if row is None else bytes(row[0])

    def _one(self, question: str, *values: object) -> tuple[Any, ...] | None:
        try:
            row: tuple[Any, ...] | None = self._connection.execute(question, values).fetchone()
        except DAMAGE as error:
            raise RecordError(_damaged(self.path, error)) from error
        return row

    def close(self) -> None:
        """Closes the file; may be called twice."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _writing(self) -> "_Transaction":
        return _Transaction(self._connection, self.path)


class _Transaction:
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


def _connected(path: Path) -> sqlite3.Connection:
    try:
        # One thread owns it, though not the one that opens it.
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
    except DAMAGE as error:
        raise RecordError(f"{path} cannot be opened as a record of a game: {error}.") from error
    return connection


def _damaged(path: Path, error: Exception) -> str:
    return f"{path} is damaged and cannot be read: {error}."


def _cannot_write(path: Path, error: sqlite3.Error) -> str:
    if "full" in str(error):
        return f"The disk is full: nothing more can be written to {path}. Make room; what was acknowledged is kept."
    return f"{path} cannot be written: {error}. What was acknowledged is kept."


def _row(entry: Entry) -> tuple[object, ...]:
    return (
        entry.number,
        entry.kind,
        entry.at,
        entry.actor,
        entry.edition,
        entry.body,
        msgspec.msgpack.encode(entry.events),
        msgspec.msgpack.encode(entry.evidence),
        entry.state,
        entry.before,
        entry.hash,
    )


def _entry(row: tuple[object, ...]) -> Entry:
    number, kind, at, actor, edition, body, events, evidence, state, before, sealed = row
    return msgspec.convert(
        {
            "number": number,
            "kind": kind,
            "at": at,
            "actor": actor,
            "edition": edition,
            "body": body,
            "events": msgspec.msgpack.decode(bytes(events), type=tuple[bytes, ...]),  # type: ignore[call-overload]  # a column
            "evidence": msgspec.msgpack.decode(bytes(evidence), type=tuple[Evidence, ...]),  # type: ignore[call-overload]  # a column
            "state": state,
            "before": before,
            "hash": sealed,
        },
        type=Entry,
    )
