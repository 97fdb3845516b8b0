"""What Signum says, as the rest of the program asks for it."""

from typing import cast

from companion.games.command import Event
from companion.games.measured import RuleViolation
from companion.games.signum.events import GameEnded, SignumEvent
from companion.games.signum.naming import name_of, refusal_sentence, short_mark
from companion.games.signum.phrases import phrases
from companion.games.signum.state import State
from companion.games.speech import Phrase
from companion.texts import Language


class SignumSpeech:
    """The sentences of Legends of Signum."""

    def said(self, state: State, event: Event) -> tuple[Phrase, ...]:
        """The sentences that an event makes, given the state before it."""
        return phrases(state, cast("SignumEvent", event))

    def ending(self, state: State) -> Phrase | None:
        """How the game ended; None while it goes on."""
        if state.outcome is None:
            return None
        (phrase,) = phrases(state, GameEnded(outcome=state.outcome))
        return phrase

    def name(self, state: State, thing: str, language: Language) -> str:
        """What a player, creature or card is called; see `naming.name_of`."""
        return name_of(thing, state, language)

    def mark(self, thing: str) -> str:
        """The seat's letter with a star for a hero, else letter and number."""
        return short_mark(thing)

    def refusal(self, state: State, violation: RuleViolation, viewer: str, language: Language) -> str:
        """Why a rule refuses a command."""
        return refusal_sentence(violation, state, viewer, language)
