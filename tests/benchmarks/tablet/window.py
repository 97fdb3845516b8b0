"""The window of the tablet's benchmark, in a process of its own: counts its frames, and touches it as a player does.

A touch comes between two frames, as a finger's does, and waits for the window to look for it. What it changes is looked
for in the pixels of every frame that is shown.
"""

import random
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from companion.tablet.window.environment import prepare

prepare(offscreen=False)

from kivy.app import App  # noqa: E402 (Kivy reads what `prepare` wrote)
from kivy.base import EventLoop  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

PATIENCE_S = 60.0
LOOK_S = 0.004
HELD_S = 0.06
"""So long a finger stays on what it taps."""
SEEN = 24
"""Steps of 256 by which a pixel has to change; the camera's noise stays below."""
MIN_PX = 30
Box = tuple[int, int, int, int]
NEVER = threading.Event()
"""What is waited for to let time pass: nobody sets it."""


class Meter:
    """Notes when frames are shown, and when something changes in a part of them."""

    def __init__(self) -> None:
        self.shown_s: list[float] = []
        self.forced = False
        self._box: Box | None = None
        self._before: Any = None
        self._changed_s: float | None = None
        self._flip = Window.flip
        Window.flip = self._noted
        Clock.schedule_interval(self._force, 0)

    def _force(self, _: float) -> None:
        if self.forced:
            Window.canvas.ask_update()

    def _noted(self) -> None:
        changed = False
        if self._box is not None and self._changed_s is None:
            now = _pixels(self._box)
            if self._before is None:
                self._before = now
            else:
                changed = int((np.abs(now - self._before).max(axis=2) > SEEN).sum()) >= MIN_PX
        self._flip()
        now_s = time.perf_counter()
        self.shown_s.append(now_s)
        if changed:
            self._changed_s = now_s

    def watch(self, box: Box) -> None:
        """Looks at a part of the window from the next frame on."""
        self._before, self._changed_s, self._box = None, None, box
        Clock.schedule_once(lambda _: Window.canvas.ask_update())
        until(lambda: self._before is not None)

    def changed_s(self) -> float:
        """When it first changed, once it has."""
        until(lambda: self._changed_s is not None)
        self._box = None
        assert self._changed_s is not None
        return self._changed_s


class Finger:
    """A finger whose touches wait to be looked for, as those of a screen do."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[str, Any]] = deque()
        self._number = 0
        EventLoop.add_input_provider(self)

    def update(self, dispatch_fn: Callable[[str, Any], None]) -> None:
        """Called by Kivy before each frame."""
        while self._waiting:
            dispatch_fn(*self._waiting.popleft())

    def start(self) -> None:
        """Nothing to start."""

    def stop(self) -> None:
        """Nothing to stop."""

    def down(self, at: tuple[float, float]) -> Any:
        from companion.tablet.window.shown_finger import FingerTouch, place_in_window  # noqa: PLC0415 (after `prepare`)

        self._number += 1
        touch = FingerTouch("finger", self._number, place_in_window(*at), is_touch=True, type_id="touch")
        self._waiting.append(("begin", touch))
        return touch

    def up(self, touch: Any) -> None:
        self._waiting.append(("end", touch))


@dataclass(frozen=True)
class Touched:
    """One touch to be timed.

    Attributes:
        at: Where fingers come down, in pixels of the window.
        box: Where the answer is looked for: left, bottom, width, height.
        done: Whether all that was asked for is there.
    """

    at: tuple[tuple[float, float], ...]
    box: Callable[[], Box]
    done: Callable[[], bool]


class TouchThread(threading.Thread):
    """Touches one thing after another, and times the answers."""

    def __init__(self, work: Callable[["TouchThread"], dict[str, Any]]) -> None:
        super().__init__(name="player", daemon=True)
        self._work, self.found = work, dict[str, Any]()
        self.meter, self.finger = Meter(), Finger()
        self._chance = random.Random(3)  # noqa: S311 (no secret)

    def run(self) -> None:
        try:
            self.found = self._work(self)
        except BaseException:
            self.found = {"failed": traceback.format_exc()}
            raise
        finally:
            Clock.schedule_once(lambda _: App.get_running_app().stop())

    def frames(self, seconds: float) -> list[float]:
        """Milliseconds from one frame to the next while every frame is drawn anew."""
        self.meter.forced = True
        NEVER.wait(0.5)
        first = len(self.meter.shown_s)
        NEVER.wait(seconds)
        shown_s = self.meter.shown_s[first:]
        self.meter.forced = False
        return [1000 * (b - a) for a, b in pairwise(shown_s)]

    def cores(self, seconds: float) -> float:
        """How much of one core the whole program takes while nobody touches the window."""
        began_s, used_s = time.perf_counter(), time.process_time()
        NEVER.wait(seconds)
        return (time.process_time() - used_s) / (time.perf_counter() - began_s)

    def times(self, what: Touched) -> tuple[float, float]:
        """Milliseconds to the first visible answer, and to all of it."""
        self.meter.watch(what.box())
        NEVER.wait(self._chance.uniform(0.02, 0.08))
        began_s = time.perf_counter()
        touches = [self.finger.down(at) for at in what.at]
        NEVER.wait(HELD_S)
        for touch in touches:
            self.finger.up(touch)
        first_s = self.meter.changed_s()
        until(what.done)
        shown = len(self.meter.shown_s)
        Clock.schedule_once(lambda _: Window.canvas.ask_update())
        until(lambda: len(self.meter.shown_s) > shown)
        return 1000 * (first_s - began_s), 1000 * (self.meter.shown_s[shown] - began_s)


def until(what: Callable[[], Any]) -> Any:
    """Waits for something; answers it."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not (found := what()):
        if time.monotonic() > deadline_s:
            raise TimeoutError("never so")
        NEVER.wait(LOOK_S)
    return found


def in_window(widget: Widget, spot: tuple[float, float]) -> tuple[float, float]:
    """A spot in a widget's own pixels as a place in the window."""
    x, y = widget.to_window(*spot)
    return x, y


def box_of(widget: Widget) -> Box:
    """A widget as it lies in the window, as far as it is in sight."""
    x, y = widget.to_window(*widget.pos)
    left, bottom = max(0, round(x)), max(0, round(y))
    return (
        left,
        bottom,
        min(round(widget.width), Window.width - left),
        min(round(widget.height), Window.height - bottom),
    )


def _pixels(box: Box) -> Any:
    raw = glReadPixels(*box, GL_RGB, GL_UNSIGNED_BYTE)
    return np.frombuffer(raw, np.uint8)[: box[2] * box[3] * 3].reshape(box[3], box[2], 3).astype(np.int16)
