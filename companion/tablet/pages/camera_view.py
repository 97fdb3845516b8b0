"""Looks through a camera while a page is shown: opened, asked ten times a second, and closed behind the window."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.referee.capture.preview import Preview, PreviewFrame
from companion.referee.lobby.open_table import TableRequest
from companion.tablet.data.services import Tables
from companion.tablet.pages.background import BackgroundWorker

ASKED_EVERY_S = 0.1


class CameraPreview:
    """One page's look through one camera after another."""

    def __init__(
        self,
        background: BackgroundWorker,
        tables: Tables,
        shown: Callable[[PreviewFrame], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Prepares.

        Args:
            background: Where cameras are opened and closed.
            tables: Who sees that none stays open.
            shown: Is given what is to be seen, again and again.
            failed: Is given what went wrong with opening.
        """
        self._background, self._tables = background, tables
        self._shown, self._failed = shown, failed
        self._preview: Preview | None = None
        self._turn = self._turn_of_preview = 0
        self._asking = Clock.schedule_interval(self._ask, ASKED_EVERY_S)

    def at(self, wanted: TableRequest) -> None:
        """Looks through another camera, once the one before is free."""
        self._close()
        mine = self._turn

        def look() -> None:
            if mine == self._turn:
                self._preview, self._turn_of_preview = self._tables.look(wanted), mine

        def failed(error: Exception) -> None:
            if mine == self._turn:
                self._failed(error)

        self._background.do(look, lambda _: None, failed)

    def stop(self) -> None:
        """Looks through none until it is told to look again."""
        self._close()

    def end(self) -> None:
        """Looks no more; may be called twice."""
        self._asking.cancel()
        self._close()

    def _close(self) -> None:
        self._turn += 1
        self._background.do(self._put_away, lambda _: None, lambda _: None)

    def _put_away(self) -> None:
        """Frees the camera; behind the window, so that it comes after whatever was begun before."""
        preview, self._preview = self._preview, None
        if preview is not None:
            self._tables.close(preview)

    def _ask(self, _: float) -> None:
        preview = self._preview
        # One that waits to be closed shows another camera than the one that is chosen.
        if preview is not None and self._turn_of_preview == self._turn:
            self._shown(preview.glimpse())
