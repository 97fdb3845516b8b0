"""A page to write a word or two on, with letters for fingers; a keyboard works as well."""

from collections.abc import Callable
from functools import partial

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout

from companion.tablet.pages import Page, Window, Writing
from companion.texts import Language

ALPHABETS = {
    Language.ENGLISH: ("1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm-_."),
    Language.RUSSIAN: ("1234567890-", "йцукенгшщзх", "фывапролджэ", "ячсмитьбюъё"),
    Language.UKRAINIAN: ("1234567890-", "йцукенгшщзхї", "фівапролджєґ", "ячсмитьбю’-"),
}
ADDRESS = ("1234567890", "qwertyuiop", "asdfghjkl_", "zxcvbnm-:/.", "http:// rtsp:// file: images: usb:")
SHORT = {Language.ENGLISH: "ABC", Language.RUSSIAN: "АБВ", Language.UKRAINIAN: "АБҐ"}


class WritePage(Page):
    """One line to write."""

    def __init__(
        self, window: Window, title: str, text: str, done: Callable[[str], None], *, address: bool = False
    ) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            title: Key of the text over it.
            text: What stands there at first.
            done: Is given what was written, and goes on from here.
            address: Whether it is an address, not a name.
        """
        super().__init__(window, title)
        self._done, self._address = done, address
        self._large = not address and not text
        self._alphabet = window.language
        self.line: Writing = Factory.Writing(text=text)
        self.line.bind(on_text_validate=lambda _: self._finish())
        self.ids.body.add_widget(self.line)
        self.letters = BoxLayout(orientation="vertical", spacing="8dp")
        self.ids.body.add_widget(self.letters)
        self._lay_letters()
        if not address:
            for language, short in SHORT.items():
                key = self.key(short, partial(self._take_alphabet, language))
                self.ids.foot.add_widget(key)
        self.ids.foot.add_widget(self.key("⇧", self._shift, font_name="Signs", disabled=address))
        self.ids.foot.add_widget(self.key(self.say("setup.space"), lambda: self._put(" "), size_hint_x=2))
        self.ids.foot.add_widget(self.key("⌫", self._rub_out, font_name="Signs"))
        self.done = self.key(self.say("setup.done"), self._finish, size_hint_x=1.6, chosen=True)
        self.ids.foot.add_widget(self.done)
        self._focusing = Clock.schedule_once(lambda _: setattr(self.line, "focus", True))

    def left(self) -> None:
        """The keyboard is let go."""
        self._focusing.cancel()
        self.line.focus = False

    def _lay_letters(self) -> None:
        self.letters.clear_widgets()
        for letters in ADDRESS if self._address else ALPHABETS[self._alphabet]:
            row = BoxLayout(spacing="6dp")
            for letter in letters.split() if " " in letters else letters:
                shown = letter.upper() if self._large and not self._address else letter
                key = self.key(shown, partial(self._put, shown), size_hint_y=1, font_size="24sp")
                row.add_widget(key)
            self.letters.add_widget(row)

    def _take_alphabet(self, language: Language) -> None:
        self._alphabet = language
        self._lay_letters()

    def _shift(self) -> None:
        self._large = not self._large
        self._lay_letters()

    def _put(self, text: str) -> None:
        self.line.insert_text(text)
        if self._large:
            self._shift()
        self.line.focus = True

    def _rub_out(self) -> None:
        self.line.do_backspace()
        self.line.focus = True

    def _finish(self) -> None:
        written = self.line.text.strip()
        if written:
            self._done(written)
        else:
            self.window.go_back()
