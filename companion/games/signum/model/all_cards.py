"""All cards of a game as one thing that can be asked about again and again."""

from collections.abc import Mapping

from companion.games.signum.model.cards import Card


class AllCards:
    """All cards of a game, equal only to themselves: they never change, and are asked about all the time."""

    __slots__ = ("cards",)

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self.cards = cards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AllCards) and self.cards is other.cards

    def __hash__(self) -> int:
        return id(self.cards)
