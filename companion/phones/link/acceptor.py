"""Takes in connections: few in each turn of the loop, and of an address that comes too often only seated phones.

Whoever opens connections as fast as they can keeps nobody waiting: to turn one away takes a few hundredths of a
millisecond. A seated phone shows its token in the first that it sends, so that it comes in all the same; by https that
cannot be seen from outside.
"""

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import AsyncIterator, Callable

log = logging.getLogger(__name__)

BACKLOG = 1024
"""Connections that wait in the system until they are taken in."""
DOUBTED_IN_A_TURN = 20
MAX_DOUBTFUL = 256
LOOKED_AT_BYTES = 4096
HANDSHAKE_S = 10.0
"""How long the beginning of `https` may take."""
REST_S = 1.0
"""After the system has run out of something, such as open files."""


class Acceptor:
    """Takes in what comes at one socket."""

    def __init__(
        self,
        factory: Callable[[], asyncio.Protocol],
        admits: Callable[[str], bool],
        is_seated: Callable[[bytes], bool],
        tls: ssl.SSLContext | None,
    ) -> None:
        """Prepares.

        Args:
            factory: Makes the protocol of each connection.
            admits: Whether an address may open one now.
            is_seated: Whether a request that begins like this comes from a seated phone.
            tls: For `https`.
        """
        self._factory, self._admits, self._is_seated, self._tls = factory, admits, is_seated, tls
        self._begun: set[asyncio.Task[None]] = set()
        self._doubtful: dict[socket.socket, None] = {}

    @contextlib.asynccontextmanager
    async def at(self, plug: socket.socket) -> AsyncIterator[None]:
        """Takes in connections while the context lasts.

        Args:
            plug: A bound socket; closed at the end.
        """
        plug.settimeout(0.0)
        plug.listen(BACKLOG)
        running = asyncio.get_running_loop().create_task(self._accept(plug))
        try:
            yield
        finally:
            for task in (running, *self._begun):
                task.cancel()
            for each in tuple(self._doubtful):
                self._turn_away(each)
            await asyncio.gather(running, *self._begun, return_exceptions=True)
            plug.close()

    async def _accept(self, plug: socket.socket) -> None:
        loop, count = asyncio.get_running_loop(), 0
        while True:
            try:
                each, (address, *_) = await loop.sock_accept(plug)
            except ConnectionError:
                continue
            except OSError:
                log.warning("not_accepted", exc_info=True)
                await asyncio.sleep(REST_S)
                continue
            if self._admits(address):
                self._take_in(each)
            else:
                count += 1
                self._doubt(each)
                if count % DOUBTED_IN_A_TURN:
                    continue
            await asyncio.sleep(0)

    def _doubt(self, each: socket.socket) -> None:
        """Waits for what it sends first; of too many the oldest goes."""
        if self._tls is not None:
            each.close()
            return
        self._doubtful[each] = None
        try:
            asyncio.get_running_loop().add_reader(each, self._look, each)
        except NotImplementedError:  # Windows; there only those who are seated already play on undisturbed
            self._turn_away(each)
        if len(self._doubtful) > MAX_DOUBTFUL:
            self._turn_away(next(iter(self._doubtful)))

    def _look(self, each: socket.socket) -> None:
        try:
            seated = self._is_seated(each.recv(LOOKED_AT_BYTES, socket.MSG_PEEK))
        except OSError:
            seated = False
        if seated:
            self._forget(each)
            self._take_in(each)
        else:
            self._turn_away(each)

    def _turn_away(self, each: socket.socket) -> None:
        self._forget(each)
        each.close()

    def _forget(self, each: socket.socket) -> None:
        self._doubtful.pop(each, None)
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().remove_reader(each)

    def _take_in(self, each: socket.socket) -> None:
        task = asyncio.get_running_loop().create_task(self._begin(each))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)

    async def _begin(self, each: socket.socket) -> None:
        patience_s = None if self._tls is None else HANDSHAKE_S
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                self._factory, each, ssl=self._tls, ssl_handshake_timeout=patience_s
            )
        except OSError:  # the other side is gone, or speaks something else
            each.close()
