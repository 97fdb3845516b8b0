"""Who loses is out: after the first loss (single) or the second (double).

Seeds stand so that the strongest two can only meet in the last match. Missing players are byes of the strongest. In
double elimination, who loses in the winners' bracket goes on in the losers'; the last match is between the winners of
both, and is played again if the one from the losers' bracket wins it, for then each has lost once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.league.formats.entrants import BYE, Pairing, PlayedPairing


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match of a bracket.

    Attributes:
        key: Such as `w1-3`: winners' bracket, round 1, third match; `l` for the losers', `f` for the finals.
        players: Who plays; None where that is not known yet; `BYE` for nobody.
        winner: Who won; None where it was not played yet.
    """

    key: str
    players: tuple[str | None, str | None]
    winner: str | None = None

    @property
    def loser(self) -> str | None:
        """Who lost; None where it was not played yet."""
        if self.winner is None:
            return None
        first, second = self.players
        return second if self.winner == first else first

    @property
    def is_due(self) -> bool:
        """Whether it can be played now."""
        return self.winner is None and None not in self.players and BYE not in self.players


def seeded(players: Sequence[str]) -> tuple[str, ...]:
    """Players, strongest first, in the order of the bracket, with byes; its length is a power of two."""
    order, size = [0], 1
    while size < len(players):
        size *= 2
        order = [place for each in order for place in (each, size - 1 - each)]
    return tuple(players[place] if place < len(players) else BYE for place in order)


def single(players: Sequence[str], winners: Mapping[str, str]) -> tuple[BracketMatch, ...]:
    """All matches of a single elimination, as far as they are known.

    Args:
        players: Strongest first.
        winners: By the key of a match who won it.
    """
    matches: list[BracketMatch] = []
    _winners_bracket(seeded(players), winners, matches)
    return tuple(matches)


def double(players: Sequence[str], winners: Mapping[str, str]) -> tuple[BracketMatch, ...]:
    """All matches of a double elimination, as far as they are known; arguments as for `single`."""
    matches: list[BracketMatch] = []
    rounds = _winners_bracket(seeded(players), winners, matches)
    champion = rounds[-1][0].winner
    survivors: list[str | None] = [each.loser for each in rounds[0]]
    number = 0
    for came_down in rounds[1:]:
        if len(survivors) > 1:
            number += 1
            survivors = _played(f"l{number}", _pairs(survivors), winners, matches)
        number += 1
        # Turned round, so that nobody meets at once again whom they have just met above.
        dropped = [each.loser for each in came_down][::-1]
        survivors = _played(f"l{number}", list(zip(survivors, dropped, strict=True)), winners, matches)
    if len(rounds) == 1:
        survivors = [rounds[0][0].loser]
    final = _match("f1", (champion, survivors[0]), winners)
    matches.append(final)
    if final.winner is not None and final.winner != champion:
        matches.append(_match("f2", (champion, survivors[0]), winners))
    return tuple(matches)


def due(matches: Sequence[BracketMatch]) -> tuple[BracketMatch, ...]:
    """Matches that can be played now."""
    return tuple(each for each in matches if each.is_due)


def champion_of(matches: Sequence[BracketMatch]) -> str | None:
    """Who has won it all; None as long as something is to be played."""
    return matches[-1].winner


def places(matches: Sequence[BracketMatch], players: Sequence[str]) -> dict[str, int]:
    """The place of each player who is out, and of the champion; who goes out in the same round shares one."""
    losses = dict.fromkeys(players, 0)
    allowed = 1 if not any(each.key.startswith("l") or each.key.startswith("f") for each in matches) else 2
    left = len(players)
    found: dict[str, int] = {}
    for stage in _stages(matches):
        out = []
        for each in stage:
            loser = each.loser
            if loser not in (None, BYE):
                losses[str(loser)] += 1
                out += [str(loser)] if losses[str(loser)] >= allowed else []
        left -= len(out)
        found |= dict.fromkeys(out, left + 1)
    champion = champion_of(matches)
    return found | ({champion: 1} if champion else {})


def history_of(matches: Sequence[BracketMatch]) -> tuple[PlayedPairing, ...]:
    """What was played so far, each stage as a round."""
    return tuple(
        PlayedPairing(number, Pairing(str(each.players[0]), str(each.players[1])), each.winner)
        for number, stage in enumerate(_stages(matches), 1)
        for each in stage
        if each.winner is not None and BYE not in each.players
    )


def _winners_bracket(
    order: Sequence[str], winners: Mapping[str, str], matches: list[BracketMatch]
) -> list[list[BracketMatch]]:
    """The winners' bracket, round by round; its matches are added."""
    rounds: list[list[BracketMatch]] = []
    left: list[str | None] = list(order)
    while len(left) > 1:
        before = len(matches)
        left = _played(f"w{len(rounds) + 1}", _pairs(left), winners, matches)
        rounds.append(matches[before:])
    return rounds


def _played(
    stage: str,
    pairs: Sequence[tuple[str | None, str | None]],
    winners: Mapping[str, str],
    matches: list[BracketMatch],
) -> list[str | None]:
    """Adds the matches of a stage; who goes on."""
    found = [_match(f"{stage}-{number}", pair, winners) for number, pair in enumerate(pairs, 1)]
    matches += found
    return [each.winner for each in found]


def _match(key: str, players: tuple[str | None, str | None], winners: Mapping[str, str]) -> BracketMatch:
    first, second = players
    if BYE in players:
        alone = second if first == BYE else first
        return BracketMatch(key, players, alone)
    winner = winners.get(key)
    return BracketMatch(key, players, winner if winner in players and winner is not None else None)


def _pairs(left: Sequence[str | None]) -> list[tuple[str | None, str | None]]:
    return [(left[place], left[place + 1]) for place in range(0, len(left), 2)]


def _stages(matches: Sequence[BracketMatch]) -> list[list[BracketMatch]]:
    """Matches in the order in which their rounds are played."""
    stages: dict[str, list[BracketMatch]] = {}
    for each in matches:
        stages.setdefault(each.key.partition("-")[0], []).append(each)

    def when(stage: str) -> tuple[int, int]:
        sort, number = stage[0], int(stage[1:])
        return (number * 2, 0) if sort == "w" else (number + 2 + number % 2, 1) if sort == "l" else (10**6, number)

    return [stages[stage] for stage in sorted(stages, key=when)]
