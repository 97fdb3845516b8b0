"""What the players of a game have to supply themselves."""

from typing import Any

from companion.games.protocol import Game
from companion.games.shelf import Shelf
from companion.games.workshop import workshop_of
from companion.texts import Language, say


def needs_of(shelf: Shelf, language: Language) -> str:
    """What no source of a game gives, why it is needed and what to do, in a row; empty where nothing is missing."""
    told = _missing(shelf, language)
    return say(language, "setup.game.needs", needs=told) if told else ""


def supplies_of(game: Game[Any], language: Language) -> str:
    """What players of a game enter to play with their own box; what `needs_of` says where they enter nothing."""
    told = _missing(game.shelf, language)
    if told and _is_entered(game, language):
        return say(language, "setup.game.own_box", needs=told)
    return needs_of(game.shelf, language)


def needs_note(game: Game[Any], language: Language) -> str:
    """What players still have to supply, for a key: that they enter it where cards are made, else all of it."""
    return say(language, "setup.game.enter") if _is_entered(game, language) else needs_of(game.shelf, language)


def _is_entered(game: Game[Any], language: Language) -> bool:
    """Whether a game can be played at once, and players enter what is printed in their box."""
    workshop = workshop_of(game)
    return workshop is not None and bool(workshop.printed({}, language))


def _missing(shelf: Shelf, language: Language) -> str:
    """What is missing in a row, each sentence ended."""
    told = ""
    for each in shelf.needs(language):
        told = f"{told}; {each.why}" if told and not told.endswith(".") else f"{told} {each.why}".strip()
        if each.how:
            told = f"{told.rstrip('.')}. {each.how}"
    return told
