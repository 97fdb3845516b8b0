"""JPEG images as they are stored: the camera's own bytes, without its metadata.

A phone writes its model, the time and often the location into each image. Replaying needs none of it.
"""

import re

import cv2

from vision.arrays import Image
from vision.images.jpeg import BARE_MARKERS, START

QUALITY = 95
"""JPEG quality for images that arrive as pixels; a higher quality doubles the size and preserves only noise."""

_END = 0xD9
_SCAN = 0xDA
_COMMENT = 0xFE
_NEEDED_APPS = frozenset({0xE0, 0xEE})
"""JFIF and Adobe segments, which define how values become colours."""
_AFTER_SCAN = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""The first marker that is neither a stuffed byte, nor padding, nor a restart."""


def encoded(image: Image, quality: int = QUALITY) -> bytes:
    """Encodes an image, (h, w) grey or (h, w, 3) BGR, as JPEG."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


def without_notes(data: bytes) -> bytes | None:
    """Returns a JPEG without EXIF, comments, previews and trailing data; its pixel data is unchanged.

    Args:
        data: One JPEG.

    Returns:
        The same image; None if the data is not a JPEG, or is truncated.
    """
    if not data.startswith(START):
        return None
    kept, at = [START], len(START)
    while at + 4 <= len(data) or data[at : at + 2] == bytes([0xFF, _END]):
        if data[at] != 0xFF:
            return None
        mark = data[at + 1]
        if mark == 0xFF or mark in BARE_MARKERS:  # padding, and markers without a length
            at += 1 if mark == 0xFF else 2
            continue
        if mark == _END:
            return b"".join([*kept, data[at : at + 2]])
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if mark == _SCAN:
            found = _AFTER_SCAN.search(data, end)
            if found is None:
                return None
            end = found.start()
        if mark != _COMMENT and (not 0xE0 <= mark <= 0xEF or mark in _NEEDED_APPS):
            kept.append(data[at:end])
        at = end
    return None
