"""What happens in a tournament. Tags and fields stand in records and never change."""

from companion.games.command import Event
from companion.league.tournament.model import Match, Participant, Penalty, Report, Round


class Registered(Event, frozen=True, kw_only=True):
    """A player takes part."""

    participant: Participant


class DeckHandedIn(Event, frozen=True, kw_only=True):
    """A player's deck is known."""

    player: str
    deck: str


class Dropped(Event, frozen=True, kw_only=True):
    """A player has left."""

    player: str


class Returned(Event, frozen=True, kw_only=True):
    """A player is back, from a round on."""

    player: str
    since: int


class RoundDrawn(Event, frozen=True, kw_only=True):
    """Who plays whom in a round."""

    round: Round


class MatchAdded(Event, frozen=True, kw_only=True):
    """A match can be played that waited for the winners of others."""

    match: Match


class MatchSeated(Event, frozen=True, kw_only=True):
    """The organiser changed who plays a match, or where."""

    match: str
    first: str
    second: str
    table: int


class ClockStarted(Event, frozen=True, kw_only=True):
    """The round's time has begun."""

    at: str


class Reported(Event, frozen=True, kw_only=True):
    """A player said how a match ended."""

    match: str
    player: str
    report: Report


class MatchEnded(Event, frozen=True, kw_only=True):
    """How a match ended.

    Attributes:
        match: Its key.
        result: How.
        forfeit: Whether it was not played.
        decided: Who decided it, where it was not both players.
        game: Id of the game's messages, where a table told it.
    """

    match: str
    result: Report
    forfeit: bool = False
    decided: str = ""
    game: str = ""


class Penalised(Event, frozen=True, kw_only=True):
    """A judge gave a penalty."""

    penalty: Penalty


class Finished(Event, frozen=True, kw_only=True):
    """The tournament is over."""


TournamentEvent = (
    Registered
    | DeckHandedIn
    | Dropped
    | Returned
    | RoundDrawn
    | MatchAdded
    | MatchSeated
    | ClockStarted
    | Reported
    | MatchEnded
    | Penalised
    | Finished
)
