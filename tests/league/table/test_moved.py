"""The server of a league comes back at another address: its table says so, and follows with a new card."""

import asyncio
import dataclasses

import msgspec

from companion.league.table.card import TableCard, code_of
from companion.league.table.link import LinkPlan, TableLink
from companion.league.table.news import LeagueNews, greet
from companion.league.wire.bulletin import TableNews
from companion.league.wire.keys import Key
from companion.league.wire.outbox import read_messages
from companion.league.wire.subjects import news_for
from companion.texts import Language
from tests.free_ports import free_port
from tests.league.hub import hub, running
from tests.league.told_table import NOON, ToldTable
from tests.league.wire.test_publisher import COMES_S, at_hub, sending, until


def test_nobody_is_waited_for_at_an_address_where_no_server_is():
    card = TableCard(league="L", venue="hub", table="t1", urls=("nats://127.0.0.1:9",), seed=Key.new().seed)

    assert not asyncio.run(asyncio.wait_for(greet(card), COMES_S))


async def announced(centre, league):
    client = await centre.client()
    await client.jetstream().publish(
        news_for("hub", "t1"), msgspec.json.encode(TableNews(league=league, number=1, match="1-1"))
    )
    await client.close()


def test_a_table_follows_its_server_by_a_new_card_in_the_middle_of_a_game(tmp_path):
    table = ToldTable("brawl", tmp_path)
    news = LeagueNews(tmp_path / "table" / "league.card")

    async def hears(league):
        async def heard():
            return news.match() is not None and news.match().league == league

        await until(heard)

    async def play():
        centre = hub(tmp_path, tables=["t1"])
        card = TableCard(league="L", venue="hub", table="t1", urls=(centre.server.url,), seed=centre.tables["t1"].seed)
        news.join(code_of(card))
        plan = LinkPlan(card, lambda: NOON, (Language.ENGLISH,), newest=news.card)
        link = TableLink(table.match, table.scene, tmp_path / "link.feed", plan)

        async def all_kept():
            return link.status.connected and not link.status.waiting

        async def lost():
            return not link.status.connected and link.status.waiting

        async with sending(link):
            async with running(centre):
                table.play(3)
                await announced(centre, "before")
                await hears("before")
                await until(all_kept)
            table.play(3)
            await until(lost)
            centre.server.plan = dataclasses.replace(centre.server.plan, port=free_port())
            async with running(centre):
                await announced(centre, "after")
                news.join(code_of(msgspec.structs.replace(card, urls=(centre.server.url,))))
                await hears("after")
                await until(all_kept)

                async def all_at_the_hub():
                    return await at_hub(centre, "league.>") == read_messages(tmp_path / "link.feed")

                await until(all_at_the_hub)

    try:
        asyncio.run(play())
    finally:
        news.stop()
