"""The window over one table: shows its views, hands it intents. It holds no state of the game."""

from kivy.app import App
from kivy.clock import Clock

from companion.referee import View
from companion.tablet.table.session import Table, TableBinding
from companion.tablet.table.table_view import TableView
from companion.tablet.window.themes import prepare_widgets
from companion.tablet.window.window_log import tell_window
from companion.texts import say

CHECK_EVERY_S = 0.5


class CompanionApp(App):
    """The window over one table."""

    def __init__(self, table: Table, *, animated: bool = True, **settings: object) -> None:
        super().__init__(**settings)
        self._table, self._animated = table, animated
        self._sitting: TableBinding | None = None

    @property
    def view(self) -> View | None:
        """The newest view that was shown."""
        return None if self._sitting is None else self._sitting.view

    def build(self) -> TableView:
        """Makes the window's content."""
        prepare_widgets()
        table_view = TableView(animated=self._animated)
        self._sitting = TableBinding(table_view, self._table, self._shown)
        return table_view

    def on_start(self) -> None:
        """Begins to watch the table."""
        tell_window()
        if self._sitting is not None:
            self._sitting.begin()
        self._table.start()
        Clock.schedule_interval(self._check, CHECK_EVERY_S)

    def on_stop(self) -> None:
        """Ends all threads; one that still ran at the end would abort the whole process."""
        if self._sitting is not None:
            self._sitting.end()
        Clock.unschedule(self._check)
        self._table.stop()

    def _check(self, _: float) -> None:
        """A window over a referee that has ended would show old answers for ever."""
        if self._table.failure:
            raise self._table.failure

    def _shown(self, view: View) -> View:
        self.title = say(view.choices.language, "tablet.window")
        return view
