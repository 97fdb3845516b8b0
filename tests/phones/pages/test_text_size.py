"""Letters follow the text size that is set in the browser, up to twice the usual on the narrowest phone."""

import contextlib
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page

from companion.phones.pages.pages import TABS
from companion.texts import Language
from tests.phones.browser import browse
from tests.phones.moments import moment
from tests.phones.page_checks import cut_off
from tests.phones.screens import Screens, screens, viewer_of

USUAL_PX, NARROW_PX, HEIGHT_PX = 16, 320, 568
TWICE_PX = 32
MOMENTS = ("hand", "construction", "roll", "assign", "ruling", "over", "on_cardboard")
OPEN_ALL = "() => document.querySelectorAll('details').forEach((each) => { each.open = true; })"
LETTERS_PX = """() => Array.from(document.querySelectorAll("h1, .task .title, .task button, nav a, .log li"),
  (each) => parseFloat(getComputedStyle(each).fontSize))"""
MIN_LEAD = 0.8
MAX_KEYS = 0.25
"""Of the screen's height that the keys below may take."""
MAX_HEAD = 0.4
"""And its head: the rest is for what is asked."""
HEAD_SHARE = "() => document.querySelector('header').getBoundingClientRect().height / innerHeight"
KEYS_SHARE = "() => document.querySelector('nav').getBoundingClientRect().height / innerHeight"


@contextlib.asynccontextmanager
async def phone(shown: Screens, letters_px: int) -> AsyncIterator[Page]:
    """A narrow phone whose browser has such a text size."""
    page = await shown.page(NARROW_PX)
    await page.set_viewport_size({"width": NARROW_PX, "height": HEIGHT_PX})
    session = await page.context.new_cdp_session(page)
    await session.send("Page.setFontSizes", {"fontSizes": {"standard": letters_px, "fixed": letters_px}})
    yield page
    await page.context.close()


def test_all_letters_grow_with_the_browsers_text_size(tmp_path):
    async def measured() -> dict[int, list[float]]:
        found = {}
        async with screens(tmp_path) as shown:
            for letters_px in (USUAL_PX, TWICE_PX):
                async with phone(shown, letters_px) as page:
                    gateway = shown.gateway(moment("roll"), "roll")
                    await shown.show(page, shown.document(gateway, viewer_of(moment("roll")), Language.ENGLISH))
                    found[letters_px] = await page.evaluate(LETTERS_PX)
        return found

    found = browse(measured())
    grown = [large / usual for large, usual in zip(found[TWICE_PX], found[USUAL_PX], strict=True)]
    # Titles of an ordinary page are larger than its text; they need not keep that lead where there is no room.
    assert min(grown) >= MIN_LEAD * TWICE_PX / USUAL_PX, grown


@pytest.mark.parametrize("language", Language)
def test_nothing_is_cut_off_at_twice_the_usual_text_size_on_the_narrowest_phone(language, tmp_path):
    async def look() -> list[str]:
        found = []
        async with screens(tmp_path) as shown, phone(shown, TWICE_PX) as page:

            async def look_at(where: str) -> None:
                await page.evaluate(OPEN_ALL)
                found.extend(f"{where}: {each}" for each in await cut_off(page))

            await shown.show(page, shown.pages.joining(shown.gateway(moment("hand"), "hand"), language))
            await look_at("join")
            for name in MOMENTS:
                gateway = shown.gateway(moment(name), name)
                await shown.show(page, shown.document(gateway, viewer_of(moment(name)), language))
                await look_at(name)
                assert await page.evaluate(HEAD_SHARE) < MAX_HEAD, name
            for tab in TABS:
                await page.click(f'nav a[data-tab="{tab}"]')
                await look_at(tab)
            assert await page.evaluate(KEYS_SHARE) < MAX_KEYS
            return found + shown.troubles

    assert browse(look()) == []
