"""Who stands where: points first, then tie-breaks by name, each explained to players where it is shown.

A bye counts for the player's own points and for nothing else: whom nobody met makes no opponent stronger or weaker. The
opponents' win rate counts at least a third for each opponent, so that one who lost everything, or left, does not weigh
on those who beat them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from statistics import mean

from companion.league.formats.entrants import History, opponent_of

MIN_RATE = Fraction(1, 3)


class TieBreak(StrEnum):
    """Ways to tell apart who has the same points; the larger number stands higher."""

    HEAD_TO_HEAD = "head_to_head"
    BUCHHOLZ = "buchholz"
    MEDIAN_BUCHHOLZ = "median_buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    OPPONENTS = "opponents_win_rate"
    OPPONENTS_OF_OPPONENTS = "opponents_opponents_win_rate"
    MARGIN = "margin"
    SCORED = "scored"
    WINS = "wins"


USUAL = (TieBreak.OPPONENTS, TieBreak.BUCHHOLZ, TieBreak.HEAD_TO_HEAD, TieBreak.MARGIN)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands.

    Attributes:
        place: From 1; who cannot be told apart shares one.
        player: Id.
        points: With penalties taken off.
        wins: Matches won, byes not among them.
        draws: Drawn.
        losses: Lost.
        byes: Byes.
        tie_breaks: In the order of the tournament.
    """

    place: int
    player: str
    points: float
    wins: int
    draws: int
    losses: int
    byes: int
    tie_breaks: tuple[float, ...]


def standings(players: Sequence[str], history: History, order: Sequence[TieBreak] = USUAL) -> tuple[Place, ...]:
    """Everybody in the order in which they stand.

    Args:
        players: Ids of all, also of those who dropped out.
        history: What was played.
        order: Tie-breaks, the most important first. Head to head is held only against those who are even on points
            and on all tie-breaks before it.
    """
    scores = {player: history.score(player) for player in players}
    groups: list[list[str]] = _split([list(players)], scores)
    values: dict[str, list[float]] = {player: [] for player in players}
    for tie_break in order:
        for group in groups:
            found = _values(tie_break, group, history)
            for player in group:
                values[player].append(found[player])
        groups = _split(groups, {player: own[-1] for player, own in values.items()})
    places: list[Place] = []
    for group in groups:
        place = len(places) + 1
        places += [_place(place, player, scores[player], history, values[player]) for player in sorted(group)]
    return tuple(places)


def win_rate(player: str, history: History) -> Fraction:
    """The part of the possible points that a player has from matches that were played; byes do not count."""
    own = [each for each in history.of(player) if not each.pairing.is_bye]
    if not own or not history.points.win:
        return MIN_RATE
    rate = Fraction(sum(history.worth(player, each) for each in own)) / Fraction(history.points.win * len(own))
    return max(MIN_RATE, rate)


def _values(tie_break: TieBreak, group: Sequence[str], history: History) -> Mapping[str, float]:
    if tie_break is TieBreak.HEAD_TO_HEAD:
        return _head_to_head(group, history)
    one = _EACH[tie_break]
    return {player: round(float(one(player, history)), 9) for player in group}


def _head_to_head(group: Sequence[str], history: History) -> Mapping[str, float]:
    """Points against the others of the group; nothing where not all of them have met."""
    met = {player: {each for each in history.opponents(player) if each in group} for player in group}
    if len(group) < 2 or not all(len(met[player]) == len(group) - 1 for player in group):
        return dict.fromkeys(group, 0.0)
    return {
        player: sum(
            history.worth(player, each)
            for each in history.of(player)
            if not each.pairing.is_bye and opponent_of(each.pairing, player) in group
        )
        for player in group
    }


def _buchholz(player: str, history: History) -> float:
    return sum(history.score(each) for each in history.opponents(player))


def _median_buchholz(player: str, history: History) -> float:
    scores = sorted(history.score(each) for each in history.opponents(player))
    return sum(scores[1:-1]) if len(scores) > 2 else sum(scores)


def _sonneborn_berger(player: str, history: History) -> float:
    """The points of those who were beaten, and half those of whom one drew with."""
    total = 0.0
    for each in history.of(player):
        if not each.pairing.is_bye:
            theirs = history.score(opponent_of(each.pairing, player))
            total += theirs if each.winner == player else 0.0 if each.winner or each.forfeit else theirs / 2
    return total


def _opponents(player: str, history: History) -> float:
    met = history.opponents(player)
    return float(mean(win_rate(each, history) for each in met)) if met else 0.0


def _opponents_of_opponents(player: str, history: History) -> float:
    met = history.opponents(player)
    return float(mean(_opponents(each, history) for each in met)) if met else 0.0


def _margin(player: str, history: History) -> float:
    total = 0.0
    for each in history.of(player):
        if not each.pairing.is_bye:
            total += each.margins.get(player, 0.0) - each.margins.get(opponent_of(each.pairing, player), 0.0)
    return total


def _scored(player: str, history: History) -> float:
    return sum(each.margins.get(player, 0.0) for each in history.of(player))


def _wins(player: str, history: History) -> float:
    return sum(each.winner == player and not each.pairing.is_bye for each in history.of(player))


_EACH: Mapping[TieBreak, Callable[[str, History], float]] = {
    TieBreak.BUCHHOLZ: _buchholz,
    TieBreak.MEDIAN_BUCHHOLZ: _median_buchholz,
    TieBreak.SONNEBORN_BERGER: _sonneborn_berger,
    TieBreak.OPPONENTS: _opponents,
    TieBreak.OPPONENTS_OF_OPPONENTS: _opponents_of_opponents,
    TieBreak.MARGIN: _margin,
    TieBreak.SCORED: _scored,
    TieBreak.WINS: _wins,
}


def _split(groups: Sequence[Sequence[str]], by: Mapping[str, float]) -> list[list[str]]:
    """Groups of those who are even, the highest first."""
    return [
        [player for player in group if by[player] == value]
        for group in groups
        for value in sorted({by[player] for player in group}, reverse=True)
    ]


def _place(place: int, player: str, points: float, history: History, values: Sequence[float]) -> Place:
    own = [each for each in history.of(player) if not each.pairing.is_bye]
    wins = sum(each.winner == player for each in own)
    draws = sum(not each.winner and not each.forfeit for each in own)
    return Place(place, player, points, wins, draws, len(own) - wins - draws, history.byes(player), tuple(values))
