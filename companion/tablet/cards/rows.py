"""The rows of the workshop that are chosen where they stand: numbers, and a few words of which one holds."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.factory import Factory
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.workshop import CardOption, Count, Row, Select
from companion.geometry import Answer
from companion.tablet.look import palette
from companion.tablet.pages.page import ChoiceKeys
from companion.tablet.widgets.stack import make

MAX_KEYS = 5
"""So many choices stand beside one another; more have a page of their own."""
MAX_LETTERS = 22
"""Longer words do not fit on such a key."""


class Wrong(BoxLayout):
    """What is wrong with the row above it."""

    text = StringProperty()
    colour = ColorProperty()

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.colour = text, palette.INKS[Answer.NO]


class NumberRow(BoxLayout):
    """A number with a key to make it smaller and one to make it larger."""

    name = StringProperty()
    number = StringProperty()

    def __init__(
        self,
        row: Row,
        entry: Count,
        now: object,
        put: Callable[[int | None], None],
        instead: Callable[[CardOption], None],
    ) -> None:
        """Prepares.

        Args:
            row: What it is about.
            entry: Which numbers may be chosen.
            now: The number that is written; None for none.
            put: Writes another, or none.
            instead: Puts what may stand there instead of a number.
        """
        super().__init__()
        self.name, self.number = row.name, row.value
        self._entry, self._put = entry, put
        self._now = now if isinstance(now, int) else _number(row.value)
        self.less, self.more = (make("StepKey", text=sign) for sign in ("−", "+"))
        self.less.bind(on_press=lambda _: self._step(-1))
        self.more.bind(on_press=lambda _: self._step(1))
        self.less.disabled = self._next(-1) is self._now
        self.more.disabled = self._next(1) is self._now
        for key in (self.less, self.more):
            self.ids.steps.add_widget(key)
        for option in entry.instead:
            key = Factory.TouchKey(text=option.name, font_size="16sp", size_hint_x=None, width="180dp")
            key.bind(on_release=lambda _, option=option: instead(option))
            self.ids.steps.add_widget(key)

    def _next(self, by: int) -> int | None:
        """The number after this one; none below the least where there may be none."""
        entry, now = self._entry, self._now
        if now is None:
            return max(entry.least, 1) if by > 0 else None
        if now + by < entry.least or (entry.none and entry.least == 0 and now + by == 0):
            return None if entry.none else now
        return min(entry.most, now + by)

    def _step(self, by: int) -> None:
        self._put(self._next(by))


def _number(text: str) -> int | None:
    return int(text) if text.lstrip("-").isdigit() else None


def is_short(pick: Select) -> bool:
    """Whether all that may be chosen fits beside one another."""
    short = all(len(each.name) <= MAX_LETTERS and not each.note for each in pick.options)
    return not pick.several and len(pick.options) <= MAX_KEYS and short


def short_pick(row: Row, options: Sequence[CardOption], picked: Callable[[CardOption], None]) -> ChoiceKeys:
    """A few words of which one holds."""
    made: ChoiceKeys = Factory.ChoiceKeys(title=row.name, columns=len(options))
    chosen = next((str(index) for index, each in enumerate(options) if each.name == row.value), "")
    made.offer([(str(index), each.name) for index, each in enumerate(options)], chosen)
    made.bind(on_choice=lambda _, meant: picked(options[int(meant)]))
    return made


def heading(text: str) -> Widget:
    """What the rows below it are about."""
    return make("RowHeading", text=text)


WIDGETS: tuple[Any, ...] = (Wrong, NumberRow)
