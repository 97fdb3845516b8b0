"""Gatecrash as the program meets it: one object, `GAME`, that its package names as an entry point."""

from companion.games.common import DiceRolled, Rolled, Shuffled, TurnBegan
from tests.games.gatecrash import rules
from tests.games.gatecrash.rules import Challenged, Drew, Mixed, Out, Ran, Run, Setup, State, Won


class Gatecrash:
    name = "gatecrash"
    command_type = Run | Rolled | Shuffled
    event_type = Mixed | Drew | Ran | Challenged | Out | Won | TurnBegan | DiceRolled
    setup_type, state_type = Setup, State

    new = staticmethod(State)
    decide, evolve = staticmethod(rules.decide), staticmethod(rules.evolve)
    prompts, commands = staticmethod(rules.prompts), staticmethod(rules.commands)
    view = staticmethod(rules.seen_by)

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
