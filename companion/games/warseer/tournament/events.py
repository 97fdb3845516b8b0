"""What happened in a Tournament. Names of classes and fields stand in records and never change."""

from companion.games.command import Event
from companion.games.common import PileShuffled
from companion.games.warseer.tournament.achievements import Reward
from companion.games.warseer.tournament.model import Stage
from companion.games.warseer.tournament.player_result import PlayerResult


class MatchBegan(Event, frozen=True, kw_only=True):
    """A match begins with its coins (W-TRN-20, W-TRN-21).

    Attributes:
        row: Of the match table.
        coins: That each player receives.
        difference: Coins for fewer VP, by player.
    """

    row: int
    coins: int
    difference: dict[str, int] = {}


class Bought(Event, frozen=True, kw_only=True):
    """A card was bought."""

    player: str
    card: str
    price: int


class Converted(Event, frozen=True, kw_only=True):
    """VP became coins."""

    player: str
    points: int
    coins: int


class Recovered(Event, frozen=True, kw_only=True):
    """A Character is injured no more; for coins, or by a card."""

    player: str
    card: str
    price: int = 0


class Dismissed(Event, frozen=True, kw_only=True):
    """A Character was let go."""

    player: str
    card: str


class WasReady(Event, frozen=True, kw_only=True):
    """A player has finished the stage."""

    player: str


class StageBegan(Event, frozen=True, kw_only=True):
    """A stage begins.

    Attributes:
        stage: Which.
        waiting: What chance decides in it.
    """

    stage: Stage
    waiting: tuple[str, ...] = ()


class Settled(Event, frozen=True, kw_only=True):
    """Something of the match is settled: `leader`, `map`, `scenario`, `first`, `zone`."""

    what: str
    value: str


class Applied(Event, frozen=True, kw_only=True):
    """An Improvement was used; a Spell and a Tactic go back to the deck (W-IMP-08, W-IMP-14)."""

    player: str
    card: str


class MatchPlayed(Event, frozen=True, kw_only=True):
    """The match is over."""

    players: dict[str, PlayerResult]
    winner: str = ""
    record: str = ""


class Ticked(Event, frozen=True, kw_only=True):
    """A box of the Achievement sheet is ticked; `boxes` are ticked now."""

    player: str
    achievement: str
    boxes: int


class Earned(Event, frozen=True, kw_only=True):
    """A reward is to be taken."""

    player: str
    reward: Reward


class Taken(Event, frozen=True, kw_only=True):
    """The first reward that was owed was taken; `card` is empty where none of its cards is in the deck (W-ACH-04)."""

    player: str
    card: str = ""


class PointsGained(Event, frozen=True, kw_only=True):
    """VP by an achievement."""

    player: str
    points: int
    achievement: str


class Adjusted(Event, frozen=True, kw_only=True):
    """VP and coins were set by hand; both as they are now."""

    player: str
    points: int
    coins: int
    why: str = ""


class TournamentEnded(Event, frozen=True, kw_only=True):
    """The Tournament is over (W-TRN-05, W-TRN-06).

    Attributes:
        winner: Who has won; empty for a draw.
        why: `points`, `matches` or `drawn`.
    """

    winner: str
    why: str


TournamentEvent = (
    MatchBegan
    | Bought
    | Converted
    | Recovered
    | Dismissed
    | WasReady
    | StageBegan
    | Settled
    | Applied
    | MatchPlayed
    | Ticked
    | Earned
    | Taken
    | PointsGained
    | Adjusted
    | TournamentEnded
    | PileShuffled
)
