"""Card packs and decks: their schema, loading and checking, and what a game needs of them."""

from companion.cards.deck import Deck, load_deck, shipped_decks
from companion.cards.errors import CardsError, DeckError, Fault, FileError, PackError
from companion.cards.pack import Pack, load_pack, load_packs, load_shipped
from companion.cards.rulings import deck_faults, is_legal
from companion.cards.seating import all_cards, all_names, seat_from_deck, setup_for

__all__ = [
    "CardsError",
    "Deck",
    "DeckError",
    "Fault",
    "FileError",
    "Pack",
    "PackError",
    "all_cards",
    "all_names",
    "deck_faults",
    "is_legal",
    "load_deck",
    "load_pack",
    "load_packs",
    "load_shipped",
    "seat_from_deck",
    "setup_for",
    "shipped_decks",
]
