"""Looks for rubbish while nobody touches the window.

Python looks through everything for rubbish that refers to itself whenever much was made. Here that takes a tenth of a
second or more, in which no touch is answered; when nobody has touched the window for a moment, nobody waits for it.
"""

import gc
import time
from collections.abc import Callable
from math import prod
from typing import ClassVar

from kivy.clock import Clock
from kivy.core.window import Window

LOOK_S = 0.25
QUIET_S = 1.0
"""So long nobody has touched the window."""
YOUNG = 10_000
"""Python searches among so many new things by itself, in a millisecond or two. What is still in use then lasts for
minutes, most of it: to search among it once more before all is looked through finds next to nothing."""
NEVER = 1_000_000_000
"""Of smaller searches, before Python itself would begin a larger one."""
MOST = 100
"""After so many smaller searches memory counts more than a touch."""


class GarbageCollection:
    """Chooses when everything is looked through, from `begin` to `end`."""

    _first: ClassVar[bool] = True
    """Whether this program has had no window yet."""

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
        if GarbageCollection._first:  # what a window has left is garbage, and must not stay
            gc.freeze()
            GarbageCollection._first = False
        self._usual = gc.get_threshold()
        gc.set_threshold(YOUNG, NEVER, NEVER)
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
        _, made, _ = gc.get_count()
        quiet = self._clock() - self._touched_s >= QUIET_S
        # When nobody waits for it: after as many new things as Python would take.
        if made > MOST or (quiet and made * YOUNG > prod(self._usual)):
            gc.collect()
