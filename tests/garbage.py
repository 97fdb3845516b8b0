"""How often programs of tests look through their memory for garbage.

Python does so after 700 new objects, and again among those that are left. Widgets refer to one another so much that
this takes a third of the time of tests that have a window, and most of them end before memory matters.
"""

import gc

YOUNG, OLDER, ALL = 10_000, 100, 1
"""What is new is looked through after so many objects, the rest a million objects later."""
MUCH = 40
"""Of so many searches among what is new."""


def collected_seldom() -> None:
    """From now on this process looks for garbage after so many new objects."""
    gc.set_threshold(YOUNG, OLDER, ALL)


def collected_if_much() -> None:
    """Looks for garbage before a window opens if the last one left much; what is in use then is in use to the end."""
    _, young, older = gc.get_count()
    if young >= MUCH or older:
        gc.collect()
        gc.freeze()
