"""The cards and decks that come with the game, and those of the players."""

from importlib import resources

from companion.cards import CardLibrary
from companion.games.signum.model.cards import Card
from companion.games.signum.shelf.deck import Deck
from companion.games.signum.shelf.form import SignumForm

LIBRARY: CardLibrary[Card, Deck] = CardLibrary(SignumForm(), resources.files("companion.games.signum.shelf"))
