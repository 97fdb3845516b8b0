"""The workshop: one card, drawn as it will look, beside all that stands on it and can be chosen for it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.uix.widget import Widget

from companion.cards.pack_file import ChangedPackError, UnwrittenPackError
from companion.documents import Path
from companion.games.workshop import Add, CardOption, Count, Open, Paint, Row, Select, Write
from companion.geometry import Answer
from companion.tablet.cards.cells_page import CellsPage
from companion.tablet.cards.choosing_pages import ChoicesPage, TranslationPage
from companion.tablet.cards.rows import NumberRow, Wrong, heading, is_short, short_pick
from companion.tablet.data.card_work import CardWork
from companion.tablet.game.reading.zones import DrawnCard
from companion.tablet.look import palette
from companion.tablet.pages.page import NoticePage, Page, ScrollArea, TwoParts, WideKey, Window
from companion.tablet.widgets.stack import make


@dataclass(frozen=True, slots=True)
class _Made:
    """A widget that was made for a row, with what it shows."""

    row: Row
    wrong: str
    widget: Widget


class MakerPage(Page):
    """A card, or a part of one."""

    def __init__(self, window: Window, work: CardWork, at: Path = ()) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            work: The card.
            at: The part that is shown; empty for the card itself.
        """
        super().__init__(window)
        self.work, self.at = work, at
        self.back_text = self.say("shell.back")
        self._made: dict[Path, _Made] = {}
        self.face = ScrollArea()
        self.form = ScrollArea()
        self.said = Factory.Said(text="")
        self.ids.body.add_widget(TwoParts(self.face, self.form, 0.38, 0.34))
        self._keys()
        self._show()
        self._returning = Clock.schedule_once(lambda _: self._scroll_back(), 0)

    def left(self) -> None:
        """How far it was scrolled is kept for when it is gone back to."""
        self._returning.cancel()
        self.work.seen[self.at] = (1 - self.form.scroll_y) * self._hidden

    @property
    def _hidden(self) -> float:
        """So many pixels of the form are out of sight."""
        return float(max(0.0, self.form.content.height - self.form.height))

    def on_back(self) -> None:
        """A card is not left unsaved without a word."""
        if self.at or not self.work.changed:
            self.window.go_back()
            return
        window = self.window

        def leave() -> None:
            window.drop()
            window.go_back()

        keys = [(self.say("workshop.back_to_card"), window.go_back), (self.say("workshop.leave_anyway"), leave)]
        window.go(
            lambda: NoticePage(window, self.say("workshop.leave"), [self.say("workshop.leave_note")], keys, back=False)
        )

    def _keys(self) -> None:
        work, at, foot = self.work, self.at, self.ids.foot
        if at and isinstance(at[-1], int) and at[-1] > 0:
            foot.add_widget(self.key(self.say("workshop.up"), self._up))
        if self._removable():
            foot.add_widget(self.key(self.say("workshop.remove"), self._remove))
        self.all = self.key("", self._turn)
        foot.add_widget(self.all)
        if at:
            self.done = self.key(self.say("setup.done"), self.on_back, chosen=True)
        else:
            self.done = self.key(self.say("workshop.save"), self._save, chosen=True)
        foot.add_widget(self.done)
        self._named = work.is_new

    def _removable(self) -> bool:
        if not self.at:
            return not self.work.is_new
        around = self.work.rows(self.at[:-1], self.window.language)
        return any(row.at == self.at and row.removable for row in around)

    def _show(self) -> None:
        """Shows the card as it is now."""
        work, language = self.work, self.window.language
        self.title = work.title(self.at, language)
        rows = work.rows(self.at, language)
        all_shown = self.at in work.more
        shown = [row for row in rows if all_shown or not row.rare]
        if not self.at:
            self.done.text = self.say("workshop.keep_draft" if work.mistakes else "workshop.save")
        self.all.text = self.say("workshop.fewer" if all_shown else "workshop.more")
        self.all.disabled = len(shown) == len(rows) and not all_shown
        self._draw_card()
        content = self.form.content
        content.clear_widgets()
        if self.at and (alone := work.wrong_alone(self.at, rows, language)):
            content.add_widget(Wrong(alone))
        made: dict[Path, _Made] = {}
        for row in _headed(rows, shown):
            if row.heading:
                content.add_widget(heading(row.heading))
            each = made[(*row.at, type(row.entry).__name__)] = self._widget(row)
            content.add_widget(each.widget)
            if each.wrong:
                content.add_widget(Wrong(each.wrong))
        self._made = made

    def _widget(self, row: Row) -> _Made:
        """The widget of a row; one that shows the same is kept, so that nothing flickers under a finger."""
        wrong = "" if isinstance(row.entry, Add) and not self._wrong_at(row) else self._wrong_at(row)
        kept = self._made.get((*row.at, type(row.entry).__name__))
        if kept is not None and kept.row == row:
            return _Made(row, wrong, kept.widget)
        return _Made(row, wrong, self._new_widget(row))

    def _wrong_at(self, row: Row) -> str:
        if isinstance(row.entry, Add):
            exact = [each for each in self.work.mistakes if each[0] == row.at and row.at != self.at]
            return self.work.wrong(row.at, self.window.language) if exact else ""
        if isinstance(row.entry, Paint):
            return self.work.wrong_painted(row.entry, self.window.language)
        return self.work.wrong(row.at, self.window.language)

    def _new_widget(self, row: Row) -> Widget:
        match row.entry:
            case Count() as entry:
                now, put = self.work.value(row.at), partial(self._put, row.at)
                return NumberRow(row, entry, now, put, partial(self._instead, row))
            case Select(options=options) as entry if is_short(entry):
                return short_pick(row, options, partial(self._pick, row))
            case Add():
                key = WideKey(sign="✚", text=row.name, letter=18)
            case _:
                missing = "workshop.to_write" if isinstance(row.entry, Write) else "workshop.to_choose"
                key = WideKey(text=row.value or self.say(missing), note=row.name, letter=18)
        key.bind(on_release=lambda _: self._open(row))
        return key

    def _draw_card(self) -> None:
        line = self.work.shown(self.window.language)
        content = self.face.content
        content.clear_widgets()
        content.add_widget(DrawnCard(line))
        for rule in line.rules:
            content.add_widget(make("Note", text=f"{rule.name}: {rule.text}"))
        self.said = Factory.Said(text=self._state(), font_size="16sp")
        content.add_widget(self.said)
        for each in () if self.at else self.work.wrong_told(self.window.language):
            content.add_widget(Wrong(each))

    def _state(self) -> str:
        """Whether anything is wrong, and whether it is kept."""
        wrong = len(self.work.mistakes)
        found = self.say("workshop.wrong_count", count=wrong) if wrong else self.say("workshop.nothing_wrong")
        if self.work.changed:
            return f"{found} {self.say('workshop.unsaved')}"
        if self.work.is_draft:
            return f"{found} {self.say('workshop.draft')}"
        # One that is wrong in the file itself should nobody take for well kept.
        return found if wrong else f"{found} {self.say('workshop.saved')}"

    def _put(self, at: Path, value: object) -> None:
        self.work.put(at, value)
        self._again()

    def _pick(self, row: Row, option: CardOption) -> None:
        self.work.put(row.at, option.value, option.declares)
        self._again()

    def _instead(self, row: Row, option: CardOption) -> None:
        self.work.put(row.at, option.value, option.declares)
        self._go_to(row.at)

    def _again(self) -> None:
        """Shows what was changed, and what stood under the finger stays there."""
        hidden = (1 - self.form.scroll_y) * self._hidden
        self._show()
        self.work.seen[self.at] = hidden
        self._returning.cancel()
        self._returning = Clock.schedule_once(lambda _: self._scroll_back(), 0)

    def _scroll_back(self) -> None:
        hidden = self.work.seen.get(self.at, 0.0)
        if self._hidden:
            self.form.scroll_y = max(0.0, 1 - hidden / self._hidden)

    def _go_to(self, at: Path) -> None:
        window, work = self.window, self.work
        window.go(lambda: MakerPage(window, work, at))

    def _open(self, row: Row) -> None:
        window, work = self.window, self.work
        match row.entry:
            case Open(start=start):
                if start is not None:
                    work.put(row.at, start)
                self._go_to(row.at)
            case Paint() as paint:
                window.go(lambda: CellsPage(window, work, row.name, paint))
            case Write():
                window.go(lambda: TranslationPage(window, work, row))
            case Select(several=several):
                window.go(lambda: ChoicesPage(window, row, self._chosen(row, several=several), work.value(row.at)))
            case Add():
                window.go(lambda: ChoicesPage(window, row, partial(self._add, row)))
            case _:
                pass

    def _chosen(self, row: Row, *, several: bool) -> Callable[[tuple[CardOption, ...]], None]:
        window, work = self.window, self.work

        def done(options: tuple[CardOption, ...]) -> None:
            declares = tuple(each for option in options for each in option.declares)
            work.put(row.at, [each.value for each in options] or None if several else options[0].value, declares)
            window.go_back()

        return done

    def _add(self, row: Row, options: tuple[CardOption, ...]) -> None:
        window, work = self.window, self.work
        at = work.add(row.at, options[0])
        if isinstance(work.value(at), dict | list):
            window.go_instead(lambda: MakerPage(window, work, at))
        else:
            window.go_back()

    def _turn(self) -> None:
        """Shows all that could be chosen, or only what is usual."""
        self.work.more ^= {self.at}
        self._again()

    def _up(self) -> None:
        window, work = self.window, self.work
        at = work.up(self.at)
        window.go_instead(lambda: MakerPage(window, work, at))

    def _remove(self) -> None:
        if not self.at:
            self._sure()
            return
        row = next(row for row in self.work.rows(self.at[:-1], self.window.language) if row.at == self.at)
        self.work.put(self.at, row.removed)
        self.window.go_back()

    def _sure(self) -> None:
        """A card is not taken out of its pack without a question."""
        window, work = self.window, self.work

        def remove() -> None:
            window.drop()
            try:
                work.remove()
            except (ChangedPackError, UnwrittenPackError) as error:
                self._tell(error)
            window.go_back()

        keys = [(self.say("workshop.back_to_card"), window.go_back), (self.say("workshop.remove_card"), remove)]
        window.go(lambda: NoticePage(window, self.say("workshop.remove_sure", name=self.title), [], keys, back=False))

    def _save(self) -> None:
        """Writes the card; of one with mistakes, which is kept as a draft, the first is brought into sight."""
        try:
            self.work.save()
        except (ChangedPackError, UnwrittenPackError) as error:
            self._tell(error)
            return
        self._again()
        if self.work.mistakes:
            self.said.color = palette.INKS[Answer.NO]
            self._returning.cancel()
            self._show_wrong()

    def _tell(self, error: Exception) -> None:
        key = "workshop.changed" if isinstance(error, ChangedPackError) else "workshop.unwritten"
        self.said.text = self.say(key, file=self.work.file.name, why=str(error))
        self.said.color = palette.INKS[Answer.NO]

    def _show_wrong(self) -> None:
        """Brings the first thing that is wrong into sight."""
        found = next((each for each in self.form.content.children[::-1] if isinstance(each, Wrong)), None)
        if found is not None and self._hidden:
            self.form.scroll_to(found, padding=80, animate=False)
        elif not self.work.more >= {self.at}:
            self._turn()


def _headed(rows: tuple[Row, ...], shown: list[Row]) -> list[Row]:
    """The rows that are shown, each heading with the first of its own that is."""
    found, title = [], ""
    for row in rows:
        title = row.heading or title
        if row in shown:
            found.append(replace(row, heading=title))
            title = ""
    return found
