"""How a card looks, as data: its drawing, its colours and its printed values; screens paint it each in their way."""

from dataclasses import dataclass

TONES = frozenset({"azure", "crimson", "violet", "gold", "moss", "slate", "teal", "bronze", "plum"})
"""Names of the colours of grounds and frames."""


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """A value that is printed on a card.

    Attributes:
        icon: Name of the picture beside it.
        text: The value.
    """

    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class CardLook:
    """How a card looks.

    Attributes:
        art: Name of its drawing, which stands for its sort.
        ground: Tone behind the drawing, by its sort.
        frame: Tone of its frame, by whose it is, such as its faction.
        values: Its printed values, in order.
        photo: Where a screen finds a photograph that stands in the place of the drawing; empty for none.
    """

    art: str = "card"
    ground: str = "slate"
    frame: str = "slate"
    values: tuple[PrintedValue, ...] = ()
    photo: str = ""
