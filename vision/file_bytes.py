"""Bytes of a file, never more than was expected.

`companion.documents.reading` does the same for what people write: the two rooms do not import each other.
"""

import stat
from pathlib import Path

from vision.errors import UnreadableFileError


def read_bytes(path: Path, most_bytes: int) -> bytes:
    """All of a file.

    Args:
        path: The file.
        most_bytes: What it may have at most.

    Raises:
        UnreadableFileError: If there is none, it is no ordinary file, it is too large or cannot be read; the message
            goes on where the file's name ends.
    """
    if "\0" in str(path):
        raise UnreadableFileError("cannot be read: no file has a name with a zero byte in it")
    try:
        # Looked at before it is opened, because opening a pipe waits for somebody to write into it.
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
