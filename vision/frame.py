"""A picture with its time, and the door through which pictures come."""

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from vision.observation import Trouble

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


@dataclass(frozen=True, slots=True)
class CameraSetting:
    """One thing that was asked of a camera, and what its driver says became of it.

    Attributes:
        name: What it is, such as `width_px` or `focus_locked`.
        asked: The value asked for; None where the camera was left to choose.
        told: The value the driver tells; None where it tells nothing.
    """

    name: str
    asked: float | None
    told: float | None

    @property
    def kept(self) -> bool:
        """Whether the driver says that it did as asked."""
        return self.asked is None or self.told == self.asked


class CameraSource(Protocol):
    """Where pictures come from; every source runs in a thread of its own and keeps the newest picture only.

    As a context manager it starts on entering and stops on leaving.
    """

    @property
    def name(self) -> str:
        """What the player calls it, such as `usb:0`."""
        ...

    @property
    def trouble(self) -> Trouble | None:
        """What is wrong now, about this source or one of its pictures; None while pictures come."""
        ...

    @property
    def settings(self) -> tuple[CameraSetting, ...]:
        """What was asked of the device and what it made of it; empty where nothing can be set."""
        ...

    def start(self) -> None:
        """Begins to take pictures; returns at once."""
        ...

    def newest(self, after_sequence: int, timeout_s: float) -> Frame | None:
        """The newest picture with a greater sequence number.

        Waits until there is one, at most `timeout_s`; None if none came. `after_sequence` is -1 at first.
        """
        ...

    def stop(self) -> None:
        """Ends the thread, waits for it and frees the device; may be called twice."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
