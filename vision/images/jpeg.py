"""Decodes JPEG bytes, or rejects them if they are incomplete.

The decoders of OpenCV and Pillow fill unreadable parts with grey and continue, so a tag under the grey would seem to be
hidden. libjpeg-turbo itself reports what it encountered.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import simplejpeg
from numpy.typing import NDArray

from vision.errors import PictureError

START: Final = b"\xff\xd8"
END: Final = b"\xff\xd9"
PADDING_BYTES = 64
"""Most padding bytes that cameras append to an image after the end marker."""

FRAME_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
BARE_MARKERS = frozenset({0x01, *range(0xD0, 0xD9)})
SCAN = b"\xff\xda"
AFTER_SCAN = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""Matches the first marker that is neither a stuffed byte, nor padding, nor a restart."""
PROGRESSIVE = 0xC2

MAX_PIXELS = 100_000_000
"""Most pixels of an image: more than any table camera has, and what a computer can hold."""

MAX_SCANS = 100
"""Most scans of a progressive JPEG, each of which covers all its pixels; encoders write ten."""

DAMAGE = re.compile(r"Corrupt JPEG data|Premature end|Unsupported marker|Invalid JPEG file structure")
"""Matches libjpeg's warnings about damaged data; its other warnings do not affect the pixels."""
SPARE_BYTES = re.compile(r"Corrupt JPEG data: (\d{1,2}) extraneous bytes before marker 0xd9")


@dataclass(frozen=True, slots=True)
class JpegHead:
    """The header of a JPEG.

    Attributes:
        size_px: Width and height.
        progressive: Whether it has several scans.
    """

    size_px: tuple[int, int]
    progressive: bool


def segments(jpeg: bytes) -> Iterator[tuple[int, int, int]]:
    """Yields the segments of a JPEG after its start: marker, and the positions of its first byte and after its last.

    A scan's segment includes its coded data. The end marker is the last segment; there is none in damaged data.

    References:
        ITU-T T.81, B.1.1.
    """
    at = len(START)
    while at + 4 <= len(jpeg) or jpeg[at : at + 2] == END:
        if jpeg[at] != 0xFF:
            return
        marker = jpeg[at + 1]
        if marker == 0xFF or marker in BARE_MARKERS:  # fill bytes, and markers without a length
            at += 1 if marker == 0xFF else 2
            continue
        if jpeg[at : at + 2] == END:
            yield marker, at, at + 2
            return
        end = at + 2 + int.from_bytes(jpeg[at + 2 : at + 4])
        if marker == SCAN[1]:
            found = AFTER_SCAN.search(jpeg, end)
            if found is None:
                return
            end = found.start()
        yield marker, at, end
        at = end


def jpeg_head(jpeg: bytes) -> JpegHead | None:
    """Returns a JPEG's header; None if it contains no size.

    References:
        ITU-T T.81, B.2.2.
    """
    for marker, at, _ in segments(jpeg):
        if marker in FRAME_MARKERS and at + 9 <= len(jpeg):
            height_px, width_px = int.from_bytes(jpeg[at + 5 : at + 7]), int.from_bytes(jpeg[at + 7 : at + 9])
            return JpegHead((width_px, height_px), marker == PROGRESSIVE) if width_px and height_px else None
    return None


def checked_size_px(jpeg: bytes) -> tuple[int, int]:
    """Returns width and height of a JPEG that is safe to decode.

    Raises:
        PictureError: If its header contains no size, or more pixels or scans than any camera's image.
    """
    head = jpeg_head(jpeg) if jpeg.startswith(START) else None
    if head is None:
        raise PictureError("The image's JPEG does not state its size.")
    refuse_too_many(head.size_px)
    if head.progressive and jpeg.count(SCAN) > MAX_SCANS:
        raise PictureError(f"The image's JPEG has more than {MAX_SCANS} scans, which no camera writes.")
    return head.size_px


def refuse_too_many(size_px: tuple[int, int], most: int = MAX_PIXELS) -> None:
    """Rejects an image of more pixels than `most`.

    Raises:
        PictureError: If it has more.
    """
    width_px, height_px = size_px
    if width_px * height_px > most:
        raise PictureError(
            f"The image has {width_px} × {height_px} pixels, and {most // 1_000_000} megapixels is the most that can"
            " be read: make it smaller."
        )


def decoded_jpeg(jpeg: bytes, *, grey: bool, scale: int = 1) -> NDArray[np.uint8]:
    """Decodes a JPEG whose size `checked_size_px` accepts.

    EXIF's orientation is ignored: cameras mounted in portrait or upside down write it, but the lens calibration refers
    to the pixels as the sensor delivers them.

    Args:
        jpeg: Its bytes.
        grey: Whether grey is sufficient.
        scale: 1, 2, 4 or 8; each pixel is the mean of that many pixels in each direction.

    Returns:
        (h, w) or (h, w, 3) BGR; h and w are rounded up when scaled.

    Raises:
        PictureError: If it cannot be decoded, or is damaged.
    """
    width_px, height_px = checked_size_px(jpeg)
    least = (0, 0) if scale == 1 else (-(-height_px // scale), -(-width_px // scale))

    def decoded(*, strict: bool) -> NDArray[np.uint8]:
        form = "GRAY" if grey else "BGR"
        pixels = simplejpeg.decode_jpeg(jpeg, form, min_height=least[0], min_width=least[1], strict=strict)
        return np.asarray(pixels[..., 0] if grey else pixels, np.uint8)

    try:
        try:
            return decoded(strict=True)
        except ValueError as error:
            if DAMAGE.match(str(error)) and not _only_padding(str(error), jpeg):
                raise
            return decoded(strict=False)
    except ValueError as error:
        raise PictureError(f"The image's JPEG {_what_happened(str(error))}.") from error


def _only_padding(said: str, jpeg: bytes) -> bool:
    """Whether the surplus bytes are zeros before the end marker, with which some cameras fill their buffers."""
    spare = SPARE_BYTES.fullmatch(said)
    return spare is not None and jpeg[: jpeg.rindex(END)].endswith(b"\0" * int(spare[1]))


def _what_happened(said: str) -> str:
    """Returns libjpeg's message in plain words."""
    if said.startswith("Premature end"):
        return "was cut off"
    return "was garbled on its way" if DAMAGE.match(said) else "cannot be decoded"
