r"""The line format of our own die, used over radio and over wire.

A frame is one line of printable ASCII, `$D1,<seq>,<type>,<json>*<CRC32>\n`, of at most 240 bytes. The checksum is the
CRC-32 of IEEE 802.3 over the text between `$` and `*`, as eight upper-case hexadecimal digits. A frame contains no
control characters, so that none can stop the interpreter that runs on the die.
"""

import binascii
import json
import re
from dataclasses import dataclass, field

LONGEST_FRAME_BYTES = 240
LARGEST_SEQ = 9_999_999_999
_SHAPE = re.compile(rb"D1,(0|[1-9][0-9]{0,9}),([a-z][a-z0-9_]{0,15}),(\{[ -~]*\})")
_KIND = re.compile(r"[a-z][a-z0-9_]{0,15}")
_SEAL = re.compile(rb"\*[0-9A-F]{8}")
_SEAL_BYTES = 9


@dataclass(frozen=True, slots=True)
class Frame:
    """One message.

    Attributes:
        seq: The sender's frame count.
        kind: The type of message, such as `roll`; a receiver ignores unknown types.
        body: The JSON object. Its values may be of any JSON type, so readers must check them.
        line: The frame as received, without the line end; it is ignored when frames are compared.
    """

    seq: int
    kind: str
    body: dict[str, object]
    line: bytes = field(default=b"", compare=False, repr=False)


def encode_frame(seq: int, kind: str, body: dict[str, object]) -> bytes:
    """Encodes one message as a line.

    Args:
        seq: The sender's frame count, from 0.
        kind: Lower-case letters, digits and `_`, starting with a letter, at most 16 characters.
        body: Any data that JSON can represent, without NaN.

    Raises:
        ValueError: If the result would not be a valid frame, or would be too long.
    """
    if not 0 <= seq <= LARGEST_SEQ:
        raise ValueError(f"the count of a frame is from 0 to {LARGEST_SEQ}, not {seq}")
    if not _KIND.fullmatch(kind):
        raise ValueError(f"{kind!r} cannot be the kind of a frame")
    # A receiver starts at the last `$` of a line, so the content must not contain one.
    text = json.dumps(body, separators=(",", ":"), allow_nan=False).replace("$", "\\u0024")
    sealed = f"D1,{seq},{kind},{text}".encode("ascii")
    frame = b"$%b*%08X\n" % (sealed, binascii.crc32(sealed))
    if len(frame) > LONGEST_FRAME_BYTES:
        raise ValueError(f"a frame has at most {LONGEST_FRAME_BYTES} bytes, not {len(frame)}")
    return frame


class FrameReader:
    """Extracts frames from a stream of bytes and drops everything else: boot banners, tracebacks, echoes, damaged data.

    It never buffers more than one frame between two calls.
    """

    def __init__(self) -> None:
        self._begun = b""

    def feed(self, data: bytes) -> list[Frame]:
        """Processes the next bytes of the stream, in chunks of any size.

        Returns:
            The frames that these bytes completed, in order.
        """
        *lines, last = (self._begun + data).split(b"\n")
        start = last.rfind(b"$")
        self._begun = last[start:] if start >= 0 and len(last) - start < LONGEST_FRAME_BYTES else b""
        return [frame for line in lines if (frame := frame_of(line)) is not None]

    def reset(self) -> None:
        """Drops an incomplete frame, as after a lost connection."""
        self._begun = b""


def frame_of(line: bytes) -> Frame | None:
    """Returns the frame at the end of a line without its line end; None if there is no whole one."""
    start = line.rfind(b"$")
    if start < 0 or len(line) - start >= LONGEST_FRAME_BYTES:
        return None
    sealed, seal = line[start + 1 : -_SEAL_BYTES], line[-_SEAL_BYTES:]
    # The digits are checked first, because `int` also accepts spaces, signs and `_`.
    if not _SEAL.fullmatch(seal) or int(seal[1:], 16) != binascii.crc32(sealed):
        return None
    found = _SHAPE.fullmatch(sealed)
    if found is None:
        return None
    body = _object_of(found[3])
    return None if body is None else Frame(int(found[1]), found[2].decode("ascii"), body, line[start:])


def _object_of(text: bytes) -> dict[str, object] | None:
    try:
        body = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
