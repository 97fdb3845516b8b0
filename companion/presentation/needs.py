"""What the players of a game have to supply themselves."""

from companion.games.shelf import Shelf
from companion.texts import Language, say


def needs_of(shelf: Shelf, language: Language) -> str:
    """What no source of a game gives, why it is needed and what to do, in a row; empty where nothing is missing."""
    missing = (" ".join(part for part in (each.why, each.how) if part) for each in shelf.needs(language))
    told = "; ".join(missing)
    return say(language, "setup.game.needs", needs=told) if told else ""
