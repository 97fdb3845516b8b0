"""The streams by which phones hear: every change at once, a beat while nothing changes, an end when sent away.

Each stream runs by itself and holds nothing but the version that its phone has, so that a phone that reads slowly is
behind, and neither keeps the others waiting nor lets anything pile up.
"""

import asyncio
import contextlib
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

from companion.phones.board import Board

BEAT_S = 1.0
"""A phone that hears nothing for three of these shows itself as cut off."""
WRITE_LIMIT_S = 10.0
MOST_PER_PHONE = 3

BEAT = b"event: beat\ndata: \n\n"
AWAY = b"event: away\ndata: \n\n"


@dataclass(eq=False, slots=True)
class Stream:
    """One open stream.

    Attributes:
        stirred: Set when there is something to do.
        over: Whether it shall end.
        away: Whether its phone has lost its seat.
    """

    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False
    away: bool = False

    def end(self, *, away: bool) -> None:
        """Ends it at once."""
        self.over, self.away = True, self.away or away
        self.stirred.set()


class Streams:
    """The open streams of all phones."""

    def __init__(self) -> None:
        self._open: dict[int, deque[Stream]] = {}

    def count(self, phone: int) -> int:
        """How many streams a phone has open."""
        return len(self._open.get(phone, ()))

    def send_away(self, phone: int) -> None:
        """Ends all streams of a phone that has lost its seat."""
        for stream in self._open.get(phone, ()):
            stream.end(away=True)

    async def serve(
        self, answer: web.StreamResponse, phone: int, board: Board, known: int | None, epoch: str, now_s: float
    ) -> None:
        """Tells a phone what time it is, then all changes until it goes; of too many streams its oldest ends.

        Args:
            answer: Where to write; prepared.
            phone: Its id.
            board: What it shows.
            known: The version that it has; None for none.
            epoch: Of the versions.
            now_s: The table's clock when the phone hears of it, by which pages count the time that a pause has left.

        Raises:
            ConnectionError: If the phone is gone.
            TimeoutError: If it does not read.
        """
        stream, own = Stream(), self._open.setdefault(phone, deque())
        own.append(stream)
        while len(own) > MOST_PER_PHONE:
            own.popleft().end(away=False)
        board.watchers[stream.stirred] = None
        try:
            await _write(answer, b"event: now\ndata: %d\n\n" % round(now_s * 1000))
            await _told(answer, stream, board, known, epoch)
        finally:
            board.watchers.pop(stream.stirred, None)
            with contextlib.suppress(ValueError):
                own.remove(stream)
            if not own and self._open.get(phone) is own:
                del self._open[phone]


async def _told(answer: web.StreamResponse, stream: Stream, board: Board, known: int | None, epoch: str) -> None:
    while not stream.over:
        stream.stirred.clear()
        if known is None or known != board.version:
            known, message = board.version, board.message(known, epoch)
            await _write(answer, b"event: change\ndata: " + message + b"\n\n")
            continue
        try:
            async with asyncio.timeout(BEAT_S):
                await stream.stirred.wait()
        except TimeoutError:
            await _write(answer, BEAT)
    if stream.away:
        await _write(answer, AWAY)


async def _write(answer: web.StreamResponse, data: bytes) -> None:
    """Writes, but not for ever: a phone that does not read is let go, and comes back by itself."""
    async with asyncio.timeout(WRITE_LIMIT_S):
        await answer.write(data)
