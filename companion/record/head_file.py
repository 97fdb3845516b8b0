"""The newest entry's number and hash in a small file beside the record, outside SQLite and its write-ahead log.

SQLite takes a damaged log for one that ends early, and goes on without a word. What was acknowledged stands here too,
so that any loss is noticed when the record is opened next. The file is a witness, not a part of the game: without it a
record opens as well.
"""

import logging
import os
import re
from dataclasses import dataclass
from pathlib import Path

from companion.record.private_file import FILE_MODE

log = logging.getLogger(__name__)

LINE = re.compile(rb"(\d{12}) ([0-9a-f]{64})\n")


@dataclass(frozen=True, slots=True)
class Head:
    """The newest entry that was acknowledged.

    Attributes:
        number: Its number, from 0.
        hash: Its hash.
    """

    number: int
    hash: bytes


def head_beside(record: Path) -> Path:
    """Where the head of a record stands."""
    return record.with_name(f"{record.name}.head")


def read_head(record: Path) -> Head | None:
    """The newest entry that was acknowledged; None where that is not known."""
    try:
        match = LINE.fullmatch(head_beside(record).read_bytes())
    except OSError:
        return None
    return None if match is None else Head(int(match[1]), bytes.fromhex(match[2].decode()))


class HeadFile:
    """Keeps the head of a record that is being played.

    A line of fixed length is written over the last one. It is not forced onto the disk: after a power cut it may tell
    of an earlier entry, which accuses nobody.
    """

    def __init__(self, record: Path) -> None:
        self._path = head_beside(record)
        self._handle: int | None = None

    def write(self, head: Head) -> None:
        """Writes the newest entry; a file that cannot be written is logged and does not stop the game."""
        line = b"%012d %s\n" % (head.number, head.hash.hex().encode())
        try:
            if self._handle is None:
                self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, FILE_MODE)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, line)
        except OSError:
            log.exception("head_not_written")

    def close(self) -> None:
        """Closes the file; may be called twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
