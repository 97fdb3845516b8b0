"""Which cameras there are, and what players call them: USB cameras that open, and addresses that were typed in."""

import re
import sys

import cv2

from vision.errors import VisionError
from vision.sources.address import masked, without_password
from vision.sources.open_source import open_source
from vision.sources.usb import PLATFORMS
from vision.sources.usb_presence import Presence, usb_presence

MOST = 10
GUESSED = 3
"""Where only opening tells whether there is a camera, so many numbers are tried."""
HOST = re.compile(r"(?:[^/@\s]*@)?(?:localhost|[\w-]+(?:\.[\w-]+)+|[\w-]+(?=:\d))(?::\d+)?(?:[/?].*)?")
"""An address as people read it off a phone, without `http://` before it."""
EXAMPLE = "http://192.168.1.20:8080/video"


def usb_cameras() -> tuple[str, ...]:
    """Names of the USB cameras that open and give a picture, such as `usb:0`; takes a second or two for each."""
    return tuple(f"usb:{number}" for number in range(MOST) if _is_there(number))


def shown_camera(camera: str) -> str:
    """A camera's name as it may be shown: no password is in it."""
    return without_password(camera)


def typed_camera(typed: str) -> str:
    """What of a camera's address may be seen while it is typed: as long as before, no password is in it."""
    return masked(typed)


def understood(typed: str) -> str | None:
    """The name of the camera that somebody meant by what was typed; None where it names none."""
    typed = typed.strip()
    return next((each for each in (typed, f"http://{typed}" * bool(HOST.fullmatch(typed))) if _is_camera(each)), None)


def _is_camera(name: str) -> bool:
    try:
        open_source(name)
    except VisionError:
        return False
    return True


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
