"""The door to the league: a player calls a judge, and confirms how the game ended, each for the own seat alone."""

import asyncio
from collections.abc import Callable

from aiohttp import web

from companion.phones.link.guard import RateLimit
from companion.phones.link.seats import Phone
from companion.phones.pages.league import LeagueContact, newest_question
from companion.phones.pages.reader import Reader
from companion.phones.server.page_maker import PageMaker
from companion.phones.server.responses import form_of, language_of, page_of
from companion.referee.match.command_gateway import CommandGateway
from companion.texts import say
from companion.texts.letters import odd_letter

MAX_LETTERS = 300


class LeagueDoor:
    """Takes what the players of one table have to say to their league."""

    def __init__(self, gateway: CommandGateway, pages: PageMaker, clock: Callable[[], float]) -> None:
        """Prepares.

        Args:
            gateway: Where the game is played.
            pages: Know who takes it, have the picture of the mat, and say what cannot be taken.
            clock: Seconds of a monotonic clock.
        """
        self._gateway, self._pages, self._contact = gateway, pages, pages.league
        self._limit = RateLimit(4, 0.05, clock)

    def routes(self, seated: Callable[[web.Request], Phone]) -> tuple[web.RouteDef, ...]:
        """Where phones send it.

        Args:
            seated: Tells whose phone sends a request.
        """

        def reader(request: web.Request) -> Reader:
            return Reader(seated(request).seat, language_of(request))

        async def judge(request: web.Request) -> web.Response:
            who = reader(request)
            try:
                await self.call(request, who)
            except ValueError:
                return self._told("unfit", who, 400)
            except web.HTTPTooManyRequests:
                return self._told("too_often", who, 429)
            return web.Response(status=303, headers={"Location": "/"})

        async def confirm(request: web.Request) -> web.Response:
            who = reader(request)
            try:
                self.confirm(who)
            except web.HTTPConflict:
                return self._told("goes_on", who, 409)
            return web.Response(status=303, headers={"Location": "/"})

        async def photo(request: web.Request) -> web.Response:
            who = reader(request)
            agrees = (await form_of(request)).get("agrees") == "yes"
            self._contact_of(who).answer_photo(who.viewer, agrees=agrees)
            self._gateway.tell()
            return web.Response(status=303, headers={"Location": "/"})

        return web.post("/judge", judge), web.post("/judge-photo", photo), web.post("/confirm", confirm)

    async def call(self, request: web.Request, reader: Reader) -> None:
        """Calls a judge, with a sentence of the player's where there is one, and with the newest measurement.

        Raises:
            HTTPException: If who sends it plays at no table of a league, or has called too often.
            ValueError: If the sentence is too long, or has characters that nobody sees.
        """
        contact = self._contact_of(reader)
        form = await form_of(request)
        sentence = form.get("about", "").strip()
        if len(sentence) > MAX_LETTERS or odd_letter(sentence):
            raise ValueError
        if not self._limit.allows(reader.viewer):
            raise web.HTTPTooManyRequests
        asked = newest_question(self._gateway.match, reader.language)
        about = " · ".join(each for each in (sentence, asked.about) if each)
        photo = await asyncio.to_thread(self._pages.mat_photo.jpeg) if form.get("photo") == "yes" else b""
        contact.call_judge(reader.viewer, about, asked.line, asked.picture, photo)
        self._gateway.tell()

    def confirm(self, reader: Reader) -> None:
        """Confirms how the game ended.

        Raises:
            HTTPException: If who sends it plays at no table of a league, or the game goes on.
        """
        contact, match = self._contact_of(reader), self._gateway.match
        if match.record.game.tally.outcome(match.shown) is None:
            raise web.HTTPConflict
        contact.confirm(reader.viewer)
        self._gateway.tell()

    def _told(self, key: str, reader: Reader, status: int) -> web.Response:
        """A page that says why something was not taken."""
        sentence = say(reader.language, f"phones.league.{key}", most=MAX_LETTERS)
        return page_of(self._pages.said(sentence, reader.language), status)

    def _contact_of(self, reader: Reader) -> LeagueContact:
        if self._contact is None:
            raise web.HTTPNotFound
        if reader.viewer not in self._gateway.match.players:
            raise web.HTTPForbidden
        return self._contact
