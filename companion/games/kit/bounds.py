"""Whether an amount of a card language lies within bounds that are amounts themselves."""

from collections.abc import Callable
from typing import Any, Protocol


class BoundedAmount(Protocol):
    """The fields that the measures of all card languages have; what an amount is, is the game's own."""

    @property
    def amount(self) -> Any:  # noqa: ANN401 (the game's own amount)
        """What is counted."""
        ...

    @property
    def least(self) -> Any:  # noqa: ANN401 (a number, or the game's own amount)
        """No less than this; None for no bound."""
        ...

    @property
    def most(self) -> Any:  # noqa: ANN401 (likewise)
        """No more than this; None for no bound."""
        ...


def lies_in_bounds(measure: BoundedAmount, number_of: Callable[[Any], int]) -> bool:
    """Whether an amount lies within its bounds, which belong to it.

    Args:
        measure: The amount and its bounds.
        number_of: Counts an amount; a number is itself.
    """
    number = number_of(measure.amount)
    if measure.least is not None and number < number_of(measure.least):
        return False
    return measure.most is None or number <= number_of(measure.most)
