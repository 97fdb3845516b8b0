"""Files that are played once: their images come at the intervals at which they were taken, or as fast as possible."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from vision.images.frame import CameraSetting


class PacedFile:
    """A base for feeds of such files."""

    settings: tuple[CameraSetting, ...] = ()

    def __init__(
        self, path: Path, *, grey: bool = False, pace: bool = True, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Creates a feed; nothing is opened before `open`.

        Args:
            path: The file.
            grey: Whether grey images are sufficient.
            pace: Whether images keep the intervals at which they were taken; otherwise they come as fast as they are
                taken. Capture times follow the file either way, from the moment of opening.
            clock: Monotonic seconds.
        """
        self._path = path
        self._grey = grey
        self._pace = pace
        self._clock = clock
        self._interrupted = threading.Event()
        self._opened_s = 0.0

    def interrupt(self) -> None:
        """Ends the wait for an image's time."""
        self._interrupted.set()

    def _begin(self) -> None:
        """Starts the file's time."""
        self._interrupted.clear()
        self._opened_s = self._clock()

    def _waits_in_vain(self, captured_s: float) -> bool:
        """Waits for an image's time; returns whether the wait was interrupted."""
        return self._pace and self._interrupted.wait(max(0.0, captured_s - self._clock()))
