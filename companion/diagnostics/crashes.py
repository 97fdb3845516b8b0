"""When the program itself goes wrong: it is written down, what just happened is kept, and somebody is told."""

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

log = logging.getLogger(__name__)

RESCUE_EVERY_S = 60.0
"""What goes wrong again and again shall not fill the disk with recordings."""

Rescue = Callable[[], Path | None]
"""Begins to keep what just happened; answers at once in which file that will be, or None where there is nothing."""


@dataclass(frozen=True, slots=True)
class Crash:
    """Something went wrong in the program.

    Attributes:
        recording: Where what happened at the table before is being kept; None where no table is watched.
    """

    recording: Path | None = None


Listener = Callable[[Crash], None]


class Crashes:
    """Hears of everything that goes wrong; used from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Prepares.

        Args:
            clock: Monotonic seconds.
        """
        self._clock = clock
        self._lock = threading.Lock()
        self._rescues: tuple[Rescue, ...] = ()
        self._listeners: tuple[Listener, ...] = ()
        self._rescued_s = float("-inf")

    def rescue_with(self, rescue: Rescue) -> Callable[[], None]:
        """Has something kept when the program goes wrong, until what this returns is called."""
        with self._lock:
            self._rescues = (*self._rescues, rescue)

        def leave() -> None:
            with self._lock:
                self._rescues = tuple(each for each in self._rescues if each is not rescue)

        return leave

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tells somebody of each crash, in the thread that it happened in, until what this returns is called."""
        with self._lock:
            self._listeners = (*self._listeners, listener)

        def leave() -> None:
            with self._lock:
                self._listeners = tuple(each for each in self._listeners if each is not listener)

        return leave

    def report(self, error: BaseException, *, tell: bool = True) -> Crash:
        """Writes a crash down, has the table kept, and tells those who listen; must not fail itself.

        Args:
            error: What went wrong.
            tell: Whether they are told; else whoever reports it tells the user.
        """
        log.critical("crashed", exc_info=error)
        crash = Crash(self._rescued())
        for listener in self._listeners if tell else ():
            try:
                listener(crash)
            except Exception:  # one who cannot listen keeps no other from hearing
                log.exception("crash_not_told")
        return crash

    def _rescued(self) -> Path | None:
        with self._lock:
            now_s = self._clock()
            if now_s - self._rescued_s < RESCUE_EVERY_S:
                return None
            self._rescued_s, rescues = now_s, self._rescues
        kept = None
        for rescue in rescues:
            try:
                kept = rescue() or kept
            except Exception:  # the crash itself is what has to be told
                log.exception("not_rescued")
        return kept


CRASHES = Crashes()
"""Those of this program."""


@contextmanager
def watched_threads(crashes: Crashes = CRASHES) -> Iterator[None]:
    """While the context lasts, hears of exceptions that nobody catches in any thread but the main one."""
    in_threads, unraisable = threading.excepthook, sys.unraisablehook

    def of_thread(told: threading.ExceptHookArgs) -> None:
        if told.exc_value is not None and issubclass(told.exc_type, Exception):
            crashes.report(told.exc_value)

    def of_nobody(told: "sys.UnraisableHookArgs") -> None:
        log.error("unraisable", exc_info=told.exc_value)

    threading.excepthook, sys.unraisablehook = of_thread, of_nobody
    try:
        yield
    finally:
        threading.excepthook, sys.unraisablehook = in_threads, unraisable
