"""What goes between machines is encrypted, and a server shows that it is the league's: heard in between."""

import asyncio
import contextlib
import dataclasses
import re
from datetime import UTC, datetime

import msgspec

from companion.league.organiser.service import LeaguePlan, served
from companion.league.organiser.venue import leaf, venue_card, venue_of
from companion.league.servers.authority import new_authority
from companion.league.table.card import card_of
from companion.league.table.news import greet
from companion.league.wire.keys import Key
from companion.league.wire.place import TablePlace
from companion.league.wire.publisher import Publisher
from companion.league.wire.subjects import HUB
from tests.free_ports import free_port
from tests.league.hub import hub, running
from tests.league.organiser.test_server import WebGuest
from tests.league.wire.test_publisher import fill, outbox, sending, until

WHEN = datetime(2026, 11, 26, 12, tzinfo=UTC)
CARDS, VENUES = re.compile(r"COMPANION-LEAGUE:[A-Z2-7]+"), re.compile(r"companion-venue:[\w-]+")
PLAIN = re.compile(rb'CONNECT|PUB |"kind"|league\.|\{"[a-z_]{5}')  # none so short that chance writes it


class Eavesdropper:
    """Stands between two machines, hears all, and may change what the server says first."""

    def __init__(self, port, says=lambda line: line):
        self.to, self.port, self.says = port, free_port(), says
        self.heard = b""

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.passed_on, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_):
        self.server.close()

    async def passed_on(self, reader, writer):
        try:
            theirs, to_them = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.close()
            return
        writer.write(self.says(await theirs.readline()))  # what the server is; nothing of ours
        await asyncio.gather(self.hears(reader, to_them), self.hears(theirs, writer))

    async def hears(self, reader, writer):
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                self.heard += data
                writer.write(data)
        writer.close()


@contextlib.asynccontextmanager
async def league(folder):
    """A league that other machines reach, with a table and a venue."""
    plan = LeaguePlan(
        folder=folder / "league", name="Winter", tables=1, page_port=0, nats_port=free_port(), leaf_port=free_port()
    )
    async with served(plan, lambda: WHEN, lambda: ("127.0.0.1",)) as found:
        await found.hub.change_ledger(found.hub.ledger.with_venue("east").with_tables(1, "east"))
        yield found, plan


def place_of(found, number, port, authority=None):
    entry = found.hub.ledger.tables[number - 1]
    known = found.hub.authority.certificate if authority is None else authority
    return TablePlace(entry.venue, entry.name, (f"nats://127.0.0.1:{port}",), known), Key(entry.seed)


def test_who_listens_between_machines_reads_nothing(tmp_path):
    async def play():
        async with league(tmp_path) as (found, plan), Eavesdropper(plan.leaf_port) as far:
            port = free_port()
            card = venue_card(found.hub.ledger, "east", [f"127.0.0.1:{far.port}"], found.hub.authority, WHEN)
            async with leaf(card, tmp_path / "east", port, "127.0.0.1"), Eavesdropper(port) as near:
                place, key = place_of(found, 2, near.port)
                box = outbox(tmp_path / "game.feed", key, 3)
                async with sending(Publisher(box, place, key)):

                    async def told():
                        live = found.hub.live.newest_at("east", "t1")
                        return live is not None and live.chain.head.number == 2

                    await until(told)
            for each in (far, near):
                assert len(each.heard) > 2000
                assert PLAIN.search(each.heard) is None

    asyncio.run(play())


def test_without_certificates_the_same_ear_reads_all(tmp_path):
    async def play():
        centre = hub(tmp_path, tables=["t1"])
        async with running(centre), Eavesdropper(centre.server.plan.port) as ear:
            key = centre.tables["t1"]
            place = TablePlace(HUB, "t1", (f"nats://127.0.0.1:{ear.port}",))
            async with sending(Publisher(outbox(tmp_path / "game.feed", key, 1), place, key)) as publisher:

                async def sent():
                    return publisher.status.connected and not publisher.status.waiting

                await until(sent)
            assert PLAIN.search(ear.heard) is not None

    asyncio.run(play())


def test_a_machine_is_found_by_its_name_where_its_address_has_changed(tmp_path):
    async def play():
        nats_port, leaf_port, port = free_port(), free_port(), free_port()
        plan = LeaguePlan(
            folder=tmp_path / "league",
            name="Winter",
            page_port=0,
            nats_port=nats_port,
            leaf_port=leaf_port,
            addresses=("127.0.0.9",),
            host_name="localhost",
        )
        async with served(plan, lambda: WHEN, tuple) as found:
            await found.hub.change_ledger(
                found.hub.ledger.with_tables(1).with_venue("east", f"nats://127.0.0.1:{port}")
            )
            await found.hub.change_ledger(found.hub.ledger.with_tables(1, "east"))
            async with WebGuest(f"http://127.0.0.1:{found.port}") as organiser:
                await organiser.see(f"/organise?code={found.hub.ledger.code}")
                printed = await organiser.see("/organise/cards")
            (card, _), venue = map(card_of, CARDS.findall(printed)), venue_of(VENUES.search(printed)[0])
            assert card.urls == tuple(f"nats://{host}:{nats_port}" for host in ("127.0.0.9", "127.0.0.1", "localhost"))
            hosts = [each.rpartition("@")[2] for each in venue.remotes]
            assert hosts == [f"127.0.0.9:{leaf_port}", f"localhost:{leaf_port}"]
            gone = f"nats://127.0.0.1:{free_port()}"
            assert await greet(msgspec.structs.replace(card, urls=(gone, card.urls[-1])))
            remotes = (venue.remotes[0].replace(str(leaf_port), gone.rpartition(":")[2]), venue.remotes[1])
            async with leaf(msgspec.structs.replace(venue, remotes=remotes), tmp_path / "east", port, "127.0.0.1"):
                place, key = place_of(found, 2, port)
                async with sending(Publisher(outbox(tmp_path / "game.feed", key, 1), place, key)):

                    async def told():
                        return found.hub.live.newest_at("east", "t1") is not None

                    await until(told)

    asyncio.run(play())


def test_tables_and_servers_know_the_league_by_its_certificate(tmp_path):
    def unencrypted(line):
        return line.replace(b'"tls_required":true', b'"tls_required":false')

    async def play():
        other = new_authority(WHEN).certificate
        async with league(tmp_path) as (found, plan), Eavesdropper(plan.nats_port, unencrypted) as ear:
            box = outbox(tmp_path / "game.feed", Key(found.hub.ledger.tables[0].seed))
            fill(box, 1)
            strangers = (
                place_of(found, 1, plan.nats_port, authority=""),  # nothing is known of the league
                place_of(found, 1, plan.nats_port, authority=other),  # another league's card
                place_of(found, 1, ear.port),  # somebody in between says that nothing is encrypted
            )
            east = dataclasses.replace(strangers[2][0], venue="east", urls=(f"nats://127.0.0.1:{plan.nats_port}",))
            for place, key in (*strangers, (east, strangers[0][1])):  # the hub is not the server of a venue
                publisher = Publisher(box, place, key)
                async with sending(publisher):
                    await asyncio.sleep(1.0)  # a refusal is silent; the good one below comes within a fraction of that
                    assert not publisher.status.connected
            assert not ear.heard  # not even who it is was said to who is in between
            place, key = place_of(found, 1, plan.nats_port)
            async with sending(Publisher(box, place, key)) as publisher:

                async def sent():
                    return publisher.status.connected and not publisher.status.waiting

                await until(sent)

    asyncio.run(play())


def test_a_league_keeps_its_authority_and_a_venue_cannot_show_itself_as_the_hub(tmp_path):
    async def play():
        async with league(tmp_path) as (found, _):
            first = found.hub.ledger
        async with league_again(tmp_path) as again:
            assert again.hub.ledger == first
            card = venue_card(first, "east", ["127.0.0.1:1"], again.hub.authority, WHEN)
            assert msgspec.structs.asdict(card)["authority"] == first.authority.certificate
            port = free_port()
            async with leaf(card, tmp_path / "east", port, "127.0.0.1"):
                place, key = place_of(again, 1, port)
                publisher = Publisher(outbox(tmp_path / "game.feed", key, 1), place, key)
                async with sending(publisher):
                    await asyncio.sleep(1.0)
                    assert not publisher.status.connected

    @contextlib.asynccontextmanager
    async def league_again(folder):
        plan = LeaguePlan(folder=folder / "league", name="", page_port=0, nats_port=free_port(), leaf_port=free_port())
        async with served(plan, lambda: WHEN, lambda: ("127.0.0.1",)) as found:
            yield found

    asyncio.run(play())
