"""The window of `companion play`: start, set-up, table, and the way between them.

Pages are made when they are gone to. Tables are opened and closed by the thread behind the window, one after the
other; while one is being opened or put away the window goes on.
"""

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from kivy.app import App
from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.diagnostics import CRASHES, Crash, current, where_it_is
from companion.referee import Choices, View
from companion.referee.core.session import SIMULATED, TableWatch
from companion.referee.lobby.cleanup import sweep
from companion.referee.lobby.open_table import TablePart, TableRequest, part_of
from companion.tablet.data.resume import begun, going_on, remembered
from companion.tablet.data.services import AppServices, Tables, ThreadOwner
from companion.tablet.data.setting_words import setting_names
from companion.tablet.data.settings import ASIDE, LoadedSettings, Settings, load, save
from companion.tablet.data.setup_draft import Draft
from companion.tablet.look import palette
from companion.tablet.look.scale import size_letters
from companion.tablet.look.sounds import Sounds
from companion.tablet.pages.background import BackgroundWorker
from companion.tablet.pages.log_page import LogPage
from companion.tablet.pages.opening_page import OpeningPage
from companion.tablet.pages.page import NoticePage, Page
from companion.tablet.setup.camera_page import CameraStep, CameraUse
from companion.tablet.setup.fault_page import fault_page
from companion.tablet.setup.start_page import StartPage
from companion.tablet.table.table_page import TablePage
from companion.tablet.widgets.take_apart import take_apart
from companion.tablet.window.display import Display
from companion.tablet.window.garbage_collection import GarbageCollection
from companion.tablet.window.themes import paint_ground, prepare_widgets
from companion.tablet.window.window_log import tell_window
from companion.texts import Language, say

log = logging.getLogger(__name__)

PRACTICE_DICE = ("virtual:6",)


def for_practice(settings: Settings, wanted: TableRequest) -> Settings:
    """The settings of a table: on a simulated one dice are thrown on the screen, unless others were chosen."""
    simulated = wanted.camera.startswith(SIMULATED) and wanted.beginning is not None
    return replace(settings, dice=PRACTICE_DICE) if simulated and not settings.dice else settings


def _look_of(settings: Settings) -> tuple[object, ...]:
    """What of the settings changes how pages are made."""
    return settings.light, settings.apart, settings.letters


def _deaf() -> None:
    """Nobody listens yet."""


def _nothing(_: object) -> None:
    """What nobody waits for."""


@dataclass(frozen=True, slots=True)
class FirstTable:
    """The table that is shown first.

    Attributes:
        watch: Not started yet.
        wanted: How it is opened again.
        holds: What is let go when it is put away.
    """

    watch: TableWatch
    wanted: TableRequest
    holds: ExitStack


class Shell(App):
    """The app."""

    def __init__(
        self,
        services: AppServices,
        language: Language,
        first: FirstTable | None = None,
        refused: tuple[Exception, TableRequest] | None = None,
    ) -> None:
        """Prepares.

        Args:
            services: What lies beyond the window.
            language: Of the screens, until the player chooses another.
            first: The table that is shown first; None for the start screen.
            refused: Why a table that was to be shown first cannot be opened, and which; None where that is not so.
        """
        super().__init__()
        self.services = services
        self._loaded: LoadedSettings = load(services.settings_file)
        self.settings: Settings = replace(self._loaded.settings, language=language)
        self.background = BackgroundWorker()
        self.sounds = Sounds()
        self._first, self._refused = first, refused
        self._tables = Tables(services)
        self._way: list[Callable[[], Widget]] = []
        self._table: TablePage | None = None
        self._to_table: Callable[[], Widget] = lambda: StartPage(self)
        self.page: Widget | None = None
        self._next: Callable[[], Widget] = lambda: StartPage(self)
        self._turn = Clock.create_trigger(self._show_next)
        self._tidying = GarbageCollection()
        self._display = Display(self._turn_full)
        self._deaf: Callable[[], None] = _deaf
        self._crash_told: Callable[[], Widget] | None = None
        self.unsaved = ""
        """Why the settings could not be saved last; empty where they were."""

    @property
    def language(self) -> Language:
        """Of all screens."""
        return self.settings.language or Language.ENGLISH

    @property
    def tables(self) -> Tables:
        """The tables and cameras that are open."""
        return self._tables

    @property
    def view(self) -> View | None:
        """The newest view of the table that is shown; None while none is."""
        return self.page.sitting.view if isinstance(self.page, TablePage) else None

    @property
    def has_table(self) -> bool:
        """Whether a way leads back to a table."""
        return self._table is not None

    def build(self) -> BoxLayout:
        """Makes the window's content."""
        palette.use(light=self.settings.light, apart=self.settings.apart)
        size_letters(self.settings.letters)
        prepare_widgets()
        return BoxLayout()

    def on_start(self) -> None:
        """Shows the first page."""
        tell_window()
        self._deaf = CRASHES.listen(lambda crash: Clock.schedule_once(lambda _: self._tell_crash(crash)))
        self._tidying.begin()
        self._display.begin(full=self.settings.full_screen)
        self.background.do(lambda: sweep(self.services.games, self.services.now()), _nothing, _nothing)
        self.go_home()
        first, written = self._first, current()
        if first is not None:
            self._way.append(self._opening(lambda: self._started(first), first.wanted))
            self._show(self._way[-1])
            return
        if self._refused is not None:
            self.tell_fault(*self._refused)
        if written is not None and written.fell_before is not None:
            self._tell_fallen(written.fell_before)
        if self._loaded.unread is not None:
            self._tell_unread()

    def on_stop(self) -> None:
        """Ends all threads; one that still ran at the end would abort the whole process."""
        self._deaf()
        self._turn.cancel()
        self._tidying.end()
        self._display.end()
        self._way = []
        self._leave()
        self.background.end()
        self._tables.close_all()

    def change(self, settings: Settings) -> None:
        """Takes other settings and keeps them; what is shown follows."""
        before, language = self.settings, self.language
        self.settings = settings
        try:
            save(self.services.settings_file, settings)
            self.unsaved = ""
        except OSError as error:
            self.unsaved = str(error)
        self._display.show(full=settings.full_screen)
        if _look_of(before) != _look_of(settings) or language is not self.language:
            palette.use(light=settings.light, apart=settings.apart)
            size_letters(settings.letters)
            paint_ground()
            self._name_window()
            if not isinstance(self.page, TablePage):
                self._show(self._way[-1])
        if self._table is not None:
            self._table.obey(before, settings)

    def _turn_full(self) -> None:
        """F11 was pressed."""
        self.change(replace(self.settings, full_screen=not self.settings.full_screen))

    def go(self, make: Callable[[], Widget]) -> None:
        """Shows another page."""
        self._way.append(make)
        self._show(make)

    def go_back(self) -> None:
        """Shows the page before."""
        if len(self._way) > 1:
            self._way.pop()
        self._show(self._way[-1])

    def drop(self) -> None:
        """Leaves the page that is shown out of the way back; another one is gone to at once."""
        self._way.pop()

    def go_instead(self, make: Callable[[], Widget]) -> None:
        """Shows a page in place of the one that is shown."""
        self.replace_here(make)
        self._show(make)

    def replace_here(self, make: Callable[[], Widget]) -> None:
        """Makes the page that is shown anew in another way, when it is gone back to."""
        self._way[-1] = make

    def go_home(self) -> None:
        """Shows the start."""
        self._way = [lambda: StartPage(self)]
        self._show(self._way[0])

    def open_table(self, wanted: TableRequest) -> None:
        """Opens a table and goes to it; what is wrong is told, and what to do."""
        self._way = [*self._way[:1], self._opener(wanted)]
        self._show(self._way[-1])

    def go_on(self, game: Path) -> None:
        """Goes on with a game, once it is known through which camera."""
        wanted = going_on(game, self.settings)
        if wanted.camera:
            self.open_table(wanted)
        else:
            self._go_to_cameras(wanted)

    def choose_camera(self, wanted: TableRequest) -> None:
        """Lets another camera be chosen for a table; the way back leads to the table as it was."""
        if self._table is not None:
            self._way = [*self._way[:1], self._opener(begun(wanted))]
        self._go_to_cameras(wanted)

    def _go_to_cameras(self, wanted: TableRequest) -> None:
        draft = replace(Draft.of(self.settings), camera=wanted.camera, table=wanted.table)
        game = None if wanted.game is None else wanted
        self.go(lambda: CameraStep(self, draft, use=CameraUse.MEASURE, game=game))

    def put_away(self, watch: ThreadOwner) -> None:
        """Closes what is open, behind the window."""
        self.background.do(lambda: self._tables.close(watch), _nothing, _nothing)

    def tell_fault(self, error: Exception, wanted: TableRequest | None = None) -> None:
        """Says what went wrong, in the reader's language, and what to do."""
        part = part_of(error)
        crash = CRASHES.report(error, tell=False) if part is TablePart.PROGRAM else None
        self._way = [*self._way[:1], lambda: fault_page(self, error, wanted, crash)]
        self._show(self._way[-1])

    def remember(self, wanted: TableRequest) -> None:
        """A table has shown what is on its mat: what was chosen for it is what is wanted next time."""
        settings = remembered(self.settings, begun(wanted))
        if settings != self.settings:
            self.change(settings)

    def _started(self, first: FirstTable) -> TableWatch:
        watch = self._tables.take(first.watch, first.holds)
        watch.start()
        return watch

    def _opener(self, wanted: TableRequest) -> Callable[[], Widget]:
        settings, choices = for_practice(self.settings, wanted), Choices(language=self.language)
        return self._opening(lambda: self._tables.open(wanted, settings, choices), wanted)

    def _opening(self, start: Callable[[], TableWatch], wanted: TableRequest) -> Callable[[], Widget]:
        """What makes the page that opens a table."""

        def opened(watch: TableWatch) -> None:
            table = self._table = TablePage(self, watch, wanted)
            self._to_table = lambda: table
            self._way = [*self._way[:1], self._to_table]
            self._show(self._to_table)

        def failed(error: Exception) -> None:
            self.tell_fault(error, wanted)

        return lambda: OpeningPage(self, wanted, start, opened, failed)

    def _show(self, make: Callable[[], Widget]) -> None:
        """Shows a page from the next frame on: the key that was touched for it is drawn as pressed first."""
        self._next = make
        self._turn()

    def _show_next(self, _: float) -> None:
        self._leave()
        self.page = self._next()
        log.info("page name=%s", type(self.page).__name__)
        self.root.add_widget(self.page)
        self._name_window()

    def _name_window(self) -> None:
        """The window is called after its page, but for the table."""
        name = say(self.language, "tablet.window")
        self.title = f"{name} – {self.page.title}" if isinstance(self.page, Page) else name

    def _leave(self) -> None:
        """A page ends with its being shown; a table lives on as long as a way leads back to it."""
        page, self.page = self.page, None
        if page is not None:
            self.root.remove_widget(page)
            if page is not self._table:
                page.left()
                take_apart(page)
        if self._table is not None and self._to_table not in self._way:
            table, self._table = self._table, None
            table.left()
            take_apart(table)

    def _tell_crash(self, crash: Crash) -> None:
        """Says that something went wrong; what was shown comes back."""
        if self._crash_told is not None and self._way[-1] is self._crash_told:
            return

        def make() -> Page:
            title = say(self.language, "shell.fault.program")
            return NoticePage(self, title, where_it_is(self.language, crash), [self._log_key()])

        self._crash_told = make
        self.go(make)

    def _tell_fallen(self, file: Path) -> None:
        def make() -> Page:
            title, where = say(self.language, "diagnostics.fell"), say(self.language, "diagnostics.written", file=file)
            return NoticePage(self, title, [where], [self._log_key()])

        self.go(make)

    def _log_key(self) -> tuple[str, Callable[[], None]]:
        return say(self.language, "diagnostics.page.key"), lambda: self.go(lambda: LogPage(self))

    def _tell_unread(self) -> None:
        file = f"{self.services.settings_file.name}{ASIDE}"

        def make() -> Page:
            parts = setting_names(self.language, self._loaded.parts)
            key = "shell.fault.settings_some" if parts else "shell.fault.settings"
            return NoticePage(self, say(self.language, key, file=file, **({"names": parts} if parts else {})), [])

        self.go(make)
