"""One serial port, read outside the event loop.

Each open port has a thread that blocks in the driver's read, which works in the same way on Linux, macOS and Windows.
Everything else runs in the loop.
"""

import asyncio
import errno
import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import serial

from hardware.source import DiceError

# Exceptions that pyserial raises when a device disappears: its own error is an OSError, and invalid descriptors cause
# others.
_TROUBLES: tuple[type[Exception], ...] = (OSError, ValueError, TypeError)
with suppress(ImportError):  # termios does not exist on Windows
    import termios

    _TROUBLES = (OSError, ValueError, TypeError, termios.error)

BAUD: Final = 115_200
_WAKE_S: Final = 0.5
"""Interval at which the reader checks whether it must end, in case a driver ignored the call to wake it."""
_JOIN_S: Final = 1.0
_WRITE_S: Final = 0.2
"""Longest time for which a device that accepts no data blocks the loop; this happens only on Windows."""


class LineError(DiceError):
    """The port cannot be opened, or is gone: one clear sentence."""


class Line:
    """An open port. It belongs to one event loop; `open_line` creates it."""

    def __init__(self, port: str, baud: int) -> None:
        self.port = port
        self._baud = baud
        self._loop = asyncio.get_running_loop()
        self._serial: serial.Serial | None = None
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._came: asyncio.Queue[bytes | LineError] = asyncio.Queue()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._read_on, name=f"port-{port}", daemon=True)

    async def open(self) -> None:
        """Opens the port for this program exclusively.

        Raises:
            LineError: If it does not exist, is not accessible, or is in use by another program.
        """
        self._thread.start()
        await self._opened

    async def read(self, wait_s: float) -> bytes:
        """Returns the received bytes, or nothing after the time-out.

        Raises:
            LineError: If the port is gone.
        """
        try:
            async with asyncio.timeout(max(wait_s, 0.0)):
                came = await self._came.get()
        except TimeoutError:
            return b""
        if isinstance(came, LineError):
            raise came
        return came

    def write(self, data: bytes) -> None:
        """Sends bytes; data for which the driver has no buffer space is dropped, as on a bad wire.

        Raises:
            LineError: If the port is gone.
        """
        if self._serial is None:
            raise LineError(f"{self.port} is not open")
        try:
            _write_now(self._serial, data)
        except _TROUBLES as error:
            raise LineError(f"{self.port} was unplugged") from error

    def close(self) -> None:
        """Closes the port and ends its thread; callable at any time."""
        self._closing.set()
        if self._serial is not None:
            with suppress(*_TROUBLES):
                self._serial.cancel_read()
        self._thread.join(_JOIN_S)
        # A thread that is still in `open`, which takes long with some drivers, closes the port itself.
        if self._serial is not None and not self._thread.is_alive():
            with suppress(*_TROUBLES):
                self._serial.close()

    def _read_on(self) -> None:
        try:
            port = serial.Serial(self.port, self._baud, timeout=_WAKE_S, write_timeout=_WRITE_S, exclusive=True)
        except _TROUBLES as error:
            self._post(self._fail_open, LineError(_why_closed(self.port, error)))
            return
        self._serial = port
        self._post(self._finish_open)
        while not self._closing.is_set():
            try:
                data = port.read(1)
                data += port.read(port.in_waiting) if data else b""
            except _TROUBLES:
                # Not closed here: the loop may be about to write, and the descriptor must not belong to another file by
                # then.
                self._post(self._came.put_nowait, LineError(f"{self.port} was unplugged"))
                return
            if data:
                self._post(self._came.put_nowait, data)
        with suppress(*_TROUBLES):
            port.close()

    def _post(self, call: object, *values: object) -> None:
        with suppress(RuntimeError):  # the loop has ended, so nobody waits for the result
            self._loop.call_soon_threadsafe(call, *values)  # type: ignore[arg-type]  # passed on as given

    def _finish_open(self) -> None:
        if not self._opened.done():
            self._opened.set_result(None)

    def _fail_open(self, error: LineError) -> None:
        if not self._opened.done():
            self._opened.set_exception(error)


@asynccontextmanager
async def open_line(port: str, baud: int = BAUD) -> AsyncIterator[Line]:
    """Opens a port for the duration of the context.

    Raises:
        LineError: If it cannot be opened, with a sentence for people.
    """
    line = Line(port, baud)
    try:
        await line.open()
        yield line
    finally:
        line.close()


def _write_now(port: serial.Serial, data: bytes) -> None:
    """Writes as much as the buffer accepts.

    If the descriptor is a file, this bypasses pyserial, whose own write loops for ever, or until its time-out, on a
    device that accepts no data.
    """
    with suppress(BlockingIOError, serial.SerialTimeoutException):
        if sys.platform == "win32":
            port.write(data)
        else:
            os.write(port.fileno(), data)


def _why_closed(port: str, error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number == errno.ENOENT or "FileNotFoundError" in str(error):
        return f"there is no port {port}"
    if number in {errno.EACCES, errno.EPERM}:
        return f"this user may not open {port}; on Linux the group `dialout` may"
    if number in {errno.EAGAIN, errno.EBUSY} or "lock" in str(error) or "PermissionError" in str(error):
        return f"another program holds {port}"
    return f"{port} does not open: {error}"
