"""Swiss rounds: who plays whom is the matching of all players that costs least.

What counts, in this order: nobody meets anybody twice; a bye goes to whom has had the fewest, and among those to the
lowest; the scores of those who meet are as near as they can be, by the sum of squared differences; those who have met
other scores before do not do so again; members of one club meet late. What is left is drawn by lot. Each of these is
worth more than all that come after it together, so that the matching of greatest weight (Edmonds' blossom algorithm,
`networkx.max_weight_matching`) keeps them exactly, with whole numbers of any size and no rounding.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import networkx

from companion.league.formats.entrants import BYE, Entrant, History, Pairing

LOTS = 2**16
"""So many lots are in the urn."""


class PairingError(Exception):
    """A round that cannot be paired; its text is one sentence for people."""


@dataclass(frozen=True, slots=True)
class _Costs:
    """What two players cost who meet, the most important first; all are whole numbers."""

    rematch: int = 0
    bye: int = 0
    score: int = 0
    floats: int = 0
    club: int = 0
    lot: int = 0

    def parts(self) -> tuple[int, ...]:
        return (self.rematch, self.bye, self.score, self.floats, self.club, self.lot)


def paired(players: Sequence[Entrant], history: History, seed: str, tables: int | None = None) -> tuple[Pairing, ...]:
    """The pairings of the next round, the highest scores at the first tables.

    Args:
        players: Who plays on; their order does not matter.
        history: What was played so far.
        seed: Decides what is drawn by lot; the same seed draws the same.
        tables: How many tables there are; None for as many as are needed.

    Raises:
        PairingError: If there are fewer than two players, or too few tables.
    """
    if len(players) < 2:
        raise PairingError(f"a round needs at least two players; there are {len(players)}")
    if tables is not None and tables < len(players) // 2:
        raise PairingError(f"{len(players)} players need {len(players) // 2} tables; there are {tables}")
    met = matched(players, history, seed)
    ordered = sorted(met, key=lambda pair: _rank(pair, history, seed))
    seated = [_sides(pair, history, seed) for pair in ordered if BYE not in pair]
    byes = [Pairing(next(player for player in pair if player != BYE), BYE) for pair in ordered if BYE in pair]
    numbers = _tables(seated, history, tables or len(seated))
    return (*(Pairing(a, b, number) for (a, b), number in zip(seated, numbers, strict=True)), *byes)


def matched(players: Sequence[Entrant], history: History, seed: str) -> tuple[tuple[str, str], ...]:
    """Who meets whom, and who has the bye, without tables and sides."""
    everybody = sorted(players, key=lambda each: each.id)
    ids = [each.id for each in everybody] + ([BYE] if len(everybody) % 2 else [])
    clubs = {each.id: each.club for each in everybody}
    scores = {player: round(history.score(player) * 2) for player in ids if player != BYE}
    floats = {player: history.floats(player) for player in ids if player != BYE}
    met = {frozenset((each.pairing.first, each.pairing.second)): 0 for each in history.played}
    for each in history.played:
        met[frozenset((each.pairing.first, each.pairing.second))] += 1
    ranks = {player: number for number, player in enumerate(sorted(scores, key=lambda one: scores[one]))}
    costs: dict[tuple[str, str], tuple[int, ...]] = {}
    for number, a in enumerate(ids):
        for b in ids[number + 1 :]:
            lot = _lot(seed, a, b)
            if b == BYE:
                had = history.byes(a)
                lowest = sum(score < scores[a] for score in scores.values())
                costs[a, b] = _Costs(bye=had * (len(ranks) + 1) + lowest, lot=lot).parts()
            else:
                apart = scores[a] - scores[b]
                costs[a, b] = _Costs(
                    rematch=met.get(frozenset((a, b)), 0),
                    score=apart * apart,
                    floats=(floats[a] + floats[b]) * (apart != 0),
                    club=int(bool(clubs[a]) and clubs[a] == clubs[b]),
                    lot=lot,
                ).parts()
    weights = _weights(costs, len(ids) // 2)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in weights.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((max(pair), min(pair)) for pair in found))


def _weights(costs: dict[tuple[str, str], tuple[int, ...]], pairs: int) -> dict[tuple[str, str], int]:
    """One whole number for each pair, the larger the better, in which each part outweighs all that come after it."""
    most = [max(each[part] for each in costs.values()) for part in range(len(next(iter(costs.values()))))]
    whole: dict[tuple[str, str], int] = {}
    for pair, parts in costs.items():
        cost = 0
        for part, worst in zip(parts, most, strict=True):
            cost = cost * (worst * pairs + 1) + part
        whole[pair] = cost
    top = max(whole.values())
    return {pair: top - cost for pair, cost in whole.items()}


def _lot(seed: str, a: str, b: str) -> int:
    drawn = hashlib.sha256("\n".join((seed, *sorted((a, b)))).encode()).digest()
    return int.from_bytes(drawn[:4], "big") % LOTS


def _rank(pair: tuple[str, str], history: History, seed: str) -> tuple[float, float, int]:
    """By which pairs are put at tables, the highest first."""
    scores = sorted((history.score(player) for player in pair if player != BYE), reverse=True)
    return (-scores[0], -sum(scores), _lot(seed, *pair))


def _sides(pair: tuple[str, str], history: History, seed: str) -> tuple[str, str]:
    """The pair with whom has had the first side less often first; by lot where both are even."""
    a, b = sorted(pair)
    balance = history.firsts(a) - history.firsts(b)
    if balance == 0:
        balance = 1 if _lot(f"side {seed}", a, b) % 2 else -1
    return (b, a) if balance > 0 else (a, b)


def _tables(pairs: Sequence[tuple[str, str]], history: History, tables: int) -> tuple[int, ...]:
    """A table for each pair: where its players sat least, and among those in the order of the pairs."""
    graph = networkx.Graph()
    spread = len(pairs) * tables + 1
    worst = max((sum(history.tables(pair).values()) for pair in pairs), default=0)
    for number, pair in enumerate(pairs):
        sat = history.tables(pair)
        for table in range(1, tables + 1):
            out_of_order = abs(table - 1 - number)
            cost = sat.get(table, 0) * spread * len(pairs) + out_of_order
            graph.add_edge(("pair", number), ("table", table), weight=(worst + 1) * spread * len(pairs) - cost)
    found = {}
    for one, other in networkx.max_weight_matching(graph, maxcardinality=True):
        pair_end, table_end = sorted((one, other))
        found[pair_end[1]] = table_end[1]
    return tuple(found[number] for number in range(len(pairs)))
