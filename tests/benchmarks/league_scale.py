"""How a league bears many tables: `python -m tests.benchmarks.league_scale [tables | cluster | kills | costs]`.

Everything runs on this machine over loopback, with real servers of NATS. `tables`: 200 tables in a process of their own
send what a table sends of a game, and the delay is taken from a message's writing at its table to its
arrival at a page that is open. `cluster`: a hub of three loses a server in the middle of a round. `kills`: the leaf of
a venue and the hub are killed 50 times. All of them are encrypted, as between machines. `costs`: bytes and processor
time of one game, from which larger leagues are worked out.
"""

import argparse
import asyncio
import json
import multiprocessing
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import msgspec

from companion.league.organiser.hub import Hub
from companion.league.organiser.live_tables import LiveTables
from companion.league.organiser.service import LeaguePlan, served
from companion.league.organiser.venue import leaf, venue_card
from companion.league.servers import streams
from companion.league.servers.authority import issued, new_authority, tls_files
from companion.league.servers.config import ServerPlan
from companion.league.servers.process import NatsServer
from companion.league.wire.bodies import LiveScore, Shown
from companion.league.wire.client import connected, ended
from companion.league.wire.keys import Key
from companion.league.wire.messages import FeedMessage, encoded
from companion.league.wire.outbox import Outbox
from companion.league.wire.place import TablePlace
from companion.league.wire.publisher import Publisher
from companion.league.wire.subjects import ALL, HUB, of_game
from companion.texts import Language
from tests.free_ports import free_port
from tests.league.told_table import KEY, ToldTable

TABLES = 200
EVERY_S = 2.0
"""How often each table has something new: faster than any game goes on."""
FOR_S = 30.0
PLAYED = 60
KILLS = 50


def typical(folder: Path) -> list[FeedMessage]:
    """The messages of a game at random, in three languages."""
    table = ToldTable("brawl", folder)
    table.feed._languages = tuple(Language)
    table.feed._told_scene = {each.value: {} for each in Language}
    table.play(PLAYED)
    return table.outbox.messages


async def _send(place: TablePlace, seed: str, bodies: list[bytes], begins_s: float) -> None:
    """One table: a message whenever its time comes, chained and signed as always."""
    key = Key(seed)
    with tempfile.TemporaryDirectory() as folder:
        box = Outbox(Path(folder) / "feed", key, lambda: f"{time.monotonic():.6f}")
        publisher = Publisher(box, place, key)
        task = asyncio.create_task(publisher.run())
        number = 0
        while time.monotonic() < begins_s + FOR_S:
            await asyncio.sleep(max(0.0, begins_s + number * EVERY_S - time.monotonic()))
            box.put(msgspec.json.decode(bodies[number % len(bodies)], type=Shown), b"")
            publisher.notify()
            number += 1
        await asyncio.sleep(2.0)
        task.cancel()


def _tables(tables: list[tuple[TablePlace, str]], bodies: list[bytes]) -> None:
    """The process of all tables."""

    async def all_of_them() -> None:
        begins_s = time.monotonic() + 4.0
        await asyncio.gather(
            *(
                _send(place, seed, bodies, begins_s + number * EVERY_S / len(tables))
                for number, (place, seed) in enumerate(tables)
            )
        )

    asyncio.run(all_of_them())


async def many_tables(count: int) -> dict[str, object]:
    """Delays of messages of many tables, to the hub's own books and to a page that is open."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "game").mkdir()
        bodies = [bytes(each.body) for each in typical(folder / "game") if each.kind == "shown"]
        plan = LeaguePlan(
            folder=folder / "league",
            name="Scale",
            tables=count,
            page_port=0,
            nats_port=free_port(),
            leaf_port=0,
        )
        taken: list[float] = []
        paged: list[float] = []
        async with served(plan, lambda: datetime.now(UTC), tuple) as league:
            take = league.hub.live.take

            def timed(subject: str, data: bytes):
                live = take(subject, data)
                taken.append(time.monotonic() - float(live.told_at))
                waiting.append(float(live.told_at))
                return live

            waiting: list[float] = []
            league.hub.live.take = timed
            known = league.hub.authority.certificate
            ledger = league.hub.ledger
            tables = [(TablePlace(each.venue, each.name, league.urls, known), each.seed) for each in ledger.tables]
            sender = multiprocessing.get_context("spawn").Process(target=_tables, args=(tables, bodies))
            sender.start()
            began = time.process_time()
            events_at = f"http://127.0.0.1:{league.port}/events"
            async with aiohttp.ClientSession() as session, session.get(events_at) as events:
                while sender.is_alive():
                    try:
                        async with asyncio.timeout(1.0):
                            await events.content.readline()
                    except TimeoutError:
                        continue
                    now = time.monotonic()
                    paged += [now - each for each in waiting]
                    waiting.clear()
            used_s = time.process_time() - began
            messages = league.hub.live.taken
            troubles = sum(bool(each.trouble) for each in league.hub.live.games.values())
        sender.join()
        return {
            "tables": count,
            "messages": messages,
            "a second": round(messages / FOR_S),
            "median bytes": round(statistics.median(len(each) for each in bodies)),
            "hub p50 ms": _ms(taken, 50),
            "hub p99 ms": _ms(taken, 99),
            "page p50 ms": _ms(paged, 50),
            "page p99 ms": _ms(paged, 99),
            "hub's processor": f"{100 * used_s / (FOR_S + 6):.0f} % of one core",
            "troubles": troubles,
        }


async def lost_server() -> dict[str, object]:
    """A hub of three servers loses one in the middle of a round; nothing that was acknowledged is lost."""
    with tempfile.TemporaryDirectory() as name:
        folder, key, authority = Path(name), Key.new(), new_authority(datetime.now(UTC))
        ports = [(free_port(), free_port()) for _ in range(3)]
        servers = []
        for number, (port, cluster) in enumerate(ports):
            routes = [f"127.0.0.1:{other}" for n, (_, other) in enumerate(ports) if n != number]
            own = issued(authority, HUB, ("127.0.0.1",), datetime.now(UTC))
            plan = ServerPlan(
                name=f"hub{number}",
                domain=HUB,
                port=port,
                store=folder / f"store{number}",
                organiser=key.public,
                cluster_port=cluster,
                routes=routes,
                route_password=key.seed,
                tls=tls_files(folder / f"hub{number}", own, authority.certificate),
            )
            servers.append(NatsServer(plan, folder))
        await asyncio.gather(*(each.start() for each in servers))
        urls = [each.url for each in servers]
        async with connected(urls, key.seed, HUB, authority.certificate) as client:
            js = client.jetstream(timeout=5)
            await _tried(lambda: streams.keep_tables(js, HUB, replicas=3))
            acknowledged, longest_s, doubled = 0, 0.0, 0
            leader = (await js.stream_info("TABLES-hub")).cluster.leader
            for number in range(600):
                if number == 300:
                    await next(each for each in servers if each.plan.name == leader).kill()
                began = time.monotonic()

                async def publish(number: int = number) -> None:
                    ack = await js.publish(
                        f"league.hub.t{number % 12}.g", b"x" * 2000, headers={"Nats-Msg-Id": str(number)}
                    )
                    nonlocal doubled
                    doubled += bool(ack.duplicate)

                await _tried(publish)
                longest_s = max(longest_s, time.monotonic() - began)
                acknowledged += 1
            kept = (await js.stream_info("TABLES-hub")).state.messages
        await asyncio.gather(*(each.kill() for each in servers))
        return {
            "acknowledged": acknowledged,
            "kept": kept,
            "lost": acknowledged - kept,
            "longest wait s": round(longest_s, 2),
            "sent again and known": doubled,
        }


async def killed_leafs() -> dict[str, object]:
    """The leaf of a venue is killed 40 times and the hub 10 times while a table goes on; nothing is lost or doubled."""
    with tempfile.TemporaryDirectory() as name:
        folder, now = Path(name), datetime.now(UTC)
        plan = LeaguePlan(
            folder=folder / "league", name="Kills", page_port=0, nats_port=free_port(), leaf_port=free_port()
        )
        async with served(plan, lambda: now, lambda: ("127.0.0.1",)) as league:
            hub, port = league.hub, free_port()
            await hub.change_ledger(hub.ledger.with_venue("east").with_tables(1, "east"))
            card = venue_card(hub.ledger, "east", hub.leafs_at(["127.0.0.1"]), hub.authority, now)
            async with leaf(card, folder / "east", port, "127.0.0.1") as east:
                return await _killed(hub, east, folder)


async def _killed(hub: Hub, east: NatsServer, folder: Path) -> dict[str, object]:
    (table,) = hub.ledger.tables
    key, known = Key(table.seed), hub.authority.certificate
    box = Outbox(folder / "feed", key, lambda: "2026-11-26T12:00:00Z")
    publisher = Publisher(box, TablePlace("east", table.name, (east.url,), known), key)
    task = asyncio.create_task(publisher.run())
    began = time.monotonic()
    for number in range(KILLS):
        for _ in range(20):
            box.put(Shown(kept=0, score=LiveScore(turn=len(box.messages))), b"")
            publisher.notify()
            await asyncio.sleep(0.002)
        server = east if number % 5 else hub.server
        await server.kill()
        box.put(Shown(kept=0, score=LiveScore(turn=len(box.messages))), b"")
        await server.start()

    async def whole() -> None:
        publisher.notify()
        if hub.live.taken < len(box.messages):
            raise TimeoutError

    await _tried(whole, within_s=120.0)
    took_s = time.monotonic() - began
    await ended([task])
    async with connected((hub.server.url,), hub.ledger.seed, HUB, known) as client:
        count = (await client.jetstream(timeout=5).stream_info(ALL)).state.messages
    (game,) = hub.live.games.values()
    return {
        "kills": KILLS,
        "sent": len(box.messages),
        "at the hub": count,
        "taken": hub.live.taken,
        "trouble": game.trouble or "none",
        "took s": round(took_s),
    }


async def costs() -> dict[str, object]:
    """What one game costs, in bytes and processor time."""
    with tempfile.TemporaryDirectory() as name:
        messages = typical(Path(name))
        began = time.process_time()
        sent = [encoded(each) for each in messages]
        packing_s = (time.process_time() - began) / len(sent)
        live = LiveTables(lambda venue, table: KEY.public, time.monotonic, lambda: 0.0)
        began = time.process_time()
        for each in sent:
            live.take(of_game("hub", "t1", messages[0].game), each)
        taking_s = (time.process_time() - began) / len(sent)
        sizes = [len(each) for each in sent]
        return {
            "messages": len(messages),
            "median bytes": round(statistics.median(sizes)),
            "mean bytes": round(statistics.mean(sizes)),
            "mean bytes before packing": round(statistics.mean(len(bytes(each.body)) for each in messages)),
            "ms to pack a message": round(packing_s * 1000, 2),
            "ms to check and take a message": round(taking_s * 1000, 2),
        }


def _ms(values: list[float], part: int) -> int:
    ordered = sorted(values) or [0.0]
    return round(1000 * ordered[min(len(ordered) - 1, len(ordered) * part // 100)])


async def _tried(what, within_s: float = 30.0) -> None:
    """Again and again until it goes."""
    ends_s = time.monotonic() + within_s
    while True:
        try:
            return await what()
        except Exception:
            if time.monotonic() > ends_s:
                raise
            await asyncio.sleep(0.1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["tables", "cluster", "kills", "costs"])
    parser.add_argument("--tables", type=int, default=TABLES)
    given = parser.parse_args()
    kinds = {"tables": lambda: many_tables(given.tables), "cluster": lost_server, "kills": killed_leafs, "costs": costs}
    for name in given.what:
        print(name, json.dumps(asyncio.run(kinds[name]()), indent=1), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
