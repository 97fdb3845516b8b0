"""A Battle of Three with a phone for each player: set up, begun and ended on them, and nobody sees another's cards."""

import re
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from companion.record.telling import name_of
from companion.texts import Language
from tests.journeys.retold import compare, settled
from tests.phones.driving import CHANGED

CHROMIUM = Path("/usr/bin/chromium")
PATIENCE_MS = 60_000
CARD = re.compile(r"\b[A-D]:\d+\b")
ROLLED = {"A": "6", "B": "2", "C": "1"}
CLAIMED = {"A": {"side": "player_one", "far": "true"}, "B": {"side": "left"}, "C": {"side": "right", "far": "true"}}
PLACED = {"A": (475, 24), "B": (24, 125), "C": (576, 475)}


class Phone:
    """A player's page in a browser."""

    def __init__(self, seat, page):
        self.seat, self.page = seat, page

    @classmethod
    async def joins(cls, browser, seat, link):
        """Opens the link of the QR code and touches the one button."""
        context = await browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True)
        context.set_default_timeout(PATIENCE_MS)
        page = await context.new_page()
        await page.goto(link)
        await page.locator("button.main").click()
        await page.wait_for_selector("#task", state="attached")
        return cls(seat, page)

    async def does(self, kind, **words):
        """Touches what an offer needs, on whichever page of the phone it stands, and waits for what it brings."""
        named = "".join(f':has([name="{name}"][value="{word}"])' for name, word in ({"kind": kind} | words).items())
        form = self.page.locator(f"form.offer{named}").first
        await form.wait_for(state="attached")
        tab = await form.evaluate("(form) => form.closest('section').dataset.on")
        if await self.page.evaluate("document.body.dataset.tab") != tab:
            await self.page.locator(f'nav a[data-tab="{tab}"]').click()
        if await form.evaluate("(form) => !!form.closest('details:not([open])')"):
            await form.locator("xpath=ancestor::details/summary").click()
        before = await self.page.locator("main").text_content()
        named = [f'button[name="{name}"][value="{word}"]' for name, word in words.items()]
        single = form.locator(", ".join(named)) if named else form.locator("button")
        await (single if await single.count() else form.locator("button")).first.click()
        await self.page.wait_for_function(CHANGED, arg=before)

    async def hand(self):
        """What the phone shows of its hand."""
        return {name.strip() for name in await self.page.locator("#hand > .card h3").all_text_contents()}

    async def cards(self):
        """Ids of all cards that are anywhere in the page, shown or not."""
        return set(CARD.findall(await self.page.content()))


async def a_battle_of_three(person):
    """Rolls, sides, hands and giving up on phones; models by hand on the mat; the tablet confirms and shows no card."""
    await person.begins()
    await person.until(lambda: person.view.guests is not None and person.view.guests.address, "phones can come")
    links = {each.seat: each.link for each in person.view.guests.seats}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        phones = [await Phone.joins(browser, seat, links[seat]) for seat in ROLLED]
        for phone in phones:
            await phone.does("priority", rolled=ROLLED[phone.seat])
        for phone in phones:
            await phone.does("claim", **CLAIMED[phone.seat])
            await person.until(lambda phone=phone: person.state.seat(phone.seat).segment is not None, "claimed a side")
        for seat, place in PLACED.items():
            await person.places(f"{seat}:hero", *place)
        for phone in phones:
            await phone.page.wait_for_selector("#hand > .card", state="attached")
            await sees_only_its_own(person, phone)
            await phone.does("keep")
            await person.until(lambda phone=phone: person.state.players[phone.seat].kept, "kept the hand")
        first, second, third = phones
        await first.does("skip")
        await person.until(lambda: person.state.phase == "activation", "skipped")
        await second.does("concede")
        await person.until(lambda: person.state.players["B"].out, "one has left")
        await sees_only_its_own(person, third)
        await third.does("concede")
        await person.until(lambda: person.cards("WonCard"), "told who has won")
        assert person.play.own_shown is None
        await browser.close()
    return person.cards("WonCard")[0].text


async def sees_only_its_own(person, phone):
    """A phone shows its hand, and holds no card that lies hidden from its player; the tablet holds none at all."""
    state, seat = person.state, phone.seat
    assert await phone.hand() == {name_of(card, state, Language.ENGLISH) for card in state.players[seat].hand}
    hidden = {
        card for other in state.players.values() for card in (*other.deck, *(other.hand if other.id != seat else ()))
    }
    assert not hidden & await phone.cards()
    assert person.play.own_shown is None


EXPECTED = """
table priority rolled=A:6,B:2,C:1
A claim side=player_one far=true
B claim side=left
C claim side=right far=true
A placehero at=475,24
B placehero at=24,125
C placehero at=576,475
table shuffled player=A order=*
table shuffled player=B order=*
table shuffled player=C order=*
A keep
B keep
C keep
A skip
B concede
= players.B.out yes
= outcome none
C concede
= outcome.winners A
= outcome.rule_id S-END-01
= outcome.reason last_hero
"""


def test_three_play_with_a_phone_each_that_shows_nobody_elses_cards(stage, tmp_path):
    if not CHROMIUM.exists():
        pytest.skip("Chromium is not installed")
    settled(tmp_path, players=("Ann", "Bob", "Cem"), variant="battle_of_three", pause_s=0.0)
    said = stage.play(a_battle_of_three, tmp_path)
    assert said == "The game is over, won by Ann: the other hero has fallen."
    (game,) = (tmp_path / "games").glob("*.signum")
    compare(game, EXPECTED)
