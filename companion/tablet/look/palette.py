"""The colours of the screen.

Told apart by people with any kind of colour vision (after Okabe and Ito, 2008), and never the only sign: players also
differ by the shape of ring and badge, verdicts also by mark and line.

The screen is dark or light; what is drawn over the picture of the mat stays as it is. A widget takes its colours when
it is made, so those that are shown are made anew after `use`.
"""

from dataclasses import dataclass, replace

from companion.geometry import Answer
from companion.presentation.card_art import COLOURS

Colour = tuple[float, float, float, float]


def _colour(hexadecimal: str, alpha: float = 1.0) -> Colour:
    red, green, blue = (int(hexadecimal[start : start + 2], 16) / 255 for start in (0, 2, 4))
    return red, green, blue, alpha


GROUND = _colour("14181d")
CARD = _colour("1f252d")
RAISED = _colour("2d3540")
TEXT = _colour("f4f1ea")
QUIET = _colour("a9b2bd")
HALO = _colour("0b0d10", 0.75)
ALARM = _colour("b23c17")
HALO_INK = _colour("14181d")
CHOSEN = _colour("ffffff")
CELLS = _colour("f4f1ea", 0.4)
FIELD = _colour("1f252d")
"""Of a mat without a picture, in every light: what is drawn over it stands out from a dark ground."""
GRID = _colour("f4f1ea", 0.14)
RULER = _colour("f4f1ea", 0.85)
REACH = _colour("56b4e9", 0.28)
REACH_RIM = _colour("56b4e9", 0.95)
UNKNOWN = _colour("c9ced6")
ON_ALARM = _colour("f4f1ea")
ON_CARD = _colour("fbf8f0")
"""On the grounds of cards, which are dark in every light."""
PRESSED = _colour("f4f1ea", 0.85)
ON_PRESSED = _colour("14181d")
TOUCHED = _colour("4a5666")
MUTED = _colour("a9b2bd")
MEASURED = _colour("56b4e9")
FAULT = _colour("f0713c")

ANSWERS: dict[Answer, Colour] = {
    Answer.YES: _colour("2fc497"),
    Answer.NO: _colour("f0713c"),
    Answer.CLOSE: _colour("f0cf42"),
}
"""Over the picture of the mat."""

INKS: dict[Answer, Colour] = dict(ANSWERS)
"""On the ground of the screen."""


@dataclass(frozen=True, slots=True)
class Side:
    """How one player's bases look.

    Attributes:
        colour: Of ring and badge.
        dashed: Whether the ring is.
        shape: Of the badge: `disc`, `diamond`, `square` or `triangle`.
    """

    colour: Colour
    dashed: bool
    shape: str = "disc"


SIDES: tuple[Side, ...] = (
    Side(_colour("56b4e9"), dashed=False, shape="disc"),
    Side(_colour("e79ac4"), dashed=True, shape="diamond"),
    Side(_colour("e9a53a"), dashed=False, shape="square"),
    Side(_colour("8ccf7e"), dashed=True, shape="triangle"),
)
"""Of the players, in the order of their seats."""
NOBODY = Side(UNKNOWN, dashed=False)


def tone(name: str, alpha: float) -> Colour:
    """The colour of a tone over the picture of the mat."""
    return _colour(COLOURS[name].removeprefix("#"), alpha)


def side_of(owner: str | None, owners: tuple[str, ...]) -> Side:
    """The look of an owner's bases.

    Args:
        owner: Whose, if anyone's.
        owners: All owners on the table, in order; the first four have a look of their own.
    """
    if owner not in owners[: len(SIDES)]:
        return NOBODY
    return SIDES[owners.index(owner)]


def seat_colour(shape: str) -> Colour:
    """The colour, on the ground of the screen, of the player with a shape; that of nobody for any other word."""
    return _SEATS.get(shape, UNKNOWN)


def badge_colour(side: Side) -> Colour:
    """The colour of a side's badge on the ground of the screen."""
    return QUIET if side == NOBODY else seat_colour(side.shape)


def side_with(shape: str) -> Side:
    """The look of the player with a shape; that of nobody for any other word."""
    return next((side for side in SIDES if side.shape == shape), NOBODY)


DARK = {
    "GROUND": GROUND,
    "CARD": CARD,
    "RAISED": RAISED,
    "TEXT": TEXT,
    "QUIET": QUIET,
    "PRESSED": PRESSED,
    "TOUCHED": TOUCHED,
    "MEASURED": MEASURED,
    "FAULT": FAULT,
}
LIGHT = {
    "GROUND": _colour("e9e6df"),
    "CARD": _colour("fbfaf7"),
    "RAISED": _colour("d5d0c5"),
    "TEXT": _colour("1a1d21"),
    "QUIET": _colour("4d545c"),
    "PRESSED": _colour("8d8778"),
    "TOUCHED": _colour("b9b3a4"),
    "MEASURED": _colour("0b5f94"),
    "FAULT": _colour("a83a0c"),
}
DARK_INKS = dict(ANSWERS)
LIGHT_INKS = {Answer.YES: _colour("0a6346"), Answer.NO: _colour("9c350a"), Answer.CLOSE: _colour("6f5300")}

DARK_SEATS = {side.shape: side.colour for side in SIDES}
LIGHT_SEATS = {
    "disc": _colour("1473ad"),
    "diamond": _colour("b0427f"),
    "square": _colour("9a5f00"),
    "triangle": _colour("3f7d2f"),
}
APART_ON_DARK = {
    "disc": _colour("3d8bff"),
    "diamond": _colour("ffb52e"),
    "square": _colour("ffffff"),
    "triangle": _colour("fe386c"),
}
APART_ON_LIGHT = {
    "disc": _colour("0b57c4"),
    "diamond": _colour("a84a00"),
    "square": _colour("16181c"),
    "triangle": _colour("886088"),
}
"""Colours of the players that lie far apart for every kind of colour blindness."""
_SEATS: dict[str, Colour] = dict(DARK_SEATS)


def use(*, light: bool, apart: bool = False) -> None:
    """Makes the screen light or dark, for all that is made from now on.

    Args:
        light: Whether it is light.
        apart: Whether the players have the colours that colour-blind people tell apart best.
    """
    globals().update(LIGHT if light else DARK)
    on_dark = APART_ON_DARK if apart else DARK_SEATS
    globals()["SIDES"] = tuple(replace(side, colour=on_dark[side.shape]) for side in SIDES)
    _SEATS.update((APART_ON_LIGHT if apart else LIGHT_SEATS) if light else on_dark)
    INKS.update(LIGHT_INKS if light else DARK_INKS)
