"""One command on its way to events, with the events of this game's own stack."""

from collections.abc import Callable
from typing import Any, ClassVar

from companion.games.kit.events import Popped
from companion.games.kit.resolution import Resolution
from companion.games.warseer.model.events import Pushed, Replaced, WarseerEvent
from companion.games.warseer.model.fold import evolve
from companion.games.warseer.model.state import State


class Run(Resolution[State, WarseerEvent]):
    """One command on its way to events; once somebody has won, nothing more happens (W-END-03, W-END-06)."""

    EVOLVE, PUSHED, POPPED, REPLACED = evolve, Pushed, Popped, Replaced
    WATCHED: ClassVar[dict[type, Callable[["Run", State, Any], None]]] = {}
    """What follows at once from an event, by its type, given the state before."""

    def __init__(self, state: State) -> None:
        """Begins with nothing held together.

        Args:
            state: The game before the command.
        """
        super().__init__(state)
        self.held = 0
        """How many events are under way whose parts count as one (W-END-12, W-END-13)."""

    def emit(self, event: WarseerEvent) -> None:
        """Adds an event and folds it, with what follows from it at once."""
        before = self.state
        if before.outcome is not None:
            return
        super().emit(event)
        if follows := self.WATCHED.get(type(event)):
            follows(self, before, event)
