"""JPEG pictures as they are kept: the camera's own bytes, without what else the camera wrote into them.

A phone writes its model, the time and often the place into each picture. None of it is needed to see the table again.
"""

import re

import cv2

from vision.arrays import Image
from vision.images.jpeg import BARE_MARKERS, START

QUALITY = 95
"""Of pictures that came without JPEG bytes; finer costs twice the room for what is no signal any more."""

_END = 0xD9
_SCAN = 0xDA
_COMMENT = 0xFE
_NEEDED_APPS = frozenset({0xE0, 0xEE})
"""JFIF and Adobe: they say how the numbers become colours."""
_AFTER_SCAN = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""The first mark that is neither a stuffed byte, nor padding, nor a restart."""


def encoded(image: Image, quality: int = QUALITY) -> bytes:
    """A picture, (h, w) grey or (h, w, 3) BGR, as JPEG."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


def without_notes(data: bytes) -> bytes | None:
    """A JPEG without EXIF, comments, previews and whatever follows its end; its pixels' bytes stay as they are.

    Args:
        data: One JPEG.

    Returns:
        The same picture; None if it is none, or was cut off.
    """
    if not data.startswith(START):
        return None
    kept, at = [START], len(START)
    while at + 4 <= len(data) or data[at : at + 2] == bytes([0xFF, _END]):
        if data[at] != 0xFF:
            return None
        mark = data[at + 1]
        if mark == 0xFF or mark in BARE_MARKERS:  # padding, and marks without a length
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
