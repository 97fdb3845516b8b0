"""What the tablet says of the match of a league that is played at it."""

from datetime import UTC, datetime

import pytest

from companion.referee.api.league import LeagueMatch
from companion.tablet.data.league_words import round_line
from companion.texts import Language

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({}, "Round 2 of 3 · table 4 · 30 min left"),
        ({"ended": True, "winner": "Ann"}, "Round 2 of 3 · table 4 · match over, Ann won"),
        ({"ended": True}, "Round 2 of 3 · table 4 · match over, a draw"),
    ],
)
def test_a_match_that_has_a_result_says_which(told, says):
    match = LeagueMatch(
        league="Winter", table=4, round=2, rounds=3, begun="2026-05-01T11:00:00+00:00", minutes=90, key="2-4",
        game="signum", players=("Ann", "Ben"), decks=("", ""), **told,
    )  # fmt: skip
    assert round_line(Language.ENGLISH, match, NOON).replace("\u00a0", " ") == says
