"""Super Fantasy Brawl as the program meets it: one object, `GAME`."""

from companion.games.brawl import redaction
from companion.games.brawl.board import BrawlBoard
from companion.games.brawl.decision import DECISION
from companion.games.brawl.guide import GUIDE
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
from companion.games.brawl.workshop.workshop import BrawlWorkshop
from companion.games.command import Command


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
    guide = GUIDE
    workshop = BrawlWorkshop()
    rules_version = 2

    evolve = staticmethod(evolve)
    new = staticmethod(new_state)
    prompts = staticmethod(DECISION.prompts)
    commands = staticmethod(DECISION.commands)
    decide = staticmethod(DECISION.decide)
    shuffling = staticmethod(DECISION.shuffling)
    view = staticmethod(redaction.view)
    public_event = staticmethod(redaction.public_event)
    learned = staticmethod(redaction.learned)

    def passing(self, state: State) -> Command | None:
        """The command that lets the attack pass, of the first who is asked for a reaction."""
        step = state.top
        is_asked = isinstance(step, CardStep) and step.stage == "react" and step.waiting and not state.waiting
        return Pass(by=step.waiting[0]) if is_asked and isinstance(step, CardStep) else None


GAME = Brawl()
