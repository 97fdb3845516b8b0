"""What Signum says, as the rest of the program asks for it."""

from typing import cast

from companion.games.command import Event
from companion.games.signum.events import GameEnded, SignumEvent
from companion.games.signum.phrases import phrases
from companion.games.signum.state import State
from companion.games.speech import Phrase


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
