"""Parses the stream of JPEG images that phones and network cameras send over HTTP.

The format is `multipart/x-mixed-replace`: parts separated by a line `--boundary`, each with a few header lines, an
empty line and one JPEG. This module does no input or output: bytes go in, images come out. It tolerates deviations seen
in practice: a boundary parameter that already begins with the two dashes, in quotes or not; lines that end with LF
alone; parts without `Content-Length`; any data before the first boundary.
"""

from email.message import Message

MAX_PART_BYTES = 32 * 1024 * 1024
"""Largest part, larger than any camera's JPEG; a stream without a boundary within it is rejected."""
MAX_HEAD_BYTES = 16 * 1024
MAX_LENGTH_DIGITS = 12


class MultipartError(ValueError):
    """The bytes are not a multipart stream."""


def boundary_of(content_type: str) -> bytes | None:
    """Returns the boundary in a `Content-Type`, without leading dashes; None if that is not a multipart stream."""
    message = Message()
    message["Content-Type"] = content_type
    if not message.get_content_type().startswith("multipart/"):
        return None
    boundary = message.get_param("boundary")
    if not isinstance(boundary, str):
        return None
    return boundary.strip().lstrip("-").encode("latin-1", "replace") or None


class MultipartParser:
    """Parses bytes in chunks of any size, and returns the bodies of complete parts."""

    def __init__(self, boundary: bytes) -> None:
        self._divider = b"--" + boundary
        self._bytes = bytearray()
        self._in_part = False
        self._searched = 0

    def feed(self, data: bytes) -> list[bytes]:
        """Parses the next bytes.

        Args:
            data: The next chunk, of any size.

        Returns:
            The bodies that it completes, in order.

        Raises:
            MultipartError: If too many bytes arrived without a boundary.
        """
        self._bytes += data
        bodies: list[bytes] = []
        while (found := self._next_body()) is not None:
            if found:
                bodies.append(found)
        if len(self._bytes) > MAX_PART_BYTES:
            raise MultipartError(f"no end of an image in {len(self._bytes)} bytes")
        return bodies

    def _next_body(self) -> bytes | None:
        """Returns the next body; empty for a part without one; None if more bytes are needed."""
        if not self._in_part and not self._enter_part():
            return None
        head_end, body_start = self._end_of_head()
        if body_start < 0:
            if len(self._bytes) > MAX_HEAD_BYTES:
                raise MultipartError("a part's head does not end")
            return None
        length = _content_length(bytes(self._bytes[:head_end]))
        body_end = self._body_end(body_start) if length is None else body_start + length
        if body_end < 0 or body_end > len(self._bytes):
            return None
        body = bytes(self._bytes[body_start:body_end])
        self._drop(body_end)
        self._in_part = False
        return body if length is not None else _without_last_line_end(body)

    def _enter_part(self) -> bool:
        """Skips past the next boundary line; returns whether there was one."""
        while (at := self._bytes.find(self._divider)) >= 0:
            line_end = self._bytes.find(b"\n", at)
            if line_end < 0:
                return False
            # Two trailing dashes end the stream; some cameras write them after every image and continue.
            is_end = self._bytes.startswith(b"--", at + len(self._divider))
            self._drop(line_end + 1)
            if not is_end:
                self._in_part = True
                return True
        # The end of the buffer may be the beginning of a boundary; everything before it is discarded.
        self._drop(max(0, len(self._bytes) - len(self._divider) + 1))
        return False

    def _end_of_head(self) -> tuple[int, int]:
        """Returns the end of the header lines and the start of the body; (-1, -1) if they are incomplete."""
        for empty_head in (b"\r\n", b"\n"):
            if self._bytes.startswith(empty_head):
                return 0, len(empty_head)
        ends = [
            (at, at + len(mark))
            for mark in (b"\r\n\r\n", b"\n\n")
            if (at := self._bytes.find(mark, 0, MAX_HEAD_BYTES)) >= 0
        ]
        return min(ends, default=(-1, -1))

    def _body_end(self, body_start: int) -> int:
        """Returns the end of a body of unknown length, before the next boundary; -1 if that has not arrived."""
        at = self._bytes.find(self._divider, max(body_start, self._searched))
        if at < 0:
            self._searched = max(body_start, len(self._bytes) - len(self._divider) + 1)
        return at

    def _drop(self, count: int) -> None:
        del self._bytes[:count]
        self._searched = 0


def _content_length(head: bytes) -> int | None:
    for line in head.splitlines():
        name, _, value = line.partition(b":")
        value = value.strip()
        if name.strip().lower() == b"content-length" and value.isdigit() and len(value) <= MAX_LENGTH_DIGITS:
            length = int(value)
            # Some servers send a length of zero when they do not know it yet.
            return length if 0 < length <= MAX_PART_BYTES else None
    return None


def _without_last_line_end(body: bytes) -> bytes:
    for end in (b"\r\n", b"\n"):
        if body.endswith(end):
            return body[: -len(end)]
    return body
