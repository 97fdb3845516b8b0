"""Gatecrash as the program meets it: one object, `GAME`, which its package names as an entry point."""

from companion.games.common import DiceRolled, PileShuffled, Rolled, Shuffled, TurnBegan
from companion.games.defaults.hands import Drew, Hands, Played, dealt
from companion.texts import Texts
from tests.games.gatecrash import rules
from tests.games.gatecrash.rules import Challenged, Out, Play, Ran, Run, State, Won
from tests.games.gatecrash.shelf import Shelf
from tests.games.gatecrash.table import Hexes
from tests.games.gatecrash.taste import Straight


class Gatecrash(Hands):
    name = "gatecrash"
    command_type = Play | Run | Rolled | Shuffled
    event_type = PileShuffled | Drew | Played | Ran | Challenged | Out | Won | TurnBegan | DiceRolled
    state_type = State
    shelf = Shelf
    texts = Texts(__package__)
    board = Hexes
    taste = Straight

    prompts, decide, evolve = staticmethod(rules.prompts), staticmethod(rules.decide), staticmethod(rules.evolve)

    def new(self, setup):
        return State(setup=setup, **dealt(("A", "B"), rules.CARDS))


GAME = Gatecrash()
