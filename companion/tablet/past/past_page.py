"""Past games and campaigns: which there are, and each game seen again on a drawing of the table."""

import logging
import webbrowser
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from kivy.factory import Factory
from kivy.uix.gridlayout import GridLayout

from companion.games.registry import record_endings
from companion.record.rescue import Rescue
from companion.referee.history.timeline import Timeline, film, write_report
from companion.tablet.campaign.campaign_files import ENDING, campaign_seen, campaigns
from companion.tablet.campaign.campaign_page import CampaignPage, Play, campaign_key
from companion.tablet.data.resume import is_practice
from companion.tablet.data.saved_games import Fault, GameSummary, files, rescued, summary, unreadable
from companion.tablet.pages.file_page import FilePage
from companion.tablet.pages.page import NoticePage, Page, ScrollArea, WideKey, Window
from companion.tablet.past.film_view import FilmView
from companion.texts import say

log = logging.getLogger(__name__)

HURT = frozenset({Fault.DAMAGED, Fault.UNREADABLE})
"""Of what a part may be rescued."""


class PastPage(Page):
    """The campaigns and the games that lie in this user's folder, of each the newest first."""

    def __init__(self, window: Window, play: Play) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            play: Goes to where a match of a campaign begins.
        """
        super().__init__(window, "past.title")
        self._shell, self._play = window, play
        self._left = False
        self.games = GridLayout(cols=2, spacing="10dp", size_hint_y=None)
        self.games.bind(minimum_height=self.games.setter("height"))
        scrolled = ScrollArea()
        scrolled.content.add_widget(self.games)
        self.words = Factory.Said(text=self.say("past.reading"))
        self.ids.body.add_widget(self.words)
        self.ids.body.add_widget(scrolled)
        elsewhere = self.key(self.say("past.elsewhere"), self._elsewhere, size_hint_x=0.4)
        self.ids.foot.add_widget(elsewhere)
        self.ids.foot.add_widget(
            Factory.Said(text=self.say("past.folder", folder=window.services.games), pos_hint={"center_y": 0.5})
        )
        folder = window.services.games
        window.background.do(lambda: (*campaigns(folder), *files(folder)), self._list, lambda _: self._list(()))

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

        def add(key: WideKey) -> None:
            if not self._left:
                self.games.add_widget(key)
                self._read_next(tuple(rest))

        def failed(error: Exception) -> None:
            add(self._unreadable(unreadable(first, error)))

        if first.name.endswith(ENDING):
            shell, play, language = self._shell, self._play, self.window.language
            shell.background.do(
                lambda: campaign_seen(first, language),
                lambda seen: add(campaign_key(shell, first, seen, play)),
                failed,
            )
        else:
            self._shell.background.do(lambda: summary(first), lambda game: add(self._game(game)), failed)

    def _game(self, game: GameSummary) -> WideKey:
        """The key of a game, or of a file that is none."""
        if game.state is None:
            return self._unreadable(game)
        fate = game.result(self.window.language) or self._fate(game)
        note = f"{game.title(self.window.language)} · {_day(game.last)} · {fate}"
        key = WideKey(text=" – ".join(game.names), note=note, letter=18)
        key.bind(on_release=lambda _: self._see(game.path))
        return key

    def _unreadable(self, game: GameSummary) -> WideKey:
        fault = self.say(f"past.{game.fault.value}") if game.fault is not None else ""
        key = WideKey(sign="✘", text=game.path.name, note=f"{_day(game.last)} · {fault}", letter=18)
        key.bind(on_release=lambda _: self._shell.go(lambda: unreadable_page(self._shell, game)))
        return key

    def _fate(self, game: GameSummary) -> str:
        fate = self.say("past.goes_on", turn=game.turn) if game.turn else self.say("past.setting_up")
        practised = is_practice(game.path, self.window.settings)
        return self.say("shell.start.practice", summary=fate) if practised else fate

    def _see(self, path: Path) -> None:
        shell, play = self._shell, self._play
        shell.go(lambda: CampaignPage(shell, path, play) if path.name.endswith(ENDING) else FilmPage(shell, path))

    def _elsewhere(self) -> None:
        shell = self._shell

        def chosen(path: Path) -> None:
            shell.drop()
            self._see(path)

        endings = (*record_endings(), ENDING)
        shell.go(lambda: FilePage(shell, "past.elsewhere", endings, Path.home(), chosen))


def _day(last: datetime) -> str:
    """When something was written last, as it is read."""
    return f"{last:%d.%m.%Y %H:%M}"


def unreadable_page(window: Window, game: GameSummary) -> NoticePage:
    """What is wrong with a file, and what can be done."""
    assert game.fault is not None  # noqa: S101 (it could not be read)
    name = game.fault.value
    sentences = [say(window.language, f"past.{name}_do"), f"{game.path}"]
    key = say(window.language, "past.rescue"), lambda: window.go_instead(lambda: RescuePage(window, game.path))
    keys = [key] if game.fault in HURT and not game.path.name.endswith(ENDING) else []
    return NoticePage(window, say(window.language, f"past.{name}"), sentences, keys)


class RescuePage(NoticePage):
    """What is left of a damaged game goes into a new file, behind the window."""

    def __init__(self, window: Window, path: Path) -> None:
        super().__init__(window, say(window.language, "past.rescuing"), [f"{path}"])
        self._path, self._left = path, False
        window.background.do(partial(rescued, path), self._done, self._failed)

    def left(self) -> None:
        """How it ends is told no more."""
        self._left = True

    def _done(self, found: tuple[Path, Rescue]) -> None:
        (out, rescue), window = found, self.window
        kept = self.say("past.rescued_part", kept=rescue.note.kept, written=rescue.note.written)
        look = self.say("past.look"), lambda: window.go_instead(lambda: FilmPage(window, out))
        self._tell(lambda: NoticePage(window, say(window.language, "past.rescued"), [kept, f"{out}"], [look]))

    def _failed(self, error: Exception) -> None:
        log.info("not_rescued path=%s why=%s", self._path, error)
        title, told = self.say("past.not_rescued"), [self.say("past.not_rescued_do"), f"{self._path}"]
        self._tell(lambda: NoticePage(self.window, title, told))

    def _tell(self, make: Callable[[], Page]) -> None:
        if not self._left:
            self.window.go_instead(make)


class FilmPage(Page):
    """One game, with a slider from its beginning to its end; one that has none yet can be gone on with."""

    def __init__(self, window: Window, path: Path) -> None:
        super().__init__(window, "past.reading")
        self._shell, self._path = window, path
        self._left = False
        self.view = FilmView(window.language)
        self.words = Factory.Said(pos_hint={"center_y": 0.5})
        self.view.bind(words=self.words.setter("text"))
        self.ids.body.add_widget(self.view)
        for key in self.view.step_keys():
            self.ids.foot.add_widget(key)
        self.ids.foot.add_widget(self.words)
        self.going_on = self.key(
            self.say("shell.start.continue"), lambda: window.go_on(path), size_hint_x=0.7, chosen=True
        )
        self.export = self.key(self.say("past.export"), self._export, size_hint_x=0.7, disabled=True)
        self.ids.foot.add_widget(self.export)
        window.background.do(partial(film, path), self._begin, self._failed)

    def left(self) -> None:
        """What is still being read is wanted no more."""
        self._left = True

    def _begin(self, seen: Timeline) -> None:
        if self._left:
            return
        self.export.disabled = False
        if not seen.over:
            self.ids.foot.add_widget(self.going_on)
        self.title = " – ".join(name for _, name in seen.players)
        self.view.take(seen, len(seen.moments) - 1)

    def _export(self) -> None:
        path, language = self._path, self.window.language
        self.export.disabled = True
        self.words.text = self.say("past.exporting")
        self._shell.background.do(lambda: write_report(path, language), self._exported, self._not_exported)

    def _exported(self, out: Path) -> None:
        if self._left:
            return
        self.export.disabled = False
        self.words.text = self.say("past.exported", file=out.name)
        webbrowser.open(out.as_uri())

    def _not_exported(self, error: Exception) -> None:
        if not self._left:
            self.export.disabled = False
            self.words.text = self.say("past.not_exported", why=error)

    def _failed(self, error: Exception) -> None:
        if not self._left:
            game, shell = unreadable(self._path, error), self._shell
            shell.go_instead(lambda: unreadable_page(shell, game))
