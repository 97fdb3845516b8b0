"""Standings worked out by hand, and ratings that find who is stronger."""

import pytest

from companion.games import contract
from companion.league.formats.entrants import BYE, History, Pairing, PlayedPairing, Points
from companion.league.formats.ratings import RatedMatch, Rating, expected, rated
from companion.league.formats.standings import TieBreak, standings
from companion.league.formats.teams import Team, boards, team_result


def end(number, first, second, winner, **margins):
    return PlayedPairing(number, Pairing(first, second), winner, margins)


# Three rounds of five. Points 3-1-0: a 3+3+1, b 3+0+bye, c 0+3+1, d 0+bye+0, e bye+0+3.
PLAYED = (
    end(1, "a", "d", "a", a=51.0, d=30.0),
    end(1, "b", "c", "b", b=51.0, c=50.0),
    end(1, "e", BYE, "e"),
    end(2, "a", "b", "a", a=51.0, b=20.0),
    end(2, "c", "e", "c", c=51.0, e=10.0),
    end(2, "d", BYE, "d"),
    end(3, "a", "c", "", a=40.0, c=40.0),
    end(3, "d", "e", "e", d=20.0, e=51.0),
    end(3, "b", BYE, "b"),
)
HISTORY = History(PLAYED)


def order(*tie_breaks, history=HISTORY):
    return [each.player for each in standings("abcde", history, tie_breaks)]


def value(player, tie_break):
    return next(each.tie_breaks[0] for each in standings("abcde", HISTORY, (tie_break,)) if each.player == player)


def test_points_come_first():
    found = {
        each.player: (each.points, each.wins, each.draws, each.losses, each.byes)
        for each in standings("abcde", HISTORY)
    }

    assert found == {
        "a": (7.0, 2, 1, 0, 0),
        "b": (6.0, 1, 0, 1, 1),
        "e": (6.0, 1, 0, 1, 1),
        "c": (4.0, 1, 1, 1, 0),
        "d": (3.0, 0, 0, 2, 1),
    }


@pytest.mark.parametrize(
    ("tie_break", "b", "e"),
    [
        (TieBreak.BUCHHOLZ, 4 + 7, 4 + 3),
        (TieBreak.SONNEBORN_BERGER, 4, 3),
        # a has 7 of 9, c 4 of 9; d has 0 of 6, which counts as a third
        (TieBreak.OPPONENTS, (4 / 9 + 7 / 9) / 2, (4 / 9 + 1 / 3) / 2),
        (TieBreak.MARGIN, 1 - 31, -41 + 31),
        (TieBreak.SCORED, 71, 61),
        (TieBreak.WINS, 1, 1),
        (TieBreak.HEAD_TO_HEAD, 0, 0),
    ],
)
def test_tie_breaks_by_hand(tie_break, b, e):
    assert value("b", tie_break) == pytest.approx(b)
    assert value("e", tie_break) == pytest.approx(e)


def test_median_buchholz_leaves_out_the_best_and_the_worst_opponent():
    assert value("a", TieBreak.MEDIAN_BUCHHOLZ) == 4.0  # d 3, b 6, c 4


def test_who_is_even_on_everything_shares_a_place_and_margin_tells_them_apart():
    assert [each.place for each in standings("abcde", HISTORY, (TieBreak.WINS,))] == [1, 2, 2, 4, 5]
    assert order(TieBreak.MARGIN) == ["a", "e", "b", "c", "d"]
    assert order(TieBreak.BUCHHOLZ) == ["a", "b", "e", "c", "d"]


def test_head_to_head_counts_among_those_who_all_met():
    history = History((end(1, "a", "b", "b"), end(2, "a", "c", "a"), end(2, "b", "d", "d")), Points())

    places = {each.player: each.place for each in standings("abcd", history, (TieBreak.HEAD_TO_HEAD,))}
    assert places == {"a": 1, "b": 1, "d": 1, "c": 4}  # a and d never met: nobody is put before anybody
    two = History((end(1, "a", "b", "b"), end(2, "a", "c", "a")))
    assert {each.player: each.place for each in standings("ab", two, (TieBreak.HEAD_TO_HEAD,))} == {"b": 1, "a": 2}


def test_a_judge_s_penalty_is_taken_off():
    history = History(PLAYED, penalties={"a": 3.0})

    assert order(TieBreak.MARGIN, history=history)[:3] == ["e", "b", "a"]
    assert {each.player: each.points for each in standings("abcde", history)}["a"] == 4.0


def test_ratings_find_the_stronger_and_grow_sure():
    chance, matches = contract.chance_of(1), []
    for _ in range(60):
        a_wins = chance.random() < 0.8
        matches.append(RatedMatch((("a",), ("b",)), (1, 2) if a_wins else (2, 1)))
    found = rated(matches)

    assert found["a"].shown > found["b"].shown
    assert found["a"].deviation < Rating().deviation / 2
    assert found["a"].matches == 60
    assert 0.6 < expected([found["a"]], [found["b"]]) < 0.95
    draw = rated([RatedMatch((("a",), ("b",)), (1, 1))])
    assert draw["a"].mean == pytest.approx(draw["b"].mean)


def test_teams_meet_at_boards_and_win_by_them():
    teams = {"x": Team("x", "X", ("x1", "x2", "x3")), "y": Team("y", "Y", ("y1", "y2", "y3"))}
    seats = boards(Pairing("x", "y"), teams, first_table=4)

    assert [(each.first, each.second, each.table) for each in seats] == [
        ("x1", "y1", 4),
        ("y2", "x2", 5),
        ("x3", "y3", 6),
    ]
    ends = [PlayedPairing(1, each, winner) for each, winner in zip(seats, ("x1", "x2", "y3"), strict=True)]
    assert team_result(1, Pairing("x", "y"), ends, teams) == PlayedPairing(
        1, Pairing("x", "y"), "x", {"x": 2.0, "y": 1.0}
    )
    even = [PlayedPairing(1, each, winner) for each, winner in zip(seats, ("x1", "", "y3"), strict=True)]
    assert team_result(1, Pairing("x", "y"), even, teams).winner == ""
