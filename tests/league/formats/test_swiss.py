"""Swiss pairings against every pairing there is on small fields, and over many simulated tournaments."""

import os

import pytest

from companion.games import contract
from companion.league.formats.entrants import BYE, Entrant, History, PlayedPairing
from companion.league.formats.swiss import PairingError, paired

TOURNAMENTS = int(os.environ.get("LEAGUE_TOURNAMENTS", "60"))
"""10,000 on demand."""


def field(count, clubs=1):
    return [Entrant(f"p{number:02}", club=f"c{number % clubs}" if clubs > 1 else "") for number in range(count)]


def played(history, pairings, chance):
    number = history.rounds + 1
    ends = tuple(
        PlayedPairing(number, each, each.first if each.is_bye else chance.choice((each.first, each.second, "")))
        for each in pairings
    )
    return History(history.played + ends, history.points)


def all_matchings(ids):
    """Every way to pair an even number of players."""
    if not ids:
        yield ()
        return
    first, rest = ids[0], ids[1:]
    for place, other in enumerate(rest):
        for others in all_matchings(rest[:place] + rest[place + 1 :]):
            yield ((first, other), *others)


def cost(pairs, history, players):
    """What a round costs by the order that is promised: rematches, the bye, differences of scores, floats, clubs."""
    clubs = {each.id: each.club for each in players}
    met = [frozenset((each.pairing.first, each.pairing.second)) for each in history.played]
    rematches = sum(met.count(frozenset(pair)) for pair in pairs if BYE not in pair)
    bye, score, floats, club = (0, 0), 0.0, 0, 0
    for a, b in pairs:
        if BYE in (a, b):
            alone = a or b
            lower = sum(history.score(each.id) < history.score(alone) for each in players)
            bye = (history.byes(alone), lower)
            continue
        apart = history.score(a) - history.score(b)
        score += apart * apart
        floats += (history.floats(a) + history.floats(b)) if apart else 0
        club += bool(clubs[a]) and clubs[a] == clubs[b]
    return (rematches, bye, score, floats, club)


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8])
def test_no_round_of_a_small_field_could_be_better(count):
    chance = contract.chance_of(count)
    for tournament in range(6):
        players, history = field(count, clubs=3), History()
        for number in range(count):  # more rounds than opponents: the last must meet again
            pairings = paired(players, history, f"{tournament}-{number}")
            found = [(each.first, each.second) for each in pairings]
            ids = [each.id for each in players] + ([BYE] if count % 2 else [])
            best = min(cost(pairs, history, players) for pairs in all_matchings(ids))
            assert cost(found, history, players) == best, (tournament, number)
            history = played(history, pairings, chance)


def simulated(seed):
    """A tournament whose matches end at random; says what its pairings must never be."""
    chance = contract.chance_of(seed)
    count = chance.randint(6, 20)
    rounds = min(chance.randint(3, 6), count // 2)
    players, history = field(count, clubs=chance.choice((1, 3))), History()
    for number in range(rounds):
        pairings = paired(players, history, f"{seed}-{number}")
        everybody = sorted(player for each in pairings for player in (each.first, each.second) if player)
        assert everybody == [each.id for each in players]
        tables = [each.table for each in pairings if not each.is_bye]
        assert sorted(tables) == list(range(1, count // 2 + 1))
        history = played(history, pairings, chance)
    met = [frozenset((each.pairing.first, each.pairing.second)) for each in history.played]
    assert len(met) == len(set(met)), seed
    assert max(history.byes(each.id) for each in players) <= 1
    assert max(abs(history.firsts(each.id)) for each in players) <= 3


def test_tournaments_have_no_rematch_and_spread_byes_tables_and_sides():
    for seed in range(TOURNAMENTS):
        simulated(seed)


def test_dropped_players_are_not_paired_and_the_draw_is_by_the_seed():
    players = field(7)
    first = paired(players, History(), "one")

    assert paired(players[::-1], History(), "one") == first
    assert any(paired(players, History(), str(seed)) != first for seed in range(5))
    assert {player for each in paired(players[:4], History(), "one") for player in (each.first, each.second)} == {
        "p00",
        "p01",
        "p02",
        "p03",
    }


def test_a_field_that_cannot_be_paired_says_why():
    with pytest.raises(PairingError, match="at least two players"):
        paired(field(1), History(), "")
    with pytest.raises(PairingError, match="need 3 tables; there are 2"):
        paired(field(6), History(), "", tables=2)
