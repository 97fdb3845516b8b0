"""Undo, and the keys that close something, at the foot of the column: they stay whatever comes and goes above.

A key is lit once nothing else is left to do; before that it asks, where somebody could still act. What was done on the
mat and needs no tap is put into the record first: who has moved is not asked about as if it had not. Of what waits for
an answer it is told first that it is not in the record.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.games.display.actions import CLOSED, PIECE
from companion.referee import ConfirmProposal, GameScreen
from companion.tablet.game.forms.offer_form import FormData, OfferForm
from companion.tablet.widgets.scrolled_page import DOWN
from companion.tablet.widgets.stack import WidgetContext, make

RECORDED_S = 5.0
"""What was done on the mat is in the record by then, or was not meant so."""


@dataclass(frozen=True, slots=True)
class FootData:
    """One key that closes something.

    Attributes:
        closes: What, one of `CLOSED`.
        form: Its command.
    """

    closes: str
    form: FormData


class Undo(Enum):
    """Whether the last action can be taken back, or players are being asked for that already."""

    NONE = "none"
    POSSIBLE = "possible"
    ASKED = "asked"


class FootForm(OfferForm):
    """One key that closes something."""

    __events__ = ("on_close",)

    def _fold(self) -> None:
        """With something to be said before it, it asks."""
        key = make("GameKey", text=self._label)
        key.bind(on_release=lambda _: self.dispatch("on_close"))
        self.add_widget(key)

    def on_close(self) -> None:
        """Its key was touched, and there may be something to be said before it."""

    def close(self) -> "SureSheet | None":
        """Asks where there is something to be said before it; answers what asks."""
        data, context = self._data, self._widget_context
        if not data.sure:
            self._send({})
            return None
        sheet = SureSheet(*self.asked(), context)
        context.actions.lay(sheet)
        return sheet

    def close_unasked(self) -> None:
        """Closes it although there may be something to be said before it."""
        self._send({})

    def asked(self) -> tuple[str, str, Callable[[], None]]:
        """What is to be thought of before it is closed, the words on its key, and what closes it."""
        return self._data.sure, self._label, lambda: self._send({})


class SureSheet(ModalView):
    """Asks whether it is meant; going on is the lit key."""

    title = StringProperty()
    stay_text = StringProperty()
    go_text = StringProperty()

    def __init__(
        self, title: str, go_text: str, go: Callable[[], None], context: WidgetContext, stay: str = "game.foot.stay"
    ) -> None:
        """Prepares.

        Args:
            title: What is to be thought of.
            go_text: What the key says that does it all the same.
            go: Does it.
            context: Language.
            stay: Which text is on the lit key.
        """
        super().__init__()
        self._stay = stay
        self.tell(title, go_text, go, context)
        self.ids.stay.bind(on_release=lambda _: self.dismiss(animation=False))
        self.ids.go.bind(on_release=lambda _: self._done())

    def tell(self, title: str, go_text: str, go: Callable[[], None], context: WidgetContext) -> None:
        """Asks in these words from now on."""
        self.title, self.go_text, self.stay_text = title, go_text, context.say(self._stay)
        self._go = go

    def _done(self) -> None:
        self.dismiss(animation=False)
        self._go()


class FootBar(BoxLayout):
    """All of them, each in a place of its own."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._made: tuple[object, ...] = ()
        self.forms: list[FootForm] = []
        self._moved: tuple[str, ...] = ()
        self._waiting: tuple[str, ...] = ()
        self._told: tuple[str, ...] = ()
        self._wanted: tuple[str, float] | None = None
        self._asks: tuple[str, SureSheet] | None = None
        self._answer: Widget | None = None

    @property
    def held(self) -> bool:
        """Whether a finger is on one of them: it has not told its intent yet."""
        keys = (each for each in self.walk(restrict=True) if isinstance(each, ButtonBehavior))
        return any(each.state == DOWN for each in keys)

    @property
    def asks(self) -> SureSheet | None:
        """What asks now whether something is to be closed; None while nothing does."""
        sheet = self._asks[1] if self._asks is not None else None
        return sheet if sheet is not None and sheet.parent is not None else None

    def show(
        self,
        data: Sequence[FootData],
        context: WidgetContext,
        undo: Undo = Undo.NONE,
        moved: tuple[str, ...] = (),
        answer: Widget | None = None,
        waiting: tuple[str, ...] = (),
    ) -> None:
        """Shows these; the same as before are left alone.

        Args:
            data: What can be closed.
            context: Language and intents.
            undo: Whether there is a last action to take back.
            moved: Ids of the proposals that need no tap.
            answer: The key of what is asked above, where the page is too long for it; None for none.
            waiting: Ids of the proposals that wait for an answer.
        """
        self._moved, self._waiting = moved, waiting
        as_of = (*data, undo, id(context))
        if as_of != self._made or answer is not self._answer:
            self._make(data, context, undo, as_of, answer)
        if self._wanted is not None and not moved:
            (kind, until_s), self._wanted = self._wanted, None
            form = next((each for each in self.forms if each.kind == kind), None)
            if form is not None and Clock.get_time() < until_s:
                self._ask(form)

    def _ask(self, form: FootForm) -> None:
        sheet = form.close()
        self._asks = None if sheet is None else (form.kind, sheet)

    def _make(
        self,
        data: Sequence[FootData],
        context: WidgetContext,
        undo: Undo,
        as_of: tuple[object, ...],
        answer: Widget | None,
    ) -> None:
        self._made, self._answer = as_of, answer
        self.clear_widgets()
        self.forms = []
        if undo is not Undo.NONE:
            key = make("UndoKey", text=context.say("game.undo.key"), disabled=undo is Undo.ASKED)
            key.bind(on_release=lambda _: context.actions.go_back(-1))
            self.add_widget(key)
        if answer is not None:
            self.add_widget(answer)
        is_free = answer is None and undo is not Undo.NONE
        for closes in CLOSED if data or is_free else ():
            found = next((each for each in data if each.closes == closes), None)
            form = Widget() if found is None else FootForm(found.form, context)
            self.add_widget(form)
            if found is not None:
                form.bind(on_close=lambda form: self._close(form, context))
                self.forms.append(form)
        if self._asks is not None and self.asks is not None:
            kind, sheet = self._asks
            form = next((each for each in self.forms if each.kind == kind and each.data.sure), None)
            if form is None:
                sheet.dismiss(animation=False)  # nobody is left to be thought of
            else:
                sheet.tell(*form.asked(), context)

    def _close(self, form: FootForm, context: WidgetContext) -> None:
        """Closes what a key stands for, once what was done on the mat is in the record."""
        if self._waiting != self._told:
            self._told = self._waiting
            if self._waiting:
                form.close_unasked()  # it is refused once, with what is not in the record
                return
        if not self._moved:
            self._ask(form)
            return
        self._wanted = form.kind, Clock.get_time() + RECORDED_S
        for each in self._moved:
            context.submit(ConfirmProposal(each))


def foot_of(play: GameScreen) -> tuple[FootData, ...]:
    """What can be closed now, lit where nothing else is left to do."""
    found = []
    for seat in play.seats:
        own = play.own_shown if seat.seat == play.holder else None
        offers = [each for group in play.groups_of(seat) for each in group.offers]
        left = [each for each in offers if not each.closes]
        left += [each for task in play.tasks_of(seat) for each in task.offers]
        cards = own.sheet.playable if own is not None else 0
        for each in offers:
            if each.closes:
                of_piece = any(one.piece for one in left)
                acts = any(one.closes == PIECE for one in offers)  # a card may be played once it has ended
                lit = not of_piece if each.closes == PIECE else not (left or cards or each.sure or acts)
                found.append(FootData(each.closes, FormData(seat.seat, each.offer, main=lit, sure=each.sure)))
    return tuple(found)


def moved_in(play: GameScreen) -> tuple[str, ...]:
    """Ids of the proposals that need no tap."""
    return tuple(each.id for each in play.proposals if each.possible and not each.asks)


def waiting_in(play: GameScreen) -> tuple[str, ...]:
    """Ids of the proposals that wait for an answer and would be dropped if their player went on."""
    closing = {each.form.seat for each in foot_of(play)}
    return tuple(each.id for each in play.proposals if each.possible and each.asks and each.seat in closing)
