"""WorkshopHands that know a page of the workshop by what can be read on it alone."""

import asyncio

from tests.tablet.visitor import DRAWN_S, in_sight, until


class WorkshopHands:
    """Touches keys by their words."""

    def __init__(self, visitor):
        self.visitor, self.shell = visitor, visitor.shell

    @property
    def page(self):
        return self.shell.page

    async def rests(self):
        await until(lambda: self.shell.page is not None)
        for _ in range(3):
            await asyncio.sleep(DRAWN_S)

    def keys(self):
        from kivy.uix.behaviors import ButtonBehavior  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        found = [each for each in self.page.walk() if isinstance(each, ButtonBehavior)]
        return [each for each in found if not each.disabled and each.opacity]

    def reads(self):
        """All that can be read."""
        from kivy.uix.label import Label  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        return [each.text for each in self.page.walk() if isinstance(each, Label) and each.text]

    def says(self, words):
        """Whether something can be read."""
        return any(words in each for each in self.reads())

    async def taps(self, words):
        """Touches the key with these words, or with these words below its own."""

        def named():
            return next((each for each in self.keys() if words in (_words(each), getattr(each, "note", ""))), None)

        await self.touch(
            await until(named, lambda: f"that there is a key {words!r} among {[_words(each) for each in self.keys()]}")
        )

    async def steps(self, name, sign, times=1):
        """Makes a number larger or smaller."""
        from companion.tablet.cards.rows import NumberRow  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        for _ in range(times):
            row = next(each for each in self.page.walk() if isinstance(each, NumberRow) and each.name == name)
            await self.touch(row.more if sign == "+" else row.less)

    async def counts_card(self, number, sign):
        """Puts one more of a card into a deck, or takes one out; the card is known by what its row says."""
        from companion.tablet.cards.rows import NumberRow  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        row = next(each for each in self.page.walk() if isinstance(each, NumberRow) and each.number == number)
        await self.touch(row.more if sign == "+" else row.less)

    async def counts(self, name):
        """Has a number counted from the game."""
        from companion.tablet.cards.rows import NumberRow  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        row = next(each for each in self.page.walk() if isinstance(each, NumberRow) and each.name == name)
        await self.touch(next(each for each in row.ids.steps.children if each not in (row.less, row.more)))

    async def chooses(self, title, words):
        """Touches one of a few words below a title."""
        from companion.tablet.pages.page import ChoiceKeys  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        row = next(each for each in self.page.walk() if isinstance(each, ChoiceKeys) and each.title == title)
        await self.touch(next(each for each in row.ids.choices.children if each.text == words))

    async def writes(self, text):
        """Writes a text with the letters on the screen."""
        for letter in text:
            key = next((each for each in self.keys() if letter in (each.text, each.text.lower())), None)
            if letter == " ":
                key = next(each for each in self.keys() if each.text == "Space")
            assert key is not None, letter
            await self.touch(key)
        await self.taps("Done")

    async def touch(self, widget):
        await in_sight(widget)
        self.visitor.finger.press(widget)
        await self.rests()


def _words(key):
    return getattr(key, "text", "") or getattr(key, "name", "")
