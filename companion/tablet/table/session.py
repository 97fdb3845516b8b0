"""Somebody sits at a table: its views come to the desk, and what is touched there goes to the table as wishes."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from kivy.clock import Clock
from kivy.core.window import Window

from companion.referee import (
    AllowSecond,
    Ask,
    HandOn,
    Intent,
    Keep,
    LetGo,
    SendAway,
    ShowReach,
    Slot,
    Speak,
    Stretch,
    Touch,
    Turn,
    View,
)
from companion.tablet.data.bases import model_of
from companion.tablet.mat.cell_touch import CellAnswer
from companion.tablet.table.table_view import Desk
from companion.texts import Language

KEEP_KEY = 290  # F9: the same on the keyboards of all our languages


class Table(Protocol):
    """What the window needs of the referee."""

    @property
    def failure(self) -> Exception | None: ...

    def listen(self, listener: Callable[[View], None]) -> None: ...

    def wish(self, intent: Intent) -> None: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Sitting:
    """Joins one desk with one table, from `begin` to `end`."""

    def __init__(self, desk: Desk, table: Table, shown: Callable[[View], None]) -> None:
        """Prepares.

        Args:
            desk: Where views are shown.
            table: Where they come from; whoever made it starts and stops it.
            shown: Told of every view before it is shown.
        """
        self._desk, self._table, self._shown = desk, table, shown
        self._newest: Slot[View] = Slot()
        self._ended = False
        self.view: View | None = None
        panel = desk.ids.panel
        panel.bind(
            on_turn=lambda _: self.wish(Turn()),
            on_speak=lambda _, language: self.wish(Speak(Language(language))),
            on_let_go=lambda _: self.wish(LetGo()),
            on_ruler=lambda _, name: self.wish(ShowReach(name)),
        )
        desk.ids.mat.bind(on_stretch=lambda _, ends: self.wish(Stretch(ends)))
        desk.ids.game.bind(on_wish=lambda _, ask: self.wish(ask))
        desk.bind(on_keep=lambda _: self.wish(Keep()))
        desk.sheet.bind(
            on_hand_on=lambda _, seat: self.wish(HandOn(seat)),
            on_second=lambda _, seat, allowed: self.wish(AllowSecond(seat, allowed)),
            on_send_away=lambda _, guest: self.wish(SendAway(guest)),
        )
        desk.ids.mat.bind(on_cell=lambda _, answers: self._cell_touched(answers))
        desk.ids.mat.bind(on_base=lambda _, base_id: self.wish(Touch(base_id)), on_nothing=lambda _: self.wish(LetGo()))

    def begin(self) -> None:
        """Begins to show the table."""
        self._table.listen(self._arrived)
        Window.bind(on_key_down=self._key)

    def end(self) -> None:
        """Shows nothing more; may be called twice."""
        self._ended = True
        Window.unbind(on_key_down=self._key)
        self._desk.sheet.dismiss(animation=False)
        self._desk.pieces.dismiss(animation=False)
        self._desk.ids.game.leave()

    def wish(self, ask: Ask) -> None:
        """Hands a wish to the table."""
        self._table.wish(Intent(ask))

    def _cell_touched(self, answers: tuple[CellAnswer, ...]) -> None:
        """A cell answers what was asked; where several pieces may go there, which one is asked first."""
        if len(answers) == 1:
            self._answer(answers[0])
        elif self.view is not None:
            self._desk.ask_which([(each.offer.label, partial(self._answer, each)) for each in answers])

    def _answer(self, answer: CellAnswer) -> None:
        self.wish(answer.act)
        view = self.view
        if view is None or view.play is None:
            return
        if view.choices.chosen:
            self.wish(LetGo())
        base, board = model_of(answer.piece, view.play) if answer.piece else "", view.play.board
        if base and board is not None and board.grid is not None:
            self._desk.dispatch("on_carry", base, board.grid.centre(answer.cell))

    def _key(self, _: object, key: int, *__: object) -> bool:
        if key != KEEP_KEY:
            return False
        self.wish(Keep())
        return True

    def _arrived(self, view: View) -> None:
        """Takes a view over from the core thread; one that was not drawn in time is passed over."""
        self._newest.put(view)
        Clock.schedule_once(self._show_newest)

    def _show_newest(self, _: float) -> None:
        view = self._newest.take()
        if view is None or self._ended:
            return
        self.view = view
        self._shown(view)
        self._desk.show(view)
