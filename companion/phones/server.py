"""The web server for the players' phones: joins them, shows each its own view, takes what they want.

It runs in the core thread's loop. It is the only writer; phones hold nothing that counts.
"""

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Protocol

from aiohttp import web

from companion.phones.board import PAD_TO_BYTES, Board, Difference
from companion.phones.guard import HEADERS, Limit, comes_from_us, host_is_ours
from companion.phones.reader import Reader
from companion.phones.seating import JoinError, Phone, Seating
from companion.phones.wishes import read_wish, reply_to
from companion.referee.desk import Desk
from companion.texts import Language

log = logging.getLogger(__name__)

COOKIE = "seat"
LANGUAGE_COOKIE = "language"
COOKIE_LIFE_S = 30 * 24 * 3600
BEAT_S = 1.0
"""A phone that hears nothing for three of these shows itself as cut off."""
WRITE_LIMIT_S = 10.0
MOST_BODY_BYTES = 16 * 1024
MOST_STREAMS_PER_PHONE = 3


class Pages(Protocol):
    """Makes the HTML."""

    def sections(self, desk: Desk, reader: Reader) -> dict[str, str]:
        """All that a reader sees now, by section."""
        ...

    def document(self, reader: Reader, board: Board, epoch: str) -> str:
        """The whole page around the sections."""
        ...

    def joining(self, desk: Desk, language: Language, *, trouble: str = "", ticket: str = "", seat: str = "") -> str:
        """The page to join by: with a ticket one button to sit down at its seat, else a field for the code."""
        ...

    def asset(self, name: str) -> tuple[bytes, str] | None:
        """A file that pages load, with its media type; None if there is none."""
        ...


class PhoneServer:
    """One game's server.

    Attributes:
        seating: Who sits where.
        scheme: `http` or `https`.
        port: Where it listens; 0 before it does.
        hosts: Addresses by which seated phones have come, with the port.
        seen: By a phone's id what it shows, and the version that it acknowledged last.
        watching: How many streams each phone has open, by its id.
    """

    def __init__(
        self,
        desk: Desk,
        seating: Seating,
        pages: Pages,
        clock: Callable[[], float],
        *,
        names: Callable[[], frozenset[str]],
        scheme: str = "http",
    ) -> None:
        """Prepares the server; `serve` opens it.

        Args:
            desk: Where wishes go.
            seating: The seats.
            pages: Makes the HTML.
            clock: Seconds of a monotonic clock.
            names: Tells the addresses and names under which this machine is reached now, in lower case.
            scheme: `http` or `https`.
        """
        self.seating = seating
        self.seen: dict[int, tuple[Board, int]] = {}
        self.watching: dict[int, int] = {}
        self._desk, self._pages, self._names = desk, pages, names
        self.scheme = scheme
        self.port = 0
        self.hosts: set[str] = set()
        self._epoch = secrets.token_hex(4)
        self._boards: dict[Reader, Board] = {}
        self._away: dict[int, asyncio.Event] = {}
        self._joins = Limit(8, 0.2, clock)
        self._all_joins = Limit(60, 2.0, clock)
        self._wishes = Limit(30, 5.0, clock)
        seating.listen(self._leave)
        desk.match.listen(self._refresh)

    def behind(self, phone: Phone) -> int | None:
        """How many changes a phone has not acknowledged yet; None if it never acknowledged any."""
        seen = self.seen.get(phone.id)
        return None if seen is None else max(0, seen[0].version - seen[1])

    def application(self) -> web.Application:
        """The routes with their guard."""
        app = web.Application(client_max_size=MOST_BODY_BYTES, middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/", self._home),
                web.get("/j/{ticket}", self._ticket),
                web.post("/join", self._join),
                web.post("/leave", self._leave_seat),
                web.post("/language", self._language),
                web.get("/state", self._state),
                web.get("/events", self._events),
                web.post("/wish", self._wish),
                web.post("/seen", self._acknowledge),
                web.get("/assets/{name}", self._asset),
            ]
        )
        return app

    @contextlib.asynccontextmanager
    async def serve(self, host: str | None = None, port: int = 0) -> AsyncIterator[int]:
        """Listens while the context lasts; yields the port.

        Args:
            host: Address to listen at; None for all.
            port: 0 for any that is free.

        Raises:
            OSError: If the port cannot be had.
        """
        runner = web.AppRunner(self.application(), access_log=None, keepalive_timeout=30, shutdown_timeout=1)
        await runner.setup()
        try:
            site = web.TCPSite(runner, host, port, backlog=1024)
            await site.start()
            self.port = int(runner.addresses[0][1])
            yield self.port
        finally:
            await runner.cleanup()

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        port = self.port or (request.url.port or 0)
        if not host_is_ours(request.headers.get("Host", ""), self._names(), port):
            return _plain(421)
        if request.method not in ("GET", "HEAD") and not comes_from_us(request.headers, self.scheme):
            return _plain(403)
        try:
            answer = await handler(request)
        except web.HTTPException as refused:
            return _plain(refused.status)
        except (ValueError, UnicodeError):
            return _plain(400)
        except (ConnectionError, asyncio.CancelledError):
            raise
        except Exception:
            log.exception("request_failed")
            return _plain(500)
        if not answer.prepared:
            answer.headers.update({name: value for name, value in HEADERS.items() if name not in answer.headers})
        return answer

    async def _home(self, request: web.Request) -> web.Response:
        phone = self._phone(request)
        if phone is None:
            return _page(self._pages.joining(self._desk, _language(request)))
        reader = Reader(phone.seat, _language(request))
        return _page(self._pages.document(reader, self._board(reader), self._epoch))

    async def _ticket(self, request: web.Request) -> web.Response:
        if self._phone(request) is not None:
            raise web.HTTPForbidden
        if not self._joins.allows(_address(request)):
            return _page(self._pages.joining(self._desk, _language(request), trouble="often"), 429)
        ticket = request.match_info["ticket"]
        try:
            seat = self.seating.seat_by(ticket)
        except JoinError as error:
            return _page(self._pages.joining(self._desk, _language(request), trouble=error.key), 403)
        return _page(self._pages.joining(self._desk, _language(request), ticket=ticket, seat=seat))

    async def _join(self, request: web.Request) -> web.Response:
        if not (self._joins.allows(_address(request)) and self._all_joins.allows("")):
            return _page(self._pages.joining(self._desk, _language(request), trouble="often"), 429)
        word = str((await request.post()).get("word", ""))
        try:
            _, token = self.seating.join(word)
        except JoinError as error:
            return _page(self._pages.joining(self._desk, _language(request), trouble=error.key), 403)
        answer = web.Response(status=303, headers={"Location": "/"})
        self._set_cookie(answer, COOKIE, token)
        return answer

    async def _leave_seat(self, request: web.Request) -> web.Response:
        self.seating.send_away(self._seated(request).id)
        answer = web.Response(status=303, headers={"Location": "/"})
        answer.del_cookie(COOKIE, path="/")
        return answer

    async def _language(self, request: web.Request) -> web.Response:
        wanted = str((await request.post()).get("language", ""))
        answer = web.Response(status=303, headers={"Location": "/"})
        if wanted in tuple(Language):
            self._set_cookie(answer, LANGUAGE_COOKIE, wanted)
        return answer

    async def _state(self, request: web.Request) -> web.Response:
        reader = Reader(self._seated(request).seat, _language(request))
        return web.json_response(body=self._message(self._board(reader).difference(None)))

    async def _events(self, request: web.Request) -> web.StreamResponse:
        phone = self._seated(request)
        if self.watching.get(phone.id, 0) >= MOST_STREAMS_PER_PHONE:
            raise web.HTTPTooManyRequests
        since = request.query.get("since", "")
        known = int(since) if since.isascii() and since.isdigit() and len(since) < 10 else None
        if request.query.get("epoch") != self._epoch:
            known = None
        answer = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        await answer.prepare(request)
        self.watching[phone.id] = self.watching.get(phone.id, 0) + 1
        try:
            await self._stream(answer, phone, Reader(phone.seat, _language(request)), known)
        except (ConnectionError, TimeoutError):
            log.debug("stream_ended")
        finally:
            self.watching[phone.id] -= 1
        return answer

    async def _stream(self, answer: web.StreamResponse, phone: Phone, reader: Reader, known: int | None) -> None:
        board, away = self._board(reader), self._away.setdefault(phone.id, asyncio.Event())
        while not away.is_set():
            if known is None or known < board.version:
                difference = board.difference(known)
                await _write(answer, b"event: change\ndata: " + self._message(difference) + b"\n\n")
                known = difference.version
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await board.newer_than(known)
                continue
            await _write(answer, b"event: beat\ndata: \n\n")
        await _write(answer, b"event: away\ndata: \n\n")

    async def _wish(self, request: web.Request) -> web.Response:
        phone = self._seated(request)
        if not self._wishes.allows(str(phone.id)):
            return _plain(429)
        wish = read_wish(await request.read(), request.content_type)
        language = _language(request)
        reply = await reply_to(self._desk, phone.seat, wish, language)
        if request.content_type != "application/json":
            return web.Response(status=303, headers={"Location": "/"})
        return web.Response(body=_padded(reply), content_type="application/json")

    async def _acknowledge(self, request: web.Request) -> web.Response:
        phone = self._seated(request)
        body = json.loads(await request.read())
        version = body.get("version") if isinstance(body, dict) else None
        if not isinstance(version, int) or isinstance(version, bool):
            raise web.HTTPBadRequest
        self.seen[phone.id] = self._board(Reader(phone.seat, _language(request))), version
        return web.Response(status=204)

    async def _asset(self, request: web.Request) -> web.Response:
        found = self._pages.asset(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        body, media = found
        return web.Response(
            body=body, headers={"Content-Type": media, "Cache-Control": "public, max-age=31536000, immutable"}
        )

    def _phone(self, request: web.Request) -> Phone | None:
        token = request.cookies.get(COOKIE, "")
        return self.seating.phone(token) if token else None

    def _seated(self, request: web.Request) -> Phone:
        phone = self._phone(request)
        if phone is None:
            raise web.HTTPUnauthorized
        self.hosts.add(request.headers.get("Host", "").lower())
        return phone

    def _board(self, reader: Reader) -> Board:
        board = self._boards.get(reader)
        if board is None:
            board = self._boards[reader] = Board()
            board.put(self._pages.sections(self._desk, reader))
        return board

    def _refresh(self) -> None:
        for reader, board in self._boards.items():
            board.put(self._pages.sections(self._desk, reader))

    def _leave(self, phone_id: int) -> None:
        self._away.pop(phone_id, asyncio.Event()).set()
        self.seen.pop(phone_id, None)

    def _message(self, difference: Difference) -> bytes:
        return _padded(
            {
                "epoch": self._epoch,
                "version": difference.version,
                "since": difference.since,
                "sections": difference.sections,
            }
        )

    def _set_cookie(self, answer: web.Response, name: str, value: str) -> None:
        answer.set_cookie(
            name,
            value,
            max_age=COOKIE_LIFE_S,
            path="/",
            httponly=True,
            samesite="Strict",
            secure=self.scheme == "https",
        )


def _padded(message: dict[str, object]) -> bytes:
    """A message as JSON in one line, filled up to a multiple of `PAD_TO_BYTES`."""
    bare = json.dumps({**message, "pad": ""}, ensure_ascii=False).encode()
    return bare[:-2] + b" " * (-len(bare) % PAD_TO_BYTES) + bare[-2:]


async def _write(answer: web.StreamResponse, data: bytes) -> None:
    """Writes, but not for ever: a phone that does not read is let go, and comes back by itself."""
    async with asyncio.timeout(WRITE_LIMIT_S):
        await answer.write(data)


def _page(html: str, status: int = 200) -> web.Response:
    return web.Response(text=html, status=status, content_type="text/html")


def _plain(status: int) -> web.Response:
    """A refusal that says nothing but its number."""
    return web.Response(status=status, headers=dict(HEADERS))


def _address(request: web.Request) -> str:
    return request.remote or ""


def _language(request: web.Request) -> Language:
    """What the phone chose, else what its browser prefers of our languages, else English."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in tuple(Language):
        return Language(chosen)
    for each in request.headers.get("Accept-Language", "").split(","):
        wanted = each.split(";")[0].strip()[:2].lower()
        if wanted in tuple(Language):
            return Language(wanted)
    return Language.ENGLISH
