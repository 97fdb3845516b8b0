"""A tray of dice under a camera that is a real server of pictures: only what it shows is rendered."""

import itertools
import math

from tests.vision.dice.tray_images import still, tray
from tests.vision.pictures import jpeg_of
from tests.vision.sources.fake_phone import FakePhone

STEPS = 6
"""Pictures in which thrown dice are seen rolling."""
EACH_S = 0.06
SPREAD_PX = 34.0


class Tray(FakePhone):
    """A phone over a tray; dice lie, and are thrown elsewhere."""

    def __init__(self, *lie: tuple[int, int, int]) -> None:
        """Begin with dice that lie there.

        Args:
            lie: Of each where its middle is, in pixels, and what it shows.
        """
        self._lie = lie
        self._thrown = itertools.repeat(lie)
        super().__init__()

    def throw(self, *faces: int) -> None:
        """Throws all dice, which come to rest elsewhere with these faces, in the same order from left to right."""
        ends = [(x, 360 - y, face) for (x, y, _), face in zip(self._lie, faces, strict=True)]
        rolls = [
            tuple(
                (
                    round(x + SPREAD_PX * math.sin(step + at)),
                    round(y + (end[1] - y) * step / STEPS),
                    1 + (face + step) % 6,
                )
                for at, ((x, y, face), end) in enumerate(zip(self._lie, ends, strict=True))
            )
            for step in range(1, STEPS)
        ]
        # Rendered before they are shown, so that the dice roll as fast on a busy machine as on an idle one.
        for lie in (*rolls, tuple(ends)):
            still(lie)
        self._lie = tuple(ends)
        self._thrown = itertools.chain(rolls, itertools.repeat(self._lie))

    def _picture(self, number: int) -> bytes:
        self.stopping.wait(EACH_S)
        return jpeg_of(tray(number, *next(self._thrown)))
