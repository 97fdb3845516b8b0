"""JPEG images as they are stored: the camera's own bytes, without its metadata.

A phone writes its model, the time and often the location into each image. Replaying needs none of it.
"""

import cv2

from vision.arrays import Image
from vision.images.jpeg import END, START, segments

QUALITY = 95
"""JPEG quality for images that arrive as pixels; a higher quality doubles the size and preserves only noise."""

_COMMENT = 0xFE
_NEEDED_APPS = frozenset({0xE0, 0xEE})
"""JFIF and Adobe segments, which define how values become colours."""


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
    kept = [START]
    for marker, at, end in segments(data):
        if marker != _COMMENT and (not 0xE0 <= marker <= 0xEF or marker in _NEEDED_APPS):
            kept.append(data[at:end])
        if data[at:end] == END:
            return b"".join(kept)
    return None
