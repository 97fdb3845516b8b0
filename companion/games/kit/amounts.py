"""Amounts of a card language in words: what is counted, how often, with what added, and how much at most."""

from collections.abc import Callable
from typing import Protocol


class CountedAmount(Protocol):
    """The fields that the amounts of several card languages share."""

    @property
    def times(self) -> int:
        """The count is multiplied by this."""
        ...

    @property
    def plus(self) -> int:
        """This much is added."""
        ...

    @property
    def most(self) -> int | None:
        """No more than this; None for no bound."""
        ...


def in_words(counted: str, amount: CountedAmount, at_most: Callable[[str, int], str]) -> str:
    """An amount in words, such as `2 × enemies + 1`.

    Args:
        counted: What is counted, in words.
        amount: With what it is multiplied, what is added, and its bound.
        at_most: Says that words mean no more than a number.
    """
    words = counted if amount.times == 1 else f"{amount.times} × {counted}"
    if amount.plus:
        words = f"{words} {'+' if amount.plus > 0 else '−'} {abs(amount.plus)}"
    return words if amount.most is None else at_most(words, amount.most)
