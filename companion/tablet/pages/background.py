"""Slow work behind the window: one thread, one thing after the other, each answered in the window's own thread.

One after the other, because a camera has to be free before it is opened again.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from kivy.clock import Clock

log = logging.getLogger(__name__)

Result = TypeVar("Result")


class BackgroundWorker:
    """Does what would hold the window up."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="background")
        self._ended = False

    def do(
        self,
        work: Callable[[], Result],
        then: Callable[[Result], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Begins something; returns at once.

        Args:
            work: What takes long; must touch nothing of the window.
            then: Is given what it gave, in the window's thread.
            failed: Is given what went wrong, likewise.
        """
        if self._ended:
            return

        def answered(done: "Future[Result]") -> None:
            if not done.cancelled():
                Clock.schedule_once(lambda _: self._answer(done, then, failed))

        self._thread.submit(work).add_done_callback(answered)

    def end(self) -> None:
        """Leaves out what has not begun, and waits for what has; may be called twice."""
        self._ended = True
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _answer(
        self, done: "Future[Result]", then: Callable[[Result], None], failed: Callable[[Exception], None]
    ) -> None:
        if self._ended:
            return
        error = done.exception()
        if error is None:
            then(done.result())
        elif isinstance(error, Exception):
            log.info("background_failed", exc_info=error)
            failed(error)
        else:
            raise error
