"""The window goes on when something in it goes wrong: what it was is written down, and somebody is told."""

import time
from collections import deque
from collections.abc import Callable

from kivy.base import ExceptionHandler, ExceptionManager

from companion.diagnostics import CRASHES, Crashes

MOST = 5
WITHIN_S = 10.0
"""A window that goes wrong with each frame shows nothing any more, not even that."""


class CrashHandler(ExceptionHandler):
    """Asked by Kivy about each exception that nobody caught."""

    def __init__(self, crashes: Crashes = CRASHES, clock: Callable[[], float] = time.monotonic) -> None:
        """Prepares.

        Args:
            crashes: Where crashes are reported.
            clock: Monotonic seconds.
        """
        self._crashes, self._clock = crashes, clock
        self._times_s: deque[float] = deque(maxlen=MOST)

    def handle_exception(self, exception: BaseException) -> int:
        """Whether the window goes on."""
        now_s = self._clock()
        often = len(self._times_s) == MOST and now_s - self._times_s[0] < WITHIN_S
        if often or not isinstance(exception, Exception):
            return int(ExceptionManager.RAISE)
        self._times_s.append(now_s)
        self._crashes.report(exception)
        return int(ExceptionManager.PASS)
