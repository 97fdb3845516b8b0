"""Gatecrash as the program meets it: one object, `GAME`, which its package names as an entry point."""

import msgspec

from companion.games.common import DiceRolled, PileShuffled, Rolled, Shuffled, TurnBegan
from companion.games.plain_setup import Setup
from companion.texts import Texts
from tests.games.gatecrash import rules
from tests.games.gatecrash.rules import Challenged, Drew, Out, Play, Played, Ran, Run, State, Won
from tests.games.gatecrash.shelf import Shelf
from tests.games.gatecrash.table import Hexes
from tests.games.gatecrash.taste import Straight


class Gatecrash:
    name = "gatecrash"
    command_type = Play | Run | Rolled | Shuffled
    event_type = PileShuffled | Drew | Played | Ran | Challenged | Out | Won | TurnBegan | DiceRolled
    setup_type, state_type = Setup, State
    shelf = Shelf
    texts = Texts(__package__)
    board = Hexes
    taste = Straight

    new = staticmethod(State)
    prompts, decide, evolve = staticmethod(rules.prompts), staticmethod(rules.decide), staticmethod(rules.evolve)

    def shuffling(self, state):
        return next(((player, state.decks[player]) for player in state.unmixed), None)

    def view(self, state, viewer):
        hidden = {player: (rules.HIDDEN,) * len(hand) for player, hand in state.hands.items() if player != viewer}
        decks = {player: (rules.HIDDEN,) * len(deck) for player, deck in state.decks.items()}
        return msgspec.structs.replace(state, hands=state.hands | hidden, decks=decks)

    def public_event(self, state, event, viewer):
        match event:
            case PileShuffled(pile=pile, order=order):
                return PileShuffled(pile=pile, order=(rules.HIDDEN,) * len(order))
            case Drew(player=player) if player != viewer:
                return Drew(player=player, card=rules.HIDDEN)
        return event

    def learned(self, state, event):
        return ((event.player, f"card:{event.card}"),) if isinstance(event, Drew) else ()


GAME = Gatecrash()
