"""A hub of three loses the server in charge in the middle of a round, and another goes on; three real servers."""

import asyncio
import contextlib
import dataclasses
from datetime import UTC, datetime

import msgspec
import pytest

from companion.league.errors import LeagueError
from companion.league.organiser.hub_card import hub_card_of, hub_code, keep_hub_card
from companion.league.organiser.ledger import read_ledger
from companion.league.organiser.office import OfficeError
from companion.league.organiser.service import LeaguePlan, go_on_alone, served, take_over
from companion.league.organiser.split import Beside, Split, asked, split_seen
from companion.league.table.card import TableCard
from companion.league.table.news import greet
from companion.league.tournament import commands as c
from companion.league.tournament.book import TournamentBook
from companion.league.tournament.model import ORGANISER, TournamentPlan
from companion.league.wire.keys import Key
from companion.league.wire.place import TablePlace
from companion.league.wire.publisher import Publisher
from companion.league.wire.subjects import HUB, OFFICE
from tests.free_ports import free_ports
from tests.league.organiser.test_server import WebGuest
from tests.league.wire.test_publisher import fill, outbox, sending, until

WHEN = datetime(2026, 11, 26, 12, tzinfo=UTC)
NOON = WHEN.isoformat()
APART = 4
"""So many ports each server needs."""


def plan_in(folder, first, **options):
    return LeaguePlan(
        folder=folder,
        name="Winter",
        tables=2,
        nats_port=first,
        leaf_port=first + 1,
        cluster_port=first + 2,
        page_port=first + 3,
        others=tuple(f"127.0.0.1:{first + APART * number}" for number in (1, 2)),
        **options,
    )


class Machine:
    """One machine of the hub: its folder, and what runs there."""

    def __init__(self, folder, plan):
        self.folder, self.plan, self.league = folder, plan, None

    async def start(self):
        self.stack = contextlib.AsyncExitStack()
        self.league = await self.stack.enter_async_context(served(self.plan, lambda: WHEN, lambda: ("127.0.0.1",)))

    @property
    def hub(self):
        return self.league.hub

    async def lose(self):
        """The power goes."""
        await self.hub.server.kill()
        await self.stack.aclose()


@contextlib.asynccontextmanager
async def three(folder, **options):
    """Three machines, the first in charge; the others joined by the cards that it shows."""
    first = free_ports(3 * APART)
    machines = [Machine(folder / name, plan_in(folder / name, first, **options)) for name in ("one", "two", "three")]
    plan = machines[0].plan
    starting = asyncio.create_task(machines[0].start())

    async def shows_cards():
        return (plan.folder / "ledger.json").exists() and (plan.folder / "server.name").exists()

    await until(shows_cards)
    for machine, name in zip(machines[1:], ("hub2", "hub3"), strict=True):
        keep_hub_card(machine.folder, hub_card_of(hub_code(read_ledger(plan.folder), name)))
    try:
        await asyncio.gather(starting, *(each.start() for each in machines[1:]))
        yield machines
    finally:
        for each in machines:
            if each.league is not None:
                await each.stack.aclose()


async def in_charge(machine):
    async def holds():
        return machine.hub.is_in_charge and machine.hub.book is not None

    await until(holds)


def test_another_server_goes_on_with_the_tournament(tmp_path):
    async def play():
        async with three(tmp_path) as (one, two, three_):
            hub = one.hub
            await hub.begin(TournamentPlan(name="Winter", game="brawl"))
            for player in ("a", "b", "c", "d"):
                await hub.do(c.Register(by=ORGANISER, player=player, name=player.upper()))
            await hub.do(c.Pair(by=ORGANISER, seed="1"))
            await hub.change_ledger(hub.ledger.with_tables(1))
            state, ledger = hub.book.state, hub.ledger
            table = ledger.tables[0]
            urls = tuple(url for url in one.league.urls)
            place = TablePlace(HUB, table.name, urls, hub.authority.certificate)
            await heard_of(three_, TableCard(league="Winter", seed=table.seed, **dataclasses.asdict(place)))
            box = outbox(tmp_path / "game.feed", Key(table.seed), 5)
            async with sending(Publisher(box, place, Key(table.seed))) as publisher:

                async def all_kept():
                    publisher.notify()
                    return publisher.status.connected and not publisher.status.waiting

                await until(all_kept)
                assert not two.hub.is_in_charge
                with pytest.raises(OfficeError, match="stands by"):
                    await two.hub.do(c.Finish(by=ORGANISER))
                await one.lose()  # in the middle of the round
                fill(box, 5)
                assert (await take_over(two.folder)).name == "hub2"
                await in_charge(two)
                assert two.hub.book.state == state
                assert two.hub.ledger == ledger
                await until(all_kept)

                async def all_taken():
                    live = two.hub.live.newest_at(HUB, table.name)
                    return live is not None and live.chain.head.number == 9 and not live.trouble

                await until(all_taken)
            match = state.round.matches[0]
            await two.hub.do(c.DecideResult(by=ORGANISER, match=match.key, winner=match.first))
            # The lost machine had done one more step that nobody else ever saw.
            lost = TournamentBook.open(one.folder / "tournament.league", lambda: NOON)
            lost.do(c.DecideResult(by=ORGANISER, match=match.key, winner=match.second))
            lost.close()
            await back_again(one, two, match)
            await too_few(one, two, three_)

    asyncio.run(play())


async def heard_of(machine, card):
    """A machine that stands by hears, too, that a table is there."""
    assert await greet(card)

    async def heard():
        return (card.venue, card.table) in machine.hub.heard

    await until(heard)


async def back_again(one, two, match):
    """The lost machine comes back, stands by, and takes over later; what only it had is laid aside."""
    await one.start()
    assert not one.hub.is_in_charge
    with pytest.raises(OfficeError, match="stands by"):
        await one.hub.undo()
    async with WebGuest(one.hub.ledger.servers[0].page) as guest:
        assert f"hub2 is in charge: {two.hub.ledger.servers[1].page}/" in await guest.see("/", status=503)
        await guest.do("/organise", status=503, do="undo")
    before = two.hub.book.state
    await take_over(one.folder)
    await in_charge(one)

    async def stands_by():
        return not two.hub.is_in_charge and two.hub.book is None

    await until(stands_by)
    assert one.hub.book.state == before
    assert one.hub.book.state.match(match.key).result.winner == match.first
    aside = TournamentBook.read(one.folder / "tournament.league.aside-1")
    assert aside.state.match(match.key).result.winner == match.second
    aside.close()


async def too_few(one, two, three_):
    """With two of three gone nothing is changed any more, and it is said; with one of them back all goes on."""
    entries = len(one.hub.office.entries)
    await two.lose()
    await three_.lose()
    open_ = next(each for each in one.hub.book.state.round.matches if each.result is None)
    decide = c.DecideResult(by=ORGANISER, match=open_.key, winner=open_.first)
    with pytest.raises(OfficeError, match="Too few servers"):
        await one.hub.do(decide)
    with pytest.raises(OfficeError, match="Too few servers"):
        await one.hub.undo()
    assert "Too few servers" in one.hub.trouble()
    await two.start()

    async def kept():
        return len(one.hub.office.entries) == entries + 1 and not one.hub.trouble()

    async def followed():
        return two.hub.office.entries == one.hub.office.entries

    await until(kept)
    await until(followed)
    await says_that_it_has_split(one, two)
    await left_alone(one, two)


async def says_that_it_has_split(one, two):
    """A hub that knows of another that went on alone changes nothing, says so, and goes on once that one is gone."""
    server = one.hub.ledger.servers[1]
    assert await asked(server, one.hub.ledger) is Beside.TOGETHER
    one.hub.tell_split(Split(server, yields=True))
    assert "went on alone" in one.hub.trouble()
    with pytest.raises(OfficeError, match=r"hub2 at 127\.0\.0\.1 went on alone"):
        await one.hub.undo()
    one.hub.tell_split(None)
    assert not one.hub.trouble()


async def left_alone(one, two):
    """The others are gone for good: one machine goes on with all that it had, at its address, and needs nobody."""
    with pytest.raises(LeagueError, match=r"hub1 at .* runs"):
        await go_on_alone(two.folder, lambda: WHEN)

    async def has_all():
        info = await one.hub._js().stream_info(OFFICE)
        return info.cluster.leader == "hub2" or any(
            each.name == "hub2" and each.current and not each.lag for each in info.cluster.replicas
        )

    await until(has_all)
    before, ledger = one.hub.book.state, one.hub.ledger
    table = ledger.tables[0]
    await one.lose()
    await two.lose()
    assert (await go_on_alone(two.folder, lambda: WHEN)).name == "hub2"
    await two.start()
    assert two.hub.book.state == before
    own, left = ledger.servers[1], (ledger.servers[0], ledger.servers[2])
    assert two.hub.ledger == msgspec.structs.replace(ledger, servers=(own,), left=left)
    assert await asked(own, ledger) is Beside.ALONE
    with pytest.raises(LeagueError, match=r"hub2 at 127.0.0.1 went on alone .* delete its folder"):
        await one.start()  # the lost machine comes back
    assert await split_seen(two.hub.ledger, "hub2") is None
    assert two.league.urls == (one.league.urls[1],)  # tables find it by the cards that they have

    async def all_taken():
        live = two.hub.live.newest_at(HUB, table.name)
        return live is not None and live.chain.head.number == 9 and not live.trouble

    await until(all_taken)

    async def knows_when_the_table_was_heard():
        return (HUB, table.name) in two.hub.heard

    await until(knows_when_the_table_was_heard)
    await two.hub.do(c.Finish(by=ORGANISER))
    with pytest.raises(LeagueError, match="served without --alone"):
        await go_on_alone(two.folder, lambda: WHEN)
    with pytest.raises(LeagueError, match="nothing to take over"):
        await take_over(two.folder)


def test_what_cannot_be_served_or_taken_over_is_said(tmp_path):
    async def serve(**options):
        plan = LeaguePlan(folder=tmp_path / "league", name="Winter", **options)
        async with served(plan, lambda: WHEN, lambda: ("127.0.0.1",)):
            pass

    for options, says in (
        ({"others": ("127.0.0.1",)}, "one machine, or three"),
        ({"others": ("10.0.0.2", "10.0.0.3"), "local": True}, "one machine, or three"),
        ({"others": ("10.0.0.2", "10.0.0.3:x")}, "no address of a machine"),
    ):
        with pytest.raises(LeagueError, match=says):
            asyncio.run(serve(**options))
    with pytest.raises(LeagueError, match="nothing to take over"):
        asyncio.run(take_over(tmp_path))
