"""A connection whose every sign of life leaves at a tick: what is written, and that it ends."""

import asyncio
from typing import Any

from companion.phones.link.tick import Tick


class TickTransport(asyncio.Transport):
    """The server's end of a connection, with all that goes out held until the next tick."""

    def __init__(self, inner: asyncio.Transport, tick: Tick) -> None:
        """Prepares.

        Args:
            inner: The connection itself.
            tick: When what is held leaves.
        """
        super().__init__()
        self._inner, self._tick = inner, tick
        self._parts: list[bytes] = []
        self._ending = self._aborting = False

    def write(self, data: "bytes | bytearray | memoryview[Any]") -> None:
        if not self.is_closing():
            self._parts.append(bytes(data))
            self._tick.hold(self)

    def writelines(self, list_of_data: Any) -> None:  # noqa: ANN401 (any iterable of bytes, as asyncio has it)
        self.write(b"".join(list_of_data))

    def close(self) -> None:
        """Ends the connection when all is sent; nothing more is read."""
        if not self.is_closing():
            self._end()

    def abort(self) -> None:
        """Ends the connection, whatever is left to send; nothing more is read."""
        self._parts.clear()
        self._aborting = True
        self._end()

    def is_closing(self) -> bool:
        return self._ending or self._inner.is_closing()

    def release(self) -> None:
        """Sends what is held."""
        parts, self._parts = self._parts, []
        if parts and not self._inner.is_closing():
            self._inner.writelines(parts)
        if self._aborting:
            self._inner.abort()
        elif self._ending:
            self._inner.close()

    def _end(self) -> None:
        self._ending = True
        if not self._inner.is_closing():
            self._inner.pause_reading()
        self._tick.hold(self)

    def get_extra_info(self, name: str, default: Any = None) -> Any:  # noqa: ANN401 (as asyncio has it)
        return self._inner.get_extra_info(name, default)

    def is_reading(self) -> bool:
        return self._inner.is_reading()

    def pause_reading(self) -> None:
        self._inner.pause_reading()

    def resume_reading(self) -> None:
        if not self._ending:
            self._inner.resume_reading()

    def get_write_buffer_size(self) -> int:
        return sum(map(len, self._parts)) + self._inner.get_write_buffer_size()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._inner.set_write_buffer_limits(high, low)
