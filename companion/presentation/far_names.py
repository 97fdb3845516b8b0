"""What is read of models from far away, on big screens: as much of a name as tells it, and what is left of health."""

import math
from collections.abc import Sequence

HEART = "♥"
"""A badge that begins so tells what is left of a model's health."""
PARTICLE = 3
"""A name that begins with a word of so few letters, such as a title, is not told by it alone."""
MAX_ROOMY, MAX_NAMED, MAX_ON_CELLS = 7, 12, 6
"""So many models have names of more than a word; so many have names that are read from far away, and so many on cells,
where models stand side by side."""
MIN_SHARE = 0.62
"""Of a letter that is read from far away: with more models names are smaller, down to that."""


def health_left(badges: Sequence[str]) -> str:
    """What is left of a model's health, as a number; empty where its first badge does not tell that."""
    first = badges[0] if badges else ""
    return first.removeprefix(HEART).partition("/")[0] if first.startswith(HEART) else ""


def short_name(name: str, *, crowded: bool) -> str:
    """A name without what follows a comma, and no more of it than tells it.

    Args:
        name: The whole name.
        crowded: Whether there is room for one word only.
    """
    first, *more = name.partition(",")[0].split() or [name]
    if crowded:
        return next((each for each in (first, *more) if len(each) > PARTICLE), first)
    return " ".join((first, *more[:1])) if len(first) <= PARTICLE else first


def is_crowded(standing: int, *, on_cells: bool) -> bool:
    """Whether there is room for one word of each name only, with so many models on a mat or a board of cells."""
    return on_cells or standing > MAX_ROOMY


def letter_share(standing: int, most: int = MAX_NAMED) -> float:
    """How large a name is with so many models, as a share of a letter that is read from far away.

    Args:
        standing: So many models there are.
        most: So many have names that are read.
    """
    return max(MIN_SHARE, math.sqrt(most / max(standing, most)))
