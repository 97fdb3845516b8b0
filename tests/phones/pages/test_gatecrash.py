"""A whole game on cells, which no room has seen before, on two phones: every card, cell and die by touch."""

import asyncio
import contextlib

from companion.games.defaults.completed import completed
from companion.games.registry import Games
from companion.record.record import Record
from companion.record.verification import verify
from companion.texts import Language
from tests.chromium import on_phones
from tests.games.gatecrash.game import Gatecrash
from tests.games.gatecrash.test_contract import SETUP
from tests.games.test_another_game_sheets import NOON, PATIENCE_MS, Sightless, seated
from tests.phones.browser import browse, browser
from tests.phones.host import HostedTable

MAX_TOUCHES = 200


async def answers(page):
    """Gives an answer to what is asked, and waits until the page asks that no more."""
    form = page.locator("#task form.offer").first
    asked = await form.get_attribute("id")
    fold = page.locator("#task details.fold").first
    if await fold.count() and not await form.is_visible():
        await fold.locator("summary").click()
    for field in await form.locator("fieldset[data-least]").all():
        await field.locator("label.choice").first.click()
    for field in await form.locator("select").all():
        await field.select_option(index=await field.locator("option").count() - 1)
    await form.locator("button").last.click()
    await page.wait_for_function("(asked) => !document.getElementById(asked)", arg=asked, timeout=PATIENCE_MS)


@on_phones
def test_two_phones_play_it_to_its_end(tmp_path):
    path = tmp_path / "one.gatecrash"

    async def play():
        record = Record.create(path, completed(Gatecrash()), SETUP, lambda: NOON, edition="", seed=bytes(32))
        made = HostedTable(record, tmp_path / "seats.json", Sightless(), pause_s=0.0)
        running = asyncio.create_task(made.gateway.run())
        async with made.server.serve("127.0.0.1", 0) as made.port, browser() as phones:
            pages = {seat: await seated(phones, made, seat, Language.ENGLISH) for seat in ("A", "B")}
            for _ in range(MAX_TOUCHES):
                if made.match.is_over:
                    break
                page = pages[made.match.shown.active]
                await page.wait_for_selector("#task form.offer", state="attached", timeout=PATIENCE_MS)
                await answers(page)
            for page in pages.values():
                await page.wait_for_selector("text=The game is over, won by", timeout=PATIENCE_MS)
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        assert made.match.is_over
        record.close()

    browse(play())
    assert verify(path, Games({"gatecrash": Gatecrash})).events > 20
