"""How often programs of tests look through their memory for garbage.

Python does so after 700 new objects. Widgets refer to one another so much that this takes a sixth of the time of tests
that have a window, and they end before memory matters.
"""

import gc

YOUNG, OLDER, ALL = 20_000, 20, 20


def collected_seldom() -> None:
    """From now on this process looks for garbage after so many new objects."""
    gc.set_threshold(YOUNG, OLDER, ALL)
