"""How often programs of tests look through their memory for garbage.

Python does so after 700 new objects. Widgets refer to one another so much that this takes a sixth of the time of tests
that have a window, and they end before memory matters.
"""

import gc

YOUNG, OLDER, ALL = 10_000, 10, 5
MUCH = 2
"""Of so many larger heaps, each of a hundred thousand new objects."""


def collected_seldom() -> None:
    """From now on this process looks for garbage after so many new objects."""
    gc.set_threshold(YOUNG, OLDER, ALL)


def collected_if_much() -> None:
    """Looks for garbage when a window has closed that made much: the next one would keep it for good."""
    if gc.get_count()[2] >= MUCH:
        gc.collect()
