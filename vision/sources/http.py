"""Phones and network cameras over HTTP: a stream of JPEG images, or one JPEG per request."""

import base64
import contextlib
import http.client
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlunsplit

from vision.images.frame import CameraSetting
from vision.images.image import Picture
from vision.sources.address import split_address, without_password
from vision.sources.feed import FeedError, RawImage
from vision.sources.jpeg import picture_of
from vision.sources.multipart import MAX_PART_BYTES, MultipartError, MultipartParser, boundary_of
from vision.trouble import Trouble, TroubleKind

CHUNK_BYTES = 64 * 1024
HTTP_PORT = 80
EXAMPLE = "http://192.168.1.20:8080/video"
JPEG_TYPES = ("image/jpeg", "image/jpg")
"""The second name is incorrect but common."""


@dataclass(frozen=True, slots=True)
class HttpAddress:
    """The address from which a camera's images are fetched.

    Attributes:
        host: Host name or IP address.
        port: Its port.
        target: Path and query.
        shown: The address without user name and password, for screens and logs.
        authorization: Value of the header of that name, if user name and password were given.
    """

    host: str
    port: int
    target: str
    shown: str
    authorization: str | None


def parse_http_address(spec: str) -> HttpAddress:
    """Parses `http://[name:password@]host[:port][/path]`.

    Raises:
        SourceError: If the text is not such an address.
    """
    parts, host, port = split_address(spec, HTTP_PORT, EXAMPLE)
    target = urlunsplit(("", "", parts.path or "/", parts.query, ""))
    return HttpAddress(host, port, target, without_password(urlunsplit(parts)), _authorization(parts))


class HttpFeed:
    """Images from one address; `read` returns after `silence_s` at the latest."""

    settings: tuple[CameraSetting, ...] = ()

    def __init__(
        self,
        address: HttpAddress,
        *,
        grey: bool = False,
        silence_s: float = 5.0,
        between_singles_s: float = 0.05,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Creates a feed; nothing is opened before `open`.

        Args:
            address: The address.
            grey: Whether grey images are sufficient.
            silence_s: Time without data after which a new connection is made.
            between_singles_s: Pause between requests to a camera that answers each with one image.
            clock: Monotonic seconds. The capture time of an image is the time at which its last byte arrived; the
                transfer time is unknown.
        """
        self._address = address
        self._grey = grey
        self._silence_s = silence_s
        self._between_singles_s = between_singles_s
        self._clock = clock
        self._socket: socket.socket | None = None
        self._response: http.client.HTTPResponse | None = None
        self._parser: MultipartParser | None = None
        self._interrupted = threading.Event()
        self._newest: Picture | None = None

    def open(self) -> None:
        """Requests the images and checks the type of the response."""
        self._interrupted.clear()
        response = self._ask()
        content_type = response.getheader("Content-Type", "")
        boundary = boundary_of(content_type)
        self._parser = None if boundary is None else MultipartParser(boundary)
        if boundary is None and not content_type.lower().startswith(JPEG_TYPES):
            raise self._no_pictures(f"answers with {content_type or 'something unnamed'} instead of images")
        self._response = response

    def read(self) -> RawImage | Trouble | None:
        """Returns the newest image that has arrived."""
        return self._read_single() if self._parser is None else self._read_stream(self._parser)

    def close(self) -> None:
        """Closes the connection."""
        response, self._response = self._response, None
        if response is not None:
            response.close()
        own_socket, self._socket = self._socket, None
        if own_socket is not None:
            own_socket.close()

    def interrupt(self) -> None:
        """Makes a waiting `read` fail at once."""
        self._interrupted.set()
        waiting = self._socket
        if waiting is not None:
            with contextlib.suppress(OSError):
                waiting.shutdown(socket.SHUT_RDWR)

    def _read_stream(self, parser: MultipartParser) -> RawImage | Trouble | None:
        if self._response is None:
            raise self._lost()
        try:
            data = self._response.read1(CHUNK_BYTES)
            bodies = parser.feed(data)
        except (OSError, http.client.HTTPException) as error:
            raise self._lost() from error
        except MultipartError as error:
            raise self._no_pictures("sends something other than images") from error
        if not data:
            raise self._lost()
        return self._newest_of(bodies) if bodies else None

    def _read_single(self) -> RawImage | Trouble | None:
        if self._response is None:
            self._interrupted.wait(self._between_singles_s)
            self._response = self._ask()
        try:
            body = self._response.read(MAX_PART_BYTES + 1)
        except (OSError, http.client.HTTPException) as error:
            raise self._lost() from error
        self.close()
        if len(body) > MAX_PART_BYTES:
            raise self._no_pictures("sends something other than images")
        return self._newest_of([body])

    def _newest_of(self, bodies: list[bytes]) -> RawImage | Trouble:
        arrived_s = self._clock()
        for older, body in enumerate(reversed(bodies)):
            picture = picture_of(body, grey=self._grey, before=self._newest)
            if picture is not None:
                self._newest = picture
                return RawImage(picture, arrived_s, passed_over=len(bodies) - 1 - older)
        return Trouble(
            TroubleKind.UNREADABLE_PICTURE,
            self._address.shown,
            f"An image from {self._address.shown} arrived broken and was passed over; is the Wi-Fi weak?",
        )

    def _ask(self) -> http.client.HTTPResponse:
        address = self._address
        connection = http.client.HTTPConnection(address.host, address.port, timeout=self._silence_s)
        headers = {"Accept": "multipart/x-mixed-replace, image/jpeg", "User-Agent": "companion"}
        if address.authorization is not None:
            headers["Authorization"] = address.authorization
        try:
            connection.connect()
            # A reference is kept, because http.client drops the socket when the response ends with the connection.
            self._socket = connection.sock
            connection.request("GET", address.target, headers=headers)
            response = connection.getresponse()
        except TimeoutError as error:
            raise self._unreachable("does not answer") from error
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            raise self._unreachable("cannot be reached") from error
        self._refuse_other_answers(response)
        return response

    def _refuse_other_answers(self, response: http.client.HTTPResponse) -> None:
        shown = self._address.shown
        if response.status == http.client.OK:
            return
        if response.status in {http.client.UNAUTHORIZED, http.client.FORBIDDEN}:
            given = self._address.authorization is not None
            raise FeedError(
                TroubleKind.PASSWORD_WANTED,
                shown,
                f"The camera at {shown} {'refuses this' if given else 'wants a'} name and password; "
                "write them into the address: http://name:password@….",
            )
        if response.status == http.client.NOT_FOUND:
            raise self._no_pictures("has no such page")
        raise self._no_pictures(f"refuses with number {response.status}")

    def _no_pictures(self, what: str) -> FeedError:
        shown = self._address.shown
        return FeedError(
            TroubleKind.NOT_A_STREAM,
            shown,
            f"The camera at {shown} {what}; the app on the phone shows the address of its video, "
            "which often ends in /video.",
        )

    def _unreachable(self, what: str) -> FeedError:
        shown = self._address.shown
        return FeedError(
            TroubleKind.UNREACHABLE,
            shown,
            f"The phone at {shown} {what}: is it in the same Wi-Fi, and is its camera app running?",
        )

    def _lost(self) -> FeedError:
        shown = self._address.shown
        return FeedError(
            TroubleKind.NO_PICTURE,
            shown,
            f"The images from {shown} stopped. The program asks the phone for them again.",
        )


def _authorization(parts: SplitResult) -> str | None:
    if parts.username is None:
        return None
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return "Basic " + base64.b64encode(pair.encode()).decode("ascii")
