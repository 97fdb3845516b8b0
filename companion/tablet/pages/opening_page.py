"""While a table is being opened: the window goes on, and what is given up is put away as soon as it is there."""

from collections.abc import Callable

from companion.referee.camera.devices import shown_camera
from companion.referee.core.session import TableWatch
from companion.referee.lobby.open_table import TableRequest
from companion.tablet.data.resume import is_real
from companion.tablet.pages.page import NoticePage, Window
from companion.texts import say


class OpeningPage(NoticePage):
    """Opens one table."""

    def __init__(
        self,
        window: Window,
        wanted: TableRequest,
        start: Callable[[], TableWatch],
        opened: Callable[[TableWatch], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Prepares, and begins.

        Args:
            window: Where it is shown.
            wanted: The table.
            start: Opens it; behind the window.
            opened: Is given the table, unless the page was left.
            failed: Is given what went wrong, likewise.
        """
        real = is_real(wanted.camera)
        words = [say(window.language, "shell.opening.text", camera=shown_camera(wanted.camera))] if real else []
        super().__init__(window, say(window.language, "shell.opening.title"), words)
        self._start, self._taken, self._refused = start, opened, failed
        self._left = False
        self._watch: TableWatch | None = None
        window.background.do(self._open, self._opened, self._failed)

    def left(self) -> None:
        """What is opened after all is put away, before anything else is opened."""
        self._left = True
        self.window.background.do(self._close, _nothing, _nothing)

    def _open(self) -> None:
        if not self._left:
            self._watch = self._start()

    def _opened(self, _: None) -> None:
        watch = self._watch
        if not self._left and watch is not None:
            self._watch = None
            self._taken(watch)

    def _failed(self, error: Exception) -> None:
        if not self._left:
            self._refused(error)

    def _close(self) -> None:
        watch, self._watch = self._watch, None
        if watch is not None:
            self.window.tables.close(watch)


def _nothing(_: object) -> None:
    """What nobody waits for."""
