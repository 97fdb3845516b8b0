"""What Kivy needs to be told before it is imported, and whether its window can be seen at all.

Kivy reads its settings from the environment as a side effect of its first import, so `prepare` comes first, always.
"""

import logging
import os
import sys
from enum import Enum


class Screen(Enum):
    """Where the window appears."""

    SEEN = "seen"
    OFFSCREEN = "offscreen"
    WAYLAND_ONLY = "wayland_only"


SETTINGS = {
    "KIVY_NO_ARGS": "1",  # or Kivy takes over our command line
    "KIVY_NO_CONFIG": "1",  # a config.ini of another program's must not change this one
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",  # its own console log swallows tracebacks
    "KIVY_WINDOW": "sdl2",  # the next one on its list ends the whole process when there is no X server
}

UNSAID = ("Window provider", "Cutbuffer", "Clipboard", "xclip", "xsel")

UNSEEN_DRIVERS = frozenset({"offscreen", "dummy"})
SIZE_PX = (1280, 800)
"""Of a window that is not maximized: a common tablet's screen."""


def screen() -> Screen:
    """Where a window would appear now.

    Kivy's SDL speaks X11, Windows and macOS, not Wayland: on a desktop with Wayland alone it would run unseen.
    """
    driver = os.environ.get("SDL_VIDEODRIVER")
    if sys.platform != "linux" or os.environ.get("DISPLAY") or (driver and driver not in UNSEEN_DRIVERS):
        return Screen.SEEN
    return Screen.WAYLAND_ONLY if os.environ.get("WAYLAND_DISPLAY") else Screen.OFFSCREEN


def prepare(*, offscreen: bool) -> None:
    """Sets up Kivy for our window; must come before the first import of Kivy.

    Args:
        offscreen: Whether the window is drawn where nobody sees it.
    """
    os.environ.update(SETTINGS)
    logging.getLogger("kivy").addFilter(_worth_saying)
    if offscreen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    elif sys.platform == "linux":
        # Left to itself, SDL draws out of sight when the X server does not answer.
        os.environ.setdefault("SDL_VIDEODRIVER", "x11")
    from kivy.config import Config  # noqa: PLC0415 (see above)

    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")  # a right click leaves red dots otherwise
    Config.set("graphics", "multisamples", "0")  # halves the speed without a graphics card; smooth lines do without
    Config.set("graphics", "maxfps", "40")  # nothing is drawn but what changed; a touch waits for the next of these
    Config.set("graphics", "width", str(SIZE_PX[0]))
    Config.set("graphics", "height", str(SIZE_PX[1]))
    if not offscreen:
        Config.set("graphics", "window_state", "maximized")


def _worth_saying(record: logging.LogRecord) -> bool:
    """Keeps what Kivy tells of itself from the player.

    A filter, because Kivy sets its own level while it is imported and tells dozens of lines before that. That it found
    no window, with a traceback, is said by ourselves in a sentence; clipboards that are not there nobody misses.
    """
    said = record.getMessage()
    return record.levelno >= logging.WARNING and not any(name in said for name in UNSAID)


def say_line(line: str) -> None:
    """Says a line to whoever started the program, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
