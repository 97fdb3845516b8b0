"""What a tournament is: its set-up and its state."""

import msgspec

from companion.league.formats.standings import USUAL

ORGANISER = "organiser"
"""Who acts when it is no player."""

SWISS = "swiss"
ROUND_ROBIN = "round_robin"
SINGLE = "single"
DOUBLE = "double"
FORMATS = (SWISS, ROUND_ROBIN, SINGLE, DOUBLE)


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """What a match is worth in points."""

    win: float = 3.0
    draw: float = 1.0
    loss: float = 0.0
    bye: float = 3.0


class TournamentPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament begins with.

    Attributes:
        name: Shown.
        game: Name of the rules that are played, such as `signum`.
        format: One of `FORMATS`; a league over weeks is a round robin whose rounds are given dates.
        rounds: Of a Swiss tournament; 0 for as many as the number of players asks for. Ignored elsewhere.
        times: How often everybody meets everybody in a round robin.
        minutes: Time of a round; 0 for no limit.
        tables: How many there are; 0 for as many as are needed.
        draws: Whether a match may end without a winner.
        worth: Points.
        tie_breaks: By name, the most important first.
        dates: Of the rounds, as the organiser writes them; fewer than there are rounds are allowed.
        teams: Whether teams are drawn instead of players; everybody is of a team then. Not in a bracket.
    """

    name: str
    game: str
    format: str = SWISS
    rounds: int = 0
    times: int = 1
    minutes: int = 90
    tables: int = 0
    draws: bool = True
    worth: Worth = Worth()
    tie_breaks: tuple[str, ...] = tuple(each.value for each in USUAL)
    dates: tuple[str, ...] = ()
    teams: bool = False

    @property
    def seats(self) -> tuple[()]:
        """Nobody has a seat: players come and go."""
        return ()


class Participant(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who takes part.

    Attributes:
        id: Stable, unlike any other's.
        name: Shown.
        rating: By which the field is seeded.
        club: Those of one club meet late, if that can be helped.
        team: Name of the team; empty for none.
        deck: Code of the deck that was handed in; empty for none.
        since: The first round that the player may be paired in.
        dropped: Whether the player has left.
    """

    id: str
    name: str
    rating: float = 0.0
    club: str = ""
    team: str = ""
    deck: str = ""
    since: int = 1
    dropped: bool = False


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody says that a match ended.

    Attributes:
        winner: Id; empty for a draw.
        margins: By player what was scored.
    """

    winner: str = ""
    margins: dict[str, float] = {}


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """One match of a round.

    Attributes:
        key: Unlike any other's, such as `2-5` for table 5 in round 2, or `w1-3` in a bracket.
        first: Who has the first side.
        second: The other; empty for a bye.
        table: Number; 0 for a bye.
        reports: By player how that player says it ended.
        result: How it ended; None as long as it is open.
        forfeit: Whether it was not played.
        decided: Who decided it, where it was not both players; empty otherwise.
        game: Id of the game's messages, where a table told it; empty for none.
    """

    key: str
    first: str
    second: str = ""
    table: int = 0
    reports: dict[str, Report] = {}
    result: Report | None = None
    forfeit: bool = False
    decided: str = ""
    game: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays; one of a bye."""
        return (self.first, self.second) if self.second else (self.first,)

    @property
    def is_disputed(self) -> bool:
        """Whether both have said how it ended, and not the same."""
        said = [self.reports[player] for player in self.players if player in self.reports]
        return self.result is None and len(said) == 2 and said[0].winner != said[1].winner


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One round.

    Attributes:
        number: From 1.
        seed: By which it was drawn, so that everybody can draw it again.
        matches: All of it.
        begun: When its clock was started, ISO 8601 in UTC; empty before that.
    """

    number: int
    seed: str
    matches: tuple[Match, ...]
    begun: str = ""

    @property
    def is_over(self) -> bool:
        """Whether every match has ended."""
        return all(each.result is not None for each in self.matches)


class Penalty(msgspec.Struct, frozen=True, kw_only=True):
    """What a judge gave a player.

    Attributes:
        player: Who.
        points: Taken off; 0 for a warning.
        reason: In the judge's words.
        round: In which.
    """

    player: str
    points: float
    reason: str
    round: int


class TournamentState(msgspec.Struct, frozen=True, kw_only=True):
    """How a tournament stands.

    Attributes:
        setup: What it began with.
        participants: By id, in the order in which they came.
        rounds: So far.
        penalties: So far.
        finished: Whether it is over.
    """

    setup: TournamentPlan
    participants: dict[str, Participant] = {}
    rounds: tuple[Round, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    finished: bool = False

    @property
    def round(self) -> Round | None:
        """The round that is played or was played last; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def settled(self) -> "TournamentState":
        """The tournament without a round that is still being played, as standings want it; penalties count at once."""
        return msgspec.structs.replace(self, rounds=tuple(each for each in self.rounds if each.is_over))

    def match(self, key: str) -> Match | None:
        """A match by its key; None if there is none."""
        return next((each for one in self.rounds for each in one.matches if each.key == key), None)

    def match_of(self, player: str) -> Match | None:
        """The match of a player in this round; None where there is none."""
        now = self.round
        return None if now is None else next((each for each in now.matches if player in each.players), None)
