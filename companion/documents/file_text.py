"""Bytes and texts from files, never more than was expected.

`vision.file_bytes` does the same for pictures and tables: the two rooms do not import each other.
"""

import stat
from pathlib import Path

from companion.documents.errors import DocumentError, MissingDocumentError

MAX_BYTES = 2 << 20
"""Of a file that people write by hand."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""So begin texts in UTF-16, of which every other byte is zero; elsewhere such a byte tells that it is no text."""


def read_head(path: Path, count: int) -> bytes:
    """The first `count` bytes of a file, or all of a shorter one.

    Raises:
        MissingDocumentError: If there is none.
        DocumentError: If it is no ordinary file or cannot be read.
    """
    if "\0" in str(path):
        raise DocumentError("cannot be read: no file has a name with a zero byte in it")
    try:
        # Looked at before it is opened, because opening a pipe waits for somebody to write into it.
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise DocumentError("cannot be read: it is a folder; name a file in it")
        if not stat.S_ISREG(kind):
            raise DocumentError("cannot be read: it is a device or a pipe; name an ordinary file")
        with path.open("rb") as file:
            data = file.read(count)
    except FileNotFoundError as error:
        raise MissingDocumentError(f"cannot be read: {error.strerror}; look at its name and folder") from None
    except OSError as error:
        raise DocumentError(f"cannot be read: {error.strerror or error}") from error
    return data


def read_bytes(path: Path, most_bytes: int = MAX_BYTES) -> bytes:
    """All of a file.

    Args:
        path: The file.
        most_bytes: What it may have at most.

    Raises:
        MissingDocumentError: If there is none.
        DocumentError: If it is no ordinary file, it is too large or cannot be read.
    """
    data = read_head(path, most_bytes + 1)
    if len(data) > most_bytes:
        raise DocumentError(f"is larger than {_size(most_bytes)}, and no file of this kind is; is it the right one?")
    return data


def read_text(path: Path, most_bytes: int = MAX_BYTES) -> str:
    """All of a text in UTF-8; its lines end in LF, and a mark at its beginning is left out.

    Args:
        path: The file.
        most_bytes: What it may have at most.

    Raises:
        DocumentError: As `read_bytes`, or if it is not UTF-8.
    """
    return decoded(read_bytes(path, most_bytes))


def decoded(data: bytes) -> str:
    """Bytes as text, as `read_text` gives it.

    Raises:
        DocumentError: If they are not UTF-8.
    """
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        if b"\0" in data and not data.startswith(UTF_16):
            raise DocumentError("is not a text file, but perhaps a picture or a record; give another file") from None
        line = data[: error.start].count(b"\n") + 1
        raise DocumentError("is not UTF-8 text; save it as UTF-8", line) from None


def _size(count: int) -> str:
    return f"{count >> 20} MB" if count >> 20 else f"{count >> 10} KB"
