"""A slot for one image between the capturing thread and its consumers."""

import threading

from vision.arrays import Image
from vision.images.frame import Frame, Picture


class NewestSlot:
    """Holds only the newest image, and numbers the images."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._sequence = -1
        self._taken = True
        self._open = False

    def open(self) -> None:
        """Accepts images until `close`."""
        with self._changed:
            self._open = True
            self._taken = True

    def close(self) -> None:
        """Wakes all waiting threads; no more images are handed out."""
        with self._changed:
            self._open = False
            self._frame = None
            self._changed.notify_all()

    def put(self, image: Image | Picture, captured_s: float, passed_over: int = 0) -> None:
        """Replaces the image; does nothing once closed.

        Args:
            image: The image; the slot owns it from now on.
            captured_s: When it was taken, monotonic seconds.
            passed_over: Number of images dropped before it; they leave a gap in the numbers.
        """
        with self._changed:
            if not self._open:
                return
            self._sequence += 1 + passed_over
            self._frame = Frame(image=image, captured_s=captured_s, sequence=self._sequence)
            self._taken = False
            self._changed.notify_all()

    def take(self, after_sequence: int, timeout_s: float) -> Frame | None:
        """Returns the newest image with a greater number; waits for one up to `timeout_s`."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open or self._newer(after_sequence) is not None, timeout_s)
            frame = self._newer(after_sequence)
            if frame is not None:
                self._taken = True
                self._changed.notify_all()
            return frame

    def wait_until_taken(self) -> bool:
        """Waits until the image was taken; returns False if the slot was closed instead."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open or self._taken)
            return self._open

    def _newer(self, after_sequence: int) -> Frame | None:
        frame = self._frame
        return frame if frame is not None and frame.sequence > after_sequence else None
