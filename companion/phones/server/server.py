"""The web server for the players' phones: joins them, shows each its own view, takes what they want.

It runs in the core thread's loop. It is the only writer; phones hold nothing that counts.
"""

import asyncio
import contextlib
import re
import socket
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Callable

import msgspec
from aiohttp import web

from companion.games.command import SPECTATOR
from companion.phones.link.acceptor import Acceptor
from companion.phones.link.connections import Connections, raise_file_limit
from companion.phones.link.guard import HEADERS, HTTPS_HEADERS, RateLimit, comes_from_us, host_is_ours
from companion.phones.link.seats import JoinError, Phone, Seats, is_ticket
from companion.phones.pages.card_scan import CardScanner
from companion.phones.pages.carried_deck import carried_codes
from companion.phones.pages.live_page import LivePage, LivePages, padded
from companion.phones.pages.reader import Reader
from companion.phones.server.event_streams import Stream, Streams
from companion.phones.server.intents import GRANTED, misplaced, read_intent, reply_to
from companion.phones.server.league_door import LeagueDoor
from companion.phones.server.page_maker import PageMaker
from companion.phones.server.photo_door import PhotoDoor
from companion.phones.server.responses import (
    LANGUAGE_COOKIE,
    Handler,
    address_of,
    answered,
    body_of,
    closing,
    form_of,
    language_of,
    moved,
    page_of,
    plain,
    read_out,
)
from companion.phones.server.roll_door import ROLLS, Report, RollDoor
from companion.referee.match.command_gateway import CommandGateway
from companion.texts import Language, say

COOKIE = "seat"
TOKENS = re.compile(rb"\bseat=([0-9a-f.]+)")
TOKEN_FORM = re.compile(r"[0-9a-f]{64}")
MAX_TOKENS = 4
"""Seats that a phone keeps, each of another game, in its one cookie, the newest first."""
COOKIE_LIFE_S = 30 * 24 * 3600
MAX_BODY_BYTES = 16 * 1024
ASSETS = "/assets/"
MAX_STRANGER_BYTES = 1024
"""Of a body; who has no seat has a code or a language to send, and nothing else."""
STRANGERS_AT_ONCE = 4
"""Requests of people without a seat that are looked at in a tick; others wait."""
IDENTITY = "identity"
PACKED = "Send the body as it is, without a Content-Encoding.\n"
MAX_INTENTS_AT_ONCE = 8
"""Intents of one phone that wait for their answer."""
NAMES_AGE_S = 2.0
"""How long the machine's addresses are taken as known."""
MAX_HOSTS = 16


class _ScreenReport(msgspec.Struct):
    """What a phone says that it shows."""

    version: int


class PhoneServer:
    """One game's server.

    Attributes:
        seating: Who sits where.
        scheme: `http` or `https`, as it is served.
        port: Where it listens; 0 before it does.
        hosts: Addresses by which seated phones have come, with the port.
        seen: By a phone's id what it shows, and the version that it acknowledged last.
        doors: The connections.
        scanning: Takes photos of cards.
    """

    def __init__(
        self,
        gateway: CommandGateway,
        seating: Seats,
        pages: PageMaker,
        clock: Callable[[], float],
        *,
        names: Callable[[], frozenset[str]],
        report: Report | None = None,
    ) -> None:
        """Prepares the server; `serve` opens it.

        Args:
            gateway: Where intents go.
            seating: The seats.
            pages: Makes the HTML.
            clock: Seconds of the monotonic clock that the match has.
            names: Tells the addresses and names under which this machine is reached now, in lower case.
            report: Takes what apps report of a seat's dice; None where nobody does.
        """
        self.seating = seating
        self.seen: dict[int, tuple[LivePage, int]] = {}
        self._gateway, self._pages, self._names, self._clock = gateway, pages, names, clock
        self._known_names: tuple[float, frozenset[str]] | None = None
        self.scheme = "http"
        self.port = 0
        self.hosts: set[str] = set()
        self._boards = LivePages(lambda reader: self._pages.sections(self._gateway, reader))
        self._tick = self._boards.tick
        self.doors = Connections(self._tick, clock)
        self._streams = Streams()
        self.scanning = CardScanner(gateway, clock)
        self._rolls = None if report is None else RollDoor(seating, report, self.doors, pages.app_dice, clock)
        self._photos = PhotoDoor(gateway, pages.photos, clock)
        self._league = LeagueDoor(gateway, pages, clock)
        self._waiting: Counter[int] = Counter()
        self._wrong = RateLimit(20, 0.2, clock)
        self._all_wrong = RateLimit(60, 2.0, clock)
        self._spectators = RateLimit(60, 1.0, clock)
        self._strangers = RateLimit(600, 50.0, clock)
        self._turns = asyncio.Semaphore(STRANGERS_AT_ONCE)
        self._asks = RateLimit(150, 40.0, clock)
        self._intents = RateLimit(30, 5.0, clock)
        seating.listen(self._leave)
        gateway.match.listen(self._boards.notify)
        gateway.listen(self._boards.notify)
        gateway.moment = lambda: self._tick.begin("", rouses=True)
        gateway.match.seen_s = self._tick.next_s

    def watching(self, phone: Phone) -> int:
        """How many streams a phone has open."""
        return self._streams.count(phone.id)

    def behind(self, phone: Phone) -> int | None:
        """How many changes a phone has not acknowledged yet; None if it never acknowledged any."""
        seen = self.seen.get(phone.id)
        return None if seen is None else max(0, seen[0].version - seen[1])

    def application(self) -> web.Application:
        """The routes with their guard."""
        app = web.Application(client_max_size=MAX_BODY_BYTES, middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/", self._home),
                web.get("/j/{ticket}", self._ticket),
                web.post("/join", self._join),
                web.post("/leave", self._leave_seat),
                web.post("/language", self._choose_language),
                web.get("/state", self._state),
                web.get("/events", self._events, allow_head=False),
                web.post("/intent", self._intent),
                web.post("/scan", self._scan),
                web.post("/photo", self._photo),
                *self._league.routes(self._seated),
                web.get("/card-photo/{card}/{version}", self._card_photo),
                web.post("/seen", self._acknowledge),
                web.get("/why/{number}", self._why),
                web.get("/deck", self._deck),
                web.get(f"{ASSETS}{{name}}", self._asset),
                *(self._rolls.routes(self._seated, lambda: self.scheme) if self._rolls is not None else ()),
            ]
        )
        app.on_response_prepare.append(self._with_headers)
        return app

    @contextlib.asynccontextmanager
    async def serve(self, host: str, port: int = 0, *, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
        """Listens while the context lasts; yields the port.

        Args:
            host: Address to listen at.
            port: 0 for any that is free.
            tls: For `https`.

        Raises:
            OSError: If the port cannot be had.
        """
        self.scheme = "https" if tls is not None else "http"
        self.doors.most_strangers = raise_file_limit()
        runner = web.AppRunner(self.application(), access_log=None, shutdown_timeout=1)
        await runner.setup()
        assert runner.server is not None  # noqa: S101 (set up just now)
        try:
            plug = socket.create_server((host, port))
            self.port = int(plug.getsockname()[1])
            async with Acceptor(self.doors.factory(runner.server), self.doors.admits, self._is_seated, tls).at(plug):
                yield self.port
        finally:
            self._streams.close()
            await runner.cleanup()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    for _ in range(2):  # what was said last leaves at a tick, and the loop may end right after this
                        await self._tick.begin("goodbye")

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        phone = self._phone(request)
        refusal = self._refusal(request, phone)
        if refusal is not None:
            return refusal
        if request.path.startswith(ROLLS):
            return await answered(request, handler)
        if phone is None:
            return await self._in_turn(request, handler)
        answer = await answered(request, self._at_a_tick(phone, handler))
        await read_out(request)
        return answer

    def _at_a_tick(self, phone: Phone, handler: Handler) -> Handler:
        """Begins what makes pages at a tick, one at a time for each phone; intents see to that themselves."""

        async def begun(request: web.Request) -> web.StreamResponse:
            if request.method == "GET" and not request.path.startswith(ASSETS):
                await self._tick.begin(f"phone {phone.id}")
            return await handler(request)

        return begun

    def _refusal(self, request: web.Request, phone: Phone | None) -> web.Response | None:
        """What is answered at once, whatever is wanted; None if it may be heard."""
        if not host_is_ours(request.headers.get("Host", ""), self._our_names(), self.port):
            return moved(language_of(request))
        if request.path.startswith(ROLLS):  # an app is no page of ours; its key stands in the address
            return None if self._strangers.allows(address_of(request)) else closing(429)
        if not comes_from_us(request.method, request.headers, self.scheme):
            return plain(403)
        if request.headers.get("Content-Encoding", IDENTITY).strip().lower() != IDENTITY:
            return closing(415, PACKED)
        if phone is None:
            return None if self._strangers.allows(address_of(request)) else closing(429)
        self.doors.seated(request.protocol, phone.id)
        return None if self._asks.allows(str(phone.id)) else closing(429)

    async def _in_turn(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answers a stranger: little is read, and few are looked at in a tick, so that those who play do not wait."""
        if (request.content_length or 0) > MAX_STRANGER_BYTES:
            return closing(413)

        async def look(request: web.Request) -> web.StreamResponse:
            await body_of(request)  # before it has its turn: one that never comes must not hold up the others
            async with self._turns:
                await self._tick.begin(f"stranger {id(request)}")
                return await handler(request)

        return await answered(request, look)

    async def _home(self, request: web.Request) -> web.Response:
        phone = self._phone(request)
        if phone is None:
            elsewhere = any(not self.seating.has_sent_away(token) for token in _tokens(request))
            return page_of(self._pages.joining(self._gateway, language_of(request), elsewhere=elsewhere))
        reader = Reader(phone.seat, language_of(request))
        return page_of(
            self._pages.document(
                reader,
                self._boards.of(reader),
                self.seating.place(phone.seat),
                self._gateway.match.record.game.texts,
                carries=bool(carried_codes(self._gateway.match, phone.seat)),
            )
        )

    async def _deck(self, request: web.Request) -> web.Response:
        reader = Reader(self._seated(request).seat, language_of(request))
        page = self._pages.carried_deck(self._gateway, reader)
        return plain(404) if page is None else page_of(page)

    async def _ticket(self, request: web.Request) -> web.Response:
        ticket, language = request.match_info["ticket"], language_of(request)
        try:
            seat = self._seat_by(ticket, address_of(request))
        except JoinError as error:
            if self._phone(request) is not None:
                return web.Response(status=303, headers={"Location": "/"})
            return self._turned_away(error, language)
        return page_of(self._pages.joining(self._gateway, language, ticket=ticket, seat=seat))

    async def _join(self, request: web.Request) -> web.Response:
        word, address = (await form_of(request)).get("word", ""), address_of(request)
        before = self._phone(request)
        try:
            seat = self._seat_by(word, address)
            self._count_spectator(seat, address)
            phone, token = self.seating.join(word, is_here=lambda phone: self.watching(phone) > 0)
        except JoinError as error:
            return self._turned_away(error, language_of(request))
        if before is not None and before.id != phone.id:  # who sits down elsewhere gets up here
            self.seating.send_away(before.id)
        answer = web.Response(status=303, headers={"Location": "/"})
        self._set_cookie(answer, COOKIE, ".".join((token, *self._tokens_of_others(request))))
        return answer

    def _count_spectator(self, seat: str, address: str) -> None:
        if seat == SPECTATOR and not self._spectators.allows(address):
            raise JoinError("often")

    def _seat_by(self, word: str, address: str) -> str:
        """The seat that a ticket or code leads to.

        Wrong codes are counted, and after too many no code is good any more for a while. Tickets cannot be guessed, so
        that whoever scans one is never locked out by somebody else who guesses.

        Raises:
            JoinError: If it leads nowhere, or too much was guessed.
        """
        if not is_ticket(word) and not (self._wrong.has_one(address) and self._all_wrong.has_one("")):
            raise JoinError("often")
        try:
            return self.seating.seat_by(word)
        except JoinError:
            if not is_ticket(word):
                self._wrong.allows(address)
                self._all_wrong.allows("")
            raise

    def _turned_away(self, error: JoinError, language: Language) -> web.Response:
        page = self._pages.joining(self._gateway, language, trouble=error.key)
        return page_of(page, 429 if error.key == "often" else 403)

    async def _leave_seat(self, request: web.Request) -> web.Response:
        self.seating.send_away(self._seated(request).id)
        answer = web.Response(status=303, headers={"Location": "/"})
        if others := self._tokens_of_others(request):
            self._set_cookie(answer, COOKIE, ".".join(others))
        else:
            answer.del_cookie(COOKIE, path="/")
        return answer

    def _tokens_of_others(self, request: web.Request) -> tuple[str, ...]:
        """What a phone's cookie holds of other games' seats."""
        known = self.seating
        others = (each for each in _tokens(request) if not known.phone(each) and not known.has_sent_away(each))
        return tuple(others)[: MAX_TOKENS - 1]

    async def _choose_language(self, request: web.Request) -> web.Response:
        wanted = (await form_of(request)).get("language", "")
        answer = web.Response(status=303, headers={"Location": "/"})
        if wanted in tuple(Language):
            self._set_cookie(answer, LANGUAGE_COOKIE, wanted)
        return answer

    async def _state(self, request: web.Request) -> web.Response:
        reader = Reader(self._seated(request).seat, language_of(request))
        message = self._boards.of(reader).message(None)
        return web.Response(body=message, content_type="application/json")

    async def _events(self, request: web.Request) -> web.StreamResponse:
        phone = self._seated(request)
        since = request.query.get("since", "")
        known = int(since) if since.isascii() and since.isdigit() and len(since) < 10 else None
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await answer.prepare(request)
        board = self._boards.of(Reader(phone.seat, language_of(request)))
        if request.query.get("epoch") != board.epoch:
            known = None
        stream = Stream(answer, board, known, lambda: request.protocol.writing_paused)
        try:
            await self._streams.serve(stream, phone.id, board, self._tick.next_s())
        except (ConnectionError, TimeoutError):
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._boards.keep(board for board, _ in self.seen.values())
        return answer

    async def _intent(self, request: web.Request) -> web.Response:
        phone, language = self._seated(request), language_of(request)
        intent = read_intent(await body_of(request), request.content_type)
        if not self._intents.allows(str(phone.id)) or self._waiting[phone.id] >= MAX_INTENTS_AT_ONCE:
            return plain(429)
        self._waiting[phone.id] += 1
        try:
            await self._tick.begin(phone.seat)
            reply = misplaced(intent, self.seating.place(phone.seat), language)
            reply = reply or await reply_to(self._gateway, phone.seat, intent, language)
        finally:
            self._waiting[phone.id] -= 1
        if request.content_type != "application/json":
            if reply["answer"] not in GRANTED:
                return page_of(self._pages.said(str(reply["text"]), language))
            return web.Response(status=303, headers={"Location": "/"})
        return web.Response(body=padded(reply), content_type="application/json")

    async def _scan(self, request: web.Request) -> web.Response:
        phone, language = self._seated(request), language_of(request)
        found = await self.scanning.scan(request, phone, Reader(phone.seat, language))
        if request.content_type != "image/jpeg":
            return page_of(self._pages.scanned(found, language, self.seating.place(phone.seat)))
        text = say(language, f"cardboard.scan_{found.trouble}") if found.trouble else ""
        reply: dict[str, object] = {"key": found.key, "name": found.name, "text": text}
        return web.Response(body=padded(reply), content_type="application/json")

    async def _photo(self, request: web.Request) -> web.Response:
        phone = self._seated(request)
        await self._photos.take(request, phone, Reader(phone.seat, language_of(request)))
        if request.content_type != "image/jpeg":
            return web.Response(status=303, headers={"Location": "/#hand"})
        return web.Response(status=204)

    async def _card_photo(self, request: web.Request) -> web.Response:
        phone = self._seated(request)
        reader = Reader(phone.seat, language_of(request))
        found = self._photos.shown(request.match_info["card"], request.match_info["version"], reader)
        return web.Response(body=found, content_type="image/jpeg")

    async def _acknowledge(self, request: web.Request) -> web.Response:
        phone = self._seated(request)
        version = msgspec.json.decode(await body_of(request), type=_ScreenReport).version
        board = self._boards.of(Reader(phone.seat, language_of(request)))
        self.seen[phone.id] = board, max(0, min(version, board.version))
        return web.Response(status=204)

    async def _why(self, request: web.Request) -> web.Response:
        reader = Reader(self._seated(request).seat, language_of(request))
        number = request.match_info["number"]
        known = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
        page = self._pages.why(self._gateway, reader, known, whole="part" not in request.query)
        if page is None:
            raise web.HTTPNotFound
        return page_of(page)

    async def _asset(self, request: web.Request) -> web.Response:
        found = self._pages.asset(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        body, media = found
        return web.Response(
            body=body, headers={"Content-Type": media, "Cache-Control": "public, max-age=31536000, immutable"}
        )

    def _phone(self, request: web.Request) -> Phone | None:
        return next((phone for token in _tokens(request) if (phone := self.seating.phone(token))), None)

    def _is_seated(self, beginning: bytes) -> bool:
        found = TOKENS.search(beginning)
        return found is not None and any(self.seating.phone(each) for each in _split(found[1].decode()))

    def _seated(self, request: web.Request) -> Phone:
        phone = self._phone(request)
        if phone is None:
            raise web.HTTPUnauthorized
        if len(self.hosts) < MAX_HOSTS:
            self.hosts.add(request.headers.get("Host", "").lower())
        return phone

    def _our_names(self) -> frozenset[str]:
        now_s = self._clock()
        if self._known_names is None or now_s - self._known_names[0] > NAMES_AGE_S:
            self._known_names = now_s, self._names()
        return self._known_names[1]

    def _leave(self, phone_id: int) -> None:
        self._streams.send_away(phone_id)
        self.seen.pop(phone_id, None)

    async def _with_headers(self, request: web.Request, answer: web.StreamResponse) -> None:
        """Every answer carries the same rules for browsers, and does not say what made it."""
        for name, value in ({**HEADERS, **HTTPS_HEADERS} if self.scheme == "https" else HEADERS).items():
            answer.headers.setdefault(name, value)
        answer.headers.pop("Server", None)

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


def _tokens(request: web.Request) -> tuple[str, ...]:
    """The tokens of seats, here or in other games, that a phone shows."""
    return _split(request.cookies.get(COOKIE, ""))


def _split(cookie: str) -> tuple[str, ...]:
    return tuple(each for each in cookie.split(".")[:MAX_TOKENS] if TOKEN_FORM.fullmatch(each))
