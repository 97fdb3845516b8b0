"""A game seen again: a slider over its commands, the table then as a drawing, in figures and in sentences."""

from collections.abc import Callable

from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.referee.history.timeline import Moment, Timeline
from companion.tablet.look import palette
from companion.tablet.mat.drawing import MatDrawing
from companion.tablet.pages.page import ScrollArea
from companion.tablet.past.end_page import Graph, GraphData
from companion.tablet.widgets.stack import make
from companion.texts import Language, say

SHAPES = ("disc", "diamond", "square", "triangle")
LAST_LINES = 14
KEY_DP = 64
"""So wide is what tells where a line of a chart ends."""
MIN_LINES = 3
"""So many of the last sentences are shown, and no fewer where they would not all be in sight."""


class FilmView(BoxLayout):
    """One film; where it stands is told by `at` and in `words`."""

    words = StringProperty()

    def __init__(self, language: Language, *, turned: bool = False) -> None:
        """Prepares.

        Args:
            language: The reader's.
            turned: Whether player two's side is below.
        """
        super().__init__(orientation="vertical", spacing="12dp")
        self._language, self._turned = language, turned
        self.film: Timeline | None = None
        self.at = 0
        self.mat = MatDrawing(size_hint_x=0.9)
        self.figures, self.lines = Factory.Said(), Factory.Said()
        self._graphs = BoxLayout(spacing="12dp", size_hint_y=None, height="150dp")
        self.slider = Factory.FilmSlider(min=0, max=0, step=1)
        self.slider.bind(value=lambda _, value: self.show(round(value)))
        right = BoxLayout(orientation="vertical", spacing="10dp")
        self._said: list[str] = []
        scrolled = self._scrolled = ScrollArea()
        scrolled.bind(size=lambda *_: self._fit())
        self.lines.bind(width=lambda *_: self._fit())
        scrolled.content.add_widget(self.figures)
        scrolled.content.add_widget(self.lines)
        right.add_widget(scrolled)
        right.add_widget(self._graphs)
        middle = BoxLayout(spacing="16dp")
        middle.add_widget(self.mat)
        middle.add_widget(right)
        self.add_widget(middle)
        self.add_widget(self.slider)

    def step_keys(self) -> tuple[Widget, ...]:
        """Keys for one command back and one on, to stand below."""
        steps: tuple[tuple[str, Callable[[], None]], ...] = (("◀", lambda: self.step(-1)), ("▶", lambda: self.step(1)))
        return tuple(self._key(sign, act) for sign, act in steps)

    def take(self, film: Timeline, at: int) -> None:
        """Takes a film, or a longer one of the same game.

        Args:
            film: The film.
            at: Which of its moments is shown.
        """
        self.film = film
        self._graphs.clear_widgets()
        for curve in film.curves:
            self._graphs.add_widget(self._graph(film, curve))
        self.slider.max = len(film.moments) - 1
        at = min(max(at, 0), len(film.moments) - 1)
        if self.slider.value == at:
            self.show(at)
        self.slider.value = at

    def show(self, at: int) -> None:
        """Shows the game after its command of that number."""
        if self.film is None or at >= len(self.film.moments):
            return
        self.at = at
        moment = self.film.moments[at]
        self.mat.show(moment.teller(self._language).board, turned=self._turned)
        said: list[str] = []
        for each in reversed(self.film.moments[: at + 1]):
            said += reversed(each.lines(self._language))
            if len(said) >= LAST_LINES:
                break
        self._said = said[:LAST_LINES]
        self.figures.text = "\n".join(self._told(moment))
        self._fit()
        self.words = self._say("past.at", at=at, all=len(self.film.moments) - 1)

    def _fit(self) -> None:
        """Tells as many of the last sentences as are in sight as a whole, the newest at the end."""
        content, count = self._scrolled.content, len(self._said)
        while True:
            self.lines.text = "\n".join(reversed(self._said[:count]))  # read downwards, as it happened
            for each in (self.figures, self.lines):
                each.texture_update()
            height = self.figures.texture_size[1] + content.spacing + self.lines.texture_size[1]
            if height <= self._scrolled.height or count <= MIN_LINES:
                return
            count -= 1

    def step(self, by: int) -> None:
        """Goes so many commands on, or back."""
        self.slider.value = min(max(self.slider.value + by, 0), self.slider.max)

    def _key(self, sign: str, act: Callable[[], None]) -> Widget:
        key = Factory.TouchKey(text=sign, font_name="Signs", size_hint_x=0.3)
        key.bind(on_press=lambda _: act())
        return key

    def _graph(self, film: Timeline, curve: str) -> BoxLayout:
        box, title = BoxLayout(orientation="vertical"), film.moments[0].teller(self._language).curve(curve)
        names = dict(film.players)
        series = tuple(
            (shape, names[player], tuple(value for value in values if value is not None))
            for shape, (player, values) in zip(SHAPES, film.over_turns(curve).items(), strict=False)
        )
        box.add_widget(Factory.Said(text=title, font_size="16sp"))
        ends = BoxLayout(size_hint_y=None, height="26dp", spacing="6dp")
        for shape, _, values in series:
            ends_at = make("SeriesKey", shape=shape, text=f"{values[-1]}" if values else "", size_hint_x=None)
            ends_at.width, ends_at.shape_colour = dp(KEY_DP), palette.seat_colour(shape)
            ends.add_widget(ends_at)
        box.add_widget(ends)
        graph = Graph()
        graph.data = GraphData(title, series)
        box.add_widget(graph)
        return box

    def _told(self, moment: Moment) -> list[str]:
        tally = moment.game.tally
        turn = tally.turn(moment.state).number
        said = [self._say("past.turn", turn=turn)] if turn else []
        return [*said, *tally.brief(moment.state, self._language)]

    def _say(self, key: str, **values: object) -> str:
        return say(self._language, key, **values)
