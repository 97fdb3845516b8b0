"""How large everything is drawn: what fits a ten-inch tablet of 1280 × 800 grows with the window, up to 4K and beyond.

Screens are written in density-independent pixels; their size follows the window, so that a finger finds as large a key
and an eye as large a letter on any resolution of the same screen.
"""

from collections.abc import Callable
from functools import partial
from itertools import count

from kivy.core.window import Window
from kivy.event import Observable
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


class Sizes(Observable):
    """Kivy's sizes, for the looks of widgets to listen to.

    Each look that names a size listens to it, thousands at a time. Kivy's own metrics search them all for each that is
    dropped, so a page would be left more slowly the more is shown; here each is found at once.
    """

    def __init__(self) -> None:
        """Begins to listen to Kivy's metrics."""
        self._listeners: dict[str, dict[int, Callable[..., object]]] = {"dp": {}, "sp": {}, "fontscale": {}}
        self._uids = count(1)
        Metrics.bind(**{name: partial(self._tell, name) for name in self._listeners})

    @property
    def dp(self) -> float:
        """How many pixels of the window a density-independent one has."""
        return float(Metrics.dp)

    @property
    def sp(self) -> float:
        """How many pixels of the window a unit of a letter's size has, as the player chose letters."""
        return float(Metrics.sp)

    @property
    def fontscale(self) -> float:
        """How many times larger letters are than they were written."""
        return float(Metrics.fontscale)

    def fbind(self, name: str, func: Callable[..., object], *args: object, **named: object) -> int:
        """Calls a function whenever a size changes, until its number, which is answered, is given to `unbind_uid`."""
        uid = next(self._uids)
        self._listeners[name][uid] = partial(func, *args, **named)
        return uid

    def unbind_uid(self, name: str, uid: int) -> None:
        """Calls a function no more."""
        self._listeners[name].pop(uid, None)

    def _tell(self, name: str, _: object, size: float) -> None:
        for uid in list(self._listeners[name]):
            # One that was told before may have dropped others.
            if (listener := self._listeners[name].get(uid)) is not None:
                listener(self, size)


SIZES = Sizes()
"""Named `M` in the looks."""


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
