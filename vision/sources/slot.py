"""One slot between the thread that takes pictures and those who look at them."""

import threading

from vision.arrays import Image
from vision.images.frame import Frame, Picture


class NewestSlot:
    """Holds the newest picture and nothing older; gives each a number of its own."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._sequence = -1
        self._taken = True
        self._open = False

    def open(self) -> None:
        """Lets pictures pass, until `close`."""
        with self._changed:
            self._open = True
            self._taken = True

    def close(self) -> None:
        """Wakes all who wait; nobody gets a picture any more."""
        with self._changed:
            self._open = False
            self._frame = None
            self._changed.notify_all()

    def put(self, image: Image | Picture, captured_s: float, passed_over: int = 0) -> None:
        """Replaces the picture; does nothing once closed.

        Args:
            image: The picture; the slot owns it from now on.
            captured_s: When it was taken, monotonic seconds.
            passed_over: How many pictures before it were dropped; they leave a gap in the numbers.
        """
        with self._changed:
            if not self._open:
                return
            self._sequence += 1 + passed_over
            self._frame = Frame(image=image, captured_s=captured_s, sequence=self._sequence)
            self._taken = False
            self._changed.notify_all()

    def take(self, after_sequence: int, timeout_s: float) -> Frame | None:
        """The newest picture with a greater number; waits for one at most `timeout_s`."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open or self._newer(after_sequence) is not None, timeout_s)
            frame = self._newer(after_sequence)
            if frame is not None:
                self._taken = True
                self._changed.notify_all()
            return frame

    def wait_until_taken(self) -> bool:
        """Waits until somebody has the picture; False when the slot was closed instead."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open or self._taken)
            return self._open

    def _newer(self, after_sequence: int) -> Frame | None:
        frame = self._frame
        return frame if frame is not None and frame.sequence > after_sequence else None
