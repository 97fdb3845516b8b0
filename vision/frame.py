"""A picture with its time, and the door through which pictures come."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture: (h, w) grey or (h, w, 3) BGR, 8 bit."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture.

    Attributes:
        image: (h, w) grey or (h, w, 3) BGR.
        captured_s: When it was taken, monotonic seconds.
        sequence: Number in its source, from 0; gaps are pictures that were passed over.
    """

    image: Image
    captured_s: float
    sequence: int


class CameraSource(Protocol):
    """Where pictures come from; every source runs in a thread of its own and keeps the newest picture only."""

    @property
    def name(self) -> str:
        """What the player calls it, such as `usb:0`."""
        ...

    @property
    def trouble(self) -> str | None:
        """What is wrong now, in a sentence; None while pictures come."""
        ...

    def start(self) -> None:
        """Begins to take pictures; returns at once."""
        ...

    def newest(self, after_sequence: int, timeout_s: float) -> Frame | None:
        """The newest picture with a greater sequence number.

        Waits until there is one, at most `timeout_s`; None if none came.
        """
        ...

    def stop(self) -> None:
        """Ends the thread and frees the device; may be called twice."""
        ...
