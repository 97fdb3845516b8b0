"""A phone comes back with the version of a page that it has: told what it missed, or all where that is another page."""

import asyncio

from companion.phones.link.tick import SHORTEST_S
from companion.phones.server.event_streams import BEAT_S
from tests.phones.networked_table import ANSWERED_S, asked
from tests.phones.server.test_server import STOCK, changes, intent, table

__all__ = ["table"]  # a fixture

EPOCH = "00000000-1"
"""Of the page that is made first."""


def test_a_phone_that_comes_back_gets_what_it_missed_and_a_stranger_to_the_versions_the_whole(table):
    async def scene(wired):
        phone = await wired.sit("A")
        phone.ask("GET", "/events")
        await asyncio.sleep(0.1)
        for number in range(3):
            await asked(phone, "POST", "/intent", intent(number, number + 5))
        again = [
            phone.ask("GET", f"/events?since={since}&epoch={epoch}")
            for since, epoch in ((2, EPOCH), (4, EPOCH), (2, "11111111-1"), (99, EPOCH), ("x", EPOCH))
        ]
        await asyncio.sleep(len(again) * SHORTEST_S + ANSWERED_S)  # one of a phone is begun in a tick
        return [changes(phone.traffic.of(number)) for number in again]

    missed, nothing, other, later, nonsense = table(scene)
    assert [each["since"] for each in missed] == [2]
    assert missed[0]["version"] == 4
    assert nothing == []
    assert [each[0]["since"] for each in (other, later, nonsense)] == [None] * 3


def test_a_phone_that_comes_back_to_a_page_that_was_forgotten_or_to_another_is_told_all(table):
    """Its version is one of another page by then; what changed since that one would leave out what it never had."""

    async def scene(wired):
        ann, bob = await wired.sit("A"), await wired.sit("B")
        count = iter(range(5, 60))

        async def changes_come(*phones):
            for number in (next(count) for _ in range(4)):
                await asked(bob, "POST", "/intent", intent(number, number))
            return [changes(phone.traffic.of(stream))[-1] for phone, stream in phones]

        async def goes(phone, stream):
            phone.doors[stream].transport.abort()
            await asyncio.sleep(2 * BEAT_S)  # which is when the table finds out

        first = ann, ann.ask("GET", "/events")
        (known,) = await changes_come(first)
        other = bob, bob.ask("GET", "/events")
        await asyncio.sleep(ANSWERED_S)
        for each in (first, other):
            await goes(*each)
        await asked(ann, "GET", "/state")  # as by her second phone: the page is made anew, and goes on
        await changes_come()
        path = f"/events?since={known['version']}&epoch={known['epoch']}"
        back = ann.ask("GET", path)
        await asyncio.sleep(ANSWERED_S)
        ann.cookie += "; language=uk"
        spoken = ann.ask("GET", path)
        await asyncio.sleep(ANSWERED_S)
        return [changes(ann.traffic.of(number))[0] for number in (back, spoken)], wired.match.shown.players["A"]

    told, player = table(scene)
    assert [each["since"] for each in told] == [None, None]
    assert [STOCK.search(each["sections"]["head"])[1] for each in told] == [str(player.prosperity)] * 2
