"""The messages of a game in a file beside its record: written before they are sent, so that nothing is told twice.

Each line is a message with what only this table knows: which events of the record it covers. A line that a power cut
left half written was never sent, and is dropped.
"""

import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.league.wire.bodies import Body, GameOpened, Shown, kind_of
from companion.league.wire.keys import Key
from companion.league.wire.messages import (
    FIRST,
    MAX_MESSAGE_BYTES,
    FeedChain,
    FeedError,
    FeedMessage,
    body_of,
    commitment,
)
from companion.record.private_file import FILE_MODE

SALT_BYTES = 32
GAME_BYTES = 10
"""Of a game's id; enough that no two games of a league ever have the same."""
MAX_OUTBOX_BYTES = 256 * 1024 * 1024


class _Head(msgspec.Struct, frozen=True):
    """The first line: what the game is called, and the salt of its commitments."""

    game: str
    salt: bytes


class _Line(msgspec.Struct, frozen=True):
    """A message and the numbers of the events that it covers."""

    message: FeedMessage
    covers: tuple[int, ...] = ()
    kept: int | None = None


class Outbox:
    """The messages of one game at its table; used by one thread.

    Attributes:
        game: Id of the game in all its messages.
        messages: All so far, in order.
        covered: Numbers of the record's events that were told and still count.
    """

    def __init__(self, path: Path, key: Key, now: Callable[[], str]) -> None:
        """Opens the file, or begins it.

        Args:
            path: The file.
            key: The table's.
            now: Wall time, ISO 8601 in UTC.

        Raises:
            OSError: If it cannot be read or written.
            FeedError: If it is no such file.
        """
        self.path, self._key, self._now = path, key, now
        self.messages: list[FeedMessage] = []
        self.covered: tuple[int, ...] = ()
        head, lines, whole_bytes = _read(path)
        self.game = secrets.token_hex(GAME_BYTES) if head is None else head.game
        self._salt = secrets.token_bytes(SALT_BYTES) if head is None else head.salt
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE)
        os.ftruncate(self._file, whole_bytes)
        os.lseek(self._file, 0, os.SEEK_END)
        if head is None:
            self._write(msgspec.json.encode(_Head(self.game, self._salt)))
        for line in lines:
            self._take(line)

    def put(self, body: Body, entry: bytes, *, covers: tuple[int, ...] = (), kept: int | None = None) -> FeedMessage:
        """Writes the next message; it is on the disk when this returns.

        Args:
            body: What is told.
            entry: Hash of the record's newest entry.
            covers: Numbers of the record's events that are told now for the first time, or again after an undo.
            kept: How many of the numbers covered so far still count; None for all.

        Raises:
            OSError: If it cannot be written; nothing was told then.
        """
        last = self.messages[-1] if self.messages else None
        message = FeedMessage(
            game=self.game,
            number=len(self.messages),
            at=self._now(),
            kind=kind_of(body),  # type: ignore[arg-type]  # the kinds of bodies are those of messages
            body=msgspec.Raw(msgspec.json.encode(body)),
            commitment=commitment(self._salt, entry),
            before=FIRST if last is None else last.hash,
        ).sealed(self._key)
        line = _Line(message, covers, kept)
        self._write(msgspec.json.encode(line))
        self._take(line)
        return message

    def commits_to(self, message: FeedMessage, entry: bytes) -> bool:
        """Whether a message was sent when an entry of the record was the newest."""
        return message.commitment == commitment(self._salt, entry)

    @property
    def told(self) -> int:
        """How many public events were told and still count."""
        return self._told

    def close(self) -> None:
        """Closes the file."""
        os.close(self._file)

    _told = 0

    def _take(self, line: _Line) -> None:
        self.messages.append(line.message)
        kept = self.covered if line.kept is None else self.covered[: line.kept]
        self.covered = (*kept, *line.covers)
        if line.message.kind == "shown":
            shown = msgspec.json.decode(line.message.body, type=Shown)
            self._told = shown.kept + len(shown.events)
        elif line.message.kind == "game":
            self._told = 0

    def _write(self, line: bytes) -> None:
        at = os.lseek(self._file, 0, os.SEEK_CUR)
        try:
            os.write(self._file, line + b"\n")
            os.fsync(self._file)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, at)
                os.lseek(self._file, at, os.SEEK_SET)
            raise


def read_messages(path: Path) -> list[FeedMessage]:
    """The messages in a file.

    Raises:
        FeedError: If it cannot be read, or holds none.
    """
    if not path.exists():
        raise FeedError(f"{path} does not exist")
    try:
        head, lines, _ = _read(path)
    except OSError as error:
        raise FeedError(f"{path} cannot be read: {error.strerror}") from error
    if head is None or not lines:
        raise FeedError(f"{path} holds no messages of a table")
    return [each.message for each in lines]


def read_opening(path: Path, public: str) -> GameOpened | None:
    """With what a table opened a game in its file of messages; None where it did not, or another key signed it.

    Args:
        path: The file, which may not be there.
        public: The table's key.
    """
    try:
        with path.open("rb") as file:
            file.readline(MAX_MESSAGE_BYTES)
            message = msgspec.json.decode(file.readline(MAX_MESSAGE_BYTES), type=_Line).message
        FeedChain(public).add(message)
        body = body_of(message)
    except (OSError, msgspec.DecodeError, FeedError):
        return None
    return body if isinstance(body, GameOpened) else None


def _read(path: Path) -> tuple[_Head | None, list[_Line], int]:
    """Head and lines of a file, and how many bytes of it are whole lines."""
    if not path.exists():
        return None, [], 0
    if path.stat().st_size > MAX_OUTBOX_BYTES:
        raise FeedError(f"{path} is larger than {MAX_OUTBOX_BYTES} bytes and was not read")
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.splitlines()
    if not lines:
        return None, [], 0
    try:
        head = msgspec.json.decode(lines[0], type=_Head)
        found = [msgspec.json.decode(line, type=_Line) for line in lines[1:]]
    except msgspec.DecodeError as error:
        raise FeedError(f"{path} holds no messages of a table: {error}") from error
    return head, found, len(whole)
