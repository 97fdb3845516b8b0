"""The file of the dice's journal: lines of JSON, each sealed with the hash of all lines before it.

The first line names the game. Every later one ends with `"chain"`: the SHA-256 of the hash of the line before and of
the line without it. Lines from before books were chained have none; the first line that has one covers them all. The
number and hash of the newest line stand in a small file beside the book as well, so that a book cut short is noticed.
"""

import contextlib
import hashlib
import json
import logging
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.documents import DocumentError, MissingDocumentError, parse_json, read_bytes
from companion.record.head_file import Head, HeadFile, head_beside, read_head
from companion.record.private_file import open_private, write_private

log = logging.getLogger(__name__)

MAX_BYTES = 256 << 20
"""Of the file: a long evening with pictures of every die takes a tenth of it."""
_CHAINED = re.compile(rb'(\{.*),"chain":"([0-9a-f]{64})"\}', re.DOTALL)
_FIRST = bytes(32)


@dataclass(frozen=True, slots=True)
class BookLine:
    """One line.

    Attributes:
        number: From 1, as an editor counts.
        words: What it says, without the chain; None for a damaged line of an old book.
        raw: Its bytes, without the line end.
        hash: Hash of it and all before.
        chained: Whether the line itself tells that hash.
    """

    number: int
    words: Mapping[str, Any] | None
    raw: bytes
    hash: bytes
    chained: bool


@dataclass(frozen=True, slots=True)
class BookFault:
    """Where a book is not as it was written.

    Attributes:
        line: The first line that is wrong, from 1.
        why: What is wrong with it, such as `it was changed`.
    """

    line: int
    why: str


@dataclass(frozen=True, slots=True)
class BookText:
    """What a book holds.

    Attributes:
        lines: Its lines up to the first that is wrong.
        fault: What is wrong; None for a book as it was written.
        unfinished: How many bytes at the end are a line whose writing was cut short.
    """

    lines: tuple[BookLine, ...]
    fault: BookFault | None = None
    unfinished: int = 0


def book_beside(record: Path) -> Path:
    """Where the dice's book of a record stands."""
    return record.with_name(f"{record.name}.dice")


def read_book(path: Path) -> BookText:
    """Reads a book as far as it is as it was written; one that is missing is empty.

    Raises:
        OSError: If the file cannot be read.
    """
    try:
        data = read_bytes(path, MAX_BYTES)
    except MissingDocumentError:
        data = b""
    except DocumentError as error:
        raise OSError(f"{path} {error}") from error
    whole = data.rfind(b"\n") + 1
    lines: list[BookLine] = []
    for line in _lines(path, data[:whole]):
        if isinstance(line, BookFault):
            return BookText(tuple(lines), line, len(data) - whole)
        lines.append(line)
    return BookText(tuple(lines), _fault_at_end(lines, read_head(path)), len(data) - whole)


def _lines(path: Path, data: bytes) -> Iterator[BookLine | BookFault]:
    before, chained = _FIRST, False
    for number, raw in enumerate(data.split(b"\n")[:-1], 1):
        seal = _CHAINED.fullmatch(raw)
        content = raw if seal is None else seal[1] + b"}"
        before = hashlib.sha256(before + content).digest()
        if seal is not None and bytes.fromhex(seal[2].decode()) != before:
            yield BookFault(number, "it, or a line before it, was changed")
            return
        if seal is None and chained:
            yield BookFault(number, "it was not written by this program")
            return
        chained = seal is not None
        yield BookLine(number, _words(path, number, content), raw, before, chained)


def _words(path: Path, number: int, content: bytes) -> Mapping[str, Any] | None:
    try:
        words = parse_json(content)
    except DocumentError:
        log.warning("dice_line_damaged %s:%d", path, number)
        return None
    return words if isinstance(words, dict) else None


def _fault_at_end(lines: list[BookLine], head: Head | None) -> BookFault | None:
    if head is None:
        return None
    if head.number > len(lines):
        return BookFault(len(lines) + 1, f"it is missing from the end, where {head.number} lines were written")
    if head.number < 1 or lines[head.number - 1].hash != head.hash:
        return BookFault(max(1, head.number), "it is not the one that was written")
    return None


class Book:
    """A book that is written on."""

    def __init__(self, path: Path, text: BookText) -> None:
        """Goes on after the last line of a text that was read from the file.

        Args:
            path: The file.
            text: What was read; what follows it in the file is cut off.

        Raises:
            OSError: If the unfinished line cannot be cut off.
        """
        self._path = path
        self._count = len(text.lines)
        self._hash = text.lines[-1].hash if text.lines else _FIRST
        if text.unfinished:
            with path.open("r+b") as file:
                file.truncate(path.stat().st_size - text.unfinished)

    def append(self, words: Mapping[str, Any]) -> None:
        """Writes a line; it is on the disk when this returns.

        Raises:
            OSError: If it cannot be written; the book is as before then.
        """
        content = json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()
        chain = hashlib.sha256(self._hash + content).digest()
        # The first line stays as it was before books were chained, and so does the name of the game in it.
        sealed = content[:-1] + b',"chain":"%s"}' % chain.hex().encode() if self._count else content
        _write_durably(self._path, sealed + b"\n")
        self._hash, self._count = chain, self._count + 1
        head = HeadFile(self._path)
        head.write(Head(self._count, self._hash))
        head.close()


def _write_durably(path: Path, data: bytes) -> None:
    """Writes at the end of a file, whole or not at all."""
    with open_private(path) as file:
        handle, left = file.fileno(), memoryview(data)
        start = os.fstat(handle).st_size
        try:
            while left:
                left = left[os.write(handle, left) :]
            os.fsync(handle)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(handle, start)
            raise


def put_aside(path: Path, kept: tuple[BookLine, ...], ending: str) -> Path:
    """Keeps a book under another name, and makes one of its first lines in its place.

    Args:
        path: The book; an empty one is kept in its place where it is missing.
        kept: The lines that go on.
        ending: End of the other name.

    Returns:
        Where the whole file is now.

    Raises:
        OSError: If that cannot be done.
    """
    aside = _free(path, ending)
    if path.exists():
        path.replace(aside)
    else:
        write_private(aside, b"")
    beside = head_beside(path)
    if beside.exists():
        beside.replace(head_beside(aside))
    if kept:
        write_private(path, b"".join(line.raw + b"\n" for line in kept))
    return aside


def _free(path: Path, ending: str) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.{ending}{'' if number == 1 else f'-{number}'}")).exists():
        number += 1
    return aside
