"""What a card of cardboard may turn out to be, as data: only its owner knows which one it is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardName:
    """A card that another may turn out to be.

    Attributes:
        key: Which.
        name: What it is called, with how many there are.
        find: All its names, as they are searched.
    """

    key: str
    name: str
    find: str


@dataclass(frozen=True, slots=True)
class UnknownCard:
    """A card of cardboard that its owner has not told yet.

    Attributes:
        card: Its id.
        names: What it may be.
    """

    card: str
    names: tuple[CardName, ...]
