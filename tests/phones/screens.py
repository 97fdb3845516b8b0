"""Pages of given moments in a real browser, without a server: the browser's requests are answered from the pages."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page, Route

from companion.games.command import TABLE
from companion.phones.link.guard import HEADERS
from companion.phones.pages.live_page import LivePage
from companion.phones.pages.pages import Pages
from companion.phones.pages.reader import Reader
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.texts import Language
from tests.phones.browser import browser
from tests.phones.moments import RULES, Moment

WIDTHS_PX = (320, 390)
HEIGHT_PX = 780
ORIGIN = "http://localhost"


class Nobody:
    """A surveyor that sees nothing."""

    def spot(self, spec: Any, field: str, values: Any) -> None:
        return None


class Screens:
    """Opens pages in one browser."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.pages = Pages()
        self.troubles: list[str] = []
        self._browser, self._folder = browser, folder
        self._gateways: dict[str, CommandGateway] = {}
        self._documents: dict[str, str] = {}
        self._last: tuple[CommandGateway, Reader] | None = None

    def gateway(self, moment: Moment, name: str, *, pause_s: float = 0.0) -> CommandGateway:
        """The table at a moment, made once; with a pause, everybody waits in it where somebody is asked in secret."""
        if name in self._gateways:
            return self._gateways[name]
        record = moment.record(self._folder / f"{name}.signum")
        match = Match(record, lambda: 0.0, pause_s=pause_s)
        record.close()
        self._gateways[name] = CommandGateway(match, Nobody(), lambda: 0.0)
        return self._gateways[name]

    def document(self, gateway: CommandGateway, viewer: str, language: Language) -> str:
        """A whole page."""
        reader = Reader(viewer, language)
        self._last = gateway, reader
        board = LivePage()
        board.put(self.pages.sections(gateway, reader))
        return self.pages.document(reader, board, "here", gateway.match.record.game.texts)

    async def page(self, width_px: int = WIDTHS_PX[0], *, scripted: bool = True, dark: bool = False) -> Page:
        """A new phone."""
        context = await self._browser.new_context(
            viewport={"width": width_px, "height": HEIGHT_PX},
            java_script_enabled=scripted,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            has_touch=True,
        )
        page = await context.new_page()
        page.on("console", lambda message: self.troubles.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        await page.route("**/*", self._answer)
        return page

    async def show(self, page: Page, html: str) -> None:
        """Opens a page of the given HTML."""
        path = f"/{len(self._documents)}"
        self._documents[path] = html
        await page.goto(f"{ORIGIN}{path}")

    async def _answer(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path in self._documents:
            await route.fulfill(body=self._documents[path], content_type="text/html", headers=dict(HEADERS))
        elif path.startswith("/assets/") and (found := self.pages.asset(path.removeprefix("/assets/"))):
            await route.fulfill(body=found[0], content_type=found[1])
        elif path.startswith("/why/") and self._last is not None:  # of the page that was made last
            number = int(path.removeprefix("/why/"))
            part = self.pages.why(*self._last, number, whole="part" not in route.request.url)
            await route.fulfill(body=part or "", content_type="text/html", headers=dict(HEADERS))
        elif path == "/events":
            await route.fulfill(body="event: now\ndata: 0\n\n", content_type="text/event-stream")
        elif path == "/state":  # a table at which nothing happens
            await route.fulfill(json={"epoch": "epoch", "version": 1, "since": None, "sections": {}})
        else:
            await route.fulfill(status=204)


@contextlib.asynccontextmanager
async def screens(folder: Path) -> AsyncIterator[Screens]:
    """A browser for pages."""
    async with browser() as phones:
        yield Screens(phones, folder)


def viewer_of(moment: Moment) -> str:
    """Whose page shows a moment best: whoever is asked, else whose turn it is."""
    asked = [player for prompt in RULES.prompts(moment.state) for player in prompt.to]
    return next((player for player in asked if player != TABLE), moment.state.active or "A")
