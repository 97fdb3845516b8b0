"""A USB camera at its physical edge: a bus it is plugged into, a driver with properties, a lens that sees numbers."""

import threading

import cv2
import numpy as np

from tests.vision.pictures import numbered
from vision.arrays import Image
from vision.sources.usb import Platform, UsbDependencies
from vision.sources.usb_presence import Presence

MJPG = float(cv2.VideoWriter.fourcc(*"MJPG"))
AUTO, MANUAL = 3.0, 1.0


class FakeUsb:
    """One camera and the bus.

    Attributes:
        plugged: Whether it is there.
        busy: Whether another program has it.
        forbidden: Whether this user may not open it.
        tells_presence: Whether the operating system says if it is there.
        black: Black pictures delivered after each opening.
        covered: Whether a hand covers the lens.
        size: The only size it can deliver; None takes any.
        refuses: Properties it cannot set.
        steady: Whether all pictures are equally bright.
        lies_about_exposure: Whether it tells an exposure that is not the one it uses.
        hangs: Whether grabbing waits instead of returning.
        opened: How often it was opened.
        released: How often it was given back.
    """

    def __init__(self) -> None:
        self.plugged = True
        self.busy = False
        self.forbidden = False
        self.tells_presence = True
        self.black = 0
        self.covered = False
        self.size: tuple[int, int] | None = (64, 48)
        self.refuses: set[int] = set()
        self.steady = False
        self.lies_about_exposure = False
        self.picture_s = 0.0
        self.now_s = 0.0
        self.opened = 0
        self.released = 0
        self.taken = 0
        self._tick = threading.Event()

    def dependencies(self, backends: tuple[int, ...] = (cv2.CAP_V4L2,)) -> UsbDependencies:
        return UsbDependencies(
            open_capture=lambda index, backend: FakeCapture(self, index, backend),
            presence=self.presence,
            platform=Platform(backends, MANUAL, AUTO),
            clock=lambda: self.now_s,
        )

    def presence(self, index: int) -> Presence:
        if not self.tells_presence:
            return Presence.UNKNOWN
        if not self.plugged or index != 0:
            return Presence.ABSENT
        return Presence.FORBIDDEN if self.forbidden else Presence.PRESENT

    def expose(self) -> None:
        """One picture's time passes: a tenth of a second for the camera, a few milliseconds for the test."""
        self.now_s += 0.1
        self._tick.wait(0.002)


class FakeCapture:
    """The driver's side of one opening."""

    def __init__(self, device: FakeUsb, index: int, backend: int) -> None:
        self._device = device
        self._open = device.plugged and not device.busy and index == 0 and backend == cv2.CAP_V4L2
        self._since_open = 0
        self.values = {
            cv2.CAP_PROP_FRAME_WIDTH: 640.0,
            cv2.CAP_PROP_FRAME_HEIGHT: 480.0,
            cv2.CAP_PROP_FPS: 30.0,
            cv2.CAP_PROP_FOCUS: 17.0,
            cv2.CAP_PROP_EXPOSURE: 150.0,
            cv2.CAP_PROP_AUTO_EXPOSURE: AUTO,
        }
        device.opened += self._open

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        return self._open

    def grab(self) -> bool:
        device = self._device
        if not self._open or not device.plugged:
            return False
        device.expose()
        self._since_open += 1
        device.taken += 1
        return True

    def retrieve(self) -> tuple[bool, Image]:
        device = self._device
        size = (int(self.get(cv2.CAP_PROP_FRAME_WIDTH)), int(self.get(cv2.CAP_PROP_FRAME_HEIGHT)))
        image = numbered(0 if device.steady else self._since_open, size)
        if device.covered or self._since_open <= device.black:
            image = np.zeros_like(image)
        elif device.lies_about_exposure and self.get(cv2.CAP_PROP_AUTO_EXPOSURE) == MANUAL:
            image //= 4
        return True, image

    def set(self, propId: int, value: float) -> bool:  # noqa: N803 (OpenCV's name)
        if propId in self._device.refuses:
            return False
        self.values[propId] = value
        return True

    def get(self, propId: int) -> float:  # noqa: N803 (OpenCV's name)
        if self._device.size is not None and propId == cv2.CAP_PROP_FRAME_WIDTH:
            return float(self._device.size[0])
        if self._device.size is not None and propId == cv2.CAP_PROP_FRAME_HEIGHT:
            return float(self._device.size[1])
        return self.values.get(propId, -1.0)

    def release(self) -> None:
        self._device.released += self._open
        self._open = False
