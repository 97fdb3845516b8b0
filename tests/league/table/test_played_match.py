"""Which games are told to the league, and which of them is the match that the organiser gave this table."""

from dataclasses import replace

import pytest

from companion.league.table.card import TableCard, keep_card
from companion.league.table.news import LeagueNews
from companion.league.table.played_match import is_played, messages_of, told_as
from companion.league.wire.keys import Key
from companion.league.wire.outbox import Outbox
from companion.referee.api.league import LeagueMatch
from tests.league.told_table import KEY, NOON, ToldTable

CARD = TableCard(league="L", venue="hub", table="t1", urls=("nats://127.0.0.1:9",), seed=KEY.seed)
NEWS = LeagueMatch("L", 1, key="r1-1", game="brawl", players=("Player B", "Player A"))
STRANGERS = replace(NEWS, players=("Ann", "Bob"))


@pytest.fixture
def table(tmp_path):
    told = ToldTable("brawl", tmp_path)
    told.outbox.close()
    told.outbox.path.unlink()
    return told


def test_only_the_match_is_told_where_one_is_known(table, tmp_path):
    file = messages_of(tmp_path / "game")
    assert told_as(table.match, file, CARD, NEWS) == "r1-1"
    assert told_as(table.match, file, CARD, STRANGERS) is None
    assert told_as(table.match, file, CARD, replace(NEWS, game="signum")) is None
    assert told_as(table.match, file, CARD, None) == ""  # nobody knows yet
    table.outbox = Outbox(tmp_path / "other.feed", KEY, lambda: NOON)
    table.play(1)
    assert told_as(table.match, file, CARD, NEWS) is None  # begun before anything was told
    assert told_as(table.match, file, CARD, None) is None


def test_a_game_that_was_told_stays_what_it_was_told_as(tmp_path):
    table = ToldTable("brawl", tmp_path)
    table.play(1)
    assert told_as(table.match, messages_of(tmp_path / "game"), CARD, STRANGERS) == ""
    other = another_league()
    assert told_as(table.match, messages_of(tmp_path / "game"), other, NEWS) is None  # told to another league


def another_league():
    return TableCard(league="M", venue="hub", table="t1", urls=CARD.urls, seed=Key.new().seed)


def test_the_table_knows_its_match_by_what_was_told(tmp_path):
    card = tmp_path / "league.card"
    ToldTable("brawl", tmp_path)
    keep_card(card, CARD)
    news = LeagueNews(card)
    news._match = NEWS
    assert news.plays(tmp_path / "game")
    news._match = STRANGERS
    assert not news.plays(tmp_path / "game")
    news._match = NEWS
    keep_card(card, another_league())
    assert not news.plays(tmp_path / "game")
    assert not news.plays(tmp_path / "nothing")


def test_only_the_games_own_match_is_shown_with_it():
    assert is_played(NEWS, "", ("Player A", "Player B"))
    assert is_played(NEWS, "r1-1", ("Player A", "Player B"))
    assert not is_played(NEWS, "r2-1", ("Player A", "Player B"))
    assert not is_played(NEWS, "", ("Cleo", "Dan"))
    assert not is_played(None, "", ("Cleo", "Dan"))
