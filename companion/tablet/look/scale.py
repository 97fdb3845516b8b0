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
