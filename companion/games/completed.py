"""A game that leaves parts of the protocol out: what the rooms have of it then.

A game must decide, fold and show; that it says nothing, draws nothing and gathers no fights makes it plain, and stops
nobody from playing it.
"""

from typing import Any, cast

from companion.games.command import Event
from companion.games.measured import Measured, Sought
from companion.games.protocol import Game, Grounding, Results, Speech
from companion.games.result import Result
from companion.games.speech import Phrase
from companion.geometry.drawing import Drawing


class NoSpeech:
    """Says nothing."""

    def said(self, state: object, event: Event) -> tuple[Phrase, ...]:
        """No sentence."""
        return ()

    def ending(self, state: object) -> None:
        """No sentence."""


class NoGrounds:
    """No event rests on a measurement."""

    def begun(self, event: Event) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def sought(self, before: object, event: Event) -> Sought | None:
        """Nothing."""

    def placed(self, piece: str) -> Sought:
        """Nothing."""
        return Sought(lambda _: False)

    def may_be_shown(self, event: Event, viewer: str) -> bool:
        """There is nothing to be shown."""
        return False

    def pieces(self, question: str) -> tuple[str, ...]:
        """None."""
        return ()

    def drawing(self, measured: Measured) -> Drawing | None:
        """None."""


class NoResults:
    """Nobody fights."""

    shown: tuple[Result, ...] = ()

    def add(self, before: object, event: Event, *, goes_on: bool) -> None:
        """Nothing."""


class Completed:
    """A game with what it leaves out."""

    speech: Speech[Any] = NoSpeech()
    grounds: Grounding[Any] = NoGrounds()

    def __init__(self, game: object) -> None:
        self._game = game
        for part in PARTS:
            if hasattr(game, part):
                setattr(self, part, getattr(game, part))

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def results(self) -> Results[Any]:
        """Gathers nothing."""
        return NoResults()

    def leads_on(self, event: Event) -> bool:
        """Any event may change what is asked."""
        return True


PARTS = ("speech", "grounds", "results", "leads_on")
"""What a game may leave out."""


def completed(game: Game[Any]) -> Game[Any]:
    """The game itself where it leaves nothing out."""
    return game if all(hasattr(game, part) for part in PARTS) else cast("Game[Any]", Completed(game))
