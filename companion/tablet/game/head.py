"""Above everything: phase, whose turn it is, and how far each player is on the way to winning."""

import time
from collections.abc import Mapping
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.referee import Play
from companion.referee.timing import Timing
from companion.tablet import palette
from companion.tablet.game.stack import Hands

Shown = Mapping[str, Any]


class ScoreBar(BoxLayout):
    """One player: name, Prosperity as a bar with the goal at its end, cards."""

    name = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    active = BooleanProperty(defaultvalue=False)
    prosperity = NumericProperty(0)
    goal = NumericProperty(51)
    stock = StringProperty()
    counts = StringProperty()
    clock = StringProperty()
    seat = StringProperty()

    def show(self, player: Shown, seat: str, apart: str) -> None:
        """Shows a player; what is the same as before is left alone.

        Args:
            player: As phones show the player.
            seat: Whose seat it is.
            apart: Where the Prosperity is kept, if not here; then a bar would be wrong.
        """
        self.name, self.shape, self.active, self.seat = (
            str(player["name"]),
            str(player["shape"]),
            player["active"],
            seat,
        )
        self.shape_colour = palette.seat_colour(self.shape)
        self.prosperity, self.goal = 0 if apart else player["prosperity"], player["goal"]
        self.stock = apart or f"{player['prosperity']} / {player['goal']}"


class Head(BoxLayout):
    """The head of the game's column."""

    phase = StringProperty()
    turn = StringProperty()

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._timing = Timing()

    def show(self, play: Play, hands: Hands) -> None:
        """Shows a moment of the game."""
        shown = play.shown
        self.phase, self.turn = str(shown["phase"]), str(shown["turn"])
        players = shown["players"]
        ids = {name: seat for seat, name in play.players}
        apart = hands.say("phones.on_cardboard") if "prosperity" in shown["on_cardboard"] else ""
        bars = self.ids.bars
        while len(bars.children) > len(players):
            bars.remove_widget(bars.children[0])
        while len(bars.children) < len(players):
            bars.add_widget(ScoreBar())
        for bar, player in zip(bars.children[::-1], players, strict=True):
            bar.show(player, ids.get(player["name"], ""), apart)
        self._timing = play.timing
        self.tick(time.monotonic())

    def tick(self, now_s: float) -> None:
        """Lets the clocks go on."""
        timing, seats = self._timing, {each.seat for each in self._timing.seats}
        for bar in self.ids.bars.children:
            if bar.seat not in seats:
                bar.clock = ""
                continue
            left_s = timing.seat_left_at(bar.seat, now_s)
            bar.clock = minutes(timing.seat_used_at(bar.seat, now_s) if left_s is None else left_s)


def minutes(time_s: float) -> str:
    """Minutes and seconds; with a minus once a limit is passed."""
    whole, seconds = divmod(int(abs(time_s)), 60)
    return f"{'−' if time_s <= -1 else ''}{whole}:{seconds:02d}"
