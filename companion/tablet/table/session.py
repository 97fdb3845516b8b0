"""Joins one table with the window: its views go to the table view, touches come back as intents."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from kivy.clock import Clock
from kivy.core.window import Window

from companion.referee import (
    AllowSecond,
    ClearSelection,
    FreeSeat,
    Intent,
    IntentBody,
    Mailbox,
    MeasureTape,
    RemoveGuest,
    SaveClip,
    SelectBase,
    SetLanguage,
    ShowReach,
    TurnMat,
    View,
)
from companion.referee.screen.reach import creature_of
from companion.tablet.data.bases import model_of
from companion.tablet.mat.cell_touch import CellAnswer
from companion.tablet.table.table_view import TableView
from companion.texts import Language

KEEP_KEY = 290  # F9: the same on the keyboards of all our languages


class Table(Protocol):
    """What the window needs of the referee."""

    @property
    def failure(self) -> Exception | None: ...

    def listen(self, listener: Callable[[View], None]) -> None: ...

    def submit(self, intent: Intent) -> None: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


class TableBinding:
    """Joins one table view with one table, from `begin` to `end`."""

    def __init__(self, table_view: TableView, table: Table, shown: Callable[[View], View]) -> None:
        """Prepares.

        Args:
            table_view: Where views are shown.
            table: Where they come from; whoever made it starts and stops it.
            shown: Told of every view before it is shown; answers how the players see it.
        """
        self._gateway, self._table, self._shown = table_view, table, shown
        self._newest: Mailbox[View] = Mailbox()
        self._ended = False
        self.view: View | None = None
        panel = table_view.ids.panel
        panel.bind(
            on_turn=lambda _: self.submit(TurnMat()),
            on_speak=lambda _, language: self.submit(SetLanguage(Language(language))),
            on_let_go=lambda _: self.submit(ClearSelection()),
            on_ruler=lambda _, name: self.submit(ShowReach(name)),
        )
        table_view.ids.mat.bind(on_stretch=lambda _, ends: self.submit(MeasureTape(ends)))
        table_view.ids.game.bind(on_intent=lambda _, body: self.submit(body))
        table_view.bind(on_keep=lambda _: self.submit(SaveClip()))
        table_view.sheet.bind(
            on_hand_on=lambda _, seat: self.submit(FreeSeat(seat)),
            on_second=lambda _, seat, allowed: self.submit(AllowSecond(seat, allowed)),
            on_send_away=lambda _, guest: self.submit(RemoveGuest(guest)),
        )
        table_view.ids.mat.bind(on_cell=lambda _, answers: self._cell_touched(answers))
        table_view.ids.mat.bind(
            on_base=lambda _, base_id: self._base_touched(base_id),
            on_nothing=lambda _: self.submit(ClearSelection()),
        )

    def begin(self) -> None:
        """Begins to show the table."""
        self._table.listen(self._arrived)
        Window.bind(on_key_down=self._key)

    def end(self) -> None:
        """Shows nothing more; may be called twice."""
        self._ended = True
        Window.unbind(on_key_down=self._key)
        self._gateway.sheet.dismiss(animation=False)
        self._gateway.pieces.dismiss(animation=False)
        self._gateway.ids.game.leave()

    def submit(self, body: IntentBody) -> None:
        """Hands an intent to the table."""
        self._table.submit(Intent(body))

    def _base_touched(self, base_id: str) -> None:
        """A model is chosen, or no longer; of one that may move its reach is shown at once."""
        self.submit(SelectBase(base_id))
        view = self.view
        if view is None or view.play is None or view.choices.chosen:
            return
        reaches = view.play.reaches.get(creature_of(view.play, base_id), {})
        if reaches and view.choices.reach not in reaches:
            self.submit(ShowReach(next(iter(reaches))))

    def _cell_touched(self, answers: tuple[CellAnswer, ...]) -> None:
        """A cell answers what was asked; where several pieces may go there, or only by a run, that is asked first."""
        unfolded = self._gateway.ids.game.unfolded
        answers = tuple(each for each in answers if each.offer in unfolded) or answers
        if len(answers) == 1 and (not answers[0].is_second or unfolded):
            self._answer(answers[0])
        elif self.view is not None:
            self._gateway.ask_which([(each.offer.label, partial(self._answer, each)) for each in answers])

    def _answer(self, answer: CellAnswer) -> None:
        self.submit(answer.act)
        view = self.view
        if view is None or view.play is None:
            return
        if view.choices.chosen:
            self.submit(ClearSelection())
        base, board = model_of(answer.piece, view.play) if answer.piece else "", view.play.board
        if base and board is not None and board.grid is not None:
            self._gateway.dispatch("on_carry", base, board.grid.centre(answer.cell))

    def _key(self, _: object, key: int, *__: object) -> bool:
        if key != KEEP_KEY:
            return False
        self.submit(SaveClip())
        return True

    def _arrived(self, view: View) -> None:
        """Takes a view over from the core thread; one that was not drawn in time is passed over."""
        self._newest.put(view)
        Clock.schedule_once(self._show_newest)

    def _show_newest(self, _: float) -> None:
        view = self._newest.take()
        if view is None or self._ended:
            return
        before, self.view = self.view, view
        if view.choices.chosen and _turn_of(before) not in ((), _turn_of(view)):
            self.submit(ClearSelection())
        self._gateway.show(self._shown(view))


def _turn_of(view: View | None) -> tuple[int, str] | tuple[()]:
    """Which turn it is, and whose; nothing without a game."""
    if view is None or view.play is None:
        return ()
    sheet = view.play.shown.sheet
    return sheet.number, sheet.active
