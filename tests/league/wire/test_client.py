"""A connection to a server of the league that is lost: it ends without a word, whatever still waited to be sent."""

import asyncio
from datetime import UTC, datetime

from companion.league.servers.authority import issued, new_authority, tls_files
from companion.league.servers.config import ServerPlan
from companion.league.servers.process import NatsServer
from companion.league.wire.client import connected
from companion.league.wire.keys import Key
from companion.league.wire.subjects import HUB
from tests.free_ports import free_port

WHEN = datetime(2026, 11, 26, 12, tzinfo=UTC)


def test_a_connection_that_is_lost_ends_though_something_still_waits_to_be_sent(tmp_path):
    async def play():
        authority, key = new_authority(WHEN), Key.new()
        own = issued(authority, HUB, ("127.0.0.1",), WHEN)
        tls = tls_files(tmp_path, own, authority.certificate)
        plan = ServerPlan(
            name=HUB, domain=HUB, port=free_port(), store=tmp_path / "store", organiser=key.public, tls=tls
        )
        server, gone = NatsServer(plan, tmp_path), asyncio.Event()

        async def lost():
            gone.set()

        await server.start()
        try:
            known = authority.certificate
            async with connected((server.url,), key.seed, HUB, known, disconnected_cb=lost) as client:
                await server.kill()
                await gone.wait()
                await client.publish("anything", b"waits")
            assert client.is_closed
        finally:
            await server.kill()

    asyncio.run(play())
