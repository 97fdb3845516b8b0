"""Above everything: phase, whose turn it is, and how far each player is on the way to winning."""

import time

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.display.sheets import Gauge, PlayerSheet
from companion.referee import GameScreen
from companion.referee.api.clocks import ClockState
from companion.tablet.look import palette


class ScoreBar(BoxLayout):
    """One player: name, and the chief figure as a bar with the goal at its end, where it has one."""

    name = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    active = BooleanProperty(defaultvalue=False)
    score = NumericProperty(0)
    goal = NumericProperty(0)
    stock = StringProperty()
    counts = StringProperty()
    clock = StringProperty()
    seat = StringProperty()

    def show(self, player: PlayerSheet, shape: str) -> None:
        """Shows a player; what is the same as before is left alone."""
        self.name, self.shape, self.active, self.seat = player.name, shape, player.active, player.id
        self.shape_colour = palette.seat_colour(self.shape)
        chief = player.scores[0] if player.scores else Gauge("")
        self.score, self.goal = chief.value or 0, chief.most or 0
        self.stock = chief.words if chief.most else " · ".join(f"{each.label} {each.words}" for each in player.scores)


class GameHead(BoxLayout):
    """The head of the game's column."""

    phase = StringProperty()
    turn = StringProperty()

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._timing = ClockState()

    def show(self, play: GameScreen) -> None:
        """Shows a moment of the game."""
        sheet = play.shown.sheet
        self.phase, self.turn, players = sheet.phase, sheet.turn, sheet.players
        bars = self.ids.bars
        while len(bars.children) > len(players):
            bars.remove_widget(bars.children[0])
        while len(bars.children) < len(players):
            bars.add_widget(ScoreBar())
        for bar, player in zip(bars.children[::-1], players, strict=True):
            bar.show(player, play.shown.shapes[player.id])
        self._timing = play.timing
        self.tick(time.monotonic())

    def tick(self, now_s: float) -> None:
        """Lets the clocks go on."""
        for bar in self.ids.bars.children:
            bar.clock = seat_clock(self._timing, bar.seat, now_s)


def seat_clock(timing: ClockState, seat: str, now_s: float) -> str:
    """What a player's clock shows; empty where none runs."""
    if seat not in {each.seat for each in timing.seats}:
        return ""
    left_s = timing.seat_left_at(seat, now_s)
    return minutes(timing.seat_used_at(seat, now_s) if left_s is None else left_s)


def minutes(time_s: float) -> str:
    """Minutes and seconds; with a minus once a limit is passed."""
    whole, seconds = divmod(int(abs(time_s)), 60)
    return f"{'−' if time_s <= -1 else ''}{whole}:{seconds:02d}"
