"""The cards and squads that come with the game, and those of the players."""

from importlib import resources

from companion.cards import CardLibrary
from companion.games.warseer.model.cards import Card
from companion.games.warseer.shelf.form import WarseerForm
from companion.games.warseer.shelf.squad import Squad

LIBRARY: CardLibrary[Card, Squad] = CardLibrary(WarseerForm(), resources.files("companion.games.warseer.shelf"))
"""What stands in the folder `packs`."""
