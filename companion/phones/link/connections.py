"""Connections: who may have how many, how long one may stay silent, and what is answered to what is no request.

Anybody on the network may connect, so strangers have few doors, and the oldest makes room for the newest; a seated
phone keeps its own. That holds behind one address too: a family shares one.
"""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from typing import Any

from aiohttp import web

from companion.phones.link.guard import RateLimit
from companion.phones.link.tick import Tick
from companion.phones.link.tick_transport import TickTransport

log = logging.getLogger(__name__)

SILENT_S = 10.0
"""How long a connection may take for the head of a request, and stay open without one."""
MAX_STRANGERS = 400
MAX_PER_PHONE = 12
MAX_NEW_PER_ADDRESS = (600, 50.0)
"""Connections that one address may open at once, and a second after that; a family may share an address."""
MAX_NEW_IN_ALL = (2000, 300.0)
"""Connections that all addresses together may open at once, and a second after that."""
MAX_HEADERS = 64
FILES_FOR_OTHERS = 128
"""Open files that the rest of the program needs."""
UNHEARD_MS = 8000
"""How long what was sent may go without the phone's network saying that it came."""

NO_REQUEST = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Connection(web.RequestHandler):
    """One connection, that says no more than it must about what is no request."""

    def __init__(self, server: web.Server, doors: "Connections", **settings: Any) -> None:  # noqa: ANN401 (aiohttp's own)
        super().__init__(server, loop=asyncio.get_running_loop(), **settings)
        self._doors = doors
        self._refused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (a connection that is read and written)
        super().connection_made(TickTransport(transport, self._doors.tick))
        _let_go_when_unheard(transport)
        self._doors.opened(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._doors.closed(self)
        super().connection_lost(exc)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answers what is no request with a bare number, and closes."""
        if not self._refused and not request.writer.output_size and self.transport is not None:
            self._refused = True
            log.debug("no_request", exc_info=exc)
            self.transport.write(NO_REQUEST)
        raise ConnectionError("no request")


class Connections:
    """All connections of one server.

    Attributes:
        tick: When what is sent through them leaves.
        most_strangers: How many connections of nobody known may be open.
    """

    def __init__(self, tick: Tick, clock: Callable[[], float], most_strangers: int = MAX_STRANGERS) -> None:
        self.tick = tick
        self.most_strangers = most_strangers
        self._coming = RateLimit(*MAX_NEW_PER_ADDRESS, clock)
        self._all_coming = RateLimit(*MAX_NEW_IN_ALL, clock)
        self._strangers: dict[Connection, None] = {}
        self._seated: dict[int, dict[Connection, None]] = {}
        self._owner: dict[Connection, int] = {}

    def factory(self, server: web.Server, **settings: Any) -> Callable[[], Connection]:  # noqa: ANN401 (aiohttp's own)
        """Makes the protocol of each connection, which takes bodies as they come: nothing is unpacked."""
        return lambda: Connection(
            server, self, keepalive_timeout=SILENT_S, lingering_time=0.0, access_log=None, auto_decompress=False,
            max_headers=MAX_HEADERS, **settings,
        )  # fmt: skip

    def admits(self, address: str) -> bool:
        """Whether an address may open a connection now without showing that it is a seated phone's; each counts."""
        return self._coming.allows(address) and self._all_coming.allows("")

    def opened(self, door: Connection) -> None:
        """A connection of nobody known; the oldest such makes room."""
        self._strangers[door] = None
        while len(self._strangers) > self.most_strangers:
            self._shut(next(iter(self._strangers)))

    def seated(self, door: object, phone: int) -> None:
        """A connection turns out to be a phone's; its oldest makes room."""
        if not isinstance(door, Connection) or self._owner.get(door) == phone or door.transport is None:
            return
        self.closed(door)
        self._owner[door] = phone
        own = self._seated.setdefault(phone, {})
        own[door] = None
        while len(own) > MAX_PER_PHONE:
            self._shut(next(iter(own)))

    def closed(self, door: Connection) -> None:
        """A connection is no more, or another's."""
        self._strangers.pop(door, None)
        phone = self._owner.pop(door, None)
        if phone is not None:
            self._seated[phone].pop(door, None)
            if not self._seated[phone]:
                del self._seated[phone]

    def _shut(self, door: Connection) -> None:
        self.closed(door)
        transport = door.transport
        if transport is not None:
            transport.abort()


def raise_file_limit() -> int:
    """Lets this process open as many files as the system allows; returns how many connections of strangers fit."""
    try:
        import resource  # noqa: PLC0415 (not on Windows, which has no such limit)
    except ImportError:
        return MAX_STRANGERS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft == resource.RLIM_INFINITY:
        return MAX_STRANGERS
    return max(16, min(MAX_STRANGERS, (soft - FILES_FOR_OTHERS) // 2))


def _let_go_when_unheard(transport: asyncio.BaseTransport) -> None:
    """A phone that walked out of the network says nothing; where the system can tell, the connection ends soon."""
    plug = transport.get_extra_info("socket")
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if plug is not None and option is not None and plug.family in (socket.AF_INET, socket.AF_INET6):
        with contextlib.suppress(OSError):
            plug.setsockopt(socket.IPPROTO_TCP, option, UNHEARD_MS)
