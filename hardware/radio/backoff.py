"""How long to wait before the next try."""

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BackoffTimes:
    """Bounds of the waits.

    Attributes:
        first_s: Wait after the first failure; above 0.
        most_s: No wait is longer.
    """

    first_s: float = 0.5
    most_s: float = 30.0


class Backoff:
    """Waits that double from failure to failure, each drawn from the upper half of its length.

    The draw keeps eight dice that were lost together from coming back in step for ever.
    """

    def __init__(self, times: BackoffTimes, chance: random.Random) -> None:
        self._times = times
        self._chance = chance
        self._failures = 0

    @property
    def failures(self) -> int:
        """How many in a row."""
        return self._failures

    def next_s(self) -> float:
        """Count one more failure and give the wait after it."""
        doubled = self._times.first_s * 2.0 ** min(self._failures, 30)
        self._failures += 1
        return min(doubled, self._times.most_s) * self._chance.uniform(0.5, 1.0)

    def succeeded(self) -> None:
        """Begin from the shortest again."""
        self._failures = 0
