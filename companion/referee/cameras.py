"""Which USB cameras there are: the numbers that open."""

import sys

import cv2

from vision.sources.usb import PLATFORMS
from vision.sources.usb_presence import Presence, usb_presence

MOST = 10
GUESSED = 3
"""Where only opening tells whether there is a camera, so many numbers are tried."""


def usb_cameras() -> tuple[str, ...]:
    """Names of the USB cameras that open and give a picture, such as `usb:0`; takes a second or two for each."""
    return tuple(f"usb:{number}" for number in range(MOST) if _is_there(number))


def _is_there(number: int) -> bool:
    presence = usb_presence(number)
    if presence in {Presence.ABSENT, Presence.FORBIDDEN} or (presence is Presence.UNKNOWN and number >= GUESSED):
        return False
    for backend in PLATFORMS[sys.platform].backends if sys.platform in PLATFORMS else (cv2.CAP_ANY,):
        capture = cv2.VideoCapture(number, backend)
        try:
            if capture.isOpened() and capture.grab():
                return True
        finally:
            capture.release()
    return False
