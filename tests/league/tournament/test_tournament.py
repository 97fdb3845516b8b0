"""Tournaments from the first player to the last result: what is refused and why, what counts, what is taken back."""

import pytest

from companion.games import contract
from companion.games.verdicts.measured import RuleViolation
from companion.league.tournament import commands as c
from companion.league.tournament.book import GAMES, TournamentBook
from companion.league.tournament.model import DOUBLE, ORGANISER, ROUND_ROBIN, SINGLE, SWISS, TournamentPlan
from companion.league.tournament.open_round import gains
from companion.league.tournament.rounds import is_decided, planned_rounds, standings_of
from companion.record.verification import verify

NOON = "2026-11-26T12:00:00Z"
O = ORGANISER  # noqa: E741 (stands in nearly each line)


def book(path, format_=SWISS, players=5, **given):
    plan = TournamentPlan(name="Winter", game="signum", format=format_, **given)
    found = TournamentBook.begin(path / "winter.tournament", plan, lambda: NOON)
    for number in range(players):
        found.do(c.Register(by=O, player=f"p{number}", name=f"Player {number}", rating=100.0 - number))
    return found


def play_round(found, winner=min):
    """Draws a round and plays it: both players of each match say the same."""
    found.do(c.Pair(by=O, seed=f"seed {len(found.state.rounds)}"))
    play_open(found, winner)


def play_open(found, winner=min):
    while waiting := [each for each in found.state.round.matches if each.result is None]:
        for match in waiting:
            won = winner(match.players)
            for player in match.players:
                found.do(c.ReportResult(by=player, match=match.key, winner=won, margins={won: 51.0}))


def refusal(found, command):
    with pytest.raises(RuleViolation) as caught:
        found.do(command)
    return caught.value.key


def test_a_swiss_tournament_from_end_to_end_verifies(tmp_path):
    found = book(tmp_path)
    assert planned_rounds(found.state) == 3
    for _ in range(3):
        play_round(found)
    assert is_decided(found.state)
    assert refusal(found, c.Pair(by=O, seed="x")) == "decided"
    found.do(c.Finish(by=O))

    places = standings_of(found.state)
    assert (places[0].player, places[0].points) == ("p0", 9.0)
    assert sum(each.byes for each in places) == 3
    assert refusal(found, c.Penalise(by=O, player="p0", points=1.0)) == "over"
    state, events = found.state, found.record.written
    found.close()
    again = TournamentBook.read(tmp_path / "winter.tournament")
    assert again.state == state
    again.close()
    assert verify(tmp_path / "winter.tournament", GAMES).events == events


def test_two_who_disagree_wait_for_the_organiser(tmp_path):
    found = book(tmp_path, players=2)
    found.do(c.Pair(by=O, seed="1"))
    match = found.state.round.matches[0]
    found.do(c.ReportResult(by="p0", match=match.key, winner="p0"))
    assert not found.state.match(match.key).is_disputed
    found.do(c.ReportResult(by="p1", match=match.key, winner="p1"))
    assert found.state.match(match.key).is_disputed
    assert refusal(found, c.Pair(by=O, seed="2")) == "open_matches"
    found.do(c.DecideResult(by=O, match=match.key, winner="p1", judge="Ben"))

    assert found.state.match(match.key).decided == "Ben"
    assert standings_of(found.state)[0].player == "p1"
    found.do(c.DecideResult(by=O, match=match.key, winner="", judge="Ben"))  # a correction
    assert [each.points for each in standings_of(found.state)] == [1.0, 1.0]


def test_in_the_middle_of_a_round_everybody_stands_as_after_the_round_before(tmp_path):
    found = book(tmp_path, players=7)
    assert gains(found.state) == {}
    play_round(found)
    before, stands = found.state, standings_of(found.state)
    assert gains(before) == {}
    found.do(c.Drop(by="p6", player="p6"))
    found.do(c.Pair(by=O, seed="2"))
    match, *others = found.state.round.matches
    won, lost = match.players
    found.do(c.DecideResult(by=O, match=match.key, winner=won))
    found.do(c.Register(by=O, player="late", name="Late"))

    assert [each for each in standings_of(found.state) if each.player != "late"] == [*stands]
    playing = {player for each in others for player in each.players}
    assert gains(found.state) == {won: 3.0, lost: 0.0, **dict.fromkeys(playing)}
    play_open(found)
    assert gains(found.state) == {}
    assert {each.player: each.points for each in standings_of(found.state)}[won] == 3.0 + next(
        each.points for each in stands if each.player == won
    )


def test_a_bye_of_an_open_round_is_told_and_a_bracket_has_no_such_round(tmp_path):
    found = book(tmp_path, players=3)
    found.do(c.Pair(by=O, seed="1"))
    bye = next(each.first for each in found.state.round.matches if not each.second)
    assert gains(found.state) == {**dict.fromkeys(("p0", "p1", "p2")), bye: 3.0}
    found.close()
    (tmp_path / "b").mkdir()
    found = book(tmp_path / "b", SINGLE, players=4)
    found.do(c.Pair(by=O, seed="1"))
    assert gains(found.state) == {}


def test_who_says_otherwise_first_may_say_the_same_in_the_end(tmp_path):
    found = book(tmp_path, players=2)
    found.do(c.Pair(by=O, seed="1"))
    key = found.state.round.matches[0].key
    found.do(c.ReportResult(by="p0", match=key, winner="p0"))
    found.do(c.ReportResult(by="p1", match=key, winner="p1"))
    found.do(c.ReportResult(by="p0", match=key, winner="p1"))

    assert found.state.match(key).result.winner == "p1"
    assert found.state.match(key).decided == ""


def test_players_come_late_leave_and_return(tmp_path):
    found = book(tmp_path, players=4)
    found.do(c.Pair(by=O, seed="1"))
    match = found.state.match_of("p3")
    other = next(player for player in match.players if player != "p3")
    found.do(c.Drop(by="p3", player="p3"))
    assert found.state.match(match.key).result.winner == other
    assert found.state.match(match.key).forfeit
    play_open(found)
    found.do(c.Register(by=O, player="late", name="Late"))
    found.do(c.Pair(by=O, seed="2"))

    playing = {player for each in found.state.round.matches for player in each.players}
    assert playing == {"p0", "p1", "p2", "late"}
    play_open(found)
    found.do(c.Return(by=O, player="p3"))
    assert refusal(found, c.Return(by=O, player="p3")) == "there"
    assert found.state.participants["p3"].since == 3


def test_an_undo_takes_the_last_thing_back_and_nothing_is_deleted(tmp_path):
    found = book(tmp_path, players=4)
    play_round(found)
    written = found.record.written
    before = found.state
    found.do(c.Penalise(by=O, player="p0", points=3.0, reason="slow"))
    assert standings_of(found.state)[-1].points <= 0.0
    assert found.undo()

    assert found.state == before
    assert found.record.written > written


def test_the_organiser_swaps_two_players_by_hand(tmp_path):
    found = book(tmp_path, players=4)
    found.do(c.Pair(by=O, seed="1"))
    one, two = found.state.round.matches
    found.do(c.Seat(by=O, match=one.key, first=one.first, second=two.first))

    assert set(found.state.match(one.key).players) == {one.first, two.first}
    assert set(found.state.match(two.key).players) == {one.second, two.second}
    assert refusal(found, c.Seat(by=O, match=one.key, first=one.first, second=one.first)) == "twice"
    found.do(c.Seat(by=O, match=one.key, first=two.second, second=one.second))  # both of the other match

    assert set(found.state.match(one.key).players) == {one.second, two.second}
    assert set(found.state.match(two.key).players) == {one.first, two.first}


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (c.Register(by="p0", player="x", name="X"), "organiser"),
        (c.Register(by=O, player="x", name="  "), "name"),
        (c.Register(by=O, player="x", name="a\nb"), "name"),
        (c.Register(by=O, player="p0", name="X"), "known"),
        (c.Register(by=O, player="x", name="Player 0"), "same_name"),
        (c.Drop(by="p1", player="p0"), "not_yours"),
        (c.Drop(by=O, player="nobody"), "nobody"),
        (c.ReportResult(by="p0", match="9-9", winner="p0"), "no_match"),
        (c.Penalise(by="p0", player="p1", points=3.0), "organiser"),
        (c.Penalise(by=O, player="p1", points=-3.0), "penalty"),
        (c.Finish(by=O), "open_matches"),
        (c.HandIn(by="p1", player="p0", deck="x"), "not_yours"),
        (c.StartClock(by=O, at=NOON), "no_round"),
    ],
)
def test_what_is_refused_and_why(tmp_path, command, key):
    assert refusal(book(tmp_path), command) == key


def test_results_that_cannot_be(tmp_path):
    found = book(tmp_path, players=4, draws=False)
    found.do(c.Pair(by=O, seed="1"))
    one, two = found.state.round.matches
    assert refusal(found, c.ReportResult(by=one.first, match=one.key)) == "no_draw"
    assert refusal(found, c.ReportResult(by=one.first, match=one.key, winner=two.first)) == "no_winner"
    assert refusal(found, c.ReportResult(by=two.first, match=one.key, winner=one.first)) == "not_theirs"
    found.do(c.TableResult(by=O, match=one.key, winner=one.first, game="g1"))
    assert refusal(found, c.ReportResult(by=one.first, match=one.key, winner=one.first)) == "ended"


@pytest.mark.parametrize("format_", [SINGLE, DOUBLE])
def test_a_bracket_goes_on_by_itself_to_its_champion(tmp_path, format_):
    found = book(tmp_path, format_, players=6)
    play_round(found)

    assert is_decided(found.state)
    places = standings_of(found.state)
    assert [each.place for each in places[:2]] == [1, 2]
    assert [each.player for each in places[:2]] == ["p0", "p1"]
    first = found.state.round.matches[0]
    other = next(player for player in first.players if player != first.result.winner)
    assert refusal(found, c.DecideResult(by=O, match=first.key, winner=other)) == "played_on"
    assert refusal(found, c.Register(by=O, player="x", name="X")) == "late"


def test_a_round_robin_lets_everybody_meet(tmp_path):
    found = book(tmp_path, ROUND_ROBIN, players=5, times=2)
    assert planned_rounds(found.state) == 10
    for _ in range(10):
        play_round(found)

    assert is_decided(found.state)
    assert [each.player for each in standings_of(found.state)] == [f"p{number}" for number in range(5)]
    assert {each.wins + each.losses for each in standings_of(found.state)} == {8}


def test_anything_at_random_keeps_the_record_whole(tmp_path):
    chance = contract.chance_of(7)
    found = book(tmp_path, players=5)
    for _ in range(150):
        state = found.state
        matches = [each for one in state.rounds for each in one.matches] or [None]
        match = chance.choice(matches)
        key = "1-1" if match is None else match.key
        player = chance.choice([*state.participants])
        command = chance.choice(
            (
                c.Pair(by=O, seed=str(chance.random())),
                c.ReportResult(by=player, match=key, winner=player),
                c.DecideResult(by=O, match=key, winner=player),
                c.Drop(by=player, player=player),
                c.Return(by=O, player=player),
                c.Penalise(by=O, player=player, points=1.0),
                c.Seat(by=O, match=key, first=player, second=chance.choice([*state.participants])),
                c.Register(by=O, player=f"x{len(state.participants)}", name=f"X{len(state.participants)}"),
            )
        )
        try:
            found.do(command)
        except RuleViolation:
            continue
        if chance.random() < 0.1:
            found.undo()
        for one in found.state.rounds:
            seated = [player for each in one.matches for player in each.players]
            assert len(seated) == len(set(seated))
    state = found.state
    found.close()
    assert TournamentBook.read(tmp_path / "winter.tournament").state == state
