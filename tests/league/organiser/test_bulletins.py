"""Each table is told what is to be played there, with decks that it alone can read; and again when that changes."""

import asyncio

import msgspec
import nats
import pytest

from companion.league.errors import LeagueError
from companion.league.organiser.pages import LeaguePages
from companion.league.table.card import TableCard, code_of
from companion.league.table.news import LeagueNews, greet
from companion.league.wire.bulletin import seal, unseal
from companion.league.wire.subjects import BULLETIN, news_for
from tests.league.organiser.test_decks import codes
from tests.league.organiser.test_server import begun, league
from tests.league.wire.test_publisher import until


def test_a_sealed_deck_is_read_by_its_table_alone():
    assert seal(("", ""), "one") == ""
    sealed = seal(("DECK", ""), "one")
    assert "DECK" not in sealed
    assert unseal(sealed, "one") == ("DECK", "")
    with pytest.raises(LeagueError, match="another table"):
        unseal(sealed, "two")


async def joins(news, card, organiser):
    """The organiser sees at once that a table has joined; it cannot say so of another one."""
    assert "Table 1: not joined yet" in await organiser.see("/organise")
    assert await greet(msgspec.structs.replace(card, table="t2"))
    assert news.join(code_of(card)) == "W"

    async def joined():
        return "Table 1: joined, last heard at" in await organiser.see("/organise")

    await until(joined)
    assert "Table 2: not joined yet" in await organiser.see("/organise")


def test_a_table_hears_its_match_its_clock_and_its_end(tmp_path):
    team = codes("brawl", "night_market")[0]

    async def play():
        async with league(tmp_path) as (found, organiser, _stranger):
            entry = found.hub.ledger.tables[0]
            card = TableCard(league="W", venue="hub", table=entry.name, urls=found.urls, seed=entry.seed)
            news = LeagueNews(tmp_path / "table" / "league.card")
            try:
                assert news.match() is None
                with pytest.raises(ValueError, match="companion-league:"):
                    news.join("hello")
                await joins(news, card, organiser)
                assert not found.hub.live.games  # it said that it is there, and nothing else
                await begun(organiser, "Ann", "Benedict of the Northern Harbour")
                ann = next(iter(found.hub.book.state.participants))
                await organiser.do(LeaguePages(found.hub).link_of(ann), deck=team)

                async def hears(what):
                    async def heard():
                        return news.match() is not None and what(news.match())

                    await until(heard)
                    return news.match()

                told = await hears(lambda match: match.league == "Winter")
                assert (told.key, told.players, told.round) == ("", (), 0)
                await organiser.do("/organise", do="draw")
                told = await hears(lambda match: match.key)
                assert (told.round, told.rounds, told.table, told.game, told.begun) == (1, 2, 1, "brawl", "")
                assert dict(zip(told.players, told.decks, strict=True)) == {"Ann": team, "Benedict of the Northern": ""}
                await organiser.do("/organise", do="start")
                told = await hears(lambda match: match.begun)
                assert told.minutes == 90
                await organiser.do("/organise", do="decide", match=told.key, winner="second")
                told = await hears(lambda match: match.ended)
                assert told.winner == told.players[1]
                await organiser.do("/organise", do="undo")
                await hears(lambda match: not match.ended)
                client = await nats.connect(found.urls[0], nkeys_seed_str=found.hub.ledger.seed)
                last = await client.jetstream().get_last_msg(BULLETIN, news_for("hub", entry.name))
                assert b"COMPANION-DECK" not in last.data
                await client.close()
            finally:
                await asyncio.to_thread(news.stop)

    asyncio.run(play())
