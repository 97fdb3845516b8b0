"""The cards and teams that come with the game, and those of the players."""

from importlib import resources

from companion.cards import CardLibrary
from companion.games.brawl.model.cards import Card
from companion.games.brawl.shelf.form import BrawlForm
from companion.games.brawl.shelf.team import Team

LIBRARY: CardLibrary[Card, Team] = CardLibrary(BrawlForm(), resources.files("companion.games.brawl.shelf"))
"""What stands in the folder `packs`."""
