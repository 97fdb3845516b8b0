"""USB cameras: opened in a good format, given time to settle, then held at fixed focus and exposure.

A calibration is valid only for a fixed focus, and a tracker that compares images needs a constant exposure. Therefore
the camera may focus and expose automatically for `SETTLE_S`; then the values that it found are set manually. Drivers
differ in what they obey, and some report an exposure that they do not use. So the brightness is compared before and
after, and the driver's response to every setting is kept in `settings`.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.images.frame import CameraSetting
from vision.sources.feed import FeedError, RawImage
from vision.sources.files import as_wanted
from vision.sources.usb_presence import Presence, usb_presence
from vision.trouble import TroubleKind

SETTLE_S = 2.0
"""Time to settle; webcams take one to two seconds to focus."""
BLACK_S = 1.5
"""Longest wait for the first image that is not black, with which settling begins: the lens may be covered."""
BLACK_LEVEL = 12
"""Mean grey level below which an image counts as black; sensors deliver some black images while they start."""
CHECK_PICTURES = 6
"""Number of images after which a change of exposure is checked; it becomes visible after two to five images."""
SAME_LIGHT = (0.6, 1.6)
"""Range of the brightness after fixing the exposure, relative to that before, within which the exposure is the same."""
FAILED_GRABS = 3
"""Number of consecutive failed grabs that mean a lost camera; a single failure is a glitch of the bus."""


class RawCapture(Protocol):
    """The part of `cv2.VideoCapture` that is used: the boundary between the program and the device."""

    def isOpened(self) -> bool: ...  # noqa: N802 (OpenCV's name)

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, MatLike]: ...

    def set(self, propId: int, value: float) -> bool: ...  # noqa: N803 (OpenCV's name)

    def get(self, propId: int) -> float: ...  # noqa: N803 (OpenCV's name)

    def release(self) -> None: ...


@dataclass(frozen=True, slots=True)
class UsbRequest:
    """The requested camera settings.

    Attributes:
        width_px: Width of the image.
        height_px: Height of the image.
        rate_hz: Images per second.
        focus: Fixed focus in the driver's unit; None holds what autofocus found.
        exposure: Fixed exposure in the driver's unit; None holds what automatic exposure found.
    """

    width_px: int = 1920
    height_px: int = 1080
    rate_hz: float = 30.0
    focus: float | None = None
    exposure: float | None = None


@dataclass(frozen=True, slots=True)
class Platform:
    """How one operating system opens and controls cameras.

    Attributes:
        backends: OpenCV's back ends in the order in which they are tried.
        manual_exposure: Value of `CAP_PROP_AUTO_EXPOSURE` for manual exposure.
        automatic_exposure: Value of `CAP_PROP_AUTO_EXPOSURE` for automatic exposure.
    """

    backends: tuple[int, ...]
    manual_exposure: float = 0.0
    automatic_exposure: float = 1.0


# Video4Linux numbers its exposure menu (1 manual, 3 aperture priority); OpenCV's other back ends use 0 and 1.
PLATFORMS = {
    "linux": Platform((cv2.CAP_V4L2,), 1.0, 3.0),
    # Media Foundation takes many seconds to open some cameras and hides the focus of others.
    "win32": Platform((cv2.CAP_DSHOW, cv2.CAP_MSMF)),
    "darwin": Platform((cv2.CAP_AVFOUNDATION,)),
}


@dataclass(frozen=True, slots=True)
class UsbDependencies:
    """The external dependencies: the device, the operating system and the clock.

    Attributes:
        open_capture: Opens a camera by number and back end.
        presence: Returns whether a camera is plugged in.
        platform: The operating system's conventions.
        clock: Monotonic seconds.
    """

    open_capture: Callable[[int, int], RawCapture] = cv2.VideoCapture
    presence: Callable[[int], Presence] = usb_presence
    platform: Platform = field(default_factory=lambda: PLATFORMS.get(sys.platform, Platform((cv2.CAP_ANY,))))
    clock: Callable[[], float] = time.monotonic


class _Phase(Enum):
    SETTLING = auto()
    CHECKING = auto()
    STEADY = auto()


class UsbFeed:
    """One USB camera."""

    def __init__(
        self,
        index: int,
        request: UsbRequest | None = None,
        *,
        grey: bool = False,
        dependencies: UsbDependencies | None = None,
    ) -> None:
        """Creates a feed; nothing is opened before `open`.

        Args:
            index: The camera's number in the operating system.
            request: The requested settings.
            grey: Whether grey images are sufficient.
            dependencies: External dependencies, replaceable in tests.
        """
        self._index = index
        self._name = f"usb:{index}"
        self._request = UsbRequest() if request is None else request
        self._grey = grey
        self._dependencies = UsbDependencies() if dependencies is None else dependencies
        self._capture: RawCapture | None = None
        self._settings: tuple[CameraSetting, ...] = ()
        self._phase = _Phase.SETTLING
        self._opened_s = 0.0
        self._first_light_s: float | None = None
        self._brightness = 0.0
        self._to_check = 0

    @property
    def settings(self) -> tuple[CameraSetting, ...]:
        """The requested settings and what the camera made of them; focus and exposure appear once they are held."""
        return self._settings

    def open(self) -> None:
        """Opens the camera and requests its format."""
        capture = self._open_any()
        request = self._request
        # The order matters: without MJPG many cameras refuse the size, and V4L2 resets the rate with the size.
        properties = (
            (cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG"))),
            (cv2.CAP_PROP_FRAME_WIDTH, float(request.width_px)),
            (cv2.CAP_PROP_FRAME_HEIGHT, float(request.height_px)),
            (cv2.CAP_PROP_FPS, request.rate_hz),
            # A longer queue in the driver would deliver outdated images after every pause.
            (cv2.CAP_PROP_BUFFERSIZE, 1.0),
            (cv2.CAP_PROP_AUTOFOCUS, 1.0),
            (cv2.CAP_PROP_AUTO_EXPOSURE, self._dependencies.platform.automatic_exposure),
        )
        for name, value in properties:
            capture.set(name, value)
        self._settings = self._format_settings(capture)
        self._phase = _Phase.SETTLING
        self._opened_s = self._dependencies.clock()
        self._first_light_s = None
        self._capture = capture

    def read(self) -> RawImage | None:
        """Returns the next image; None until focus and exposure are held, because the intrinsics change until then."""
        capture = self._grab()
        captured_s = self._dependencies.clock()
        got, raw = capture.retrieve()
        if not got:
            return None
        image = np.asarray(raw, np.uint8)
        brightness = float(image[::8, ::8].mean())
        if self._phase is _Phase.SETTLING and not self._is_settled(captured_s, brightness):
            return None
        self._advance(capture, brightness)
        return RawImage(as_wanted(image, grey=self._grey), captured_s)

    def close(self) -> None:
        """Releases the camera."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def interrupt(self) -> None:
        """Does nothing: the driver returns with the next image or after its own time-out."""

    def _open_any(self) -> RawCapture:
        presence = self._dependencies.presence(self._index)
        if presence is Presence.ABSENT:
            raise self._missing()
        if presence is Presence.FORBIDDEN:
            sentence = (
                f"This user may not open camera {self._name}. On Linux, add it to the group video and log in again."
            )
            raise FeedError(TroubleKind.CAMERA_FORBIDDEN, self._name, sentence)
        for backend in self._dependencies.platform.backends:
            capture = self._dependencies.open_capture(self._index, backend)
            if capture.isOpened():
                return capture
            capture.release()
        if presence is Presence.PRESENT:
            sentence = f"Camera {self._name} cannot be opened because another program uses it. Close that program."
            raise FeedError(TroubleKind.CAMERA_BUSY, self._name, sentence)
        sentence = f"Camera {self._name} does not open: is it plugged in, and does no other program use it?"
        raise FeedError(TroubleKind.CAMERA_MISSING, self._name, sentence)

    def _grab(self) -> RawCapture:
        for _ in range(FAILED_GRABS):
            if self._capture is not None and self._capture.grab():
                return self._capture
            if self._dependencies.presence(self._index) is Presence.ABSENT:
                raise self._missing()
        sentence = f"Camera {self._name} stopped giving images; opening it again. Is its cable loose?"
        raise FeedError(TroubleKind.NO_PICTURE, self._name, sentence)

    def _missing(self) -> FeedError:
        sentence = f"Camera {self._name} not found. Plug it in; the image comes back by itself."
        return FeedError(TroubleKind.CAMERA_MISSING, self._name, sentence)

    def _is_settled(self, now_s: float, brightness: float) -> bool:
        if self._first_light_s is None:
            if brightness < BLACK_LEVEL and now_s - self._opened_s < BLACK_S:
                return False
            self._first_light_s = now_s
        return now_s - self._first_light_s >= SETTLE_S

    def _advance(self, capture: RawCapture, brightness: float) -> None:
        if self._phase is _Phase.SETTLING:
            self._hold(capture)
            self._brightness = brightness
            self._to_check = CHECK_PICTURES
            self._phase = _Phase.CHECKING
        elif self._phase is _Phase.CHECKING:
            self._to_check -= 1
            if self._to_check == 0:
                self._check_exposure(capture, brightness)
                self._phase = _Phase.STEADY

    def _hold(self, capture: RawCapture) -> None:
        """Sets manually what the camera found automatically, or what was requested."""
        request, platform = self._request, self._dependencies.platform
        focus = capture.get(cv2.CAP_PROP_FOCUS) if request.focus is None else request.focus
        exposure = capture.get(cv2.CAP_PROP_EXPOSURE) if request.exposure is None else request.exposure
        focus_held = capture.set(cv2.CAP_PROP_AUTOFOCUS, 0.0)
        focus_set = capture.set(cv2.CAP_PROP_FOCUS, focus)
        exposure_held = capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, platform.manual_exposure)
        exposure_set = exposure_held and capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
        automatic = capture.get(cv2.CAP_PROP_AUTO_EXPOSURE)
        self._settings = (
            *self._format_settings(capture),
            CameraSetting("focus_held", 1.0, float(capture.get(cv2.CAP_PROP_AUTOFOCUS) == 0) if focus_held else None),
            CameraSetting("focus", request.focus, capture.get(cv2.CAP_PROP_FOCUS) if focus_set else None),
            CameraSetting(
                "exposure_held", 1.0, float(automatic == platform.manual_exposure) if exposure_held else None
            ),
            CameraSetting("exposure", request.exposure, capture.get(cv2.CAP_PROP_EXPOSURE) if exposure_set else None),
        )

    def _check_exposure(self, capture: RawCapture, brightness: float) -> None:
        """Returns to automatic exposure if the exposure that the driver reported was not the one in use."""
        darkest, brightest = (share * max(self._brightness, 1.0) for share in SAME_LIGHT)
        if self._request.exposure is not None or darkest <= brightness <= brightest:
            return
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, self._dependencies.platform.automatic_exposure)
        kept = tuple(s for s in self._settings if s.name not in {"exposure_held", "exposure"})
        self._settings = (*kept, CameraSetting("exposure_held", 1.0, 0.0), CameraSetting("exposure", None, None))

    def _format_settings(self, capture: RawCapture) -> tuple[CameraSetting, ...]:
        request = self._request
        mjpg = float(capture.get(cv2.CAP_PROP_FOURCC) == cv2.VideoWriter.fourcc(*"MJPG"))
        return (
            CameraSetting("mjpg", 1.0, mjpg),
            CameraSetting("width_px", float(request.width_px), capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            CameraSetting("height_px", float(request.height_px), capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
            CameraSetting("rate_hz", request.rate_hz, capture.get(cv2.CAP_PROP_FPS)),
        )
