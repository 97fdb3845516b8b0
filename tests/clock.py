"""Clocks for tests: one that a test turns, and one that goes on with every look."""


class Clock:
    """Stands still until a test moves `now_s`."""

    def __init__(self, now_s: float = 0.0) -> None:
        self.now_s = now_s

    def __call__(self) -> float:
        return self.now_s


class GoingClock:
    """Goes on by a step whenever somebody looks."""

    def __init__(self, now_s: float = 0.0, step_s: float = 1.0) -> None:
        self.now_s, self.step_s = now_s, step_s

    def __call__(self) -> float:
        self.now_s += self.step_s
        return self.now_s
