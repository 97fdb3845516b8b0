"""Going back, and letting pass what a rule refuses: each player's consent is a touch of its own."""

from collections.abc import Callable
from dataclasses import dataclass

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.referee import Agree, Overrule
from companion.referee.play import Undoing
from companion.tablet import palette
from companion.tablet.game.stack import Hands, make


@dataclass(frozen=True, slots=True)
class UndoData:
    """A way back that is asked for.

    Attributes:
        undoing: What would be taken back.
        players: Id, name and shape of each who must agree.
    """

    undoing: Undoing
    players: tuple[tuple[str, str, str], ...]


class UndoCard(BoxLayout):
    """What would be taken back, and a key for each player to agree."""

    text = StringProperty()
    no_text = StringProperty()

    def __init__(self, data: UndoData, hands: Hands) -> None:
        super().__init__()
        self.data, self.text = data, data.undoing.text
        self.no_text = hands.say("game.undo.no")
        for warning in data.undoing.warnings:
            self.ids.warnings.add_widget(make("Note", text=warning))
        for seat, name, shape in data.players:
            agreed = seat in data.undoing.agreed
            text = hands.say("game.undo.agreed" if agreed else "game.undo.agree", player=name)
            key = make("SeatKey", text=text, shape=shape, chosen=agreed, disabled=agreed)
            key.shape_colour = palette.seat_colour(shape)
            key.bind(on_release=lambda _, seat=seat: hands.wish(Agree(seat, agrees=True)))
            self.ids.row.add_widget(key)
        self.ids.no.bind(on_release=lambda _: hands.wish(Agree(data.players[0][0], agrees=False)))


class OverruleSheet(ModalView):
    """Asks who lets it pass: all players, a touch each, or a judge by name."""

    title = StringProperty()
    together_text = StringProperty()
    judge_text = StringProperty()
    hint = StringProperty()
    pass_text = StringProperty()
    close_text = StringProperty()

    def __init__(self, players: tuple[tuple[str, str, str], ...], hands: Hands, sentence: str) -> None:
        super().__init__()
        self._players, self._hands = players, hands
        self._agreed: set[str] = set()
        self.title, self.together_text = sentence, hands.say("game.overrule.together")
        self.judge_text, self.hint = hands.say("game.overrule.judge"), hands.say("game.overrule.name")
        self.pass_text, self.close_text = hands.say("game.overrule.pass"), hands.say("phones.close")
        for seat, name, shape in players:
            key = make("SeatKey", text=hands.say("game.undo.agree", player=name), shape=shape)
            key.shape_colour = palette.seat_colour(shape)
            key.bind(on_release=self._toggled(seat))
            self.ids.row.add_widget(key)
        self.ids.judge.bind(text=lambda *_: self._check())
        self._check()

    def overrule(self) -> None:
        """Lets it pass."""
        judge = self.ids.judge.text.strip()
        names = ", ".join(name for _, name, _ in self._players)
        key, who = ("game.overrule.by_judge", judge) if judge else ("game.overrule.by_all", names)
        self.dismiss(animation=False)
        self._hands.wish(Overrule(self._hands.say(key, who=who)))

    def _toggled(self, seat: str) -> Callable[[Widget], None]:
        def touched(key: Widget) -> None:
            self._agreed ^= {seat}
            key.chosen = seat in self._agreed
            self._check()

        return touched

    def _check(self) -> None:
        everybody = self._agreed >= {seat for seat, _, _ in self._players}
        self.ids.go.disabled = not (everybody or self.ids.judge.text.strip())
