"""Server-sent events, by which phones learn of a change: each at once, with a heartbeat between.

Each stream runs by itself and holds nothing but the version that its phone has, so that a phone that reads slowly is
behind, and neither keeps the others waiting nor lets anything pile up.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from aiohttp import web

from companion.phones.pages.live_page import LivePage

BEAT_S = 1.0
"""A phone that hears nothing for three of these shows itself as cut off."""
WRITE_LIMIT_S = 10.0
MAX_PER_PHONE = 3

BEAT = b"event: beat\ndata: \n\n"
AWAY = b"event: away\ndata: \n\n"
CLOSED = b"event: closed\ndata: \n\n"


class Stream:
    """One open stream."""

    def __init__(
        self, answer: web.StreamResponse, board: LivePage, known: int | None, is_full: Callable[[], bool]
    ) -> None:
        """Prepares.

        Args:
            answer: Where to write; prepared.
            board: What its phone shows.
            known: The version that the phone has; None for none.
            is_full: Whether the phone is yet to read what was written.
        """
        self._answer, self._board, self._known, self._is_full = answer, board, known, is_full
        self._changed = asyncio.Event()
        self._waits = self._over = False
        self._last = b""

    def end(self, last: bytes = b"") -> None:
        """Ends it at once, with a last word to its phone: that it has lost its seat, or that the table is left."""
        self._over, self._last = True, self._last or last
        self._changed.set()

    def notify(self) -> None:
        """Writes what is new on the board: at once if it can be, so that all streams have it in the same turn."""
        if self._waits and not self._over and not self._is_full():
            with contextlib.suppress(ConnectionError):  # it is gone, as its own task is about to find out
                _complete(self._answer.write(self._change()))
                return
        self._changed.set()

    async def tell(self) -> None:
        """Writes all changes, and a beat where there are none, until it is ended.

        Raises:
            ConnectionError: If the phone is gone.
            TimeoutError: If it does not read.
        """
        while not self._over:
            self._changed.clear()
            if self._is_behind():
                await self._write(self._change())
                continue
            self._waits = True
            try:
                async with asyncio.timeout(BEAT_S):
                    await self._changed.wait()
            except TimeoutError:
                await self._write(BEAT)
            finally:
                self._waits = False
        if self._last:
            await self._write(self._last)

    async def say_now(self, now_s: float) -> None:
        """Tells what time it is on the table's clock when the phone hears of it; pages count pauses by it."""
        await self._write(b"event: now\ndata: %d\n\n" % round(now_s * 1000))

    def _is_behind(self) -> bool:
        return self._known is None or self._known != self._board.version

    def _change(self) -> bytes:
        message = self._board.message(self._known)
        self._known = self._board.version
        return b"event: change\ndata: " + message + b"\n\n"

    async def _write(self, data: bytes) -> None:
        """Writes, but not for ever: a phone that does not read is let go, and comes back by itself."""
        async with asyncio.timeout(WRITE_LIMIT_S):
            await self._answer.write(data)


class Streams:
    """The open streams of all phones."""

    def __init__(self) -> None:
        self._open: dict[int, deque[Stream]] = {}
        self._closed = False

    def count(self, phone: int) -> int:
        """How many streams a phone has open."""
        return len(self._open.get(phone, ()))

    def send_away(self, phone: int) -> None:
        """Ends all streams of a phone that has lost its seat."""
        for stream in self._open.get(phone, ()):
            stream.end(AWAY)

    def close(self) -> None:
        """Ends all streams and tells the phones that the table is left, so that none of them doubts its network.

        One that was on its way is ended as soon as it begins.
        """
        self._closed = True
        for streams in self._open.values():
            for stream in streams:
                stream.end(CLOSED)

    async def serve(self, stream: Stream, phone: int, board: LivePage, now_s: float) -> None:
        """Tells a phone what time it is, then all changes until it goes; of too many streams its oldest ends.

        Args:
            stream: To the phone.
            phone: Its id.
            board: What it shows.
            now_s: The table's clock when the phone hears of it.

        Raises:
            ConnectionError: If the phone is gone.
            TimeoutError: If it does not read.
        """
        own = self._open.setdefault(phone, deque())
        own.append(stream)
        while len(own) > MAX_PER_PHONE:
            own.popleft().end()
        if self._closed:
            stream.end(CLOSED)
        board.watchers[stream.notify] = None
        try:
            await stream.say_now(now_s)
            await stream.tell()
        finally:
            board.watchers.pop(stream.notify, None)
            with contextlib.suppress(ValueError):
                own.remove(stream)
            if not own and self._open.get(phone) is own:
                del self._open[phone]


def _complete(writing: Coroutine[Any, Any, None]) -> None:
    """Runs what does not wait for anything; a connection whose phone has read all takes what is written at once.

    Raises:
        ConnectionError: If the connection is gone, or makes wait all the same: then it must be another that is told.
    """
    try:
        writing.send(None)
    except StopIteration:
        return
    writing.close()
    raise ConnectionError("it waits")
