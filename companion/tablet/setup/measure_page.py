"""Set-up: at what scale the sheets were printed, from their line of 100 mm and a ruler, or by a thing of known size."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from kivy.factory import Factory
from kivy.uix.gridlayout import GridLayout

from companion.printing.errors import PrintingError
from companion.printing.scale import MAX_LINE_MM, MIN_LINE_MM, SHEETS, UNMEASURED, Prints, begin_table, prints_of
from companion.referee import Level
from companion.tablet.data.print_words import (
    ALL,
    FILE,
    TypedLine,
    keep_line,
    length_mm,
    scale_line,
    what_it_buys,
)
from companion.tablet.data.setup_draft import Draft
from companion.tablet.pages.page import CheckLine, ChoiceKeys, Page, ScrollArea, TwoParts, WideKey, Window
from companion.tablet.setup.known_thing_page import KnownThingPage
from companion.texts import Language

DIGITS = "789456123"
RUB_OUT = "⌫"


class MeasurePage(Page):
    """Two numbers for each kind of sheet, and what they buy."""

    def __init__(
        self, window: Window, draft: Draft, done: Callable[[Path | None], None], *, asked: bool = False
    ) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            draft: The camera, the table, and the game whose standard sheets were printed where no table is named.
            done: Goes on from here; is given the table file, None where still none is named.
            asked: Whether set-up asks; else somebody came to measure.
        """
        super().__init__(window, "measure.title")
        self._shell, self._draft, self._done = window, draft, done
        self._line, self._kept = TypedLine(), False
        self.buys = Factory.Said()
        self.sheets = ChoiceKeys(title=self.say("measure.sheet"), columns=4)
        self.sheets.offer([(each, self.say(f"measure.sheet_{each}")) for each in (ALL, *SHEETS)], ALL)
        self.fields = {along: WideKey(letter=24) for along in (False, True)}
        self.result, self.contradicted = CheckLine(), CheckLine()
        self.point = "." if window.language is Language.ENGLISH else ","
        self._lay_out()
        self.thing = self.key(self.say("measure.thing"), self._go_to_thing)
        self.skip = self.key(self.say("measure.skip" if asked else "setup.done"), self._leave)
        self.keep = self.key(self.say("measure.keep"), self._keep, chosen=True)
        for key in (self.thing, self.skip, self.keep):
            self.ids.foot.add_widget(key)
        self._show_known()
        self._show_typed()

    def on_back(self) -> None:
        """What was kept holds."""
        if self._kept:
            self._leave()
        else:
            self.window.go_back()

    def _lay_out(self) -> None:
        left, pad = ScrollArea(), GridLayout(cols=3, spacing="8dp")
        for along, key in self.fields.items():
            key.bind(on_press=lambda _, along=along: self._take(self._line.at(along=along)))
        for widget in (
            Factory.Said(text=self.say("measure.how")),
            self.buys,
            self.sheets,
            *self.fields.values(),
            self.result,
        ):
            left.content.add_widget(widget)
        self._lines = left.content
        for letter in (*DIGITS, ".", "0", RUB_OUT):
            looks = {"font_name": "Signs"} if letter == RUB_OUT else {}
            key = self.key(self.point if letter == "." else letter, partial(self._type, letter), size_hint_y=1, **looks)
            key.font_size = "30sp"
            pad.add_widget(key)
        self.ids.body.add_widget(TwoParts(left, pad, 0.62, 0.62))

    @property
    def table(self) -> Path:
        """Where the answer is kept."""
        return self._draft.table or self._shell.services.settings_file.with_name(FILE)

    @property
    def prints(self) -> Prints:
        """What is known so far."""
        return prints_of(self.table) or UNMEASURED

    def _type(self, letter: str) -> None:
        self._take(self._line.rubbed_out() if letter == RUB_OUT else self._line.put(letter))

    def _take(self, line: TypedLine) -> None:
        self._line = line
        self._show_typed()

    def _show_typed(self) -> None:
        for along, key in self.fields.items():
            typed = self._line.along if along else self._line.across
            key.text = self.say(f"measure.{'along' if along else 'across'}", mm=typed.replace(".", self.point) or "…")
            wrong = typed and length_mm(typed) is None
            key.note = self.say("measure.range", least=MIN_LINE_MM, most=MAX_LINE_MM) if wrong else ""
            key.chosen = along is self._line.at_along
        self.keep.disabled = self._line.ruler() is None

    def _show_known(self, wrong: str = "") -> None:
        prints, language = self.prints, self.window.language
        self.buys.text = what_it_buys(language, prints)
        level = Level.GOOD if prints.mat.measured else Level.WORSE
        self.result.show(Level.BLIND if wrong else level, wrong or scale_line(language, prints))
        self._lines.remove_widget(self.contradicted)
        if prints.contradicted:
            self.contradicted.show(Level.BLIND, self.say("measure.contradicted"), self.say("measure.contradicted_do"))
            self._lines.add_widget(self.contradicted)

    def _keep(self) -> None:
        ruler = self._line.ruler()
        if ruler is None:
            return
        try:
            keep_line(self.table, self._draft.game, self.sheets.chosen, ruler)
        except (PrintingError, ValueError) as error:
            self._show_known(self.say("measure.unwritten", why=str(error)))
            return
        self._line, self._kept = TypedLine(), True
        self._show_typed()
        self._show_known()
        self.skip.text, self.skip.chosen = self.say("setup.done"), True

    def _go_to_thing(self) -> None:
        shell = self._shell
        try:
            begin_table(self.table, self._draft.game)
        except (PrintingError, ValueError) as error:
            self._show_known(self.say("measure.unwritten", why=str(error)))
            return
        shell.go(lambda: KnownThingPage(shell, self._draft.camera, self.table))

    def _leave(self) -> None:
        self._done(self.table if self.table.exists() else self._draft.table)
