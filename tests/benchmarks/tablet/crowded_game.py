"""The evening of the tablet's benchmark: a crowded game with models on a simulated mat, in the program's own window.

Says on one line, as JSON, milliseconds from frame to frame and from touches to their answers.
"""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.tablet.camera import StreamedTable, models_of
from tests.benchmarks.tablet.window import Touched, TouchThread, box_of, in_window, until

from kivy.app import App  # isort: skip (the window comes first)
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.referee import TrackState
from companion.tablet.data.settings import Settings, save
from companion.tablet.game.cards import PassKeys
from companion.tablet.game.foot_bar import SureSheet
from companion.tablet.game.forms.offer_form import OfferForm
from companion.tablet.window.shell import Shell, TablePage
from companion.texts import Language
from tests.phones.moments import moment
from tests.tablet.environment import services_in

TABS = ("hand", "table", "log", "mat", "now")
NEAR_PX = 40


class CrowdedTable:
    """A crowded game, its models where the record has them, in the window of `companion play`."""

    def __init__(self, folder: Path, filmed: StreamedTable, fps: int, length: tuple[float, int]) -> None:
        self._seconds, self._rounds = length
        services = services_in(folder)
        services.games.mkdir()
        self._wanted = filmed.wanted(fps, services.games / "crowded.signum")
        crowded = moment("crowded")
        crowded.record(services.games / "crowded.signum").close()
        save(
            services.settings_file,
            Settings(camera=self._wanted.camera, table=str(filmed.table), sounds=False, guided=True),
        )
        self.shell = Shell(services, Language.ENGLISH)
        self._models = models_of(crowded.state)

    def play(self, player: TouchThread) -> dict[str, Any]:
        """What is measured: frames, cores while nobody touches, touches at the table, touches around it."""
        until(lambda: self.shell.page is not None)
        Clock.schedule_once(lambda _: self.shell.open_table(self._wanted))
        page = until(lambda: isinstance(self.shell.page, TablePage) and self.shell.page)
        until(lambda: all(self._stands(thing, base) for thing, base in self._models.items()))
        frames, cores = player.frames(self._seconds), player.cores(self._seconds)
        rates = [self._rate_hz()]
        touches: dict[str, list[tuple[float, float]]] = {}
        for _ in range(self._rounds):
            for name, what in self._at_table(page):
                touches.setdefault(name, []).append(player.times(what))
            rates.append(self._rate_hz())
        for _ in range(self._rounds):
            for name, what in self._around():
                touches.setdefault(name, []).append(player.times(what))
        return {"frames": frames, "cores": cores, "touches": touches, "pictures_hz": min(rates)}

    def _rate_hz(self) -> float:
        view = self.shell.view
        return 0.0 if view is None else view.health.frame_rate_hz

    def _stands(self, thing: str, base: str) -> bool:
        """Whether a model is seen, and known for what it is."""
        view = self.shell.view
        piece = view.piece(base) if view else None
        known = view.play.standing.of(thing) if view and view.play else None
        return piece is not None and piece.state is TrackState.SEEN and known is not None and known.base == base

    def _at_table(self, page: TablePage) -> Iterator[tuple[str, Touched]]:
        view = page.table_view
        column, panel, mat = view.ids.game, view.ids.panel, view.ids.mat
        model = self._models["A:hero"]
        for tab in TABS:
            yield "tab", self._key(column.ids[f"tab_{tab}"], lambda tab=tab: column.tab == tab)
        centre = self.shell.view.piece(model).base.centre
        spot = in_window(mat, mat.plan.to_screen(centre.x_mm, centre.y_mm))
        yield "model", _near(spot, lambda: self.shell.view.focus is not None)
        yield "tab", self._key(column.ids.tab_mat, lambda: column.tab == "mat")
        yield (
            "key",
            self._key(
                panel.ids.ruler_keys.children[0],
                lambda: self.shell.view.choices.reach in self.shell.view.measures.ranges_mm,
            ),
        )
        yield "key", self._key(panel.ids.let_go, lambda: not self.shell.view.choices.chosen)
        ends = [in_window(mat, mat.plan.to_screen(x, y)) for x, y in ((60.0, 420.0), (240.0, 480.0))]
        yield "tape measure", Touched(tuple(ends), _around(ends), lambda: self.shell.view.tape is not None)
        yield "key", self._key(panel.ids.let_go, lambda: self.shell.view.tape is None)
        yield "tab", self._key(column.ids.tab_now, lambda: column.tab == "now")
        for form in self._folded(column):
            key = form.children[-1]
            _in_sight(column, key)
            yield "prompt form", self._key(key, lambda form=form: len(form.children) > 1)
        passing = until(lambda: next((each for each in column.stack.walk() if isinstance(each, PassKeys)), None))
        _in_sight(column, passing)
        yield "curtain falls", self._key(passing.ids.row.children[-1], lambda: column.curtain.shown)
        yield "curtain lifted", self._key(column.curtain.ids.lift, lambda: column.holder)
        Clock.schedule_once(lambda _: column.pass_to(""))
        until(lambda: not column.holder)

    def _folded(self, column: Widget) -> list[OfferForm]:
        forms = [each for each in column.stack.walk() if isinstance(each, OfferForm)]
        return [each for each in forms if each.data.fold and len(each.children) == 1][:3]

    def _around(self) -> Iterator[tuple[str, Touched]]:
        """Leaves the table, and goes through the pages around it."""
        shell = self.shell
        if isinstance(shell.page, TablePage):
            yield "sheet", self._key(shell.page.table_view.ids.home, lambda: isinstance(Window.children[0], SureSheet))
            yield "page", self._to("StartPage", Window.children[0].ids.go)
        for name, page in (("settings", "SettingsPage"), ("past", "PastPage"), ("check", "CheckPage"),
                           ("new", "CameraStep"), ("practise", "PlayersStep")):  # fmt: skip
            yield "page", self._to(page, shell.page.keys[name])
            yield "page", self._to("StartPage", shell.page.ids.back)

    def _to(self, page: str, key: Widget) -> Touched:
        return self._key(key, lambda: type(self.shell.page).__name__ == page)

    def _key(self, key: Widget, done: Callable[[], Any]) -> Touched:
        until(lambda: key.width > 1 and key.get_parent_window() is not None)
        return Touched((in_window(key, key.center),), lambda: box_of(key), done)


def _in_sight(column: Widget, widget: Widget) -> None:
    """Scrolls to a widget, in the window's own thread, and waits until it is there."""
    scroll = column.ids.scroll
    done = threading.Event()

    def show(_: float) -> None:
        if scroll.children[0].height > scroll.height:
            scroll.scroll_to(widget, padding=10, animate=False)
        Clock.schedule_once(lambda _: done.set(), 0.2)

    Clock.schedule_once(show)
    done.wait()


def _near(spot: tuple[float, float], done: Callable[[], Any]) -> Touched:
    x, y = spot
    return Touched((spot,), lambda: (round(x) - NEAR_PX, round(y) - NEAR_PX, 2 * NEAR_PX, 2 * NEAR_PX), done)


def _around(ends: list[tuple[float, float]]) -> Callable[[], tuple[int, int, int, int]]:
    (a, b), (c, d) = ends
    left, bottom = round(min(a, c)), round(min(b, d))
    return lambda: (left, bottom, round(abs(c - a)), round(abs(d - b)))


class Empty(App):
    """A window with nothing in it."""

    def build(self) -> Widget:
        return Widget()


def main(what: str, folder: Path, length: tuple[float, int], filmed: StreamedTable) -> dict[str, Any]:
    """Opens the window, and tells what was measured."""
    if what == "empty":
        app, work = Empty(), lambda player: {"frames": player.frames(length[0]), "cores": player.cores(length[0])}
    else:
        table = CrowdedTable(folder, filmed, int(what), length)
        app, work = table.shell, table.play
    player = TouchThread(work)
    Clock.schedule_once(lambda _: player.start(), 1.0)
    app.run()
    player.join()
    return player.found


if __name__ == "__main__":
    asked, into, seconds, rounds, camera, port = sys.argv[1:]
    looked_at = StreamedTable(Path(camera), int(port))
    print(json.dumps(main(asked, Path(into), (float(seconds), int(rounds)), looked_at)), flush=True)
