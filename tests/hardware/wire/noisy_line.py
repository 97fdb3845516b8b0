"""A wire that spoils what runs through it."""

import random
from collections.abc import Callable

from hardware.simulation.pty_die import PtyDie


class NoisyLine:
    """Drops, flips or adds a byte now and then, each with the same probability."""

    def __init__(self, probability: float, seed: int) -> None:
        """Say how bad it is.

        Args:
            probability: Of one byte to be spoilt.
            seed: Of the chance.
        """
        self._probability = probability
        self._chance = random.Random(seed)  # noqa: S311 (no secret)
        self.spoilt = 0

    def __call__(self, data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            if self._chance.random() >= self._probability:
                out.append(byte)
                continue
            self.spoilt += 1
            manner = self._chance.randrange(3)
            if manner == 1:
                out.append(byte ^ 1 << self._chance.randrange(8))
            elif manner == 2:
                out += bytes((byte, self._chance.randrange(256)))
        return bytes(out)


def spoil(die: PtyDie, wire: Callable[[bytes], bytes]) -> None:
    """Put a bad wire between a simulated die and its port, both ways."""
    send, came = die.line.send, die.line._came
    die.line.send = lambda data: send(wire(data))  # type: ignore[method-assign]  # a wire is not a method
    die.line._came = lambda data: came(wire(data))
