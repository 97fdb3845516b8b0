"""Decks that come from elsewhere, as codes: kept among those that are made here."""

from pathlib import Path

from companion.cards.deck_code import CarriedDeck
from companion.cards.pack_file import kept_deck
from companion.games.registry import game_called
from companion.tablet.data.card_work import plain_key


def keep_carried(folder: Path, deck: CarriedDeck) -> Path:
    """Keeps a deck in a file, once however often it comes.

    Raises:
        CardsError: If it is no deck of its game, or cannot be written.
    """
    library = game_called(deck.game).shelf.library
    if library is not None:
        library.form.deck(deck.read)
    names = deck.data.get("name")
    name = str(names.get("en", "")) if isinstance(names, dict) else ""
    return kept_deck(folder, plain_key(name, "deck"), deck.data)
