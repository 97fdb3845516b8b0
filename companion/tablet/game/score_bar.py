"""Above everything: phase, whose turn it is, and how far each player is on the way to winning."""

import time
from datetime import UTC, datetime

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.display.sheets import Gauge, PlayerSheet
from companion.referee import GameScreen, View
from companion.referee.api.clocks import ClockState
from companion.referee.api.league import LeagueMatch
from companion.tablet.data.league_words import round_line
from companion.tablet.look import palette
from companion.texts import Language, say


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
    league = StringProperty()

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._timing = ClockState()
        self._match: LeagueMatch | None = None
        self._language = Language.ENGLISH

    def follow(self, view: View) -> None:
        """Takes up the match of a league that is played here, and says its round and what is left of the time."""
        self._match = None if view.league is None else view.league.match
        self._language = view.choices.language
        self._say_round()

    def show(self, play: GameScreen) -> None:
        """Shows a moment of the game."""
        sheet = play.shown.sheet
        self.phase, players = sheet.phase, sheet.players
        self.turn = turn_line(sheet.turn, play.timing, self._language)
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
        self._say_round()
        for bar in self.ids.bars.children:
            bar.clock = seat_clock(self._timing, bar.seat, now_s)

    def _say_round(self) -> None:
        match = self._match
        self.league = "" if match is None or not match.key else round_line(self._language, match, datetime.now(UTC))


def turn_line(turn: str, timing: ClockState, language: Language) -> str:
    """Whose turn it is, and that the clocks stand where they stand, as in a game that was just taken up."""
    stands = timing.paused and any(each.used_s for each in timing.seats)
    return " · ".join(each for each in (turn, say(language, "game.customs.stand") if stands else "") if each)


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
