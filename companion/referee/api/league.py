"""What a table knows of its league: how far that is behind, and the match that is to be played here."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class LeagueMatch:
    """What the organiser told a table last.

    Attributes:
        league: What the league is called.
        table: Number of the table.
        round: From 1; 0 before the first.
        rounds: How many there are; 0 where that is not known.
        begun: When the round's clock was started, ISO 8601; empty before that.
        minutes: How long a round lasts; 0 for no limit.
        key: Of the match; empty where nobody plays at this table.
        game: Name of the game's rules.
        players: Their names, who has the first side first.
        decks: A code for each player's deck; empty for those who handed none in.
        ended: Whether the match is over.
        winner: Name of who has won; empty for nobody.
    """

    league: str
    table: int
    round: int = 0
    rounds: int = 0
    begun: str = ""
    minutes: int = 0
    key: str = ""
    game: str = ""
    players: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    ended: bool = False
    winner: str = ""

    def left_s(self, now: datetime) -> float | None:
        """What is left of the round's time; None before it has begun, and without a limit."""
        if not self.begun or not self.minutes:
            return None
        return self.minutes * 60 - (now - datetime.fromisoformat(self.begun)).total_seconds()


@dataclass(frozen=True, slots=True)
class LeagueStatus:
    """How far the league is behind the table.

    Attributes:
        connected: Whether the venue's server is reached.
        waiting: Messages that were not kept there yet.
        trouble: What no waiting will mend, in one sentence; empty for nothing.
        match: What the organiser told this table last; None for nothing.
    """

    connected: bool = False
    waiting: int = 0
    trouble: str = ""
    match: LeagueMatch | None = None
