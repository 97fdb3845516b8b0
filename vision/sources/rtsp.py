"""Network cameras over RTSP, through OpenCV's FFmpeg.

FFmpeg does not say why a stream does not open, so after a failure the camera is asked once in plain words.
"""

import contextlib
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import cv2
import numpy as np

from vision.errors import SourceError
from vision.images.frame import CameraSetting
from vision.sources.address import without_password, without_user
from vision.sources.feed import FeedError, Shot
from vision.sources.files import as_wanted
from vision.trouble import TroubleKind

RTSP_PORT = 554
EXAMPLE = "rtsp://192.168.1.20:554/stream1"
ANSWER_BYTES = 4096


@dataclass(frozen=True, slots=True)
class RtspAddress:
    """Where a stream is.

    Attributes:
        url: The whole address, for FFmpeg.
        shown: The same without name and password, for screens and logs.
        host: Name or number of the machine.
        port: Its port.
        has_password: Whether name and password were given.
    """

    url: str
    shown: str
    host: str
    port: int
    has_password: bool


def parse_rtsp_address(spec: str) -> RtspAddress:
    """Reads `rtsp://[name:password@]host[:port]/path`.

    Raises:
        SourceError: If it is none.
    """
    try:
        parts = urlsplit(spec)
        host, port = parts.hostname, parts.port or RTSP_PORT
    except ValueError as error:
        raise SourceError(
            f"{without_password(spec)!r} is no address of a camera: expected one such as {EXAMPLE}."
        ) from error
    if not host:
        raise SourceError(f"{without_password(spec)!r} names no camera: expected an address such as {EXAMPLE}.")
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
        """Prepares a feed; nothing is opened before `open`.

        Args:
            address: Where the stream is.
            grey: Whether grey pictures are enough.
            timeout_s: For opening, and for each picture; `stop` may take as long.
            clock: Monotonic seconds; pictures carry the time at which they arrived.
        """
        self._address = address
        self._grey = grey
        self._timeout_s = timeout_s
        self._clock = clock
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        """Opens the stream; if it does not open, finds out why."""
        # Asked first, because FFmpeg takes its whole timeout for a machine that is not there.
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

    def read(self) -> Shot | None:
        """The next picture."""
        capture = self._capture
        if capture is None or not capture.grab():
            raise self._error(TroubleKind.NO_PICTURE, "stopped giving pictures; asking for them again.")
        captured_s = self._clock()
        got, image = capture.retrieve()
        return Shot(as_wanted(np.asarray(image, np.uint8), grey=self._grey), captured_s) if got else None

    def close(self) -> None:
        """Ends the stream."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def interrupt(self) -> None:
        """Nothing can be done: FFmpeg returns with the next picture or by its timeout."""

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
    """Asks a camera to describe its stream.

    Args:
        address: Where the stream is; name and password are not sent.
        timeout_s: For connecting, and for the answer.

    Returns:
        RTSP's status number (as HTTP's: 401 wants a password, 404 no such stream), 0 for any other answer or silence,
        None if nobody is there.
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
