"""What takes long to make and is the same for all tests: the first process of a run that needs it makes it."""

import os
from collections.abc import Callable
from pathlib import Path

FOLDER = "COMPANION_TESTS_MADE"
"""Names the folder of this run; without one, everything is made where it is needed."""


def known(name: str) -> bytes | None:
    """What was made already; None if nobody has."""
    folder = os.environ.get(FOLDER)
    file = None if folder is None else Path(folder) / name
    return file.read_bytes() if file is not None and file.exists() else None


def made(name: str, make: Callable[[], bytes]) -> bytes:
    """What was made already; else it is made now, and kept for the other processes of this run.

    Args:
        name: Of the file; not used for anything else.
        make: Makes it.
    """
    if (there := known(name)) is not None:
        return there
    data = make()
    if FOLDER in os.environ:
        file = Path(os.environ[FOLDER]) / name
        whole = file.with_name(f"{name}.{os.getpid()}")  # nobody reads half a file
        whole.write_bytes(data)
        whole.replace(file)
    return data
