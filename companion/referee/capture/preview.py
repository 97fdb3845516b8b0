"""A camera looked at before a game: its picture as it comes, and how well a table would be seen through it."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.geometry import MatPoint
from companion.referee.api.health import Health, examine
from companion.referee.camera.camera_thread import CameraReading, CameraThread
from companion.referee.core.session import Setup
from companion.referee.mat.models import SeenPiece
from vision import Tracker
from vision.arrays import Image
from vision.images.frame import CameraSource, Frame
from vision.observation import MatObservation, TableObservation, TrackState
from vision.table import TableLayout

WIDTH_PX = 640
"""Of the picture that is shown."""
PICTURE_EVERY_S = 0.1


@dataclass(frozen=True, slots=True)
class PreviewFrame:
    """One moment before the camera.

    Attributes:
        picture: (h, w, 3) BGR, small, as the camera sees it; None before the first.
        health: How well the table is seen.
        mat_tags: How many of the mat's tags are read, and how many there are.
        calibrated: Whether a calibration of the lens was given.
        lens_error_mm: How much of a place's error comes from the lens, where that is known.
        standing: The models that are seen on the mat.
        image: The camera's own image of the picture, (h, w) or (h, w, 3) BGR; None before the first.
        mat: How the mat was seen in it; None where it was not.
    """

    picture: Image | None
    health: Health
    mat_tags: tuple[int, int]
    calibrated: bool
    lens_error_mm: float | None
    standing: tuple[SeenPiece, ...] = ()
    image: Image | None = None
    mat: MatObservation | None = None


class Preview:
    """Looks through a camera in a thread of its own, until it is stopped."""

    def __init__(self, setup: Setup, clock: Callable[[], float] = time.monotonic) -> None:
        """Prepares; nothing is opened before `start`.

        Args:
            setup: What is looked at.
            clock: Monotonic seconds.
        """
        self._setup, self._clock = setup, clock
        self._look: CameraReading | None = None
        self._shown: tuple[Image, Image, MatObservation | None] | None = None
        self._pictured_s = float("-inf")
        self._eyes = CameraThread(
            setup.camera, Tracker(setup.layout, setup.lens), lambda *_: None, self._looked, clock, self._saw
        )

    @property
    def camera(self) -> CameraSource:
        """The camera that is looked through."""
        return self._setup.camera

    def start(self) -> None:
        """Starts the camera and the thread."""
        self._eyes.start()

    def stop(self) -> None:
        """Ends the thread and frees the camera; may be called twice."""
        self._eyes.stop()

    def glimpse(self) -> PreviewFrame:
        """What is to be seen now; from any thread."""
        look, layout, lens = self._look, self._setup.layout, self._setup.lens
        picture, image, mat = self._shown or (None, None, None)
        health = examine(
            layout,
            look.observation if look else None,
            self._setup.camera.name,
            self._eyes.trouble,
            None if look is None else self._clock() - look.came_s,
            look.frame_rate_hz if look else 0.0,
        )
        own = {tag.id for tag in layout.mat.tags}
        seen = {tag.id for tag in look.observation.tags} & own if look else set()
        return PreviewFrame(
            picture,
            health,
            (len(seen), len(own)),
            lens is not None and lens.calibrated,
            None if lens is None else lens.error_mm,
            _standing(layout, look.observation) if look else (),
            image,
            mat,
        )

    def _looked(self, look: CameraReading) -> None:
        self._look = look

    def _saw(self, frame: Frame, observation: TableObservation | None) -> None:
        now_s = self._clock()
        if now_s - self._pictured_s >= PICTURE_EVERY_S:
            self._pictured_s = now_s
            self._shown = small(frame.image), frame.image, None if observation is None else observation.mat


def _standing(layout: TableLayout, observation: TableObservation) -> tuple[SeenPiece, ...]:
    own = {base.id: base for base in layout.bases if not base.is_token}
    return tuple(
        SeenPiece(
            each.id, own[each.id].owner or "", own[each.id].radius_mm, MatPoint(each.x_mm, each.y_mm), each.sigma_mm
        )
        for each in observation.bases
        if each.id in own and each.state is TrackState.SEEN
    )


def small(image: Image) -> Image:
    """A picture as large as a screen needs it, in colour."""
    height, width = image.shape[:2]
    size = (WIDTH_PX, max(1, round(height * WIDTH_PX / width)))
    shrunk = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return shrunk if shrunk.ndim == 3 else np.asarray(cv2.cvtColor(shrunk, cv2.COLOR_GRAY2BGR), np.uint8)
