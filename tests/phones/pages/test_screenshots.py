"""Every page in a real browser, in three languages and two widths: nothing cut off, open to all.

Their pictures are kept where COMPANION_SCREENSHOTS names a folder; without it nobody would look at them.
"""

import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Page

from companion.games.command import SPECTATOR
from companion.phones.pages.pages import TABS
from companion.texts import Language
from tests.chromium import on_phones
from tests.phones.browser import browse
from tests.phones.moments import Moment, moments
from tests.phones.page_checks import axe_script, cut_off, violations
from tests.phones.screens import HEIGHT_PX, WIDTHS_PX, Screens, screens, viewer_of

pytestmark = [
    pytest.mark.slow,
    on_phones,
]

PAUSE_S = 4.0
MAX_BYTES = 180_000
"""Of a page amid a full game with all that it loads, drawings and rules of cards included, uncompressed."""
FULL = "crowded"
OPEN_ALL = "() => document.querySelectorAll('details').forEach((each) => { each.open = true; })"
WIDE_PX = ((1280, 800), (1920, 1080))


@dataclass
class PageTour:
    """What a look at all pages brought.

    Attributes:
        folder: Where pictures are kept, if they are.
        cut: What is cut off, or hard to touch, by page.
        barred: What axe-core finds, by page.
        troubles: What the browser complains of.
        looked: How many pages were looked at.
    """

    folder: Path | None
    cut: dict[str, list[str]] = field(default_factory=dict)
    barred: dict[str, list[str]] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)
    looked: int = 0

    async def look(self, page: Page, name: str, axe: str) -> None:
        """Measures a page, and keeps it in both widths where pictures are wanted."""
        self.looked += 1
        if found := await cut_off(page):
            self.cut[name] = found
        if axe and (found := await violations(page, axe)):
            self.barred[name] = found
        for width_px in () if self.folder is None else (*WIDTHS_PX[1:], WIDTHS_PX[0]):
            await page.set_viewport_size({"width": width_px, "height": HEIGHT_PX})
            # Of the wider ones what a thumb reaches without scrolling is enough.
            whole = width_px == WIDTHS_PX[0]
            await self.keep(page, f"{name}-{width_px}", whole=whole)

    async def keep(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Keeps the picture of a page where pictures are wanted."""
        if self.folder is not None:
            await page.screenshot(path=self.folder / f"{name}.png", full_page=whole)


async def moments_of(shown: Screens, language: Language) -> AsyncIterator[tuple[str, str]]:
    for name, moment in moments().items():
        gateway = shown.gateway(moment, name, pause_s=PAUSE_S if name == "reveal" else 0.0)
        yield name, shown.document(gateway, viewer_of(moment), language)


async def joining_of(shown: Screens, moment: Moment, language: Language) -> AsyncIterator[tuple[str, str]]:
    gateway, pages = shown.gateway(moment, FULL), shown.pages
    yield "join-code", pages.joining(gateway, language)
    yield "join-wrong", pages.joining(gateway, language, trouble="wrong")
    yield "join-ticket", pages.joining(gateway, language, ticket="0" * 32, seat="A")
    yield "join-watch", pages.joining(gateway, language, ticket="0" * 32, seat=SPECTATOR)


async def toured(tour: PageTour, axe: str, games: Path) -> None:
    async with screens(games) as shown:
        for number, language in enumerate(Language):
            page = await shown.page(dark=language is Language.RUSSIAN)
            async for name, html in joining_of(shown, moments()[FULL], language):
                await shown.show(page, html)
                await tour.look(page, f"{name}-{language}", axe if language is Language.RUSSIAN else "")
            async for name, html in moments_of(shown, language):
                await shown.show(page, html)
                # What axe-core looks at differs little between languages: each takes a third.
                turn = list(moments()).index(name) % len(Language) == number
                await tour.look(page, f"{name}-{language}", axe if turn else "")
                if name == FULL:
                    await all_tabs(page, tour, language, axe if language is not Language.ENGLISH else "")
            await page.context.close()
        await wide(shown, tour, axe)
        tour.troubles = shown.troubles


async def all_tabs(page: Page, tour: PageTour, language: Language, axe: str) -> None:
    """Every part of the page with everything opened, then in large letters."""
    await page.evaluate(OPEN_ALL)
    for tab in TABS:
        await page.click(f'nav a[data-tab="{tab}"]')
        await tour.look(page, f"tab-{tab}-{language}", axe)
    await page.click('[data-set="size"]')
    for tab in TABS:
        await page.click(f'nav a[data-tab="{tab}"]')
        if found := await cut_off(page):
            tour.cut[f"large-{tab}-{language}"] = found
    await page.click('nav a[data-tab="more"]')
    await page.click('[data-set="size"]')


async def wide(shown: Screens, tour: PageTour, axe: str) -> None:
    gateway = shown.gateway(moments()[FULL], FULL)
    for width_px, height_px in WIDE_PX:
        for viewer in (SPECTATOR, "B"):
            page = await shown.page(width_px)
            await page.set_viewport_size({"width": width_px, "height": height_px})
            await shown.show(page, shown.document(gateway, viewer, Language.UKRAINIAN))
            name = f"wide-{viewer}-{width_px}"
            if found := await cut_off(page):
                tour.cut[name] = found
            if found := await violations(page, axe):
                tour.barred[name] = found
            await tour.keep(page, name)
            await page.context.close()


@pytest.fixture(scope="module")
def tour(tmp_path_factory):
    """A look at every page."""
    kept = os.environ.get("COMPANION_SCREENSHOTS")
    if kept:
        Path(kept).mkdir(parents=True, exist_ok=True)
    tour = PageTour(Path(kept) if kept else None)
    browse(toured(tour, axe_script(), tmp_path_factory.mktemp("games")))
    return tour


def test_every_page_is_looked_at_in_three_languages(tour):
    assert tour.looked == (len(moments()) + len(TABS) + 4) * len(Language)
    if tour.folder is not None:
        assert {len(list(tour.folder.glob(f"*-{width_px}.png"))) for width_px in WIDTHS_PX} == {tour.looked}


def test_nothing_is_cut_off_at_320_px_and_everything_can_be_touched(tour):
    assert tour.cut == {}


def test_axe_core_finds_no_violation_on_any_page(tour):
    assert tour.barred == {}


def test_the_browser_has_nothing_to_complain_of(tour):
    assert tour.troubles == []


SCORES = """() => Array.from(document.querySelectorAll('.scores li'), (each) => {
  each.querySelector('.score b').textContent = '34';
  const goal = each.querySelector('.score small'), box = each.getBoundingClientRect();
  return [goal.checkVisibility() ? goal.textContent : '', Math.round(box.top), box.right <= innerWidth];
})"""


def test_narrow_phones_show_how_much_prosperity_wins_beside_what_each_player_has(tmp_path):
    async def scores() -> dict[tuple[Language, int], list[tuple[str, int, bool]]]:
        async with screens(tmp_path) as shown:
            gateway, found = shown.gateway(moments()[FULL], "narrow"), {}
            for language in Language:
                html = shown.document(gateway, viewer_of(moments()[FULL]), language)
                for width_px in (320, 360):
                    page = await shown.page(width_px)
                    await shown.show(page, html)
                    found[language, width_px] = await page.evaluate(SCORES)
                    await page.context.close()
            return found

    for (language, width_px), players in browse(scores()).items():
        assert [(goal, fits) for goal, _, fits in players] == [("/51", True)] * 2, (language, width_px)
        rows = {top for _, top, _ in players}
        assert width_px < 360 or len(rows) == 1, f"a usual phone shows both in one row: {language}"


def test_a_page_is_light(tmp_path):
    async def weigh() -> dict[str, int]:
        async with screens(tmp_path) as shown:
            gateway = shown.gateway(moments()[FULL], "weighed")
            assets = sum(len(found[0]) for name in shown.pages.assets if (found := shown.pages.asset(name)))
            return {
                f"{viewer} {language}": assets + len(shown.document(gateway, viewer, language).encode())
                for viewer in ("A", "B", SPECTATOR)
                for language in Language
            }

    weights = browse(weigh())
    assert max(weights.values()) < MAX_BYTES, weights
