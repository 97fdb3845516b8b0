"""A page to write a word or two on, with letters for fingers; a keyboard works as well."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.geometry import Answer
from companion.tablet.look import palette
from companion.tablet.pages.page import Page, TextEntry, Window
from companion.texts import Language, say

ADDRESS = (
    "1234567890",
    "qwertyuiop",
    "asdfghjkl_",
    "zxcvbnm-:/.",
    "@?=&%+~,;#!$*",
    "http:// rtsp:// file: images: usb:",
)
CODE = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm-_:")
DIGITS, SIGNS, ADDRESS_SIGNS = ADDRESS[0], '"()[]{}<>\\|', "'\"()[]{}\\|"
"""Once large letters are asked for, there are signs in place of the digits; alphabets of names have the apostrophe."""
MAX_UPRIGHT = 10
"""So many keys stand in a row of a window that is higher than wide."""


class Letters(BoxLayout):
    """Letters for fingers, and the keys that belong to them; writes into a line."""

    def __init__(self, line: TextEntry, language: Language, *, signs: tuple[str, ...] = ()) -> None:
        """Prepares.

        Args:
            line: What is written into; as long as it is, it keeps the keyboard whatever is touched.
            language: Whose letters come first.
            signs: `ADDRESS` or `CODE`, row by row, where it is no name.
        """
        super().__init__(orientation="vertical", spacing="5dp" if signs == ADDRESS else "8dp")
        self._line, self._language, self._alphabet, self._signs = line, language, language, signs
        self._large = signs != ADDRESS and not line.text
        self._shifted = False
        line.unfocus_on_touch = False
        self._upright = False
        self.bind(size=lambda *_: self._turn())
        self._focusing = Clock.schedule_once(lambda _: setattr(line, "focus", True))
        self._lay()

    def foot_keys(self) -> list[Widget]:
        """Keys for other letters, a space, and rubbing out, to stand below."""
        alphabets = [] if self._signs else [self._key(a.entry.keyboard_key, partial(self._take, a)) for a in Language]
        return [
            *alphabets,
            self._key("⇧", self._shift, font_name="Signs"),
            self._key(say(self._language, "setup.space"), lambda: self._put(" "), size_hint_x=2),
            self._key("⌫", self._rub_out, font_name="Signs"),
        ]

    def let_go(self) -> None:
        """A keyboard that is there is let go."""
        self._focusing.cancel()
        self._line.focus = False

    def _key(self, text: str, act: Callable[[], None], **looks: object) -> Widget:
        key = Factory.TouchKey(text=text, **looks)
        key.bind(on_press=lambda _: act())
        return key

    def _turn(self) -> None:
        """Lays the keys anew when the window was turned."""
        upright = self.height > self.width
        if upright is not self._upright:
            self._upright = upright
            self._lay()

    def _lay(self) -> None:
        self.clear_widgets()
        for keys in self._rows():
            row = BoxLayout(spacing="6dp")
            for letter in keys:
                shown = letter.upper() if self._large and len(letter) == 1 else letter
                row.add_widget(self._key(shown, partial(self._put, shown), size_hint_y=1, font_size="24sp"))
            self.add_widget(row)

    def _rows(self) -> Iterator[Sequence[str]]:
        """What stands on the keys, row by row."""
        for letters in self._signs or self._alphabet.entry.keyboard:
            other = self._shifted and letters == DIGITS and self._signs != CODE
            signs = ADDRESS_SIGNS if self._signs == ADDRESS else SIGNS
            keys = letters.split() if " " in letters else signs if other else letters
            parts = -(-len(keys) // MAX_UPRIGHT) if self._upright else 1
            length = -(-len(keys) // parts)
            yield from (keys[first : first + length] for first in range(0, len(keys), length))

    def _take(self, language: Language) -> None:
        self._alphabet = language
        self._lay()

    def _shift(self) -> None:
        self._large = self._shifted = not self._large
        self._lay()

    def _put(self, text: str) -> None:
        self._line.insert_text(text)
        if self._large and not self._signs:  # a password or a code may have several
            self._shift()
        self._line.focus = True

    def _rub_out(self) -> None:
        self._line.do_backspace()
        self._line.focus = True


class WritePage(Page):
    """One line to write."""

    def __init__(  # noqa: PLR0913 (what an address has besides)
        self,
        window: Window,
        title: str,
        text: str,
        done: Callable[[str], None],
        *,
        signs: tuple[str, ...] = (),
        hint: str = "",
        empty: str = "",
        wrong: Callable[[str], str] = lambda _: "",
    ) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            title: Key of the text over it.
            text: What stands there at first.
            done: Is given what was written, and goes on from here.
            signs: `ADDRESS` or `CODE`, where it is no name.
            hint: What is read there while nothing is written.
            empty: What is said where nothing was written; without it the page then closes.
            wrong: Tells what is wrong with what was written, in the reader's language; empty where nothing is.
        """
        super().__init__(window, title)
        self._done, self._wrong, self._empty = done, wrong, empty
        self.line: TextEntry = Factory.TextEntry(text=text, hint_text=hint, is_address=signs == ADDRESS)
        self.words: Label = Factory.Said(font_size="16sp", color=palette.INKS[Answer.NO])
        self.line.bind(on_text_validate=lambda _: self._finish())
        self.letters = Letters(self.line, window.language, signs=signs)
        self.done = self.key(self.say("setup.done"), self._finish, size_hint_x=1.6, chosen=True)
        self.ids.body.add_widget(self.line)
        self.ids.body.add_widget(self.words)
        self.ids.body.add_widget(self.letters)
        for key in (*self.letters.foot_keys(), self.done):
            self.ids.foot.add_widget(key)

    def left(self) -> None:
        """The keyboard is let go."""
        self.letters.let_go()

    def _finish(self) -> None:
        written = self.line.text.strip()
        if not written:
            self.words.text = self._empty
            if not self._empty:
                self.window.go_back()
            return
        self.words.text = self._wrong(written)
        if not self.words.text:
            self._done(written)
