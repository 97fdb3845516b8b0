"""The table in the window: the mat, the panel beside it, the health strip below."""

import time
from collections.abc import Callable
from functools import partial

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.defaults.speech import readable
from companion.geometry import MatPoint
from companion.referee import ClipStage, GuestStatus, View
from companion.tablet.data import seat_words as seats_wording
from companion.tablet.data import wording
from companion.tablet.table.seats_page import SeatsSheet
from companion.tablet.widgets.choice_sheet import ChoiceSheet
from companion.tablet.widgets.panel import SignCell
from companion.texts import Language, TextError, say


class TableView(BoxLayout):
    """Everything in the window: the mat, the panel beside it, the health strip below."""

    narrow = BooleanProperty(defaultvalue=False)
    animated = BooleanProperty(defaultvalue=True)
    keep_text = StringProperty()
    keep_busy = BooleanProperty(defaultvalue=False)
    keep_sign = "[font=Signs][color=f0713c]●[/color][/font]"
    phones_text = StringProperty()
    phones_urgent = BooleanProperty(defaultvalue=False)

    camera_text = StringProperty()
    no_camera_text = StringProperty()
    """What is read on the keys that lead on where the camera gives no picture; empty for none."""
    home_text = StringProperty()
    settings_sign = StringProperty()

    __events__ = ("on_keep", "on_phones", "on_home", "on_settings", "on_camera", "on_no_camera", "on_print", "on_carry")

    def __init__(self, clock: Callable[[], float] = time.monotonic, **settings: object) -> None:
        """Prepares.

        Args:
            clock: Monotonic seconds.
            **settings: Of the widget.
        """
        super().__init__(**settings)
        self.sheet = SeatsSheet()
        self.sheet.bind(on_address=self._choose_address)
        self.pieces = ChoiceSheet()
        self._waiting = seats_wording.SeatTimer(clock)
        self._address = ""
        self._page: seats_wording.SeatsPage | None = None
        self._panel, self._game = self.ids.panel.__self__, self.ids.game.__self__
        self._game.bind(there=self._lay, tab=self._lay)
        self._actions: dict[str, str] = {}
        self._unfold = Clock.create_trigger(lambda _: self._lay_seats())
        mat, panel = self.ids.mat, self.ids.panel
        panel.bind(
            on_measure=lambda _: setattr(mat, "measuring", not mat.measuring),
            on_zoom=lambda _, factor: mat.zoom(factor),
            on_mend=lambda _: self.dispatch("on_print"),
        )
        mat.bind(measuring=panel.setter("measuring"))
        for board in (self.ids.side, self.ids.foot):
            board.come_first()
        self._lay()

    def show(self, view: View) -> None:
        """Shows a view in all its parts."""
        language = view.choices.language
        self.ids.mat.show(view)
        self.ids.result.show(view, self.ids.mat.plan, self.ids.mat.names.values())
        panel = self.ids.panel
        if panel.language != language.value:
            panel.ruler_names = []  # the keys of actions have words on them
        panel.language = language.value
        panel.turn_text = say(language, "tablet.turn")
        panel.clear_text = say(language, "tablet.clear")
        panel.whole_text = say(language, "tablet.whole")
        panel.reach_text = say(language, "tablet.focus.reach")
        panel.show(wording.card(view), wording.notices(view)[: 1 if self.narrow else 2])
        panel.clear = panel.clear or view.tape is not None
        panel.measure_text = say(language, "game.measure.key")
        panel.mend_text = say(language, "measure.key") if wording.print_is_doubted(view) else ""
        self._actions = {action: _reach_text(action, language) for action in view.measures.actions} if view.play else {}
        panel.offer_rulers((*self._actions, *view.measures.ranges_mm), view.choices.reach, self._ruler_key)
        panel.kept = wording.kept(view) or ""
        self.keep_text = say(language, "tablet.keep.button") if view.keeping else ""
        self.keep_busy = view.keeping is not None and view.keeping.stage is ClipStage.KEEPING
        ways = (self.camera_text, "on_camera"), (self.no_camera_text, "on_no_camera")
        self.ids.alarm.show(
            wording.alarm(view), [(text, partial(self.dispatch, event)) for text, event in ways if text]
        )
        signs = wording.signs(view)
        strip = self.ids.strip
        while len(strip.children) < len(signs):
            strip.add_widget(SignCell())
        for cell, sign in zip(reversed(strip.children), signs, strict=True):
            cell.show(sign, narrow=self.narrow, loud=sum(each.loud for each in signs))
        self._show_phones(view.guests, language)
        self._game.show(view)
        mat = self.ids.mat
        names = mat.names.values()
        self.ids.cards.show(view, mat.plan, self._game.context, dragging=mat.dragging, names=names)

    def _lay(self, *_: object) -> None:
        """What is said of the mat has the whole side without a game, else a page among others."""
        game, panel, side = self._game, self._panel, self.ids.side
        wanted = [game] * game.there + [panel] * (not game.there or game.tab == "mat")
        if side.children[::-1] != wanted:
            side.clear_widgets()
            for widget in wanted:
                side.add_widget(widget)

    def on_phones(self) -> None:
        """The seats are to be shown: from the next frame on, so that the key is drawn as touched first."""
        self._unfold()

    def _lay_seats(self) -> None:
        if self._page is not None and self.parent is not None:
            self.sheet.show(self._page)
            self.sheet.open(animation=False)

    def on_keep(self) -> None:
        """What just happened is to be kept."""

    def on_home(self) -> None:
        """The table is to be left for the start."""

    def on_settings(self) -> None:
        """The settings are to be shown for a while."""

    def on_print(self) -> None:
        """At what scale the sheets were printed is to be measured."""

    def on_camera(self) -> None:
        """Another camera is to be chosen."""

    def on_no_camera(self) -> None:
        """The game is to go on without a camera."""

    def on_carry(self, base: str, at: MatPoint) -> None:
        """A touch took a model to a place; a hand in the computer puts it there, at a real table people do."""

    def ask_which(self, choices: list[tuple[str, Callable[[], None]]]) -> None:
        """Asks which of several things is meant, each with what is read on its key."""
        language = Language(self.ids.panel.language)
        self.pieces.title, self.pieces.close_text = say(language, "tablet.which"), say(language, "shell.close")
        self.pieces.offer([(number, text) for number, (text, _) in enumerate(choices)], lambda at: choices[at][1]())
        self.pieces.open(animation=False)

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
        key = Factory.Key(text=self._actions.get(name, name), size_hint_y=1)
        key.bind(on_press=lambda _: self.ids.panel.dispatch("on_ruler", name))
        return key


def _reach_text(action: str, language: Language) -> str:
    """The key that shows how far a piece may go with an action; its plain name where no text has it."""
    try:
        return say(language, f"game.reach.{action}")
    except TextError:
        return readable(action)
