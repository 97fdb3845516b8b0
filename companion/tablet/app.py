"""The window: shows views, sends intents. It holds no state of the game."""

import time
from collections.abc import Callable
from importlib import resources
from typing import Protocol

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import LabelBase
from kivy.core.window import Window
from kivy.factory import Factory
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.referee import (
    AllowSecond,
    Ask,
    GuestStatus,
    HandOn,
    Intent,
    Keep,
    LetGo,
    SendAway,
    ShowReach,
    Slot,
    Speak,
    Stage,
    Touch,
    Turn,
    View,
)
from companion.tablet import seats_wording, wording
from companion.tablet.mat_view import MatView
from companion.tablet.panel import AlarmSheet, AnswerRow, Panel, RowList, SignCell
from companion.tablet.seats import GuestLine, SeatBox, SeatsSheet
from companion.texts import Language, say

WIDGETS = (MatView, Panel, AnswerRow, RowList, SignCell, AlarmSheet, GuestLine, SeatBox, SeatsSheet)
THEMES = ("theme.kv", "seats.kv")

CHECK_EVERY_S = 0.5
KEEP_KEY = 290  # F9: the same on the keyboards of all our languages


class Table(Protocol):
    """What the window needs of the referee."""

    @property
    def failure(self) -> Exception | None: ...

    def listen(self, listener: Callable[[View], None]) -> None: ...

    def wish(self, intent: Intent) -> None: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Desk(BoxLayout):
    """Everything in the window: the mat, the panel beside it, the health strip below."""

    narrow = BooleanProperty(defaultvalue=False)
    keep_text = StringProperty()
    keep_busy = BooleanProperty(defaultvalue=False)
    keep_sign = "[font=Signs][color=f0713c]●[/color][/font]"
    phones_text = StringProperty()
    phones_urgent = BooleanProperty(defaultvalue=False)

    __events__ = ("on_keep", "on_phones")

    def __init__(self, clock: Callable[[], float] = time.monotonic, **settings: object) -> None:
        """Prepares.

        Args:
            clock: Monotonic seconds.
            **settings: Of the widget.
        """
        super().__init__(**settings)
        self.sheet = SeatsSheet()
        self.sheet.bind(on_address=self._choose_address)
        self._waiting = seats_wording.Waiting(clock)
        self._address = ""
        self._page: seats_wording.SeatsPage | None = None

    def show(self, view: View) -> None:
        """Shows a view in all its parts."""
        language = view.choices.language
        self.ids.mat.show(view)
        panel = self.ids.panel
        panel.language = language.value
        panel.turn_text = say(language, "tablet.turn")
        panel.clear_text = say(language, "tablet.clear")
        panel.reach_text = say(language, "tablet.focus.reach")
        panel.show(wording.card(view), wording.notices(view)[: 1 if self.narrow else 2])
        panel.offer_rulers(tuple(view.measures.ranges_mm), view.choices.reach, self._ruler_key)
        panel.kept = wording.kept(view) or ""
        self.keep_text = say(language, "tablet.keep.button") if view.keeping else ""
        self.keep_busy = view.keeping is not None and view.keeping.stage is Stage.KEEPING
        self.ids.alarm.title, self.ids.alarm.text = wording.alarm(view) or ("", "")
        signs = wording.signs(view)
        strip = self.ids.strip
        while len(strip.children) < len(signs):
            strip.add_widget(SignCell())
        for cell, sign in zip(reversed(strip.children), signs, strict=True):
            cell.show(sign, narrow=self.narrow)
        self._show_phones(view.guests, language)

    def on_phones(self) -> None:
        """The seats are to be shown."""
        if self._page is not None:
            self.sheet.show(self._page)
            self.sheet.open(animation=False)

    def on_keep(self) -> None:
        """What just happened is to be kept."""

    def _show_phones(self, guests: GuestStatus | None, language: Language) -> None:
        if guests is None:
            self.phones_text, self._page = "", None
            self.sheet.dismiss(animation=False)
            return
        waited = self._waiting.see(guests, shown=self.sheet.shown)
        self.phones_text, self.phones_urgent = seats_wording.button(language, guests, waited)
        self._page = seats_wording.seats_page(language, guests, waited, self._address)
        if self.sheet.shown:
            self.sheet.show(self._page)

    def _choose_address(self, _: object, url: str) -> None:
        self._address = url

    def _ruler_key(self, name: str) -> object:
        key = Factory.Key(text=name)
        key.bind(on_press=lambda _: self.ids.panel.dispatch("on_ruler", name))
        return key


class CompanionApp(App):
    """The window over one table."""

    def __init__(self, table: Table, **settings: object) -> None:
        super().__init__(**settings)
        self._table = table
        self._newest: Slot[View] = Slot()
        self.view: View | None = None

    def build(self) -> Desk:
        """Makes the window's content."""
        LabelBase.register("Signs", "data/fonts/DejaVuSans.ttf")
        for widget in WIDGETS:
            Factory.register(widget.__name__, cls=widget)
        for name in THEMES:
            if name not in Builder.files:
                theme = resources.files("companion.tablet").joinpath(name)
                Builder.load_string(theme.read_text(encoding="utf-8"), filename=name)
        desk = Desk()
        panel = desk.ids.panel
        panel.bind(
            on_turn=lambda _: self._wish(Turn()),
            on_speak=lambda _, language: self._wish(Speak(Language(language))),
            on_let_go=lambda _: self._wish(LetGo()),
            on_ruler=lambda _, name: self._wish(ShowReach(name)),
        )
        desk.bind(on_keep=lambda _: self._wish(Keep()))
        desk.sheet.bind(
            on_hand_on=lambda _, seat: self._wish(HandOn(seat)),
            on_second=lambda _, seat, allowed: self._wish(AllowSecond(seat, allowed)),
            on_send_away=lambda _, guest: self._wish(SendAway(guest)),
        )
        desk.ids.mat.bind(
            on_base=lambda _, base_id: self._wish(Touch(base_id)), on_nothing=lambda _: self._wish(LetGo())
        )
        return desk

    def on_start(self) -> None:
        """Begins to watch the table."""
        self._table.listen(self._arrived)
        self._table.start()
        Window.bind(on_key_down=self._key)
        Clock.schedule_interval(self._check, CHECK_EVERY_S)

    def on_stop(self) -> None:
        """Ends all threads; one that still ran at the end would abort the whole process."""
        Window.unbind(on_key_down=self._key)
        Clock.unschedule(self._check)
        self._table.stop()

    def _check(self, _: float) -> None:
        """A window over a referee that has ended would show old answers for ever."""
        if self._table.failure:
            raise self._table.failure

    def _key(self, _: object, key: int, *__: object) -> bool:
        if key != KEEP_KEY:
            return False
        self._wish(Keep())
        return True

    def _wish(self, ask: Ask) -> None:
        self._table.wish(Intent(ask))

    def _arrived(self, view: View) -> None:
        """Takes a view over from the core thread; one that was not drawn in time is passed over."""
        self._newest.put(view)
        Clock.schedule_once(self._show_newest)

    def _show_newest(self, _: float) -> None:
        view = self._newest.take()
        if view is None:
            return
        self.view = view
        self.title = say(view.choices.language, "tablet.window")
        self.root.show(view)
