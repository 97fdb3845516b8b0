"""The camera's thread: every newest picture becomes places on the mat and a picture from above."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from companion.referee.camera.thread_priority import give_way
from vision.arrays import Image
from vision.errors import VisionError
from vision.images.frame import CameraSource, Frame
from vision.observation import MatObservation, TableObservation
from vision.top_view import TopImage
from vision.trouble import Trouble, TroubleKind

log = logging.getLogger(__name__)

WAIT_S = 0.2  # how long a stop may have to wait for a camera that gives nothing
PICTURE_EVERY_S = (
    1 / 15
)  # a mat seen from above at 15 pictures a second looks alive; more would only cost the measuring
RATE_OVER = 20  # pictures over which the rate is told


class TableReader(Protocol):
    """What turns a picture into places: vision's tracker."""

    def update(self, frame: Frame) -> TableObservation: ...


Rectify = Callable[[Image, MatObservation], TopImage | None]
"""The mat seen from above; None where the picture shows no mat."""

Remember = Callable[[Frame, TableObservation | None], None]
"""Takes each picture with what was seen in it, None where it could not be read; must return at once."""


def _forget(_: Frame, __: TableObservation | None) -> None:
    """Remembers nothing."""


@dataclass(frozen=True, slots=True)
class CameraReading:
    """What one picture gave.

    Attributes:
        observation: The places.
        picture: The mat from above; None when this look has none.
        came_s: When its reading was done, on the referee's clock.
        frame_rate_hz: Pictures measured each second, of late.
    """

    observation: TableObservation
    picture: TopImage | None
    came_s: float
    frame_rate_hz: float


class CameraThread:
    """Looks at the table in a thread of its own until it is stopped."""

    def __init__(
        self,
        source: CameraSource,
        reader: TableReader,
        rectify: Rectify,
        hand_over: Callable[[CameraReading], None],
        clock: Callable[[], float],
        remember: Remember = _forget,
    ) -> None:
        self._source = source
        self._reader = reader
        self._rectify = rectify
        self._hand_over = hand_over
        self._remember = remember
        self._clock = clock
        self._ends = threading.Event()
        self._failure: Trouble | None = None
        self._idle = False  # whether every picture that came has been read
        self._unshown: tuple[CameraReading, Frame] | None = None
        self._pictured_s = float("-inf")
        self._came_s: deque[float] = deque(maxlen=RATE_OVER)
        self._thread = threading.Thread(target=self._look_until_stopped, name="eyes")

    @property
    def camera(self) -> str:
        """What the player calls the camera."""
        return self._source.name

    @property
    def trouble(self) -> Trouble | None:
        """What is wrong with the camera or with these eyes themselves.

        That the pictures are at their end is told once the last of them has been read.
        """
        trouble = self._failure or self._source.trouble
        return None if not self._idle and trouble and trouble.kind is TroubleKind.ENDED else trouble

    def start(self) -> None:
        """Starts the camera and begins to look."""
        self._source.start()
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread and frees the camera; may be called twice."""
        self._ends.set()
        if self._thread.is_alive():
            self._thread.join()
        self._source.stop()

    def _look_until_stopped(self) -> None:
        give_way()
        sequence = -1
        while not self._ends.is_set():
            frame = self._source.newest(sequence, WAIT_S)
            self._idle = frame is None
            try:
                if frame is None:
                    self._show_last()
                    continue
                sequence = frame.sequence
                self._hand_over(self._look(frame))
                self._failure = None
            except Exception as error:  # the thread's edge: one bad picture must not end the seeing
                self._failure = Trouble(TroubleKind.UNREADABLE_PICTURE, self._source.name, str(error))
                log.warning("picture_not_read sequence=%d", sequence, exc_info=not isinstance(error, VisionError))

    def _look(self, frame: Frame) -> CameraReading:
        observation = None
        try:
            observation = self._reader.update(frame)
        finally:
            # One that cannot be read most of all: it is what somebody has to look into.
            self._remember(frame, observation)
        came_s = self._clock()
        picture = None
        if came_s - self._pictured_s >= PICTURE_EVERY_S:
            picture = self._rectify(frame.image, observation.mat)
            self._pictured_s = came_s
        self._came_s.append(came_s)
        span_s = self._came_s[-1] - self._came_s[0]
        look = CameraReading(observation, picture, came_s, (len(self._came_s) - 1) / span_s if span_s > 0 else 0.0)
        self._unshown = (look, frame) if picture is None else None
        return look

    def _show_last(self) -> None:
        """Where no more pictures come, the last one is to be seen, however soon it followed the one before."""
        if self._unshown is not None:
            (look, frame), self._unshown = self._unshown, None
            self._hand_over(replace(look, picture=self._rectify(frame.image, look.observation.mat)))
