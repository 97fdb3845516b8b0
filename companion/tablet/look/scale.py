"""How large everything is drawn: what fits a ten-inch tablet of 1280 × 800 grows with the window, up to 4K and beyond.

Screens are written in density-independent pixels; their size follows the window, so that a finger finds as large a key
and an eye as large a letter on any resolution of the same screen.
"""

from kivy.core.window import Window
from kivy.metrics import Metrics

from companion.tablet.look.choices import LetterSize

WRITTEN_FOR = (800.0, 1280.0)
"""Shorter and longer edge of the window that all sizes are chosen for."""
LEAST = 0.75
FAR_SHARE = 0.0785
"""The size of letters that are read from 4 m, as a share of the shorter edge of a screen of 27 inches.

A capital, 0.71 of the size, is then 16 minutes of arc high, which ISO 9241-303 asks for: 4000 mm · tan(16′) = 18.6 mm
of 336 mm. On a screen of 40 inches the same letters are read from 6 m.
"""
LETTERS = {LetterSize.USUAL: 1.0, LetterSize.LARGE: 1.1, LetterSize.LARGEST: 1.2}
"""How much larger letters are than they were written, by what the player chose; keys and pictures keep their size."""


def follow_window() -> None:
    """Sees from now on that sizes follow the window; may be called for each window anew."""
    Window.unbind(size=_fit)
    Window.bind(size=_fit)
    _fit(Window, Window.size)


def size_letters(chosen: LetterSize) -> None:
    """Makes letters as large as chosen, for all that is made from now on."""
    Metrics.fontscale = LETTERS[chosen]


def _fit(_: object, size: tuple[float, float]) -> None:
    shorter, longer = sorted(size)
    density = max(LEAST, min(shorter / WRITTEN_FOR[0], longer / WRITTEN_FOR[1]))
    if density != Metrics.density:
        Metrics.density = density
