"""Threads that let the window go first where both want the processor: a finger waits for an answer, no camera does."""

import contextlib
import os
import sys
import threading

NICE = 5
"""A third of the window's share where there is not enough for both; all of it otherwise."""


def give_way() -> None:
    """From now on this thread gives way, on systems where each thread has a priority of its own."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
