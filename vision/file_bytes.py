"""Reads a file's bytes up to a size limit.

`companion.documents.file_text` does the same for files that people write; the two packages do not import each other.
"""

import stat
from pathlib import Path

from vision.errors import UnreadableFileError


def read_bytes(path: Path, most_bytes: int) -> bytes:
    """Returns the file's whole content.

    Args:
        path: The file.
        most_bytes: Largest accepted size.

    Raises:
        UnreadableFileError: If the file does not exist, is not a regular file, is too large or cannot be read. The
            message is a predicate: the caller puts the file's name in front of it.
    """
    if "\0" in str(path):
        raise UnreadableFileError("cannot be read: no file has a name with a zero byte in it")
    try:
        # The type is checked before opening, because opening a pipe blocks until somebody writes into it.
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise UnreadableFileError("is a folder: name a file in it")
        if not stat.S_ISREG(kind):
            raise UnreadableFileError("is a device or a pipe: name an ordinary file")
        with path.open("rb") as file:
            data = file.read(most_bytes + 1)
    except FileNotFoundError:
        raise UnreadableFileError("is not there: no such file") from None
    except OSError as error:
        raise UnreadableFileError(f"cannot be read: {error.strerror or error}") from error
    if len(data) > most_bytes:
        raise UnreadableFileError(f"is larger than {most_bytes >> 20} MB, and no file of this kind is")
    return data
