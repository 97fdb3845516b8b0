"""A venue joins by its printed code, and its tables' games come to the hub."""

import asyncio
import re

import pytest

from companion.league.errors import LeagueError
from companion.league.organiser.venue import leaf, venue_of
from companion.league.table.card import card_of
from companion.league.table.link import LinkPlan, TableLink
from companion.league.table.news import greet
from companion.texts import Language
from tests.free_ports import free_port
from tests.league.organiser.test_server import league
from tests.league.told_table import NOON, ToldTable
from tests.league.wire.test_publisher import sending, until


def test_a_venue_joins_by_its_code(tmp_path):
    table = ToldTable("brawl", tmp_path)

    async def play():
        async with league(tmp_path, tables=0, leaf_port=free_port()) as (found, organiser, _):
            port = free_port()
            address = f"nats://127.0.0.1:{port}"
            await organiser.do("/organise", do="venue", name="east", address=address, count="2")
            again = await organiser.do("/organise", status=409, do="venue", name="east", address=address, count="2")
            assert "there is a venue" in again
            cards = await organiser.see("/organise/cards")
            venue = venue_of(re.search(r"companion-venue:[\w-]+", cards)[0])
            card = card_of(re.search(r"COMPANION-LEAGUE:[A-Z2-7]+", cards)[0])
            assert (card.venue, card.table, card.urls) == ("east", "t1", (address,))
            async with leaf(venue, tmp_path / "east", port, "127.0.0.1"):
                assert "Table 1 east : not joined yet" in await organiser.see("/organise")
                assert await greet(card)

                async def joined():
                    return "Table 1 east : joined, last heard at" in await organiser.see("/organise")

                await until(joined)
                link = TableLink(
                    table.match, table.scene, tmp_path / "l.feed", LinkPlan(card, lambda: NOON, (Language.ENGLISH,))
                )
                async with sending(link):

                    async def told():
                        return found.hub.live.newest_at("east", "t1") is not None

                    await until(told)

    asyncio.run(play())


@pytest.mark.parametrize(("code", "says"), [("x", "no such card"), ("companion-venue:AAAA", "damaged")])
def test_what_is_no_card_of_a_venue_is_said(code, says):
    with pytest.raises(LeagueError, match=says):
        venue_of(code)
