"""A real hub with venues, for tests: servers of NATS on this machine, with free ports and folders of their own."""

import contextlib
from dataclasses import dataclass, field, replace
from pathlib import Path

import nats

from companion.league.servers import streams
from companion.league.servers.config import ServerPlan, TableUser, VenueUser
from companion.league.servers.process import NatsServer
from companion.league.wire.keys import Key
from companion.league.wire.subjects import HUB
from tests.free_ports import free_port


@dataclass
class ServedPlace:
    """A server with the key of who runs it."""

    server: NatsServer
    key: Key
    tables: dict[str, Key] = field(default_factory=dict)

    async def client(self):
        async def passed_over(error):
            pass

        return await nats.connect(self.server.url, nkeys_seed_str=self.key.seed, error_cb=passed_over)

    def add(self, *names):
        self.tables |= {name: Key.new() for name in names}
        users = [TableUser(name, key.public) for name, key in self.tables.items()]
        self.server.plan = replace(self.server.plan, tables=users)


def hub(folder: Path, venues=(), tables=()):
    """A hub that waits to be started."""
    key = Key.new()
    plan = ServerPlan(
        name="hub",
        domain=HUB,
        port=free_port(),
        store=folder / "hub",
        organiser=key.public,
        venues=[VenueUser(venue, f"password-of-{venue}") for venue in venues],
        leaf_port=free_port(),
    )
    place = ServedPlace(NatsServer(plan, folder), key)
    place.add(*tables)
    return place


def leaf(folder: Path, venue: str, of: ServedPlace, tables=()):
    """A venue's leaf that waits to be started."""
    key = Key.new()
    remote = f"nats-leaf://{venue}:password-of-{venue}@127.0.0.1:{of.server.plan.leaf_port}"
    plan = ServerPlan(
        name=venue, domain=venue, port=free_port(), store=folder / venue, organiser=key.public, remotes=[remote]
    )
    place = ServedPlace(NatsServer(plan, folder), key)
    place.add(*tables)
    return place


@contextlib.asynccontextmanager
async def running(*places: ServedPlace):
    """All servers, started in order, with their streams; ended at the end."""
    try:
        for place in places:
            await place.server.start()
        venues = [place.server.plan.domain for place in places]
        for place in places:
            client = await place.client()
            js = client.jetstream()
            await streams.keep_tables(js, place.server.plan.domain)
            if place.server.plan.domain == HUB:
                await streams.keep_bulletin(js)
                await streams.keep_all(js, venues)
            else:
                await streams.copy_bulletin(js)
            await client.close()
        yield
    finally:
        for place in places:
            await place.server.kill()
