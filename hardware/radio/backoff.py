"""Exponential back-off: the delay before the next retry."""

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BackoffTimes:
    """Limits of the delays.

    Attributes:
        first_s: Delay after the first failure; greater than 0.
        most_s: Longest delay.
    """

    first_s: float = 0.5
    most_s: float = 30.0


class Backoff:
    """Delays that double with each failure; each is drawn at random from the upper half of its range.

    The random draw prevents eight dice that were lost together from retrying in step for ever.
    """

    def __init__(self, times: BackoffTimes, chance: random.Random) -> None:
        self._times = times
        self._chance = chance
        self._failures = 0

    @property
    def failures(self) -> int:
        """Number of consecutive failures."""
        return self._failures

    def next_s(self) -> float:
        """Counts one more failure and returns the delay after it."""
        doubled = self._times.first_s * 2.0 ** min(self._failures, 30)
        self._failures += 1
        return min(doubled, self._times.most_s) * self._chance.uniform(0.5, 1.0)

    def succeeded(self) -> None:
        """Resets the delay to the shortest one."""
        self._failures = 0
