"""Card packs and decks of any game: how they are read, checked and found."""

from companion.cards.errors import CardsError, DeckError, Fault, FileError, PackError
from companion.cards.library import DECK_ENDING, CardLibrary, NoCardsError, NoDeckError, is_deck_file
from companion.cards.pack import Pack, all_cards, all_names

__all__ = [
    "DECK_ENDING",
    "CardLibrary",
    "CardsError",
    "DeckError",
    "Fault",
    "FileError",
    "NoCardsError",
    "NoDeckError",
    "Pack",
    "PackError",
    "all_cards",
    "all_names",
    "is_deck_file",
]
