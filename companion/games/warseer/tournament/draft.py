"""What follows from a command, event by event, with the state that each leaves behind."""

from companion.games.command import Event
from companion.games.warseer.tournament.fold import evolve
from companion.games.warseer.tournament.model import TournamentPlayer, TournamentState


class Draft:
    """Events that are being decided.

    Attributes:
        state: The Tournament after them.
        events: All of them, in order.
    """

    def __init__(self, state: TournamentState) -> None:
        """Begins with none."""
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Adds an event."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def player(self, player: str) -> TournamentPlayer:
        """What a player has now."""
        return self.state.players[player]
