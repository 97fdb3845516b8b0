"""The door for rolls that an app on a player's phone hears: web requests and a WebSocket, with the seat's own key.

The key stands in the address. Who has it can report rolls of that seat's dice and nothing else; it opens no page.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable

from aiohttp import WSMsgType, web

from companion.games.command import SPECTATOR
from companion.phones.link.connections import Connections
from companion.phones.link.guard import RateLimit
from companion.phones.link.seats import Phone, Seats
from companion.phones.server.responses import body_of, closing, language_of, page_of, plain
from companion.texts import Language

PAGE = "/app-dice"
ROLLS = "/roll/"
MAX_REPORT_BYTES = 1024
MAX_SOCKETS_PER_SEAT = 4
PING_S = 20.0

Report = Callable[[str, bytes], str]
"""Is given a seat and a report as it was received; says what was expected instead, or nothing if it took the report."""


class RollDoor:
    """Takes reports for one table."""

    def __init__(
        self,
        seating: Seats,
        report: Report,
        doors: Connections,
        page: Callable[[str, Language], str],
        clock: Callable[[], float],
    ) -> None:
        """Prepares.

        Args:
            seating: Knows whose key it is.
            report: Where reports go.
            doors: The connections, among which those with a key count as seated.
            page: Makes the page that shows a player the address.
            clock: Seconds of a monotonic clock.
        """
        self._seating, self._report, self._doors, self._page = seating, report, doors, page
        self._limit = RateLimit(40, 10.0, clock)
        self._sockets: Counter[str] = Counter()

    def routes(self, seated: Callable[[web.Request], Phone], scheme: Callable[[], str]) -> list[web.RouteDef]:
        """Where apps report, and where players find their addresses.

        Args:
            seated: Tells whose phone sends a request.
            scheme: `http` or `https`, as it is served.
        """

        async def shown(request: web.Request) -> web.Response:
            key = self._seating.roll_key(_player(seated(request)))
            address = f"{scheme()}://{request.headers.get('Host', '')}{ROLLS}{key}"
            return page_of(self._page(address, language_of(request)))

        async def renewed(request: web.Request) -> web.Response:
            self._seating.renew_roll_key(_player(seated(request)))
            return web.Response(status=303, headers={"Location": PAGE})

        return [
            web.get(PAGE, shown),
            web.post(PAGE, renewed),
            web.get(f"{ROLLS}{{key}}", self.hear, allow_head=False),
            web.post(f"{ROLLS}{{key}}", self.hear),
        ]

    async def hear(self, request: web.Request) -> web.StreamResponse:
        """Answers a request at an address with a key.

        Raises:
            TimeoutError: If its body does not come.
        """
        seat = self._seating.seat_of_roll_key(request.match_info["key"])
        if seat is None:
            return closing(403, "This address is not valid any more. Your page shows the present one.\n")
        self._doors.seated(request.protocol, self._door_number(seat))
        if not self._limit.allows(seat):
            return closing(429)
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._listen(request, seat)
        if request.method == "GET":
            data = request.query_string.encode()
        elif (request.content_length or 0) > MAX_REPORT_BYTES:
            return closing(413)
        else:
            data = await body_of(request)
        reply = self._taken(seat, data)
        return web.json_response(reply, status=400 if "error" in reply else 200)

    async def _listen(self, request: web.Request, seat: str) -> web.StreamResponse:
        if self._sockets[seat] >= MAX_SOCKETS_PER_SEAT:
            return plain(429)
        socket = web.WebSocketResponse(max_msg_size=MAX_REPORT_BYTES, heartbeat=PING_S, compress=False)
        self._sockets[seat] += 1
        try:
            await socket.prepare(request)
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                # A key that was replaced meanwhile is worth nothing here, either.
                if self._seating.seat_of_roll_key(request.match_info["key"]) != seat or not self._limit.allows(seat):
                    break
                await socket.send_str(json.dumps(self._taken(seat, message.data.encode())))
        finally:
            self._sockets[seat] -= 1
            await asyncio.shield(socket.close())
        return socket

    def _taken(self, seat: str, data: bytes) -> dict[str, object]:
        error = self._report(seat, data)
        return {"error": error} if error else {"ok": True}

    def _door_number(self, seat: str) -> int:
        """A number that no phone has: those count from 1."""
        return -1 - self._seating.seats.index(seat)


def _player(phone: Phone) -> str:
    """The player at a phone.

    Raises:
        HTTPNotFound: If it belongs to somebody who only watches.
    """
    if phone.seat == SPECTATOR:
        raise web.HTTPNotFound
    return phone.seat
