"""Fewer pictures, for tests of what comes after: of simulated cameras, and of the window, which nobody looks at."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from vision.simulation import request

FPS, REST_FPS = 6.0, 2.0
"""Images per second while something moves, and while nothing does: more would only cost time."""
DRAWN_S = 3.0
"""The window is drawn so often at most: half the work of a journey is to draw what is not looked at."""


def few_pictures() -> None:
    """From now on cameras of this process give so many a second, unless their name says how many."""
    request.FPS, request.REST_FPS = FPS, REST_FPS


@contextmanager
def few_drawings(window: Any) -> Iterator[None]:
    """Draws a window seldom for as long as it lasts; what it would show can still be asked for at any time.

    Args:
        window: That of Kivy.
    """
    drawn_s = float("-inf")
    skipped = False

    def draws(_: object) -> bool:
        # An event goes no further than to a handler that says so; the window stays to be drawn.
        nonlocal drawn_s, skipped
        skipped = time.monotonic() < drawn_s + DRAWN_S
        if not skipped:
            drawn_s = time.monotonic()
        return skipped

    def flips(_: object) -> bool:
        return skipped

    window.bind(on_draw=draws, on_flip=flips)
    try:
        yield
    finally:
        window.unbind(on_draw=draws, on_flip=flips)
