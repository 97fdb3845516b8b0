"""A table's messages come to the hub once each and in order, whatever happens on the way; real servers of NATS."""

import asyncio
import contextlib

import pytest

from companion.league.wire.bodies import ClockTold
from companion.league.wire.keys import Key
from companion.league.wire.messages import checked, decoded
from companion.league.wire.outbox import Outbox
from companion.league.wire.place import TablePlace
from companion.league.wire.publisher import Publisher
from companion.league.wire.subjects import ALL, BULLETIN, NEWS, of_game
from tests.league.hub import hub, leaf, running

NOON = "2026-11-26T12:00:00Z"
COMES_S = 60.0
LOOK_EVERY_S = 0.05


def outbox(path, key, messages=0):
    box = Outbox(path, key, lambda: NOON)
    fill(box, messages)
    return box


def fill(box, messages):
    for _ in range(messages):
        box.put(ClockTold(seconds={"A": float(len(box.messages)), "B": 0.0}), b"entry")


@contextlib.asynccontextmanager
async def sending(publisher):
    task = asyncio.create_task(publisher.run())
    try:
        yield publisher
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(holds):
    for _ in range(int(COMES_S / LOOK_EVERY_S)):
        if await holds():
            return
        await asyncio.sleep(LOOK_EVERY_S)
    raise TimeoutError


async def at_hub(place, subject):
    """All messages of a game at the hub, in order."""
    client = await place.client()
    try:
        js = client.jetstream()
        subscription = await js.subscribe(subject, stream=ALL, ordered_consumer=True)
        count = (await js.stream_info(ALL)).state.messages
        return [decoded((await subscription.next_msg(timeout=COMES_S)).data) for _ in range(count)]
    finally:
        await client.close()


async def kept(place):
    client = await place.client()
    try:
        return (await client.jetstream().stream_info(ALL)).state.messages
    finally:
        await client.close()


def test_a_venue_that_is_cut_off_and_killed_loses_and_doubles_nothing(tmp_path):
    async def play():
        centre = hub(tmp_path, venues=["east"])
        east = leaf(tmp_path, "east", centre, tables=["t1"])
        key = east.tables["t1"]
        box = outbox(tmp_path / "game.feed", key, 5)
        subject = of_game("east", "t1", box.game)
        async with running(centre, east):
            place = TablePlace("east", "t1", (east.server.url,))
            async with sending(Publisher(box, place, key)) as publisher:

                async def all_kept():
                    publisher.notify()
                    return publisher.status.waiting == 0

                async def all_there():
                    return await kept(centre) >= len(box.messages)

                await until(all_there)
                await centre.server.kill()  # the hub is down: the venue keeps what comes
                fill(box, 20)
                await until(all_kept)
                await east.server.kill()  # the venue as well: the table keeps what comes
                fill(box, 20)
                publisher.notify()
                await asyncio.sleep(0)
                assert publisher.status.waiting
                await east.server.start()
                await until(all_kept)
                await centre.server.start()
                await until(all_there)
            async with sending(Publisher(box, place, key)) as again:  # the table starts anew: nothing is sent twice
                fill(box, 1)
                again.notify()
                await until(all_there)
            found = await at_hub(centre, subject)
        assert [each.number for each in found] == list(range(46))
        assert list(checked(found, key.public)) == box.messages

    asyncio.run(play())


def test_a_venue_takes_another_plan_while_its_table_sends(tmp_path):
    async def play():
        centre = hub(tmp_path, venues=["east"])
        east = leaf(tmp_path, "east", centre, tables=["t1"])
        key = east.tables["t1"]
        box = outbox(tmp_path / "game.feed", key)
        async with running(centre, east):
            async with sending(Publisher(box, TablePlace("east", "t1", (east.server.url,)), key)) as publisher:
                for number in range(4):
                    fill(box, 40)
                    publisher.notify()
                    await asyncio.sleep(0)
                    east.add(f"new{number}")
                    await east.server.reload(east.server.plan)

                    async def sent(least=40 * number):
                        return len(box.messages) - publisher.status.waiting > least

                    await until(sent)

                async def all_there():
                    return await kept(centre) >= len(box.messages)

                await until(all_there)
            found = await at_hub(centre, of_game("east", "t1", box.game))
        assert list(checked(found, key.public)) == box.messages

    asyncio.run(play())


def test_a_table_reaches_its_own_subjects_and_the_bulletin_alone(tmp_path):
    async def play():
        centre = hub(tmp_path, tables=["t1", "t2"])
        async with running(centre):
            boxes = {name: outbox(tmp_path / f"{name}.feed", centre.tables[name], 1) for name in ("t1", "t2")}
            wrong = TablePlace("hub", "t2", (centre.server.url,))
            async with sending(Publisher(boxes["t1"], wrong, centre.tables["t1"])) as publisher:
                await asyncio.sleep(0.5)  # a refusal comes as silence; the good table's message below comes at once
                assert publisher.status.waiting == 1
            right = TablePlace("hub", "t2", (centre.server.url,))
            async with sending(Publisher(boxes["t2"], right, centre.tables["t2"])) as publisher:

                async def one():
                    return await kept(centre) == 1

                await until(one)
            strangers = TablePlace("hub", "t1", (centre.server.url,))
            async with sending(Publisher(boxes["t1"], strangers, Key.new())) as publisher:
                await asyncio.sleep(0.5)
                assert not publisher.status.connected
            assert await kept(centre) == 1
            client = await centre.client()
            await client.jetstream().publish(f"{NEWS}.rounds", b"round 1", stream=BULLETIN)
            await client.close()

    asyncio.run(play())


def test_a_game_that_was_continued_from_a_copy_is_told_and_not_mixed(tmp_path):
    async def play():
        centre = hub(tmp_path, tables=["t1"])
        key = centre.tables["t1"]
        box = outbox(tmp_path / "game.feed", key, 3)
        (tmp_path / "copy.feed").write_bytes((tmp_path / "game.feed").read_bytes())
        copy = outbox(tmp_path / "copy.feed", key)
        fill(box, 1)
        copy.put(ClockTold(seconds={"A": 99.0}), b"entry")
        async with running(centre):
            place = TablePlace("hub", "t1", (centre.server.url,))
            async with sending(Publisher(box, place, key)) as publisher:

                async def sent():
                    return await kept(centre) == 4

                await until(sent)
            async with sending(Publisher(copy, place, key)) as publisher:

                async def told():
                    return bool(publisher.status.trouble)

                await until(told)
            assert await kept(centre) == 4

    asyncio.run(play())


def test_a_server_that_cannot_start_says_why(tmp_path):
    async def play():
        first = hub(tmp_path / "one")
        second = hub(tmp_path / "two")
        second.server.plan = first.server.plan
        async with running(first):
            with pytest.raises(Exception, match="did not start"):
                await second.server.start()
        assert not second.server.is_running

    asyncio.run(play())
