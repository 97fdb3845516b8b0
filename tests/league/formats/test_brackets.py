"""Round robin and elimination: what holds in every such tournament, counted."""

import pytest

from companion.games import contract
from companion.league.formats import elimination
from companion.league.formats.entrants import BYE
from companion.league.formats.round_robin import rounds


@pytest.mark.parametrize("count", range(2, 13))
def test_everybody_meets_everybody_once_with_sides_even(count):
    players = [f"p{number}" for number in range(count)]
    found = rounds(players)

    assert len(found) == (count - 1 if count % 2 == 0 else count)
    met = [frozenset((each.first, each.second)) for one in found for each in one if not each.is_bye]
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    for player in players:
        assert sum(player in (each.first, each.second) for one in found for each in one) == len(found)
        sides = [
            1 if each.first == player else -1
            for one in found
            for each in one
            if player in (each.first, each.second) and not each.is_bye
        ]
        assert abs(sum(sides)) <= 1
    assert all(len({each.table for each in one if not each.is_bye}) == count // 2 for one in found)


def test_twice_is_the_same_with_sides_swapped():
    once, twice = rounds(["a", "b", "c", "d"]), rounds(["a", "b", "c", "d"], times=2)

    assert twice[:3] == once
    assert [(each.second, each.first) for one in once for each in one] == [
        (each.first, each.second) for one in twice[3:] for each in one
    ]


def test_seeds_stand_as_in_every_bracket():
    assert elimination.seeded([1, 2, 3, 4, 5, 6, 7, 8]) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert elimination.seeded(["a", "b", "c"]) == ("a", BYE, "b", "c")


def play(kind, players, chance=None):
    """A whole bracket; the stronger wins, or anybody."""
    winners, matches = {}, kind(players, {})
    while elimination.champion_of(matches) is None:
        due = elimination.due(matches)
        assert due, matches
        for each in due:
            winners[each.key] = min(each.players) if chance is None else chance.choice(each.players)
        matches = kind(players, winners)
    return matches


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8, 11, 16, 21])
@pytest.mark.parametrize(("kind", "allowed"), [(elimination.single, 1), (elimination.double, 2)])
def test_who_lost_often_enough_is_out_and_nobody_else(kind, allowed, count):
    players = [f"p{number:02}" for number in range(count)]
    for seed in range(8):
        matches = play(kind, players, contract.chance_of(seed))
        losses = dict.fromkeys(players, 0)
        for each in matches:
            if BYE not in each.players:
                losses[each.loser] += 1
        champion = elimination.champion_of(matches)
        assert losses.pop(champion) < allowed
        assert set(losses.values()) <= {allowed}
        places = elimination.places(matches, players)
        assert set(places) == set(players)
        assert places[champion] == 1
        assert sorted(places.values())[1] == 2


def test_the_stronger_always_win_and_the_strongest_two_meet_last():
    players = [f"p{number:02}" for number in range(16)]
    matches = play(elimination.single, players)

    assert set(matches[-1].players) == {"p00", "p01"}
    assert elimination.champion_of(matches) == "p00"
    double = play(elimination.double, players)
    assert set(double[-1].players) == {"p00", "p01"}
    assert elimination.places(double, players)["p01"] == 2
    assert len(elimination.history_of(double)) == 2 * 16 - 2


def test_nobody_meets_again_at_once_in_the_losers_bracket():
    players = [f"p{number:02}" for number in range(8)]
    matches = {each.key: each for each in play(elimination.double, players)}
    first = [frozenset(each.players) for key, each in matches.items() if key.startswith("w1")]

    assert not [each for key, each in matches.items() if key.startswith("l2") and frozenset(each.players) in first]
