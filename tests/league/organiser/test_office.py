"""What a server of a hub could not keep on the others is kept later, whatever they answered in between."""

import asyncio
from types import SimpleNamespace

import pytest
from nats.errors import TimeoutError as NatsTimeoutError
from nats.js.errors import APIError

from companion.league.organiser.office import WRONG_SEQUENCE, InCharge, Office, OfficeError
from tests.league.wire.test_publisher import until


class LossyStream:
    """A stream that answers every question, and keeps no note as long as `loses` says why."""

    def __init__(self):
        self.loses, self.kept, self.answers = NatsTimeoutError(), 0, asyncio.Event()

    def jetstream(self, **_):
        return self

    async def subscribe(self, *_, **__):
        pass

    async def publish(self, *_, **__):
        await self.answers.wait()
        if self.loses:
            raise self.loses
        self.kept += 1
        return SimpleNamespace(seq=self.kept)

    async def stream_info(self, _):
        return SimpleNamespace(state=SimpleNamespace(last_seq=self.kept))


def test_a_note_that_got_lost_while_the_office_was_read_is_kept_again():
    async def play():
        stream = LossyStream()
        office, note, again = Office(lambda: stream), InCharge(server="hub1"), []

        async def changed():
            again.append(office.is_reached)
            await office.keep(note)

        keeping = asyncio.create_task(office.keep(note))
        following = asyncio.create_task(office.follow(changed))
        for _ in range(3):  # both have begun, and the reading waits for the note
            await asyncio.sleep(0)
        stream.answers.set()
        with pytest.raises(OfficeError, match="Too few servers"):
            await keeping
        stream.loses = None

        async def kept():
            return office.in_charge == "hub1"

        await until(kept)
        assert set(again) == {True}
        assert stream.kept == 1
        following.cancel()

    asyncio.run(play())


def test_a_note_behind_one_that_is_on_its_way_is_told_as_not_kept():
    async def play():
        stream = LossyStream()
        stream.answers.set()
        stream.loses = APIError(code=400, err_code=WRONG_SEQUENCE)
        office = Office(lambda: stream)
        with pytest.raises(OfficeError, match="Too few servers"):
            await office.keep(InCharge(server="hub1"))
        assert not office.is_reached

    asyncio.run(play())
