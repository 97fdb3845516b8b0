"""Legends of Signum II: Warseer, put together."""

from companion.games.command import Command
from companion.games.kit.handlers import is_asking
from companion.games.reroll import RerolledDice
from companion.games.warseer import redaction
from companion.games.warseer.board import WarseerBoard
from companion.games.warseer.decision import DECISION
from companion.games.warseer.guide import GUIDE
from companion.games.warseer.model.commands import Pass, WarseerCommand
from companion.games.warseer.model.events import WarseerEvent
from companion.games.warseer.model.fold import evolve
from companion.games.warseer.model.setup import Setup
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import AttackStep, ReactStep
from companion.games.warseer.own_texts import TEXTS
from companion.games.warseer.rules.turn.set_up import new_state
from companion.games.warseer.sheets import WarseerSheets
from companion.games.warseer.shelf.shelf import WarseerShelf
from companion.games.warseer.speech import WarseerSpeech
from companion.games.warseer.tally import WarseerTally
from companion.games.warseer.taste import Warlord
from companion.games.warseer.tournament.game import CAMPAIGN
from companion.games.warseer.workshop.workshop import WarseerWorkshop


class Warseer:
    """The game."""

    name = "warseer"
    command_type = WarseerCommand
    event_type = WarseerEvent
    state_type = State
    setup_type = Setup
    texts = TEXTS
    speech = WarseerSpeech
    tally = WarseerTally()
    board = WarseerBoard
    sheets = WarseerSheets
    shelf = WarseerShelf()
    taste = Warlord
    guide = GUIDE
    workshop = WarseerWorkshop()
    campaign = CAMPAIGN
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

    def reroll(self, state: State) -> RerolledDice | None:
        """Which dice of an attack are rolled again; None where none are."""
        step = state.top
        if not isinstance(step, AttackStep) or step.stage != "reroll":
            return None
        return RerolledDice("attack", step.piece, step.faces, step.again)

    def passing(self, state: State) -> Command | None:
        """The command by which whoever might hold a Tactic plays none."""
        step = state.top
        is_asked = isinstance(step, ReactStep) and step.waiting and is_asking(state)
        return Pass(by=step.waiting[0]) if is_asked and isinstance(step, ReactStep) else None


GAME = Warseer()
