"""When a table was last heard of is known after the hub was started anew, though the table says nothing any more."""

import asyncio
import contextlib
from datetime import UTC, datetime

from companion.league.organiser.service import LeaguePlan, served
from companion.league.organiser.venue import leaf, venue_card
from companion.league.table.card import TableCard
from companion.league.table.news import greet
from tests.free_ports import free_port
from tests.league.organiser.test_server import WebGuest
from tests.league.wire.test_publisher import until

WHEN = datetime(2026, 11, 26, 12, tzinfo=UTC)


@contextlib.asynccontextmanager
async def league(folder, ports):
    """A league that other machines reach, over the same folder and ports each time."""
    plan = LeaguePlan(
        folder=folder / "league", name="Winter", tables=3, page_port=0, nats_port=ports[0], leaf_port=ports[1]
    )
    async with served(plan, lambda: WHEN, lambda: ("127.0.0.1",)) as found:
        yield found.hub, found


def card_of(hub, number, port):
    entry = hub.ledger.tables[number - 1]
    return TableCard(
        league="Winter",
        venue=entry.venue,
        table=entry.name,
        urls=(f"nats://127.0.0.1:{port}",),
        seed=entry.seed,
        authority=hub.authority.certificate,
    )


async def all_heard(hub, places):
    async def heard():
        return set(hub.heard) == places

    await until(heard)
    return dict(hub.heard)


def test_the_hub_knows_after_a_restart_when_it_last_heard_of_each_table(tmp_path):
    async def play():
        ports, east_port = (free_port(), free_port()), free_port()
        places = {("hub", "t1"), ("hub", "t2"), ("east", "t1")}
        async with league(tmp_path, ports) as (hub, _):
            await hub.change_ledger(hub.ledger.with_venue("east").with_tables(1, "east"))
            card = venue_card(hub.ledger, "east", hub.leafs_at(["127.0.0.1"]), hub.authority, WHEN)
            async with leaf(card, tmp_path / "east", east_port, "127.0.0.1"):
                for number in (1, 2):
                    assert await greet(card_of(hub, number, ports[0]))

                async def crosses():
                    await greet(card_of(hub, 4, east_port))  # until the venue's server has reached the hub
                    return ("east", "t1") in hub.heard

                await until(crosses)
            before = await all_heard(hub, places)
        ended = datetime.now(UTC)
        async with league(tmp_path, ports) as (hub, found):
            for place, at in (await all_heard(hub, places)).items():
                assert datetime.fromisoformat(before[place]) <= datetime.fromisoformat(at) <= ended
            async with WebGuest(f"http://127.0.0.1:{found.port}") as organiser:
                seen = await organiser.see(f"/organise?code={hub.ledger.code}")
                assert seen.count("joined, last heard at") == 3
                assert "Table 3: not joined yet" in seen

    asyncio.run(play())
