"""The keys that close something, at the foot of the column: they stay where they are, whatever comes and goes above.

A key is lit once nothing else is left to do; before that it asks, where somebody could still act.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.games.sheets import CLOSED, PIECE
from companion.referee import GameScreen
from companion.tablet.game.forms import FormData, OfferForm
from companion.tablet.widgets.stack import Hands, make


@dataclass(frozen=True, slots=True)
class FootData:
    """One key that closes something.

    Attributes:
        closes: What, one of `CLOSED`.
        form: Its command.
    """

    closes: str
    form: FormData


class FootForm(OfferForm):
    """One key that closes something."""

    def _fold(self) -> None:
        """With something to be said before it, it asks."""
        key = make("GameKey", text=self._label)
        key.bind(on_release=lambda _: self._ask())
        self.add_widget(key)

    def _ask(self) -> None:
        data, hands = self._data, self._hands
        hands.steer.lay(SureSheet(data.sure, self._label, lambda: self._send({}), hands))


class SureSheet(ModalView):
    """Asks whether it is meant; going on is the lit key."""

    title = StringProperty()
    stay_text = StringProperty()
    go_text = StringProperty()

    def __init__(self, title: str, go_text: str, go: Callable[[], None], hands: Hands) -> None:
        """Prepares.

        Args:
            title: What is to be thought of.
            go_text: What the key says that does it all the same.
            go: Does it.
            hands: Language.
        """
        super().__init__()
        self.title, self.go_text, self.stay_text = title, go_text, hands.say("game.foot.stay")
        self.ids.stay.bind(on_release=lambda _: self.dismiss(animation=False))
        self.ids.go.bind(on_release=lambda _: self._done(go))

    def _done(self, go: Callable[[], None]) -> None:
        self.dismiss(animation=False)
        go()


class FootBar(BoxLayout):
    """All of them, each in a place of its own."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._made: tuple[object, ...] = ()
        self.forms: list[FootForm] = []

    def show(self, data: Sequence[FootData], hands: Hands) -> None:
        """Shows these; the same as before are left alone."""
        as_of = (*data, id(hands))
        if as_of == self._made:
            return
        self._made = as_of
        self.clear_widgets()
        self.forms = []
        for closes in CLOSED if data else ():
            found = next((each for each in data if each.closes == closes), None)
            form = Widget() if found is None else FootForm(found.form, hands)
            self.add_widget(form)
            if found is not None:
                self.forms.append(form)


def foot_of(play: GameScreen) -> tuple[FootData, ...]:
    """What can be closed now, lit where nothing else is left to do."""
    found = []
    for seat in play.seats:
        own = play.own_shown if seat.seat == play.holder else None
        offers = [each for group in play.groups_of(seat) for each in group.offers]
        left = [each for each in offers if not each.closes]
        cards = own.sheet.playable if own is not None else 0
        for each in offers:
            if each.closes:
                of_piece = any(one.piece for one in left)
                lit = not of_piece if each.closes == PIECE else not (left or cards or each.sure)
                found.append(FootData(each.closes, FormData(seat.seat, each.offer, main=lit, sure=each.sure)))
    return tuple(found)
