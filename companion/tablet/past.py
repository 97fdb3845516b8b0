"""Past games: which there are, and each seen again on a drawing of the table, in figures and in sentences."""

import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path

from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.slider import Slider

from companion.games.signum.state import State
from companion.referee.filming import Film, film, prosperity, wounds, write_report
from companion.tablet.choosing_file import FilePage
from companion.tablet.game.ending import Graph, GraphData
from companion.tablet.mat_drawing import MatDrawing
from companion.tablet.pages import Page, Scrolled, WideKey, Window
from companion.tablet.shelf import ENDING, Summary, files, summary

SHAPES = ("disc", "diamond", "square", "triangle")
LAST_LINES = 14


class PastPage(Page):
    """The games that lie in this user's folder, the newest first."""

    def __init__(self, window: Window) -> None:
        super().__init__(window, "past.title")
        self._shell = window
        self._left = False
        self.games = GridLayout(cols=2, spacing="10dp", size_hint_y=None)
        self.games.bind(minimum_height=self.games.setter("height"))
        scrolled = Scrolled()
        scrolled.content.add_widget(self.games)
        self.words = Factory.Said(text=self.say("past.reading"))
        self.ids.body.add_widget(self.words)
        self.ids.body.add_widget(scrolled)
        elsewhere = self.key(self.say("past.elsewhere"), self._elsewhere, size_hint_x=0.4)
        self.ids.foot.add_widget(elsewhere)
        self.ids.foot.add_widget(
            Factory.Said(text=self.say("past.folder", folder=window.house.games), pos_hint={"center_y": 0.5})
        )
        folder = window.house.games
        window.backstage.do(lambda: files(folder), self._list, lambda _: self._list(()))

    def left(self) -> None:
        """Nothing more is read for it."""
        self._left = True

    def _list(self, paths: tuple[Path, ...]) -> None:
        if not paths:
            self.words.text = self.say("past.none")
        self._read_next(paths)

    def _read_next(self, paths: tuple[Path, ...]) -> None:
        """Reads one game after another, so that the window may be left for another at any time."""
        if self._left or not paths:
            self.words.text = "" if self.games.children else self.words.text
            return
        first, *rest = paths
        self._shell.backstage.do(lambda: summary(first), lambda game: self._add(game, tuple(rest)), lambda _: None)

    def _add(self, game: Summary, rest: tuple[Path, ...]) -> None:
        if self._left:
            return
        date = f"{game.last:%d.%m.%Y %H:%M}"
        if game.state is None:
            key = WideKey(text=game.path.name, note=self.say("past.unreadable"), disabled=True, letter=18)
        else:
            fate = game.result(self.window.language) or self._fate(game)
            key = WideKey(text=" – ".join(game.names), note=f"{date} · {fate}", letter=18)
            key.bind(on_release=lambda _: self._see(game.path))
        self.games.add_widget(key)
        self._read_next(rest)

    def _fate(self, game: Summary) -> str:
        return self.say("past.goes_on", turn=game.turn) if game.turn else self.say("past.setting_up")

    def _see(self, path: Path) -> None:
        self._shell.go(lambda: FilmPage(self._shell, path))

    def _elsewhere(self) -> None:
        shell = self._shell

        def chosen(path: Path) -> None:
            shell.drop()
            shell.go(lambda: FilmPage(shell, path))

        shell.go(lambda: FilePage(shell, "past.elsewhere", (ENDING,), Path.home(), chosen))


class FilmPage(Page):
    """One game, with a slider from its beginning to its end."""

    def __init__(self, window: Window, path: Path) -> None:
        super().__init__(window, "past.reading")
        self._shell, self._path = window, path
        self._left = False
        self.film: Film | None = None
        self.at = 0
        self.mat = MatDrawing(size_hint_x=0.9)
        self.figures, self.lines = Factory.Said(), Factory.Said()
        self.graphs = BoxLayout(spacing="12dp", size_hint_y=None, height="130dp")
        self.slider = Slider(min=0, max=0, step=1, size_hint_y=None, height="60dp", cursor_size=("48dp", "48dp"))
        self.slider.bind(value=lambda _, value: self.show(round(value)))
        self.words = Factory.Said(pos_hint={"center_y": 0.5})
        self._lay_out()
        window.backstage.do(partial(film, path), self._begin, self._failed)

    def left(self) -> None:
        """What is still being read is wanted no more."""
        self._left = True

    def _lay_out(self) -> None:
        right = BoxLayout(orientation="vertical", spacing="10dp")
        scrolled = Scrolled()
        scrolled.content.add_widget(self.figures)
        scrolled.content.add_widget(self.lines)
        right.add_widget(scrolled)
        right.add_widget(self.graphs)
        middle = BoxLayout(spacing="16dp")
        middle.add_widget(self.mat)
        middle.add_widget(right)
        self.ids.body.add_widget(middle)
        self.ids.body.add_widget(self.slider)
        foot: tuple[tuple[str, Callable[[], None]], ...] = (("◀", lambda: self._step(-1)), ("▶", lambda: self._step(1)))
        for sign, act in foot:
            self.ids.foot.add_widget(self.key(sign, act, font_name="Signs", size_hint_x=0.3))
        self.ids.foot.add_widget(self.words)
        self.export = self.key(self.say("past.export"), self._export, size_hint_x=0.7, disabled=True)
        self.ids.foot.add_widget(self.export)

    def _begin(self, seen: Film) -> None:
        if self._left:
            return
        self.film = seen
        self.export.disabled = False
        first = seen.moments[0].state
        self.title = " – ".join(seat.name for seat in first.setup.seats)
        for key, figure in (("prosperity", prosperity), ("wounds", wounds)):
            self.graphs.add_widget(self._graph(seen, key, figure))
        self.slider.max = len(seen.moments) - 1
        if self.slider.value == self.slider.max:
            self.show(self.slider.max)
        self.slider.value = self.slider.max

    def _graph(self, seen: Film, key: str, figure: Callable[[State, str], int | None]) -> BoxLayout:
        box = BoxLayout(orientation="vertical")
        box.add_widget(Factory.Said(text=self.say(f"report.{key}"), font_size="15sp"))
        names = {seat.id: seat.name for seat in seen.moments[0].state.setup.seats}
        graph = Graph()
        graph.data = GraphData(
            self.say(f"report.{key}"),
            tuple(
                (shape, names[player], tuple(value for value in values if value is not None))
                for shape, (player, values) in zip(SHAPES, seen.over_turns(figure).items(), strict=False)
            ),
        )
        box.add_widget(graph)
        return box

    def show(self, at: int) -> None:
        """Shows the game after its command of that number."""
        if self.film is None:
            return
        self.at = at
        language, moment = self.window.language, self.film.moments[at]
        self.mat.show(moment.state, language)
        said = [line for each in self.film.moments[: at + 1] for line in each.lines(language)]
        self.lines.text = "\n".join(reversed(said[-LAST_LINES:]))
        self.figures.text = "\n".join(self._figures(moment.state))
        self.words.text = self.say("past.at", at=at, all=len(self.film.moments) - 1)

    def _figures(self, state: State) -> list[str]:
        turn = [self.say("past.turn", turn=state.turn)] if state.turn else []
        prosperity_word, wounds_word = self.say("report.prosperity"), self.say("report.wounds")
        names = {seat.id: seat.name for seat in state.setup.seats}
        return turn + [
            f"{names[player]}: {prosperity_word} {_figure(prosperity(state, player))}, "
            f"{wounds_word} {_figure(wounds(state, player))}"
            for player in names
        ]

    def _step(self, by: int) -> None:
        self.slider.value = min(max(self.slider.value + by, 0), self.slider.max)

    def _export(self) -> None:
        path, language = self._path, self.window.language
        self.export.disabled = True
        self.words.text = self.say("past.exporting")
        self._shell.backstage.do(lambda: write_report(path, language), self._exported, self._not_exported)

    def _exported(self, out: Path) -> None:
        if self._left:
            return
        self.export.disabled = False
        self.words.text = self.say("past.exported", file=out)
        webbrowser.open(out.as_uri())

    def _not_exported(self, error: Exception) -> None:
        if not self._left:
            self.export.disabled = False
            self.words.text = self.say("past.not_exported", why=error)

    def _failed(self, error: Exception) -> None:
        if not self._left:
            self._shell.tell_fault(error)


def _figure(value: int | None) -> str:
    return "–" if value is None else str(value)
