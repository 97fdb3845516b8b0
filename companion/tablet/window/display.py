"""The window on its display: full screen or not, and never beyond the display's edges."""

import os
from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.window import Window

from companion.tablet.window.environment import UNSEEN_DRIVERS

F11 = 292
"""Kivy's code of the key."""
SETTLED_S = 0.5
"""By then the window system has done what it was asked for."""


class Display:
    """Puts the window on the whole display where that is wanted, or where it would not fit otherwise.

    A window manager makes a window fit. Where there is none, as on a display for this program alone, a window larger
    than the display lies centred with its edges outside; then it gets the display's size, which Kivy tells only of a
    window that is full screen.
    """

    def __init__(self, toggled: Callable[[], None]) -> None:
        """Prepares.

        Args:
            toggled: Called when F11 is pressed.
        """
        self._toggled = toggled
        self._full = False
        self._is_filled = False
        self._next = Clock.create_trigger(self._settled, SETTLED_S)

    def begin(self, *, full: bool) -> None:
        """Shows the window as wanted once it has its place, and listens to the key."""
        self._full = full
        Window.bind(on_key_down=self._pressed)
        if os.environ.get("SDL_VIDEODRIVER") not in UNSEEN_DRIVERS:  # such a window lies on no display
            self._next()

    def end(self) -> None:
        """Lets the key be."""
        Window.unbind(on_key_down=self._pressed)
        self._next.cancel()

    def show(self, *, full: bool) -> None:
        """Fills the display, or leaves the window to the window manager; nothing where it fills it anyway."""
        if full != self._full:
            self._full = full
            if not self._is_filled:
                Window.fullscreen = "auto" if full else False

    def _settled(self, _: float) -> None:
        if min(Window.left, Window.top) < 0:
            self._is_filled = True
            self._fill()
        elif self._full:
            Window.fullscreen = "auto"

    def _fill(self) -> None:
        """Gives the window the size of the display, step by step, for each takes the window system a moment."""

        def measured(_: float) -> None:
            size = tuple(Window.system_size)
            Window.fullscreen = False
            Clock.schedule_once(lambda _: sized(size), SETTLED_S)

        def sized(size: tuple[float, ...]) -> None:
            Window.size = size
            Window.left = Window.top = 0

        Window.fullscreen = "auto"
        Clock.schedule_once(measured, SETTLED_S)

    def _pressed(self, _window: object, key: int, *_: object) -> bool:
        if key == F11:
            self._toggled()
        return key == F11
