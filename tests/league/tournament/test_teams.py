"""An event of teams: who meets at which board, who wins, how teams stand; and the ratings of players afterwards."""

import pytest

from companion.games.verdicts.measured import RuleViolation
from companion.league.tournament import commands as c
from companion.league.tournament.book import GAMES, TournamentBook
from companion.league.tournament.model import ORGANISER, ROUND_ROBIN, TournamentPlan
from companion.league.tournament.open_round import team_gains
from companion.league.tournament.rated import ratings_after
from companion.league.tournament.rounds import is_decided, planned_rounds
from companion.league.tournament.teams import team_standings
from companion.record.verification import verify
from tests.league.tournament.test_tournament import NOON


def event(path, sizes, **given):
    plan = TournamentPlan(name="Cup", game="brawl", teams=True, **given)
    found = TournamentBook.begin(path / "cup.league", plan, lambda: NOON)
    for team, size in sizes.items():
        for number in range(1, size + 1):
            player = f"{team}{number}"
            found.do(c.Register(by=ORGANISER, player=player, name=player, team=team, rating=10.0 - number))
    return found


def draw(found):
    found.do(c.Pair(by=ORGANISER, seed=str(len(found.state.rounds))))
    return found.state.round.matches


def decide(found, winner):
    for match in found.state.round.matches:
        if match.second:
            found.do(c.DecideResult(by=ORGANISER, match=match.key, winner=winner(match.players)))


def northern(pair):
    """North wins each of its boards; elsewhere the team later in the alphabet wins the two last ones."""
    return min(pair, key=lambda each: (each[0] != "N", (each[0] > "R") != (each[1] > "1")))


def test_teams_meet_board_by_board_and_stand_by_the_rounds_they_win(tmp_path):
    found = event(tmp_path, {"N": 3, "S": 3, "E": 3, "W": 3})
    assert planned_rounds(found.state) == 2
    for _ in range(2):
        matches = draw(found)
        assert [each.table for each in matches] == [1, 2, 3, 4, 5, 6]
        for match in matches:  # the strongest meets the strongest, and nobody of the own team
            assert match.first[1] == match.second[1]
            assert match.first[0] != match.second[0]
        assert {each.first[0] for each in matches[:3]} | {each.second[0] for each in matches[:3]} == {
            matches[0].first[0],
            matches[0].second[0],
        }
        decide(found, northern)
    stands = team_standings(found.state)
    assert (stands[0].player, stands[0].points, stands[0].wins) == ("N", 6.0, 2)
    assert sum(each.wins for each in stands) == 4
    assert sum(each.losses for each in stands) == 4
    assert is_decided(found.state)
    found.close()
    assert verify(tmp_path / "cup.league", GAMES).events == 12 + 2 + 12  # players, rounds, results


def test_a_team_that_is_smaller_loses_the_board_that_it_cannot_fill(tmp_path):
    found = event(tmp_path, {"A": 3, "B": 2})
    matches = draw(found)
    assert sorted((each.first, each.second) for each in matches if not each.second) == [("A3", "")]
    found.do(c.DecideResult(by=ORGANISER, match=matches[0].key, winner="A1"))
    assert team_gains(found.state) == {"A": None, "B": None}  # one board is still open
    assert [each.points for each in team_standings(found.state)] == [0.0, 0.0]
    decide(found, lambda pair: next(each for each in pair if each in {"A1", "B2"}))
    a, b = team_standings(found.state)
    assert (a.player, a.points, b.points) == ("A", 3.0, 0.0)  # two boards to one: A1, and A3 without an opponent


def test_an_odd_team_has_a_bye_and_everybody_meets_in_a_round_robin(tmp_path):
    found = event(tmp_path, {"A": 2, "B": 2, "C": 2}, format=ROUND_ROBIN)
    assert planned_rounds(found.state) == 3
    met = set()
    for _ in range(3):
        matches = draw(found)
        assert sum(not each.second for each in matches) == 2
        met |= {frozenset((each.first[0], each.second[0])) for each in matches if each.second}
        decide(found, min)
    assert len(met) == 3
    assert [(each.player, each.byes) for each in team_standings(found.state)] == [("A", 1), ("B", 1), ("C", 1)]


def test_what_an_event_of_teams_refuses(tmp_path):
    found = event(tmp_path, {"A": 2, "B": 2}, tables=1)
    for command, key in (
        (c.Register(by=ORGANISER, player="x", name="Alone"), "team"),
        (c.Pair(by=ORGANISER, seed=""), "not_drawn"),
    ):
        with pytest.raises(RuleViolation) as caught:
            found.do(command)
        assert caught.value.key == key


def test_ratings_follow_what_was_played_and_leave_forfeits_out(tmp_path):
    found = event(tmp_path, {"A": 2, "B": 2})
    matches = draw(found)
    decide(found, min)
    last = matches[-1]
    found.do(c.DecideResult(by=ORGANISER, match=last.key, winner=min(last.players), forfeit=True))
    ratings = ratings_after(found.state)
    assert list(ratings) == ["A1", "B1"]
    assert ratings["A1"].shown > ratings["B1"].shown
    assert ratings["A1"].matches == 1
