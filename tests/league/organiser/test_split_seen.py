"""One of three machines went on alone while the two others run: each side says so by itself, and when it is over."""

import asyncio
import contextlib
from html import unescape

import msgspec
import pytest
from playwright.async_api import async_playwright

from companion.league.organiser.ledger import read_ledger, write_ledger
from companion.league.organiser.office import OfficeError
from companion.league.organiser.service import go_on_alone
from companion.league.tournament import commands as c
from companion.league.tournament.model import ORGANISER, TournamentPlan
from companion.texts import Language
from tests.chromium import ARGUMENTS, INSTALLED, on_phones
from tests.free_ports import free_port
from tests.league.organiser.test_server import WebGuest
from tests.league.organiser.test_take_over import WHEN, three
from tests.league.wire.test_publisher import COMES_S, until

ALONE = "hub2 at 127.0.0.1 went on alone"


async def goes_on_alone(machine):
    """The machine was cut off: it reaches none of the others while a person tells it to go on alone."""
    ledger = read_ledger(machine.folder)
    cut_off = tuple(
        each if each.name == "hub2" else msgspec.structs.replace(each, cluster_port=free_port())
        for each in ledger.servers
    )
    write_ledger(machine.folder, msgspec.structs.replace(ledger, servers=cut_off))
    await go_on_alone(machine.folder, lambda: WHEN)


async def keeps(machine, command):
    """A step is done, and most servers have it once they agree again who leads."""
    entries = len(machine.hub.office.entries)
    with contextlib.suppress(OfficeError):
        await machine.hub.do(command)

    async def kept():
        return len(machine.hub.office.entries) == entries + 1 and not machine.hub.trouble()

    await until(kept)


@contextlib.asynccontextmanager
async def phone(machine):
    """Somebody has opened a page of a machine, and looks at it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(INSTALLED), args=list(ARGUMENTS))
        page = await browser.new_page(locale="en-GB")
        page.set_default_timeout(COMES_S * 1000)
        await page.goto(f"{own_page(machine)}/")
        yield page
        await browser.close()


def own_page(machine):
    (own,) = (each for each in machine.hub.ledger.servers if each.page_port == machine.league.port)
    return own.page


async def stands_by_and_says(machine, leader):
    """The pages of a machine that stands by tell of the split in each language, and lead to the one in charge."""
    async with WebGuest(own_page(machine)) as guest:
        assert f"{ALONE} as the whole hub" in await guest.see("/", status=503)
        for language in Language:
            await guest.do("/language", status=503, language=language.value)
            async with guest.session.get(f"{guest.origin}/me/of-ann?code=1") as answer:
                text = await answer.text()
            assert machine.hub.trouble(language) in unescape(text)
            assert f'href="{own_page(leader)}/me/of-ann"' in text


async def says(machine, words):
    async def said():
        return words in machine.hub.trouble() if words else not machine.hub.trouble()

    await until(said)


@on_phones
def test_each_side_sees_by_itself_that_the_hub_has_split_and_when_it_is_one_again(tmp_path):
    async def play():
        async with three(tmp_path, look_every_s=0.2) as (one, two, three_), phone(three_) as page:
            await one.hub.begin(TournamentPlan(name="Winter", game="brawl"))

            async def followed():
                return two.hub.office.entries == one.hub.office.entries

            await until(followed)
            await two.lose()
            await goes_on_alone(two)
            await two.start()
            for each in (one, three_):
                await says(each, ALONE)
            await says(two, "runs beside this hub")
            await stands_by_and_says(three_, one)
            await page.wait_for_selector(f"text={ALONE}")
            with pytest.raises(OfficeError, match="went on alone"):
                await one.hub.do(c.Register(by=ORGANISER, player="a", name="A"))
            await two.lose()
            for each in (one, three_):
                await says(each, "")
            await page.wait_for_selector(f"text={ALONE}", state="detached")
            await keeps(one, c.Register(by=ORGANISER, player="a", name="A"))
            await two.start()
            await says(two, "runs beside this hub")
            await one.lose()
            await three_.lose()
            await says(two, "")
            await two.hub.do(c.Register(by=ORGANISER, player="b", name="B"))

    asyncio.run(play())
