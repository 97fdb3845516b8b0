"""The web server of a league: pages for everybody, for each player, for who watches, and for the organiser."""

import asyncio
import contextlib
import hmac
import math
import secrets
import ssl
from collections.abc import AsyncIterator, Callable, Iterable
from datetime import datetime

import msgspec
from aiohttp import web
from nats.errors import Error as NatsError

from companion.games.command import Command
from companion.games.registry import games
from companion.games.verdicts.measured import RuleViolation
from companion.league.errors import LeagueError
from companion.league.organiser.decks import DeckIntake, DeckRefusedError
from companion.league.organiser.hub import Hub
from companion.league.organiser.live_tables import LiveGame, again
from companion.league.organiser.office import OfficeError
from companion.league.organiser.pages import LeaguePages
from companion.league.organiser.sheets import round_sheets
from companion.league.organiser.shown import running_at, say_in
from companion.league.servers.config import LOOPBACK
from companion.league.tournament import commands
from companion.league.tournament.book import TournamentBook
from companion.league.tournament.model import FORMATS, ORGANISER, TournamentPlan
from companion.league.tournament.rounds import BRACKETS
from companion.league.wire.bodies import JudgeDecided
from companion.league.wire.messages import FeedError
from companion.league.wire.subjects import decisions_for
from companion.phones.link.guard import HEADERS, comes_from_us
from companion.phones.pages.card_scan import PHOTO_S
from companion.phones.pages.photos import MAX_BYTES, UnreadableError, parts_of, words_in
from companion.phones.server.responses import (
    LANGUAGE_COOKIE,
    Handler,
    answered,
    form_of,
    language_of,
    page_of,
    plain,
)
from companion.presentation.campaign_page import STYLE_HASH
from companion.presentation.campaign_page import page_of as sheets_page
from companion.record.errors import RecordError
from companion.texts import Language

COOKIE = "organiser"
POLICY = "Content-Security-Policy"
MAX_BODY_BYTES = 16 * 1024
ID_BYTES = 4
PING_S = 15.0
MAX_TABLES = 1000
STANDING_BY = ("/events", "/language")
"""What a server does that is not in charge, besides saying which one is."""
SCRIPT = "text/event-stream"


class WrongFieldError(ValueError):
    """A field of a form that cannot be taken; its text is the key of a sentence."""


class LeagueServer:
    """Serves one hub; lives in its loop."""

    def __init__(self, hub: Hub, now: Callable[[], datetime], urls: Callable[[], tuple[str, ...]]) -> None:
        """Prepares; `serving` opens it.

        Args:
            hub: The league.
            now: Wall time, with its zone.
            urls: Tells where tables find the hub's server of NATS.
        """
        self._hub, self._now, self._urls = hub, now, urls
        self._pages, self._decks = LeaguePages(hub), DeckIntake()

    def application(self) -> web.Application:
        """The routes with their guard."""
        app = web.Application(client_max_size=MAX_BODY_BYTES, middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/", self._home),
                web.post("/language", self._language),
                web.get("/events", self._events, allow_head=False),
                web.get("/watch/{table}", self._watch),
                web.get("/again/{table}", self._again),
                web.get("/me/{link}", self._me),
                web.post("/me/{link}", self._me_does),
                web.get("/organise", self._organise),
                web.post("/organise", self._organise_does),
                web.get("/organise/cards", self._cards),
                web.get("/organise/sheets", self._sheets),
                web.get("/organise/players", self._links),
                web.get("/assets/{name}", self._asset),
            ]
        )
        app.on_response_prepare.append(_with_headers)
        return app

    @contextlib.asynccontextmanager
    async def serving(self, host: str, port: int, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
        """Listens while the context lasts, by https where `tls` is given; yields the port.

        Raises:
            OSError: If the port cannot be had.
        """
        runner = web.AppRunner(self.application(), access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            site = web.TCPSite(runner, host, port, ssl_context=tls)
            await site.start()
            yield int(runner.addresses[0][1])
        finally:
            await runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not comes_from_us(request.method, request.headers, request.scheme):
            return plain(403)
        if not self._hub.is_in_charge and request.path not in STANDING_BY and not request.path.startswith("/assets/"):
            return self._stands_by(request)
        return await answered(request, handler)

    def _stands_by(self, request: web.Request) -> web.Response:
        return page_of(self._pages.stands_by(language_of(request), request.rel_url.raw_path), 503)

    async def _home(self, request: web.Request) -> web.Response:
        return _packed(page_of(self._pages.home(language_of(request), self._now())))

    async def _language(self, request: web.Request) -> web.Response:
        chosen = (await form_of(request)).get("language", "")
        answer = _back(request)
        if chosen in tuple(Language):
            answer.set_cookie(LANGUAGE_COOKIE, chosen, samesite="Strict", max_age=365 * 24 * 3600)
        return answer

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Says that there is something new, as often as there is."""
        stream = web.StreamResponse(headers={"Content-Type": SCRIPT, "Cache-Control": "no-store"})
        await stream.prepare(request)
        version = self._hub.version
        with contextlib.suppress(ConnectionError):  # the browser has left
            while True:
                try:
                    async with asyncio.timeout(PING_S):
                        version = await self._hub.newer_than(version)
                    await stream.write(f"data: {version}\n\n".encode())
                except TimeoutError:
                    await stream.write(b": still here\n\n")
        return stream

    async def _watch(self, request: web.Request) -> web.Response:
        number = _whole(request.match_info["table"])
        known = number if number <= len(self._hub.ledger.tables) else 0
        return _packed(page_of(self._pages.watch(self._live(request), language_of(request), known)))

    async def _again(self, request: web.Request) -> web.Response:
        live, language = self._live(request), language_of(request)
        if live is None or (not live.score.over and not self._is_organiser(request)):
            return page_of(self._pages.watch(None, language), 404)
        to = _whole(request.query.get("to", "0"))
        try:
            messages = await self._hub.messages_of(live)
            seen = again(messages, self._hub.ledger.key_of(live.venue, live.table), to, language.value)
        except FeedError as error:
            return page_of(self._pages.said(say_in(language)("league.trouble", why=str(error)), language), 409)
        except (NatsError, TimeoutError):
            return page_of(self._pages.said(say_in(language)("league.not_now"), language), 503)
        return page_of(self._pages.again(seen, request.path, language))

    async def _me(self, request: web.Request) -> web.Response:
        return self._player_page(request)

    async def _me_does(self, request: web.Request) -> web.Response:
        player = self._pages.player_at(request.path)
        if player is None:
            return self._player_page(request)
        if request.content_type == "multipart/form-data":
            return await self._hand_in(request, player, await _photographed(request))
        form = await form_of(request)
        if "deck" in form:
            return await self._hand_in(request, player, (form["deck"],))
        if "leave" in form:
            command: Command = commands.Drop(by=player, player=player)
        else:
            command = self._report(player, form)
        return self._player_page(request, await self._done(command, language_of(request)))

    async def _hand_in(self, request: web.Request, player: str, words: Iterable[str]) -> web.Response:
        """Takes a deck, or says what is missing or wrong."""
        book, language = self._hub.book, language_of(request)
        assert book is not None  # noqa: S101 (there is a player)
        try:
            code = self._decks.take(player, book.state.setup.game, words)
        except DeckRefusedError as error:
            return self._player_page(request, say_in(language)(f"league.me.{error.key}", **error.values))
        command = commands.HandIn(by=player, player=player, deck=code)
        return self._player_page(request, await self._done(command, language))

    def _report(self, player: str, form: dict[str, str]) -> Command:
        book = self._hub.book
        key = form.get("match", "")
        match = None if book is None else book.state.match(key)
        others = [each for each in (() if match is None else match.players) if each != player]
        winner = {"me": player, "other": others[0] if others else ""}.get(form.get("winner", ""), "")
        return commands.ReportResult(by=player, match=key, winner=winner)

    async def _organise(self, request: web.Request) -> web.Response:
        code = request.query.get("code", "")
        if code and hmac.compare_digest(code, self._hub.ledger.code):
            answer = web.Response(status=303, headers={"Location": "/organise"})
            answer.set_cookie(COOKIE, code, httponly=True, samesite="Strict", max_age=30 * 24 * 3600)
            return answer
        return self._organiser_page(request)

    async def _organise_does(self, request: web.Request) -> web.Response:
        if not self._is_organiser(request):
            return self._organiser_page(request)
        form, language = await form_of(request), language_of(request)
        try:
            said = await self._does(form, language)
        except WrongFieldError as error:
            said = say_in(language)(str(error))
        except OfficeError as error:
            said = error.said(language)
        except (RecordError, LeagueError, OSError) as error:
            said = str(error)
        return self._organiser_page(request, said) if said else _back(request)

    async def _does(self, form: dict[str, str], language: Language) -> str:
        """Does what the organiser wants; why not, where it is refused."""
        hub, do = self._hub, form.get("do", "")
        match do:
            case "begin":
                await self._begin(form)
            case "tables":
                count = min(MAX_TABLES - len(hub.ledger.tables), max(1, _whole(form.get("count", ""))))
                await hub.change_ledger(hub.ledger.with_tables(count))
            case "venue":
                name, count = form.get("name", "").strip().lower(), max(1, _whole(form.get("count", "")))
                ledger = hub.ledger.with_venue(name, form.get("address", "").strip())
                await hub.change_ledger(ledger.with_tables(min(count, MAX_TABLES - len(ledger.tables)), name))
            case "delay":
                late_s = _number(form.get("minutes", "")) * 60
                await hub.change_ledger(msgspec.structs.replace(hub.ledger, delay_s=late_s))
            case "answer":
                await self._answer(form)
            case "undo":
                await hub.undo()
            case "decide" if form.get("ends") != "yes" and (number := self._running_at(form.get("match", ""))):
                return say_in(language)("league.refused.running", number=number)
            case _:
                return await self._done(_command(do, form, self._now(), self._hub.book), language)
        hub.changed()
        return ""

    def _running_at(self, key: str) -> int:
        """The table at which a match goes on, which a result would end; 0 where none does."""
        book = self._hub.book
        match = None if book is None else book.state.match(key)
        return 0 if match is None else running_at(self._hub, match)

    async def _begin(self, form: dict[str, str]) -> None:
        if self._hub.book is not None or form.get("game") not in games() or form.get("format") not in FORMATS:
            return
        plan = TournamentPlan(
            name=form.get("name", ""),
            game=form["game"],
            format=form["format"],
            rounds=_whole(form.get("rounds", "0")),
            minutes=_whole(form.get("minutes", "0")),
            teams=form.get("teams") == "yes" and form["format"] not in BRACKETS,
        )
        await self._hub.begin(plan)

    async def _answer(self, form: dict[str, str]) -> None:
        live = self._hub.live.games.get(form.get("game", ""))
        if live is None or form.get("id", "") not in live.calls:
            return
        told = JudgeDecided(id=form["id"], decision=form.get("decision", ""), judge=form.get("judge", ""))
        live.decisions[told.id] = told
        await self._hub.announce(decisions_for(live.venue, live.table), told)

    async def _done(self, command: Command | None, language: Language) -> str:
        """Does something in the tournament; why not, where it is refused."""
        if command is None or self._hub.book is None:
            return ""
        try:
            await self._hub.do(command)
        except RuleViolation as refused:
            return say_in(language)(f"league.refused.{refused.key}", **refused.values)
        except OfficeError as error:
            return error.said(language)
        except (RecordError, LeagueError) as error:
            return str(error)
        return ""

    async def _cards(self, request: web.Request) -> web.Response:
        if not self._is_organiser(request):
            return self._organiser_page(request)
        hosts = [each.rpartition("//")[2].rpartition(":")[0] for each in self._urls()]
        machines = [each for each in hosts if each != LOOPBACK] or hosts
        html = self._pages.cards(
            language_of(request), self._now(), _origin(request), self._urls(), self._hub.leafs_at(machines)
        )
        return page_of(html)

    async def _links(self, request: web.Request) -> web.Response:
        if not self._is_organiser(request):
            return self._organiser_page(request)
        return page_of(self._pages.links(language_of(request), _origin(request)))

    async def _sheets(self, request: web.Request) -> web.Response:
        """The sheets by which the players of this round begin a campaign of their own, to print."""
        if not self._is_organiser(request):
            return self._organiser_page(request)
        language, book = language_of(request), self._hub.book
        found = () if book is None else round_sheets(book.state, language)
        if not found:
            return page_of(self._pages.said(say_in(language)("league.organise.no_sheets"), language), 409)
        answer = page_of(sheets_page(found, self._hub.ledger.name, language))
        answer.headers[POLICY] = HEADERS[POLICY].replace("style-src 'self'", f"style-src {STYLE_HASH}")
        return answer

    async def _asset(self, request: web.Request) -> web.Response:
        found = self._pages.asset(request.match_info["name"])
        if found is None:
            return plain(404)
        return web.Response(body=found[0], content_type=found[1], headers={"Cache-Control": "max-age=600"})

    def _player_page(self, request: web.Request, said: str = "") -> web.Response:
        language, player = language_of(request), self._pages.player_at(request.path)
        if player is None:
            return page_of(self._pages.said(say_in(language)("league.me.unknown"), language), 404)
        return page_of(self._pages.player(player, language, self._now(), said), 409 if said else 200)

    def _organiser_page(self, request: web.Request, said: str = "") -> web.Response:
        language = language_of(request)
        if not self._is_organiser(request):
            return page_of(self._pages.said(say_in(language)("league.organise.code"), language), 403)
        html = self._pages.organise(language, self._now(), _origin(request), said)
        return page_of(html, 409 if said else 200)

    def _is_organiser(self, request: web.Request) -> bool:
        return hmac.compare_digest(request.cookies.get(COOKIE, ""), self._hub.ledger.code)

    def _live(self, request: web.Request) -> LiveGame | None:
        number = _whole(request.match_info["table"])
        if not 0 < number <= len(self._hub.ledger.tables):
            return None
        entry = self._hub.ledger.tables[number - 1]
        return self._hub.live.newest_at(entry.venue, entry.name)


def _command(do: str, form: dict[str, str], now: datetime, book: TournamentBook | None) -> Command | None:
    """What the organiser wants of the tournament; None for nothing that there is."""
    player, match = form.get("player", ""), form.get("match", "")
    simple: dict[str, Callable[[], Command]] = {
        "draw": lambda: commands.Pair(by=ORGANISER, seed=secrets.token_hex(16)),
        "start": lambda: commands.StartClock(by=ORGANISER, at=now.isoformat()),
        "finish": lambda: commands.Finish(by=ORGANISER),
        "drop": lambda: commands.Drop(by=ORGANISER, player=player),
        "back": lambda: commands.Return(by=ORGANISER, player=player),
        "penalty": lambda: commands.Penalise(
            by=ORGANISER, player=player, points=_number(form.get("points", "")), reason=form.get("reason", "")
        ),
        "register": lambda: commands.Register(
            by=ORGANISER,
            player=secrets.token_hex(ID_BYTES),
            name=form.get("name", ""),
            rating=_number(form.get("rating", "") or "0"),
            club=form.get("club", ""),
            team=form.get("team", ""),
        ),
        "swap": lambda: commands.Seat(
            by=ORGANISER, match=match, first=form.get("first", ""), second=form.get("second", "")
        ),
        "decide": lambda: _decided(form, book),
    }
    made = simple.get(do)
    return None if made is None else made()


def _decided(form: dict[str, str], book: TournamentBook | None) -> Command:
    found = None if book is None else book.state.match(form.get("match", ""))
    players = () if found is None else found.players
    winner = {"first": players[:1], "second": players[1:2]}.get(form.get("winner", ""), ())
    return commands.DecideResult(
        by=ORGANISER,
        match=form.get("match", ""),
        winner=winner[0] if winner else "",
        forfeit=form.get("forfeit") == "yes",
        judge=form.get("judge", ""),
    )


async def _photographed(request: web.Request) -> Iterable[str]:
    """The words of the codes in a photograph that was sent; none where it is none."""
    async with asyncio.timeout(PHOTO_S):
        body = await request.clone(client_max_size=MAX_BYTES).read()
    photo = parts_of(body, request.headers.get("Content-Type", "")).get("photo", b"")
    with contextlib.suppress(UnreadableError):
        return await asyncio.to_thread(words_in, photo, ("JPEG", "PNG"))
    return ()


def _number(text: str) -> float:
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        raise WrongFieldError("league.refused.number") from None
    if not math.isfinite(found) or found < 0:
        raise WrongFieldError("league.refused.number")
    return found


def _whole(text: str) -> int:
    return int(_number(text or "0"))


def _packed(answer: web.Response) -> web.Response:
    """A page that holds nothing of one reader alone, sent in a tenth of its bytes."""
    answer.enable_compression()
    return answer


def _origin(request: web.Request) -> str:
    return f"{request.scheme}://{request.host}"


def _back(request: web.Request) -> web.Response:
    """Where the form was."""
    where = request.headers.get("Referer", "").partition(request.host)[2] or "/"
    if request.path != "/language":
        where = request.path
    return web.Response(status=303, headers={"Location": where if where.startswith("/") else "/"})


async def _with_headers(request: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
