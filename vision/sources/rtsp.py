"""Network cameras over RTSP, through OpenCV's FFmpeg.

FFmpeg does not report why a stream does not open, so after a failure the camera is queried once with a plain RTSP
request.
"""

import contextlib
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.images.frame import CameraSetting
from vision.sources.address import split_address, without_password, without_user
from vision.sources.feed import FeedError, RawImage
from vision.sources.files import as_wanted
from vision.trouble import TroubleKind

RTSP_PORT = 554
EXAMPLE = "rtsp://192.168.1.20:554/stream1"
ANSWER_BYTES = 4096


@dataclass(frozen=True, slots=True)
class RtspAddress:
    """The address of a stream.

    Attributes:
        url: The whole address, for FFmpeg.
        shown: The address without user name and password, for screens and logs.
        host: Host name or IP address.
        port: Its port.
        has_password: Whether user name and password were given.
    """

    url: str
    shown: str
    host: str
    port: int
    has_password: bool


def parse_rtsp_address(spec: str) -> RtspAddress:
    """Parses `rtsp://[name:password@]host[:port]/path`.

    Raises:
        SourceError: If the text is not such an address.
    """
    parts, host, port = split_address(spec, RTSP_PORT, EXAMPLE)
    return RtspAddress(spec, without_password(spec), host, port, parts.username is not None)


class RtspFeed:
    """One RTSP stream."""

    settings: tuple[CameraSetting, ...] = ()

    def __init__(
        self,
        address: RtspAddress,
        *,
        grey: bool = False,
        timeout_s: float = 4.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Creates a feed; nothing is opened before `open`.

        Args:
            address: The address of the stream.
            grey: Whether grey images are sufficient.
            timeout_s: Time-out for opening and for each image; `stop` may take this long.
            clock: Monotonic seconds; the arrival time of an image counts as its capture time.
        """
        self._address = address
        self._grey = grey
        self._timeout_s = timeout_s
        self._clock = clock
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        """Opens the stream; if that fails, finds out why."""
        # The host is contacted first, because FFmpeg waits its whole time-out for a host that does not exist.
        status = rtsp_status(self._address, self._timeout_s)
        if status is None:
            raise self._error(
                TroubleKind.UNREACHABLE, "cannot be reached: is it in the same Wi-Fi, and is its camera app running?"
            )
        timeout_ms = round(self._timeout_s * 1000)
        capture = cv2.VideoCapture(
            self._address.url,
            cv2.CAP_FFMPEG,
            [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, timeout_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, timeout_ms],
        )
        if not capture.isOpened():
            capture.release()
            raise self._why(status)
        self._capture = capture

    def read(self) -> RawImage | None:
        """Returns the next image."""
        capture = self._capture
        if capture is None or not capture.grab():
            raise self._error(TroubleKind.NO_PICTURE, "stopped giving images; asking for them again.")
        captured_s = self._clock()
        got, image = capture.retrieve()
        return RawImage(as_wanted(np.asarray(image, np.uint8), grey=self._grey), captured_s) if got else None

    def close(self) -> None:
        """Ends the stream."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def interrupt(self) -> None:
        """Does nothing: FFmpeg returns with the next image or after its time-out."""

    def _why(self, status: int) -> FeedError:
        if status in {401, 403}:
            return self._error(
                TroubleKind.PASSWORD_WANTED,
                f"{'refuses this' if self._address.has_password else 'wants a'} name and password; "
                "write them into the address: rtsp://name:password@….",
            )
        if status == 404:
            return self._error(
                TroubleKind.NOT_A_STREAM, "has no stream of that name; its app or manual tells the right address."
            )
        return self._error(TroubleKind.NOT_A_STREAM, "answers, but gives no video that can be read.")

    def _error(self, kind: TroubleKind, what: str) -> FeedError:
        return FeedError(kind, self._address.shown, f"The camera at {self._address.shown} {what}")


def rtsp_status(address: RtspAddress, timeout_s: float) -> int | None:
    """Requests a camera's description of its stream.

    Args:
        address: The address of the stream; user name and password are not sent.
        timeout_s: Time-out for the connection and for the response.

    Returns:
        RTSP's status code (as HTTP's: 401 requires a password, 404 is no such stream); 0 for any other response or
        none; None if the host is unreachable.
    """
    question = f"DESCRIBE {without_user(address.url)} RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\n\r\n"
    try:
        connection = socket.create_connection((address.host, address.port), timeout_s)
    except (OSError, UnicodeError):
        return None
    answer = b""
    with connection, contextlib.suppress(OSError):
        connection.sendall(question.encode("utf-8"))
        answer = connection.recv(ANSWER_BYTES)
    words = answer.split(None, 2)
    is_rtsp = len(words) >= 2 and words[0].startswith(b"RTSP/") and words[1].isdigit()
    return int(words[1]) if is_rtsp else 0
