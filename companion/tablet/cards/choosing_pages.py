"""Pages of the workshop on which one thing of many is chosen, or a text is written in each language."""

from collections.abc import Callable

from kivy.factory import Factory
from kivy.uix.gridlayout import GridLayout

from companion.games.workshop import CardOption, Row, Select
from companion.tablet.data.card_work import CardWork
from companion.tablet.pages.keyboard_page import WritePage
from companion.tablet.pages.page import Page, ScrollArea, WideKey, Window
from companion.texts import Language


class ChoicesPage(Page):
    """All that may be chosen for one thing."""

    def __init__(
        self, window: Window, row: Row, done: Callable[[tuple[CardOption, ...]], None], now: object = None
    ) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            row: What it is about.
            done: Is given what was chosen, and goes on from here.
            now: What is written now.
        """
        super().__init__(window)
        self.title, self.back_text = row.name, self.say("shell.back")
        self._options, self._done = getattr(row.entry, "options", ()), done
        self._several = isinstance(row.entry, Select) and row.entry.several
        chosen = now if isinstance(now, list) and self._several else [now]
        self._taken = [each for each in self._options if each.value in chosen and isinstance(row.entry, Select)]
        self._grid = GridLayout(cols=2, spacing="10dp", size_hint_y=None)
        self._grid.bind(minimum_height=self._grid.setter("height"))
        self.keys: list[WideKey] = []
        for option in self._options:
            key = WideKey(text=option.name, note=option.note, letter=18, chosen=option in self._taken)
            key.bind(on_release=lambda key, option=option: self._touched(key, option))
            self.keys.append(key)
            self._grid.add_widget(key)
        scrolled = ScrollArea()
        scrolled.content.add_widget(self._grid)
        self.ids.body.add_widget(scrolled)
        if self._several:
            self.ids.foot.add_widget(self.key(self.say("setup.done"), self.on_back, chosen=True))

    def on_size(self, *_: object) -> None:
        """In a window that is higher than wide one choice stands below the other."""
        self._grid.cols = 1 if self.height > self.width else 2

    def on_back(self) -> None:
        """Of several, what was taken holds; of one, nothing was chosen."""
        if self._several:
            self._done(tuple(each for each in self._options if each in self._taken))
        else:
            self.window.go_back()

    def _touched(self, key: WideKey, option: CardOption) -> None:
        if not self._several:
            self._done((option,))
        elif option in self._taken:
            self._taken.remove(option)
            key.chosen = False
        else:
            self._taken.append(option)
            key.chosen = True


class TranslationPage(Page):
    """A text in each language."""

    def __init__(self, window: Window, work: CardWork, row: Row) -> None:
        super().__init__(window)
        self.title, self.back_text = row.name, self.say("shell.back")
        texts = work.value(row.at) or {}
        scrolled = ScrollArea()
        self.keys: dict[Language, WideKey] = {}
        own = window.language
        for language in (own, *(each for each in Language if each is not own)):
            text = texts.get(language.value, "")
            note = self.say(f"workshop.write.{language.value}")
            key = WideKey(text=text or self.say("workshop.to_write"), note=note, letter=20)
            key.bind(on_release=lambda _, language=language: self._write(work, row, language))
            self.keys[language] = key
            scrolled.content.add_widget(key)
        self.ids.body.add_widget(scrolled)
        scrolled.content.add_widget(Factory.Said(text=self.say("workshop.same_everywhere"), font_size="16sp"))
        if row.removable:
            self.ids.foot.add_widget(self.key(self.say("workshop.remove"), lambda: self._remove(work, row)))
        self.ids.foot.add_widget(self.key(self.say("setup.done"), self.on_back, chosen=True))

    def _remove(self, work: CardWork, row: Row) -> None:
        work.put(row.at, None)
        self.window.go_back()

    def _write(self, work: CardWork, row: Row, language: Language) -> None:
        window, texts = self.window, work.value(row.at) or {}

        def written(text: str) -> None:
            work.write(row.at, language, text, follow=language is window.language)
            window.go_back()

        title = f"workshop.write.{language.value}"
        window.go(lambda: WritePage(window, title, texts.get(language.value, ""), written))
