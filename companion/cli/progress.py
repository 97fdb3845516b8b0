"""Progress of a command, on the terminal where its user waits."""

import sys
from typing import Self


class ProgressLine:
    """Says what is being done, in one line of a terminal that is wiped at the end; silent elsewhere."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last, self._times = "", 0

    def __enter__(self) -> Self:
        return self

    def say(self, what: str) -> None:
        """Replaces what the line says."""
        if self._shown:
            print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)

    def step(self, what: str) -> None:
        """Says what is being done, with how many times in a row it was."""
        self._times = self._times + 1 if what == self._last else 1
        self._last = what
        self.say(f"{self._times} {what}" if self._times > 1 else what)

    def __exit__(self, *_: object) -> None:
        self.say("")
