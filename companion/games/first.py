"""The game that is meant where nobody names one, and its lengths, which are known without loading its rules."""

from importlib import import_module

from companion.games.measures import Measures

FIRST = "signum"
"""The game that is meant where a file or a player names none, as files do that are older than the second game."""


def first_measures() -> Measures:
    """The lengths of that game, from its module `measures`."""
    measures: Measures = import_module(f"companion.games.{FIRST}.measures").MEASURES
    return measures
