"""One of three machines went on alone while the two others run: each side notices by itself, and when it is over."""

import asyncio
import contextlib

import msgspec
import pytest

from companion.league.organiser.ledger import read_ledger, write_ledger
from companion.league.organiser.office import OfficeError
from companion.league.organiser.service import go_on_alone
from companion.league.tournament import commands as c
from companion.league.tournament.model import ORGANISER, TournamentPlan
from tests.free_ports import free_port
from tests.league.organiser.test_take_over import WHEN, three
from tests.league.wire.test_publisher import until


async def goes_on_alone(machine):
    """The machine was cut off: it reaches none of the others while a person tells it to go on alone."""
    ledger = read_ledger(machine.folder)
    cut_off = tuple(
        each if each.name == "hub2" else msgspec.structs.replace(each, cluster_port=free_port())
        for each in ledger.servers
    )
    write_ledger(machine.folder, msgspec.structs.replace(ledger, servers=cut_off))
    await go_on_alone(machine.folder, lambda: WHEN)


async def keeps(machine, command):
    """A step is done, and most servers have it once they agree again who leads."""
    entries = len(machine.hub.office.entries)
    with contextlib.suppress(OfficeError):
        await machine.hub.do(command)

    async def kept():
        return len(machine.hub.office.entries) == entries + 1 and not machine.hub.trouble()

    await until(kept)


async def says(machine, words):
    async def said():
        return words in machine.hub.trouble() if words else not machine.hub.trouble()

    await until(said)


def test_each_side_sees_by_itself_that_the_hub_has_split_and_when_it_is_one_again(tmp_path):
    async def play():
        async with three(tmp_path, look_every_s=0.2) as (one, two, three_):
            await one.hub.begin(TournamentPlan(name="Winter", game="brawl"))

            async def followed():
                return two.hub.office.entries == one.hub.office.entries

            await until(followed)
            await two.lose()
            await goes_on_alone(two)
            await two.start()
            for each in (one, three_):
                await says(each, "hub2 at 127.0.0.1 went on alone")
            await says(two, "runs beside this hub")
            with pytest.raises(OfficeError, match="went on alone"):
                await one.hub.do(c.Register(by=ORGANISER, player="a", name="A"))
            await two.lose()
            for each in (one, three_):
                await says(each, "")
            await keeps(one, c.Register(by=ORGANISER, player="a", name="A"))
            await two.start()
            await says(two, "runs beside this hub")
            await one.lose()
            await three_.lose()
            await says(two, "")
            await two.hub.do(c.Register(by=ORGANISER, player="b", name="B"))

    asyncio.run(play())
