"""Super Fantasy Brawl as the program meets it: one object, `GAME`."""

from companion.games.brawl import decision, redaction
from companion.games.brawl.board import BrawlBoard
from companion.games.brawl.model.commands import BrawlCommand, Pass
from companion.games.brawl.model.events import BrawlEvent
from companion.games.brawl.model.fold import evolve
from companion.games.brawl.model.setup import Setup
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import CardStep
from companion.games.brawl.own_texts import TEXTS
from companion.games.brawl.rules.set_up import new_state
from companion.games.brawl.sheets import BrawlSheets
from companion.games.brawl.shelf.shelf import BrawlShelf
from companion.games.brawl.speech import BrawlSpeech
from companion.games.brawl.tally import BrawlTally
from companion.games.brawl.taste import Brawler
from companion.games.command import Command
from companion.games.prompt import CommandSpec


class Brawl:
    """The game."""

    name = "brawl"
    command_type = BrawlCommand
    event_type = BrawlEvent
    state_type = State
    setup_type = Setup
    texts = TEXTS
    speech = BrawlSpeech
    tally = BrawlTally()
    board = BrawlBoard
    sheets = BrawlSheets
    shelf = BrawlShelf()
    taste = Brawler
    rules_version = 1

    evolve = staticmethod(evolve)
    prompts = staticmethod(decision.prompts)
    decide = staticmethod(decision.decide)
    view = staticmethod(redaction.view)
    public_event = staticmethod(redaction.public_event)
    learned = staticmethod(redaction.learned)

    def new(self, setup: Setup) -> State:
        """The state before anything has happened."""
        return new_state(setup)

    def shuffling(self, state: State) -> tuple[str, tuple[str, ...]] | None:
        """The first pile that waits."""
        pile = next(iter(state.waiting), "")
        return (pile, decision.cards_of_pile(state, pile)) if pile else None

    def commands(self, state: State, player: str) -> tuple[CommandSpec, ...]:
        """What is asked of a player, and what may be done by hand at any time."""
        asked = (spec for spec in decision.specs(state) if spec.by == player)
        return (*asked, *decision.specs_by_hand(state, player))

    def passing(self, state: State) -> Command | None:
        """The command that lets the attack pass, of the first who is asked for a reaction."""
        step = state.top
        is_asked = isinstance(step, CardStep) and step.stage == "react" and step.waiting and not state.waiting
        return Pass(by=step.waiting[0]) if is_asked and isinstance(step, CardStep) else None


GAME = Brawl()
