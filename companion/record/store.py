"""The file of a game: SQLite, one transaction an entry, durable before it is acknowledged.

A game that is played has a write-ahead log with `synchronous=FULL`: what `append` has returned survives the loss of
power; what was not finished is gone whole. The log is emptied into the file after each entry, so that the file alone is
the game, and what becomes of the log loses nothing. Closed, the file is a plain one without a log, which can be read
in a place where nothing can be written. Nothing here knows rules or hashes; it writes entries and gives them back.
"""

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

import msgspec

from companion.record.chain import Entry, Evidence
from companion.record.connection import (
    DAMAGE,
    WAIT_S,
    Transaction,
    beside,
    for_reading,
    for_writing,
    not_read,
    remove,
    require_file,
)
from companion.record.errors import NewerError, RecordError, TamperedError
from companion.record.head_file import Head, HeadFile, read_head
from companion.record.private_file import create_private_file, keep_private

log = logging.getLogger(__name__)

SCHEMA = 2
"""Of the tables. The first had no `rules` in its entries."""

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
    hash BLOB NOT NULL,
    rules INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE evidence (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE snapshot (entry INTEGER PRIMARY KEY, state BLOB NOT NULL) STRICT;
"""
_NAMES = {"about", "entry", "evidence", "snapshot"}
_COLUMNS = "number, kind, at, actor, edition, body, events, evidence, state, before, hash"
_FROM_SCHEMA_1 = "ALTER TABLE entry ADD COLUMN rules INTEGER NOT NULL DEFAULT 0"


class Store:
    """One record's file; used by one thread."""

    def __init__(self, connection: sqlite3.Connection, path: Path, *, writes: bool) -> None:
        """For `create`, `open` and `read` only.

        Args:
            connection: To the file, or to a copy of it.
            path: The file.
            writes: Whether entries may be appended.
        """
        self._connection = connection
        self._writes = writes
        self._copied: TemporaryDirectory[str] | None = None
        self._head_file = HeadFile(path)
        self._schema = SCHEMA
        self.path = path
        self.acknowledged: Head | None = None

    @classmethod
    def create(cls, path: Path, game: str) -> Self:
        """Makes a new file, which only its owner may read.

        Raises:
            RecordError: If there is one already, or it cannot be written; nothing is left of it then.
        """
        try:
            create_private_file(path)
        except FileExistsError as error:
            raise RecordError(f"{path} exists already; choose another name for the new game.") from error
        except OSError as error:
            raise RecordError(f"{path} cannot be written: {error.strerror}.") from error
        store: Self | None = None
        try:
            store = cls(for_writing(path), path, writes=True)
            with store._writing():
                for statement in _TABLES.split(";"):
                    if statement.strip():
                        store._connection.execute(statement)
                store._connection.execute(
                    "INSERT INTO about VALUES ('schema', ?), ('game', ?)", (str(SCHEMA).encode(), game.encode())
                )
        except RecordError:
            if store is not None:
                store.close()
            remove(path)
            raise
        return store

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens a file that is there, to go on with it.

        Attributes are set as `read` does. A file of an older schema is brought to this one.

        Raises:
            RecordError: If there is none, it is no record, or it cannot be written.
            NewerError: If a newer program wrote it.
        """
        require_file(path)
        acknowledged = read_head(path)
        for each in (path, *beside(path)):
            keep_private(each)
        store = cls(for_writing(path), path, writes=True)
        store._identify(acknowledged)
        if store._schema < SCHEMA:
            with store._closing_on_error(), store._writing():
                store._connection.execute(_FROM_SCHEMA_1)
                store._connection.execute("UPDATE about SET value = ? WHERE key = 'schema'", (str(SCHEMA).encode(),))
            store._schema = SCHEMA
        store._empty_log()
        return store

    @classmethod
    def read(cls, path: Path) -> Self:
        """Opens a file that is there, to read it; it may be played meanwhile, or lie where nothing can be written.

        `acknowledged` is then the newest entry that the file beside it tells of, or None.

        Raises:
            RecordError: If there is none, or it is no record.
            NewerError: If a newer program wrote it.
        """
        require_file(path)
        # Before the entries: a program that plays on meanwhile writes the entry first.
        acknowledged = read_head(path)
        connection, copied = for_reading(path)
        store = cls(connection, path, writes=False)
        store._copied = copied
        store._identify(acknowledged)
        return store

    @classmethod
    def salvage(cls, path: Path) -> Self:
        """Opens a damaged file to read what is left of it; what it tells of itself may be missing.

        Raises:
            RecordError: If it is no database at all.
        """
        require_file(path)
        acknowledged = read_head(path)
        connection, copied = for_reading(path, cut=True)
        store = cls(connection, path, writes=False)
        store._copied, store.acknowledged = copied, acknowledged
        with contextlib.suppress(*DAMAGE):
            columns = {name for _, name, *_ in connection.execute("PRAGMA table_info(entry)")}
            store._schema = SCHEMA if "rules" in columns else 1
        return store

    def _identify(self, acknowledged: Head | None) -> None:
        self.acknowledged = acknowledged
        with self._closing_on_error():
            schema = self._found_schema()
            if schema is None:
                raise RecordError(f"{self.path} is no record of a game.")
            if not schema.isdigit() or not 0 < int(schema[:9]) <= SCHEMA:
                raise NewerError(f"{self.path} was written by a newer version of this program; update this one.")
            self._schema = int(schema)

    def _found_schema(self) -> bytes | None:
        """The schema that the file names; None if it is no record."""
        try:
            there = self._connection.execute(
                "SELECT name, type FROM sqlite_master WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'"
            ).fetchall()
            # A view by the name of a table would be worked out as it is read, for ever if it is made so.
            whole = {name for name, _ in there} == _NAMES and {kind for _, kind in there} == {"table"}
            return self.about("schema") if whole else None
        except (*DAMAGE, RecordError):
            return None

    @contextlib.contextmanager
    def _closing_on_error(self) -> Iterator[None]:
        try:
            yield
        except RecordError:
            self.close()
            raise

    @property
    def game(self) -> str:
        """Name of the game."""
        return (self.about("game") or b"").decode(errors="replace")

    @property
    def newest_rules(self) -> int:
        """The highest version of the rules that any entry names; 0 where none names any."""
        row = self._one(f"SELECT coalesce(max({self._rules}), 0) FROM entry")  # noqa: S608 (ours)
        assert row is not None  # noqa: S101 (there is always one)
        return int(row[0])

    @property
    def _rules(self) -> str:
        """What stands for the version of the rules in a question for entries."""
        return "0" if self._schema < SCHEMA else "rules"

    def about(self, key: str) -> bytes | None:
        """A value beside the entries; None if there is none."""
        row = self._one("SELECT value FROM about WHERE key = ?", key)
        return None if row is None else bytes(row[0])

    @property
    def head(self) -> Head | None:
        """The newest entry, as written with it; None before the first."""
        head = self.about("head")
        return None if head is None else Head(int.from_bytes(head[:8], "big"), head[8:])

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
        head = Head(entry.number, entry.hash)
        with self._writing():
            self._connection.execute(
                f"INSERT INTO entry ({_COLUMNS}, rules) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 (ours)
                _row(entry),
            )
            # The chain alone would not miss an entry that was cut off its end.
            self._connection.execute(
                "INSERT OR REPLACE INTO about VALUES ('head', ?)", (head.number.to_bytes(8, "big") + head.hash,)
            )
            for digest, data in evidence.items():
                self._connection.execute("INSERT OR IGNORE INTO evidence VALUES (?, ?)", (digest, data))
            if snapshot is not None:
                self._connection.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?)", (entry.number, snapshot))
        self._empty_log()
        self._head_file.write(head)

    def acknowledge(self, head: Head) -> None:
        """Keeps the newest entry outside the file too, where that is written."""
        if self._writes:
            self._head_file.write(head)

    def entries(self, after: int | None = None) -> Iterator[Entry]:
        """All entries in order; those with a greater number than one that is given.

        Raises:
            TamperedError: If one of them cannot be read.
            RecordError: If the file is damaged.
        """
        number = 0 if after is None else after + 1  # of the one that is read next
        wanted = f"SELECT {_COLUMNS}, {self._rules} FROM entry WHERE number >= ? ORDER BY number"  # noqa: S608 (ours)
        try:
            for row in self._connection.execute(wanted, (number,)):
                number = int(row[0])
                yield _entry(row)
                number += 1
        except (msgspec.DecodeError, TypeError, sqlite3.OperationalError, sqlite3.DataError) as error:
            raise TamperedError(number, f"it cannot be read ({error})") from error
        except DAMAGE as error:
            raise not_read(self.path, error) from error

    def whole_entries(self, numbers: range) -> Iterator[int]:
        """Those of some entries that can be read and fit their own hash, whatever became of the others."""
        wanted = f"SELECT {_COLUMNS}, {self._rules} FROM entry WHERE number = ?"  # noqa: S608 (ours)
        for number in numbers:
            with contextlib.suppress(*DAMAGE, msgspec.MsgspecError, TypeError, ValueError):
                row = self._connection.execute(wanted, (number,)).fetchone()
                entry = None if row is None else _entry(row)
                if entry is not None and entry.hash == entry.true_hash():
                    yield number

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
            raise not_read(self.path, error) from error
        return row

    def close(self) -> None:
        """Closes the file; may be called twice."""
        if self._writes:
            with contextlib.suppress(sqlite3.Error):  # somebody reads it: then the log stays, empty
                self._connection.execute("PRAGMA busy_timeout = 0")
                self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        self._head_file.close()
        if self._copied is not None:
            self._copied.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _writing(self) -> "Transaction":
        if not self._writes:
            raise RecordError(f"{self.path} was opened to be read only.")
        return Transaction(self._connection, self.path)

    def _empty_log(self) -> None:
        """Brings what is in the write-ahead log into the file, unless somebody reads it; then the next time."""
        try:
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._connection.execute(f"PRAGMA busy_timeout = {round(1000 * WAIT_S)}")
        except sqlite3.Error as error:  # what was committed is durable in the log
            log.warning("log_not_emptied path=%s error=%s", self.path, error)


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
        entry.rules,
    )


def _entry(row: tuple[object, ...]) -> Entry:
    number, kind, at, actor, edition, body, events, evidence, state, before, sealed, rules = row
    return msgspec.convert(
        {
            "number": number,
            "kind": kind,
            "at": at,
            "actor": actor,
            "edition": edition,
            "rules": rules,
            "body": body,
            "events": msgspec.msgpack.decode(bytes(events), type=tuple[bytes, ...]),  # type: ignore[call-overload]  # a column
            "evidence": msgspec.msgpack.decode(bytes(evidence), type=tuple[Evidence, ...]),  # type: ignore[call-overload]  # a column
            "state": state,
            "before": before,
            "hash": sealed,
        },
        type=Entry,
    )
