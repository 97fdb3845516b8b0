"""A simulated wire: a pseudo-terminal that can be unplugged and plugged in again."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hardware.source import DiceError

try:
    import tty
except ImportError:  # pragma: no cover  Windows has no pseudo-terminals
    tty = None  # type: ignore[assignment]


class PtyLine:
    """One end of a serial line; the other end is a port that any program may open by the path of `link`."""

    def __init__(self, link: Path, came: Callable[[bytes], None]) -> None:
        """Prepares the line; the port exists once plugged in.

        Args:
            link: Path of the port, unchanged by unplugging.
            came: Called with the data that the other side wrote.
        """
        self.link = link
        self._came = came
        self._ends: tuple[int, int] | None = None

    @property
    def is_plugged(self) -> bool:
        return self._ends is not None

    def plug(self) -> None:
        """Creates the port.

        Raises:
            DiceError: If this system has no pseudo-terminals, or the link cannot be created.
        """
        if self._ends is not None:
            return
        if tty is None:
            raise DiceError("simulated serial ports need Linux or macOS")
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        try:
            self.link.unlink(missing_ok=True)
            self.link.symlink_to(os.ttyname(theirs))
        except OSError as error:
            os.close(ours)
            os.close(theirs)
            raise DiceError(f"the port cannot be put at {self.link}: {error.strerror}") from error
        # The other end is kept open here too, because reading from ours would fail while nobody has it open.
        self._ends = ours, theirs
        asyncio.get_running_loop().add_reader(ours, self._read)

    def unplug(self) -> None:
        """Unplugs it, whatever it is doing."""
        if self._ends is None:
            return
        ours, theirs = self._ends
        self._ends = None
        asyncio.get_running_loop().remove_reader(ours)
        self.link.unlink(missing_ok=True)
        os.close(ours)
        os.close(theirs)

    def send(self, data: bytes) -> None:
        """Writes to the port; as on a wire, data that nobody reads is lost when the buffer is full."""
        if self._ends is not None and data:
            with suppress(BlockingIOError):
                os.write(self._ends[0], data)

    def _read(self) -> None:
        if self._ends is not None:
            with suppress(BlockingIOError):
                self._came(os.read(self._ends[0], 4096))
