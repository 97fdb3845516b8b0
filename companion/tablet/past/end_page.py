"""The end of a game: who won and why, how everybody fared, how fair the dice were, and what to take along."""

from dataclasses import dataclass

from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.referee import ExportGame, GameScreen
from companion.referee.api.luck import LuckEntry
from companion.referee.screen.game_screen import GameEnd
from companion.tablet.look import palette
from companion.tablet.look.pen import written
from companion.tablet.widgets.stack import Entry, WidgetContext, make

DASHES_DP = {"disc": 0, "diamond": 8, "square": 4, "triangle": 2}
GAP_DP, LETTERS_SP = 5, 14
"""Between an axis and its numbers; and how large these are."""


class WonCard(BoxLayout):
    """Who won, and why."""

    text = StringProperty()

    def __init__(self, text: str, _: WidgetContext) -> None:
        super().__init__()
        self.text = text


@dataclass(frozen=True, slots=True)
class GraphData:
    """A graph over turns.

    Attributes:
        title: What it shows.
        series: Shape, name and values of each player.
        goal: A line across at this height; 0 for none.
    """

    title: str
    series: tuple[tuple[str, str, tuple[int, ...]], ...]
    goal: int = 0


class GraphCard(BoxLayout):
    """One graph, with a key of its lines."""

    title = StringProperty()

    def __init__(self, data: GraphData, _: WidgetContext) -> None:
        super().__init__()
        self.title = data.title
        self.ids.graph.data = data
        for shape, name, values in data.series:
            key = make("SeriesKey", shape=shape, text=f"{name}  {values[-1] if values else 0}")
            key.shape_colour = palette.seat_colour(shape)
            self.ids.names.add_widget(key)


class Graph(Widget):
    """Lines over turns, each in its player's colour and dashes."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self.data = GraphData("", ())
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        data = self.data
        most = max([data.goal, 1, *(value for _, _, values in data.series for value in values)])
        turns = max([2, *(len(values) for _, _, values in data.series)])
        heights = {height: _number(height) for height in (0, most)}
        lasts = {turn: _number(turn) for turn in (1, turns)}
        left = self.x + max(each.width for each in heights.values()) + dp(GAP_DP)
        low, high = self.y + lasts[1].height + dp(GAP_DP), self.top - heights[0].height / 2

        def x_of(turn: int) -> float:
            return float(left + (self.right - dp(GAP_DP) - left) * turn / (turns - 1))

        def y_of(value: int) -> float:
            return float(low + (high - low) * max(value, 0) / most)

        goal = _number(data.goal)
        if min(y_of(data.goal) - low, high - y_of(data.goal)) > goal.height:
            heights[data.goal] = goal
        with self.canvas:
            Color(*palette.QUIET)
            for height, number in heights.items():
                at = left - number.width - dp(GAP_DP), y_of(height) - number.height / 2
                Rectangle(texture=number, pos=at, size=number.size)
            for turn, number in lasts.items():
                x = min(x_of(turn - 1) - number.width / 2, self.right - number.width)
                Rectangle(texture=number, pos=(x, self.y), size=number.size)
            Color(*palette.QUIET[:3], 0.6)
            Line(points=(left, low, self.right, low), width=dp(1))
            if data.goal:
                Line(points=(left, y_of(data.goal), self.right, y_of(data.goal)), dash_offset=6, dash_length=6)
            for shape, _name, values in data.series:
                points = [each for turn, value in enumerate(values) for each in (x_of(turn), y_of(value))]
                Color(*palette.seat_colour(shape))
                self._line(points, DASHES_DP.get(shape, 0))

    def _line(self, points: list[float], dash_dp: float) -> None:
        """Kivy dashes only lines one pixel wide; thicker dashes are lines of their own."""
        if len(points) < 4:
            return
        if not dash_dp:
            Line(points=points, width=dp(1.8))
            return
        step = dp(dash_dp)
        for x, y, to_x, to_y in zip(points[::2], points[1::2], points[2::2], points[3::2], strict=False):
            length = max(((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5, 1e-6)
            count = max(1, round(length / (2 * step)))
            for dash in range(count):
                a, b = dash / count, (dash + 0.6) / count
                Line(
                    points=(x + a * (to_x - x), y + a * (to_y - y), x + b * (to_x - x), y + b * (to_y - y)),
                    width=dp(1.8),
                )


def _number(value: int) -> Texture:
    """A number beside an axis."""
    return written(str(value), LETTERS_SP)


class LuckCard(BoxLayout):
    """What somebody's dice showed, in numbers and in words."""

    title = StringProperty()
    counts = StringProperty()
    text = StringProperty()

    def __init__(self, luck: LuckEntry, _: WidgetContext) -> None:
        super().__init__()
        self.title = luck.name
        counts = [count for _, count in sorted(luck.fairness.counts.items())]
        self.counts = "   ".join(f"{label}: {count}" for label, count in zip(luck.labels, counts, strict=True))
        self.text = " ".join(luck.sentences)


class ExportCard(BoxLayout):
    """The key that writes the report and the result beside the record."""

    text = StringProperty()
    said = StringProperty()

    def __init__(self, ending: GameEnd, context: WidgetContext) -> None:
        super().__init__()
        self.text = context.say("game.end.export")
        written = ", ".join(ending.exported)
        self.said = ending.trouble or (context.say("game.end.written", files=written) if written else "")
        self.ids.key.bind(on_release=lambda _: context.submit(ExportGame()))


def end_page(play: GameScreen, context: WidgetContext) -> list[Entry]:
    """The page of the end; nothing while the game goes on."""
    ending = play.ending
    if ending is None:
        return []
    over = context.say("report.over_turns")
    entries: list[Entry] = [(WonCard, play.shown.outcome)]
    if any(len(values) > 1 for course in ending.courses for _, _, values in course.series):
        graphs = (GraphData(f"{each.title}, {over}", each.series, each.goal) for each in ending.courses)
        entries += [(GraphCard, graph) for graph in graphs]
    entries += [(LuckCard, luck) for luck in (*play.luck.players, *play.luck.dice)]
    entries.append((ExportCard, ending))
    return entries
