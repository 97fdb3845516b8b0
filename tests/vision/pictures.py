"""Pictures that know their number, and waiting for what must come."""

import threading
import time
from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Image
from vision.images.frame import CameraSource, Frame

STEP = 20
LIMIT_S = 20.0


def numbered(number: int, size: tuple[int, int] = (64, 48)) -> Image:
    """A picture whose grey tells a number from 0 to 10."""
    width, height = size
    return np.full((height, width, 3), 40 + STEP * (number % 11), np.uint8)


def number_in(image: Image) -> int:
    return round((float(image.mean()) - 40) / STEP)


def jpeg_of(image: Image) -> bytes:
    written, data = cv2.imencode(".jpg", image)
    assert written
    return data.tobytes()


def wait_until(holds: Callable[[], bool], what: str) -> None:
    """Looks every hundredth of a second; fails after LIMIT_S."""
    tick = threading.Event()
    until_s = time.monotonic() + LIMIT_S
    while not holds():
        assert time.monotonic() < until_s, f"waited {LIMIT_S} s in vain: {what}"
        tick.wait(0.01)


def next_frame(source: CameraSource, after: int = -1) -> Frame:
    frame = source.newest(after, LIMIT_S)
    assert frame is not None, f"no picture; trouble: {source.trouble}"
    return frame
