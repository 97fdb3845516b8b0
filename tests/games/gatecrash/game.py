"""Gatecrash as the program meets it: one object, `GAME`, which its package names as an entry point."""

import msgspec

from companion.games.common import DiceRolled, Rolled, Shuffled, TurnBegan
from tests.games.gatecrash import rules
from tests.games.gatecrash.rules import Challenged, Drew, Mixed, Out, Play, Played, Ran, Run, Setup, State, Won
from tests.games.gatecrash.shelf import Shelf
from tests.games.gatecrash.table import Hexes
from tests.games.gatecrash.taste import Straight
from tests.games.gatecrash.words import TEXTS, Words


class Gatecrash:
    name = "gatecrash"
    command_type = Play | Run | Rolled | Shuffled
    event_type = Mixed | Drew | Played | Ran | Challenged | Out | Won | TurnBegan | DiceRolled
    setup_type, state_type = Setup, State
    texts, speech = TEXTS, Words(TEXTS)
    board = Hexes(Play | Run | Rolled | Shuffled, speech)
    shelf = Shelf("gatecrash", lambda: Setup)
    taste = Straight

    new = staticmethod(State)
    prompts, decide, evolve = staticmethod(rules.prompts), staticmethod(rules.decide), staticmethod(rules.evolve)

    def commands(self, state, player):
        return tuple(spec for prompt in self.prompts(state) for spec in prompt.specs if spec.by == player)

    def view(self, state, viewer):
        hidden = {player: (rules.HIDDEN,) * len(hand) for player, hand in state.hands.items() if player != viewer}
        decks = {player: (rules.HIDDEN,) * len(deck) for player, deck in state.decks.items()}
        return msgspec.structs.replace(state, hands=state.hands | hidden, decks=decks)

    def measured(self, state, command):
        return ()

    def public_event(self, state, event, viewer):
        match event:
            case Mixed(player=player, order=order):
                return Mixed(player=player, order=(rules.HIDDEN,) * len(order))
            case Drew(player=player) if player != viewer:
                return Drew(player=player, card=rules.HIDDEN)
        return event

    def learned(self, state, event):
        return ((event.player, f"card:{event.card}"),) if isinstance(event, Drew) else ()

    def shuffle(self, state, event):
        return (event.player, event.order) if isinstance(event, Mixed) else None

    def shuffling(self, state):
        return next(((player, state.decks[player]) for player in state.unmixed), None)

    def shuffled(self, pile, order):
        return Shuffled(by="table", player=pile, order=order)

    def may_react(self, state, event):
        return False

    def passing(self, state):
        return None


GAME = Gatecrash()
