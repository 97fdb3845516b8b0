"""Super Fantasy Brawl as the program meets it: one object, `GAME`."""

from companion.games.brawl import decision, secrets
from companion.games.brawl.model.commands import BrawlCommand, Pass
from companion.games.brawl.model.events import BrawlEvent
from companion.games.brawl.model.fold import evolve
from companion.games.brawl.model.setup import Setup
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import CardStep
from companion.games.brawl.own_texts import TEXTS
from companion.games.brawl.rules.beginning import new_state
from companion.games.command import Command


class Brawl:
    """The game."""

    name = "brawl"
    command_type = BrawlCommand
    event_type = BrawlEvent
    state_type = State
    setup_type = Setup
    texts = TEXTS

    evolve = staticmethod(evolve)
    prompts = staticmethod(decision.prompts)
    decide = staticmethod(decision.decide)
    view = staticmethod(secrets.view)
    public_event = staticmethod(secrets.public_event)
    learned = staticmethod(secrets.learned)

    def new(self, setup: Setup) -> State:
        """The state before anything has happened."""
        return new_state(setup)

    def shuffling(self, state: State) -> tuple[str, tuple[str, ...]] | None:
        """The first pile that waits."""
        pile = next(iter(state.waiting), "")
        return (pile, decision.cards_of_pile(state, pile)) if pile else None

    def passing(self, state: State) -> Command | None:
        """The command that lets the attack pass, of the first who is asked for a reaction."""
        step = state.top
        is_asked = isinstance(step, CardStep) and step.stage == "react" and step.waiting and not state.waiting
        return Pass(by=step.waiting[0]) if is_asked and isinstance(step, CardStep) else None


GAME = Brawl()
