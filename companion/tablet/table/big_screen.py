"""The big screen: the mat with who plays, how far everybody is and what happened last, for those who only watch.

It shows what everybody may see, in letters that are read from across a room, and has a single key.
"""

import time

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.games.display.result import ResultShown
from companion.games.display.sheets import PlayerSheet
from companion.referee import GameScreen, View
from companion.referee.api.clocks import ClockState
from companion.tablet.data import wording
from companion.tablet.game.score_bar import goal_of, seat_clock
from companion.tablet.look import palette
from companion.texts import say

TICK_S = 0.5


class BigPlayer(BoxLayout):
    """One player: name, the chief figure, and the clock where one runs."""

    name = StringProperty()
    figure = StringProperty()
    clock = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    active = BooleanProperty(defaultvalue=False)

    def __init__(self, seat: str) -> None:
        super().__init__()
        self.seat = seat

    def show(self, player: PlayerSheet, shape: str) -> None:
        """Shows a player."""
        self.name, self.shape, self.active = player.name, shape, player.active
        self.shape_colour = palette.seat_colour(shape)
        self.figure = goal_of(player)


class BigScreen(FloatLayout):
    """Fills the window in place of the table."""

    phase = StringProperty()
    waiting = StringProperty()
    happened = StringProperty()
    back_text = StringProperty()
    upright = BooleanProperty(defaultvalue=False)

    __events__ = ("on_end",)

    def __init__(self) -> None:
        super().__init__()
        self._timing = ClockState()
        self._results: tuple[ResultShown, ...] = ()
        self._beat = Clock.schedule_interval(lambda _: self._tick(), TICK_S)

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
            self.phase, self.waiting, self.happened = wording.card(view).title, "\n".join(alarm or ()), ""
            return
        sheet = play.shown.sheet
        self.phase = " · ".join(each for each in (sheet.turn, sheet.phase) if each)
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
        self._timing = play.timing
        self._tick()

    def on_touch_down(self, touch: object) -> bool:
        """Nothing of the table is touched from here."""
        super().on_touch_down(touch)
        return True

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
