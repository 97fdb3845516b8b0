"""Checks whether a USB camera exists, as far as the operating system reports it without opening the camera."""

import os
import sys
from enum import Enum, auto
from pathlib import Path


class Presence(Enum):
    """PRESENT: plugged in.

    ABSENT: not plugged in. FORBIDDEN: plugged in, but inaccessible to this user. UNKNOWN: only opening shows it.
    """

    PRESENT = auto()
    ABSENT = auto()
    FORBIDDEN = auto()
    UNKNOWN = auto()


def usb_presence(index: int, devices: Path = Path("/dev"), system: str = sys.platform) -> Presence:
    """Checks a camera's device file.

    Args:
        index: The camera's number.
        devices: Folder of device files.
        system: Value of `sys.platform`; only Linux has device files for cameras.
    """
    if system != "linux":
        return Presence.UNKNOWN
    device = devices / f"video{index}"
    if not device.exists():
        return Presence.ABSENT
    return Presence.PRESENT if os.access(device, os.R_OK | os.W_OK) else Presence.FORBIDDEN
