"""A page that loses the table: red at once, nothing lost, nothing done twice."""

import contextlib
import re
from collections.abc import AsyncIterator

from playwright.async_api import BrowserContext, Page

from companion.phones.server.event_streams import Streams
from tests.chromium import on_phones
from tests.phones.browser import browse, browser
from tests.phones.host import HostedTable, hosted
from tests.phones.moments import moments

pytestmark = on_phones

RED_WITHIN_MS = 3000
LONG_MS = 20_000
"""Longer than a table is away that comes back by itself."""


@contextlib.asynccontextmanager
async def browser_context() -> AsyncIterator[BrowserContext]:
    async with browser() as phones:
        yield await phones.new_context(viewport={"width": 390, "height": 780}, locale="en")


async def seated(context: BrowserContext, table: HostedTable, seat: str, *, by_clock: bool = False) -> Page:
    """A phone that has sat down; by a clock that the test may let run ahead."""
    page = await context.new_page()
    if by_clock:
        await page.clock.install()
    await page.goto(table.link(seat))
    await page.click("button.main")
    await page.wait_for_selector("body.scripted #head h1")
    return page


def test_a_lost_table_shows_red_within_3_s_and_an_intent_waits_until_it_is_back(tmp_path, monkeypatch):
    monkeypatch.setattr(Streams, "close", lambda _: None)  # a table that is switched off says no goodbye

    async def play() -> None:
        async with browser_context() as context:
            async with hosted(tmp_path) as table:
                page, port = await seated(context, table, "A", by_clock=True), table.port
                await page.evaluate("window.same = true")
                while not table.server.watching(table.seating.phones[0]):
                    await page.wait_for_timeout(50)
            await page.clock.run_for(RED_WITHIN_MS)
            assert await page.is_visible("#cut-off")
            assert await page.is_hidden("#cut-off-long")
            await page.clock.run_for(LONG_MS)
            await page.wait_for_selector("#cut-off-long >> text=shows another address")

            await page.click("#task button[value='6']")
            await page.wait_for_selector("#unsent")
            assert "6" in await page.inner_text("#unsent-what")
            async with hosted(tmp_path, port=port) as table:
                await page.wait_for_selector("body:not(.lost)")
                await page.wait_for_selector("#unsent", state="hidden")
                await page.wait_for_selector("#toast >> text=Noted")
                table.lying["A"] = ("Dice of A",)
                table.gateway.tell()
                await page.wait_for_selector("#task >> text=Dice of A")
                assert await page.is_visible("#task .taken >> text=6"), "the same is asked as before"
                await table.gateway.submit("from-afar", "B", "priority", {"rolled": ["3"]})
                await page.wait_for_selector("#task .taken", state="detached")
                assert await page.evaluate("window.same"), "the page was never loaded anew"

    browse(play())


YOU = "#head .who:has(small):has-text('{}')"


def test_a_phone_whose_table_is_left_waits_and_comes_back_to_its_seat_after_another_game(tmp_path):
    """The phone is seated in both games, and neither page is ever loaded by hand."""

    async def play() -> None:
        async with browser_context() as context:
            async with hosted(tmp_path / "first") as table:
                page, port = await seated(context, table, "A"), table.port
                while not table.server.watching(table.seating.phones[0]):
                    await page.wait_for_timeout(50)
            await page.wait_for_selector("text=The table has been left. The game goes on when somebody continues it.")
            assert await page.is_hidden("#cut-off-why"), "the network is not to blame"
            async with hosted(tmp_path / "other", port=port) as table:
                await page.wait_for_selector("h1 >> text=Another game is open")
                await page.wait_for_selector("text=you are back in your seat when that game continues")
                invitation = table.seating.invitation("B")
                assert invitation is not None
                await page.fill("#word", invitation.code)
                await page.click("button.main")
                await page.wait_for_selector(YOU.format("Bob"))
            async with hosted(tmp_path / "first", port=port):
                await page.wait_for_selector(YOU.format("Ann"))
            async with hosted(tmp_path / "third", port=port):
                await page.wait_for_selector("h1 >> text=Another game is open")
            async with hosted(tmp_path / "other", port=port) as table:
                await page.wait_for_selector(YOU.format("Bob"))
                await page.wait_for_selector("body.scripted")
                table.seating.hand_on("B")
                await page.wait_for_selector("text=Another game is open")
                await page.reload()
            async with hosted(tmp_path / "first", port=port) as table:
                await page.wait_for_selector(YOU.format("Ann"))
                table.seating.hand_on("A")
                await page.wait_for_selector("#word")

    for name in ("first", "other", "third"):
        (tmp_path / name).mkdir()
    browse(play())


def test_the_count_of_a_pause_is_what_is_left_of_it(tmp_path):
    moments()["reveal"].record(tmp_path / "game.signum").close()
    counted = "document.querySelector('#task .count')?.textContent"

    async def play() -> list[tuple[float, float, float]]:
        found = []
        async with browser_context() as context, hosted(tmp_path, pause_s=300.0) as table:
            for seat in "AB":
                await context.clear_cookies()
                page = await seated(context, table, seat)
                await page.click("nav a[data-tab=now]")
                # Not as an expression: the page lets no script evaluate one, once it has to be asked again.
                await page.locator("#task .count", has_text=re.compile(r"[1-9]")).wait_for(state="attached")
                before_s = table.match.pause_left_s or 0.0
                shown_s = float(await page.evaluate(counted))
                found.append((before_s, shown_s, table.match.pause_left_s or 0.0))
        return found

    for before_s, shown_s, after_s in browse(play()):
        assert after_s - 3.0 < shown_s < before_s + 3.0


def test_an_unsent_intent_can_be_taken_back(tmp_path):
    async def play() -> int:
        async with browser_context() as context:
            async with hosted(tmp_path) as table:
                page, port = await seated(context, table, "A"), table.port
            await page.wait_for_selector("body.lost")
            await page.click("nav a[data-tab=more]")
            await page.click("summary:has-text('Offer a draw') >> nth=0")
            await page.click("#hands_on form:has(input[value=offerdraw]) button")
            await page.wait_for_selector("#unsent")
            await page.click("#take-back")
            async with hosted(tmp_path, port=port) as table:
                await page.wait_for_selector("body:not(.lost)")
                await page.wait_for_timeout(300)
                assert await page.is_hidden("#unsent")
                return table.match.record.written

    assert browse(play()) <= 1


STORED = "JSON.parse(localStorage.getItem('unsent') || '[]').length"


def test_what_was_asked_for_at_one_seat_is_not_sent_from_the_next(tmp_path):
    """Ann intents in two tabs while the table is away; then her phone sits down as Bob."""

    async def play() -> tuple[int, str, int, dict[str, str | None]]:
        async with browser_context() as context:
            async with hosted(tmp_path) as table:
                one, port = await seated(context, table, "A"), table.port
                other = await context.new_page()
                await other.goto(one.url)
            for page, value in ((one, "6"), (other, "5")):
                await page.wait_for_selector("body.lost")
                await page.click(f"#task button[value='{value}']")
                await page.wait_for_selector("#unsent")
            both = await other.evaluate(STORED)
            await other.close()
            await one.close()
            async with hosted(tmp_path, port=port) as table:
                table.seating.hand_on("A")
                page = await seated(context, table, "B")
                said = await page.inner_text("#reply-text")
                await page.wait_for_timeout(500)
                words = {seat: table.gateway.word(seat) for seat in "AB"}
                return both, said, await page.evaluate(STORED), words

    both, said, left, words = browse(play())
    assert both == 2, "one tab does not throw away what waits in another"
    assert said.startswith("Not sent because it was meant for another seat or another game:")
    assert "6" in said
    assert "5" in said
    assert left == 0
    assert words == {"A": None, "B": None}
