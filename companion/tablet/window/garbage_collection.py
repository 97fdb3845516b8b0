"""Looks for rubbish while nobody touches the window.

Python looks through everything for rubbish that refers to itself whenever much was made. Here that takes a tenth of a
second or more, in which no touch is answered; when nobody has touched the window for a moment, nobody waits for it.
"""

import gc
import time
from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.window import Window

LOOK_S = 0.25
QUIET_S = 1.0
"""So long nobody has touched the window."""
SELDOM = 1_000_000
"""Python itself would look through everything after so many smaller searches: never."""
MOST = 150
"""After so many smaller searches, of some thousand new things each, memory counts more than a touch."""


class GarbageCollection:
    """Chooses when everything is looked through, from `begin` to `end`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Prepares.

        Args:
            clock: Monotonic seconds.
        """
        self._clock = clock
        self._touched_s = clock()
        self._usual = gc.get_threshold()
        self._beat = Clock.create_trigger(self._look, LOOK_S, interval=True)

    def begin(self) -> None:
        """Takes over; what was loaded before the first window stays for good and is not looked through any more."""
        if not gc.get_freeze_count():  # what a window has left is garbage, and must not stay
            gc.freeze()
        self._usual = gc.get_threshold()
        gc.set_threshold(*self._usual[:2], SELDOM)
        Window.bind(on_touch_down=self._touched, on_touch_up=self._touched)
        self._beat()

    def end(self) -> None:
        """Leaves it to Python again."""
        self._beat.cancel()
        Window.unbind(on_touch_down=self._touched, on_touch_up=self._touched)
        gc.set_threshold(*self._usual)

    def _touched(self, *_: object) -> None:
        self._touched_s = self._clock()

    def _look(self, _: float) -> None:
        made = gc.get_count()[2]
        quiet = self._clock() - self._touched_s >= QUIET_S
        if made > MOST or (quiet and made > self._usual[2]):
            gc.collect()
