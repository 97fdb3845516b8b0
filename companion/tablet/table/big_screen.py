"""The big screen: the mat with who plays, how far everybody is and what happened last, for those who only watch.

It shows what everybody may see, in letters that are read from 4 m on a screen of 27 inches, and has a single key.
"""

import time

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.games.display.result import ResultShown
from companion.games.display.sheets import PlayerSheet
from companion.referee import GameScreen, View
from companion.referee.api.clocks import ClockState
from companion.tablet.data import wording
from companion.tablet.game.score_bar import seat_clock
from companion.tablet.look import palette
from companion.tablet.look.scale import FAR_SHARE
from companion.texts import say

TICK_S = 0.5
SMALLER = 0.72
"""Letters where more than two play side by side with the mat: each of them still has two lines."""


class BigPlayer(BoxLayout):
    """One player: name, the figures, and the clock where one runs."""

    name = StringProperty()
    figure = StringProperty()
    clock = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    active = BooleanProperty(defaultvalue=False)
    letter = NumericProperty(42.0)

    def __init__(self, seat: str) -> None:
        super().__init__()
        self.seat = seat

    def show(self, player: PlayerSheet, shape: str) -> None:
        """Shows a player."""
        self.name, self.shape, self.active = player.name, shape, player.active
        self.shape_colour = palette.seat_colour(shape)
        chief = player.scores[0].words if player.scores and player.scores[0].most else ""
        self.figure = chief or " · ".join(f"{each.label} {each.words}" for each in player.scores)


class BigScreen(FloatLayout):
    """Fills the window in place of the table."""

    turn = StringProperty()
    goal = StringProperty()
    waiting = StringProperty()
    happened = StringProperty()
    back_text = StringProperty()
    upright = BooleanProperty(defaultvalue=False)
    letter = NumericProperty(42.0)

    __events__ = ("on_end",)

    def __init__(self) -> None:
        super().__init__()
        self._timing = ClockState()
        self._results: tuple[ResultShown, ...] = ()
        self._beat = Clock.schedule_interval(lambda _: self._tick(), TICK_S)
        self.bind(size=lambda *_: self._size_letters())

    def end(self) -> None:
        """The clocks stand."""
        self._beat.cancel()

    def on_end(self) -> None:
        """The key was touched that leads back to the table."""

    def show(self, view: View) -> None:
        """Shows a view: of its game, what everybody may see."""
        self.back_text = say(view.choices.language, "shell.back")
        self.ids.mat.show(view)
        alarm = wording.alarm(view)
        play = view.play
        if play is None:
            self.turn, self.goal, self.happened = wording.card(view).title, "", ""
            self.waiting = "\n".join(alarm or ())
            return
        sheet = play.shown.sheet
        self.turn, chief = sheet.turn or sheet.phase, [each.scores[0] for each in sheet.players if each.scores]
        self.goal = chief[0].label if chief and chief[0].most else ""
        self.waiting = "\n".join(alarm) if alarm else play.shown.outcome or play.shown.waiting
        self._results = play.results or self._results
        self.happened = happened(play, self._results)
        players = self.ids.players
        if [each.seat for each in reversed(players.children)] != [each.id for each in sheet.players]:
            players.clear_widgets()
            for player in sheet.players:
                players.add_widget(BigPlayer(player.id))
        for shown, player in zip(reversed(players.children), sheet.players, strict=True):
            shown.show(player, play.shown.shapes[player.id])
        self._size_letters()
        self._timing = play.timing
        self._tick()

    def on_touch_down(self, touch: object) -> bool:
        """Nothing of the table is touched from here."""
        super().on_touch_down(touch)
        return True

    def _size_letters(self) -> None:
        players = self.ids.players.children
        crowded = len(players) > 2 and not self.upright
        self.letter = FAR_SHARE * min(self.size) * (SMALLER if crowded else 1.0)
        for each in players:
            each.letter = self.letter

    def _tick(self) -> None:
        now_s = time.monotonic()
        for player in self.ids.players.children:
            player.clock = seat_clock(self._timing, player.seat, now_s)


def happened(play: GameScreen, results: tuple[ResultShown, ...]) -> str:
    """The last result in a few lines; what happened last where nobody fought yet."""
    if not results:
        return play.log[-1].text if play.log else ""
    last = results[-1]
    lines = [last.title]
    for struck in last.struck:
        word, count = struck.figures[-1]
        lines += [f"{struck.name}: {word} {count}", *([struck.ending] if struck.ending else [])]
    return "\n".join(lines)
