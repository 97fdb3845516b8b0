"""What fingers on the mat mean: a tap, a push of the picture, a pinch, or the two ends of a tape measure.

Two fingers that move at once pinch; two that rest for a moment measure from one to the other, and go on measuring as
they move. All in pixels of the screen and seconds.
"""

import math
from dataclasses import dataclass

from companion.tablet.look.labels import Point

SLIP_DP = 14.0
"""A finger that moves less means the spot where it came down."""
REST_S = 0.45
"""Two fingers that rest for so long measure."""


@dataclass(frozen=True, slots=True)
class Tap:
    """One finger touched a spot and let go."""

    at: Point


@dataclass(frozen=True, slots=True)
class Push:
    """The picture is pushed by so much."""

    by: Point


@dataclass(frozen=True, slots=True)
class Pinch:
    """The picture grows by a factor about a spot, and is pushed."""

    factor: float
    about: Point
    by: Point


@dataclass(frozen=True, slots=True)
class Stretch:
    """The ends of a tape measure."""

    start: Point
    end: Point


Meaning = Tap | Push | Pinch | Stretch


class Fingers:
    """Follows the fingers of one mat."""

    def __init__(self, slip_px: float = SLIP_DP) -> None:
        """Prepares.

        Args:
            slip_px: So far a finger may slip and still mean its spot.
        """
        self.slip_px = slip_px
        self._down: dict[object, Point] = {}
        self._began: dict[object, Point] = {}
        self._both_s = 0.0
        self._gesture = ""

    @property
    def count(self) -> int:
        """How many fingers there are."""
        return len(self._down)

    def comes(self, finger: object, at: Point, now_s: float) -> Meaning | None:
        """A finger comes down; the second one lays a tape measure at once."""
        self._down[finger] = self._began[finger] = at
        if len(self._down) == 1:
            self._gesture = ""
        elif len(self._down) == 2 and self._gesture == "":
            self._gesture, self._both_s = "two", now_s
            return Stretch(*self._ends())
        return None

    def moves(self, finger: object, to: Point, now_s: float) -> Meaning | None:
        """A finger moves."""
        if finger not in self._down:
            return None
        before = dict(self._down)
        self._down[finger] = to
        if len(self._down) == 1:
            return self._one(before[finger], finger, to)
        if self._gesture == "two":
            self._decide(now_s)
        if self._gesture == "pinch":
            return self._pinch(before)
        return Stretch(*self._ends()) if self._gesture in ("two", "measure") else None

    def goes(self, finger: object, at: Point) -> Meaning | None:
        """A finger is lifted."""
        began = self._began.pop(finger, None)
        alone = len(self._down) == 1
        self._down.pop(finger, None)
        tapped = alone and self._gesture == "" and began is not None and math.dist(began, at) <= self.slip_px
        if not alone:
            self._gesture = "over"
        return Tap(at) if tapped else None

    def _one(self, before: Point, finger: object, to: Point) -> Meaning | None:
        if self._gesture == "" and math.dist(self._began[finger], to) > self.slip_px:
            self._gesture = "push"
        if self._gesture != "push":
            return None
        return Push((to[0] - before[0], to[1] - before[1]))

    def _decide(self, now_s: float) -> None:
        if now_s - self._both_s >= REST_S:
            self._gesture = "measure"
        elif any(math.dist(self._began[each], at) > self.slip_px for each, at in self._down.items()):
            self._gesture = "pinch"

    def _ends(self) -> tuple[Point, Point]:
        start, end = list(self._down.values())[:2]
        return start, end

    def _pinch(self, before: dict[object, Point]) -> Pinch:
        (a, b), (c, d) = list(before.values())[:2], self._ends()
        factor = math.dist(c, d) / max(math.dist(a, b), 1.0)
        about = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        by = (c[0] + d[0]) / 2 - about[0], (c[1] + d[1]) / 2 - about[1]
        return Pinch(factor, about, by)
