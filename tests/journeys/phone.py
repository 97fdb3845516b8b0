"""A player's phone in a browser, touched as a thumb does, beside a person before the tablet's window."""

import re

from playwright.async_api import Error

from tests.phones.page_driver import CHANGED

PATIENCE_MS = 60_000
CARD = re.compile(r"\b[A-D]:\d+\b")


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
        await page.wait_for_selector("body.scripted #task", state="attached")
        return cls(seat, page)

    async def does(self, kind, **words):
        """Touches what an offer needs, on whichever page of the phone it stands, and waits for what it brings.

        Args:
            kind: The command.
            words: Fields by name: fixed ones tell apart, others are filled in; several words stand with commas.
        """
        form = await self.finds(kind, **words)
        before = await self.page.locator("main").text_content()
        button = None
        for name, word in words.items():
            button = await self._fills(form, name, word) or button
        await (button or form.locator("button").first).click()
        await self.page.wait_for_function(CHANGED, arg=before)

    async def finds(self, kind, **words):
        """Brings an offer into sight, on whichever page of the phone it stands; the words are as for `does`."""
        fields = "".join(_has(*each) for each in words.items())
        form = self.page.locator(f"form.offer{_has('kind', kind)}{fields}").first
        await form.wait_for(state="attached")
        await self._brings_into_sight(form)
        return form

    async def shows(self, selector):
        """Waits for a part of the page; what was there instead is told."""
        try:
            await self.page.wait_for_selector(selector, state="attached")
        except Error as error:
            raise AssertionError(f"{selector} not in: {await self.page.locator('body').inner_text()}") from error

    async def hand(self):
        """What the phone shows of its hand."""
        return {name.strip() for name in await self.page.locator("#hand > .card h3").all_text_contents()}

    async def cards(self):
        """Ids of all cards that are anywhere in the page, shown or not."""
        return set(CARD.findall(await self.page.content()))

    async def _brings_into_sight(self, form):
        tab = await form.evaluate("(form) => form.closest('section').dataset.on")
        if await self.page.evaluate("document.body.dataset.tab") != tab:
            await self.page.locator(f'nav a[data-tab="{tab}"]').click()
        if await form.evaluate("(form) => !!form.closest('details:not([open])')"):
            await form.locator("xpath=ancestor::details/summary").click()

    async def _fills(self, form, name, words):
        """Touches what a field is to have; answers the button that says so by itself."""
        button = form.locator(f'button[name="{name}"][value="{words}"]')
        if await button.count():
            return button.first
        number = form.locator(f'input[type="number"][name="{name}"]')
        if await number.count():
            await number.fill(words)
        for at, word in enumerate(words.split(",")):
            label = form.locator(f'label:has(input[name="{name}"][value="{word}"])')
            die = form.locator(f'label:has(input[name="{name}.{at}"][value="{word}"])')
            for each in (label, die):
                if await each.count():
                    await each.first.click()
        return None


def _has(name, words):
    """Selects forms that have a field, with the first of its words where it offers some."""
    word = words.split(",")[0]
    ways = (
        f'[name="{name}"][value="{word}"]',
        f'[name="{name}.0"][value="{word}"]',
        f'input[type="number"][name="{name}"]',
    )
    return f":has({', '.join(ways)})"
