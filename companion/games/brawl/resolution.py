"""One command on its way to events, with the events of this game's own stack."""

from companion.games.brawl.model.events import BrawlEvent, Pushed, Replaced
from companion.games.brawl.model.fold import evolve
from companion.games.brawl.model.state import State
from companion.games.kit.events import Popped
from companion.games.kit.resolution import Resolution


class Run(Resolution[State, BrawlEvent]):
    """One command on its way to events."""

    EVOLVE, PUSHED, POPPED, REPLACED = evolve, Pushed, Popped, Replaced
