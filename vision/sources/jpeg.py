"""JPEG bytes to pictures."""

import cv2
import numpy as np

from vision.frame import Image

START = b"\xff\xd8"
END = b"\xff\xd9"
PADDING_BYTES = 64
"""Cameras pad their pictures with a few bytes behind the end mark."""


def decode(data: bytes, *, grey: bool) -> Image | None:
    """The picture in some JPEG bytes.

    Args:
        data: One whole JPEG.
        grey: Whether grey is enough; a third cheaper than colour.

    Returns:
        (h, w) grey or (h, w, 3) BGR; None if it is broken. A picture that was cut off counts as broken: OpenCV would
        fill the missing part with grey, and a tag there would seem to be hidden.
    """
    if not data.startswith(START) or END not in data[-PADDING_BYTES:]:
        return None
    # Cameras in portrait or upside down write it into EXIF; the lens belongs to the pixels as the sensor has them.
    flags = (cv2.IMREAD_GRAYSCALE if grey else cv2.IMREAD_COLOR) | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)
