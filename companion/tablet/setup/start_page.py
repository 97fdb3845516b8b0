"""The start: go on, begin anew, practise, look back, settings, and whether all is well."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.protocol import guide_of
from companion.games.registry import game_called
from companion.referee.api.league import LeagueMatch
from companion.tablet.cards.packs_page import PacksPage, workshop_here
from companion.tablet.data.league_words import begun_game, can_begin, league_draft, round_line
from companion.tablet.data.practice import PRACTICE
from companion.tablet.data.resume import is_practice
from companion.tablet.data.saved_games import GameSummary, files, summaries
from companion.tablet.data.services import LeagueNews
from companion.tablet.data.setup_draft import Draft
from companion.tablet.pages.page import Page, WideKey, Window
from companion.tablet.pages.settings_page import SettingsPage
from companion.tablet.past.past_page import PastPage
from companion.tablet.setup.camera_page import CameraStep, CameraUse, begin_match
from companion.tablet.setup.check_page import CheckPage
from companion.tablet.setup.join_page import JoinPage
from companion.tablet.setup.players_page import PlayersStep, begin_guided
from companion.texts import Language

LAST = ("cards", "check", "settings")
"""Keys that stand below the others, smaller."""

HEARD_EVERY_S = 0.5
LOOKED_THROUGH = 5
"""So many games are looked through for one that goes on."""


@dataclass(frozen=True, slots=True)
class _Found:
    """The games to go on with.

    Attributes:
        game: At a real table; None where there is none.
        practice: On a simulated one, likewise.
    """

    game: GameSummary | None = None
    practice: GameSummary | None = None


class StartPage(Page):
    """The first screen."""

    def __init__(self, window: Window) -> None:
        super().__init__(window, "shell.start.title", back=False)
        self._shell = window
        for language in Language:
            key = self.key(language.own_name, partial(self._speak, language), width="140dp", size_hint_x=None)
            key.chosen = language is window.language
            self.ids.head_keys.add_widget(key)
        self.going_on = self._big("▶", "continue", self._continue)
        self.going_on.note = self.say("shell.start.looking")
        grid, self._last = GridLayout(cols=2, spacing="14dp"), GridLayout(cols=3, spacing="14dp", size_hint_y=0.5)
        self.keys = {
            "new": self._big("✚", "new", self._new),
            "practise": self._big("◎", "practise", self._practise),
            "table": self._big("↔", "table", self._table),
            "past": self._big("↺", "past", self._past),
            **({"cards": self._big("✎", "cards", self._cards)} if workshop_here(window) else {}),
            "check": self._big("✔", "check", self._check),
            "settings": self._big("⚙", "settings", self._settings),
        }
        if window.unsaved:
            self.ids.body.add_widget(Factory.Said(text=self.say("shell.fault.unsaved", why=window.unsaved)))
        self.league = WideKey(sign="⚔", letter=26, size_hint_y=0.36)
        self.league.bind(on_press=lambda _: self._play_league())
        self.ids.body.add_widget(self.going_on)
        self.ids.body.add_widget(grid)
        self.ids.body.add_widget(self._last)
        for key in (self.going_on, *self.keys.values()):
            key.size_hint_y = 1
            key.letter = 26
        self.going_on.size_hint_y = 0.36
        self.keys["practise"].chosen = not window.settings.guided
        for name, key in self.keys.items():
            (self._last if name in LAST else grid).add_widget(key)
            key.letter = 22 if name in LAST else 26
        self._gone = False
        self._match: LeagueMatch | None = None
        self._sought = False
        self._begun: Path | None = None
        self._game: Path | None = None
        self._practice: GameSummary | None = None
        self._impatient = False
        self._look()
        self._hearing = Clock.schedule_interval(lambda _: self._hear(), HEARD_EVERY_S)
        self._hear()

    def on_size(self, *_: object) -> None:
        """In a window that is higher than wide no three keys stand side by side."""
        upright = self.height > self.width
        self._last.cols, self._last.size_hint_y = (1, 1.2) if upright else (3, 0.5)

    def left(self) -> None:
        """What was looked for is wanted no more."""
        self._gone = True
        self._hearing.cancel()

    def _hear(self) -> None:
        """Offers the match that the organiser told this table: to begin it, or to go on, where *Continue* does not."""
        news = self._shell.services.league
        match = None if news is None else news.match()
        before, self._match = self._match, match
        if news is not None and match is not None and can_begin(match) and _who(match) != _who(before):
            self._seek_begun(news)
        is_last = self._begun is not None and self._begun == self._game
        if not can_begin(match) or match is None or not self._sought or is_last:
            if self.league.parent is not None:
                self.ids.body.remove_widget(self.league)
                self.going_on.chosen = self._game is not None
            return
        language, now = self._shell.language, self._shell.services.now()
        first, second = match.players[:2]
        key = "play" if self._begun is None else "back"
        self.league.text = self.say(f"tablet.league.{key}", first=first, second=second)
        self.league.note = f"{match.league} · {round_line(language, match, now)}"
        if self.league.parent is None:
            self.ids.body.add_widget(self.league, len(self.ids.body.children))
            self.league.chosen = True
            self.going_on.chosen = self.keys["practise"].chosen = False

    def _seek_begun(self, news: LeagueNews) -> None:
        """Finds the game that was begun as the match, behind the window; until then nothing is offered."""
        self._sought, folder = False, self._shell.services.games

        def found(path: Path | None) -> None:
            self._sought, self._begun = True, path

        self._shell.background.do(lambda: begun_game(news, folder), found, lambda _: found(None))

    def _play_league(self) -> None:
        match, shell = self._match, self._shell
        if self._begun is not None:
            shell.go_on(self._begun)
        elif match is not None:
            draft = league_draft(shell.settings, match, shell.services.packs_of(match.game))
            shell.go(lambda: CameraStep(shell, draft))

    def _big(self, sign: str, name: str, act: Callable[[], None]) -> WideKey:
        note = "" if name == "continue" else self.say(f"shell.start.{name}_note")
        key = WideKey(sign=sign, text=self.say(f"shell.start.{name}"), note=note)
        key.bind(on_press=lambda _: act())
        return key

    def _look(self) -> None:
        """Finds the games to go on with, behind the window: a long one takes a moment to be read."""
        settings, folder = self._shell.settings, self._shell.services.games

        def found() -> _Found:
            last = settings.last_game
            named = (Path(last),) if last and Path(last).is_file() else ()
            real: list[Path] = []
            practised: list[Path] = []
            for path in dict.fromkeys((*named, *files(folder))):
                (practised if is_practice(path, settings) else real).append(path)
            game, practice = (
                next((game for game in summaries(tuple(paths[:LOOKED_THROUGH])) if game.goes_on), None)
                for paths in (real, practised)
            )
            return _Found(game, practice)

        self._shell.background.do(found, self._show_found, lambda _: self._show_found(_Found()))

    def _show_found(self, found: _Found) -> None:
        """A practice is gone on with here only where no game at a real table waits; what waits has the lit key."""
        if self._gone:
            return
        self._practice = found.practice
        game = found.game or found.practice
        if game is None:
            self.going_on.note = self.say("shell.start.nothing")
            self.going_on.disabled = True
            return
        self._game = game.path
        self._hear()
        self.going_on.chosen, self.keys["practise"].chosen = self.league.parent is None, False
        line = summary_line(self, game)
        self.going_on.note = line if found.game is not None else self.say("shell.start.practice", summary=line)
        if self._impatient:
            self._continue()

    def _continue(self) -> None:
        if self._game is None:
            self._impatient = True
        else:
            self._shell.go_on(self._game)

    def _new(self) -> None:
        self._shell.go(lambda: CameraStep(self._shell, Draft.of(self._shell.settings)))

    def _practise(self) -> None:
        shell, practice = self._shell, self._practice
        draft = replace(Draft.of(shell.settings), camera=PRACTICE, table=None)
        if practice is None and not shell.settings.guided and guide_of(game_called(draft.game)):
            begin_guided(shell, draft)
        elif practice is None:
            shell.go(lambda: PlayersStep(shell, draft))
        else:
            shell.go(lambda: PracticePage(shell, practice, draft))

    def _table(self) -> None:
        self._shell.go(lambda: CameraStep(self._shell, Draft.of(self._shell.settings), use=CameraUse.MEASURE))

    def _past(self) -> None:
        self._shell.go(lambda: PastPage(self._shell, partial(begin_match, self._shell)))

    def _check(self) -> None:
        self._shell.go(lambda: CheckPage(self._shell))

    def _cards(self) -> None:
        self._shell.go(lambda: PacksPage(self._shell, any_game=True))

    def _settings(self) -> None:
        shell, news = self._shell, self._shell.services.league
        join = None if news is None else lambda: shell.go(lambda: JoinPage(shell, news))
        shell.go(lambda: SettingsPage(shell, join=join))

    def _speak(self, language: Language) -> None:
        self._shell.change(replace(self._shell.settings, language=language))


class PracticePage(Page):
    """A practice waits: it goes on as it was left, or another one begins."""

    def __init__(self, window: Window, practice: GameSummary, draft: Draft) -> None:
        super().__init__(window, "shell.start.practise")
        self.going_on = WideKey(sign="▶", text=self.say("shell.start.practice_on"), note=summary_line(self, practice))
        self.going_on.chosen = True
        self.going_on.bind(on_press=lambda _: window.go_on(practice.path))
        self.anew = WideKey(
            sign="✚", text=self.say("shell.start.practice_anew"), note=self.say("shell.start.practise_note")
        )
        self.anew.bind(on_press=lambda _: window.go(lambda: PlayersStep(window, draft)))
        for key in (self.going_on, self.anew):
            key.size_hint_y, key.letter = 0.4, 26
            self.ids.body.add_widget(key)
        self.ids.body.add_widget(Widget())


def _who(match: LeagueMatch | None) -> tuple[str, tuple[str, ...]]:
    """Which match it is, and who plays it."""
    return ("", ()) if match is None else (match.key, match.players)


def summary_line(page: Page, game: GameSummary) -> str:
    """A game in one line: which it is, who plays, how far it is, and when it was played last."""
    key = "shell.start.summary" if game.turn else "shell.start.setting_up"
    values: dict[str, object] = {"turn": game.turn} if game.turn else {}
    line = page.say(key, names=" – ".join(game.names), date=f"{game.last:%d.%m.%Y %H:%M}", **values)
    return f"{game.title(page.window.language)} · {line}"
