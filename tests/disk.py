"""A disk that is soon full: a small file system in memory."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, kib: int) -> Iterator[Path]:
    """A folder on a disk of its own, with room for so many KiB.

    Args:
        folder: Where it is mounted; made for it.
        kib: Its size.
    """
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", str(folder)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"only root can make a small disk: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
