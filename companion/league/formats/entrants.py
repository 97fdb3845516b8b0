"""Players of a tournament and what became of their matches, as pairings and standings need them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

BYE = ""
"""Stands for the opponent of a player who has a bye."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays, or a team.

    Attributes:
        id: Stable, unlike any other's.
        name: Shown.
        rating: By which the first round is seeded; larger is stronger.
        club: Those of one club meet late, if that can be helped; empty for none.
    """

    id: str
    name: str = ""
    rating: float = 0.0
    club: str = ""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who play each other in a round.

    Attributes:
        first: Who has the first side or chooses first.
        second: The other; `BYE` for nobody.
        table: Number of the table, from 1; 0 for a bye.
    """

    first: str
    second: str
    table: int = 0

    @property
    def is_bye(self) -> bool:
        """Whether the first plays nobody."""
        return self.second == BYE


@dataclass(frozen=True, slots=True)
class PlayedPairing:
    """A pairing and how it ended.

    Attributes:
        round: From 1.
        pairing: Who played.
        winner: Who won; empty for a draw. Of a bye, who had it.
        margins: By player what was scored, such as prosperity at the end; empty where nothing was written down.
        forfeit: Whether it was not played, because somebody was not there.
    """

    round: int
    pairing: Pairing
    winner: str = ""
    margins: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """What a match is worth."""

    win: float = 3.0
    draw: float = 1.0
    loss: float = 0.0
    bye: float = 3.0


@dataclass(frozen=True, slots=True)
class History:
    """All that was played so far.

    Attributes:
        played: In the order of the rounds.
        points: What a match is worth.
        penalties: By player what a judge took from the points.
    """

    played: tuple[PlayedPairing, ...] = ()
    points: Points = Points()
    penalties: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def rounds(self) -> int:
        """How many rounds there were."""
        return max((each.round for each in self.played), default=0)

    def of(self, player: str) -> tuple[PlayedPairing, ...]:
        """What a player has played, byes among it."""
        return tuple(each for each in self.played if player in (each.pairing.first, each.pairing.second))

    def opponents(self, player: str) -> tuple[str, ...]:
        """Whom a player has met, in order; nobody twice unless they met twice."""
        return tuple(opponent_of(each.pairing, player) for each in self.of(player) if not each.pairing.is_bye)

    def worth(self, player: str, played: PlayedPairing) -> float:
        """The points of a player from one match."""
        if played.pairing.is_bye:
            return self.points.bye
        if not played.winner:
            return self.points.loss if played.forfeit else self.points.draw
        return self.points.win if played.winner == player else self.points.loss

    def score(self, player: str) -> float:
        """All points of a player, less what a judge took."""
        return sum(self.worth(player, each) for each in self.of(player)) - self.penalties.get(player, 0.0)

    def byes(self, player: str) -> int:
        """How many byes a player had."""
        return sum(each.pairing.is_bye for each in self.of(player))

    def firsts(self, player: str) -> int:
        """How much oftener a player had the first side than the second."""
        own = [each.pairing for each in self.of(player) if not each.pairing.is_bye]
        return sum(1 if each.first == player else -1 for each in own)

    def floats(self, player: str) -> int:
        """How often a player met somebody with another score."""
        count = 0
        for number in range(1, self.rounds + 1):
            before = History(tuple(each for each in self.played if each.round < number), self.points)
            count += sum(
                before.score(player) != before.score(opponent_of(each.pairing, player))
                for each in self.played
                if each.round == number and player in (each.pairing.first, each.pairing.second)
                if not each.pairing.is_bye
            )
        return count

    def tables(self, players: Iterable[str]) -> dict[int, int]:
        """How often some players have sat at each table, all together."""
        counted: dict[int, int] = {}
        for player in players:
            for each in self.of(player):
                counted[each.pairing.table] = counted.get(each.pairing.table, 0) + 1
        return counted


def opponent_of(pairing: Pairing, player: str) -> str:
    """The other of a pairing."""
    return pairing.second if player == pairing.first else pairing.first
