"""Many sources heard as one: none stops another, and no roll is told twice."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from hardware.combined_source import Gathering
from hardware.dual_link import OneVoice
from hardware.event_stream import EventStream
from hardware.events import (
    Back,
    Connected,
    DieEvent,
    Evidence,
    EvidenceKind,
    Lost,
    Rolling,
    Seen,
    Settled,
)
from hardware.manual import ManualDice
from hardware.source import CannotIdentifyError, DiceError, NoSuchDieError
from hardware.virtual import SeededChance, VirtualDice
from tests.contracts.dice_harness.promises import Listener, broken_promises

EVIDENCE = Evidence(EvidenceKind.LINE, b"x")


class Told:
    """A source that says what it is told to, and can fail at every place."""

    def __init__(self, name: str, opening: Exception | None = None, closing: Exception | None = None) -> None:
        self.name = name
        self.stream = EventStream()
        self.failing: Exception | None = None
        self._opening = opening
        self._closing = closing

    async def __aenter__(self):
        if self._opening is not None:
            raise self._opening
        return self

    async def __aexit__(self, *_: object) -> None:
        self.stream.close()
        if self._closing is not None:
            raise self._closing

    async def events(self) -> AsyncIterator[DieEvent]:
        async for event in self.stream.listen():
            yield event
        if self.failing is not None:
            raise self.failing

    async def identify(self, die: str) -> None:
        raise CannotIdentifyError("no light")

    def appear(self, die: str) -> None:
        now_s = time.monotonic()
        self.stream.tell(Seen(die, self.name, now_s, die), Connected(die, self.name, now_s))

    def roll(self, die: str, face: int) -> None:
        now_s = time.monotonic()
        self.stream.tell(Rolling(die, self.name, now_s), Settled(die, self.name, now_s, face, 1.0, EVIDENCE))


def faces(listener: Listener) -> list[tuple[str, int]]:
    return [(event.die, event.face) for event in listener.heard if isinstance(event, Settled)]


async def heard_faces(listener: Listener, count: int) -> list[tuple[str, int]]:
    await listener.until(lambda: len(faces(listener)) >= count, f"{count} faces")
    return faces(listener)


def test_dice_of_all_sources_are_told_in_one_stream():
    async def whole():
        manual, virtual = ManualDice(), VirtualDice(1, SeededChance("a", tumble_s=(0.0, 0.0)))
        async with Gathering([manual, virtual]) as gathering, Listener(gathering) as listener:
            manual.enter([3], "Ada")
            virtual.throw()
            assert {die for die, _ in await heard_faces(listener, 2)} == {"manual:1", "virtual:1"}
            with pytest.raises(CannotIdentifyError):
                await gathering.identify("manual:1")
            with pytest.raises(NoSuchDieError):
                await gathering.identify("pixels:1")

    asyncio.run(whole())


@pytest.mark.parametrize("error", [DiceError("no radio in this machine"), RuntimeError("a bug")])
def test_a_source_that_cannot_be_opened_is_a_fault_and_the_others_go_on(error):
    async def whole():
        manual = ManualDice()
        async with Gathering([Told("bad", opening=error), manual]) as gathering, Listener(gathering) as listener:
            assert [(fault.source, fault.why) for fault in gathering.faults] == [("bad", str(error))]
            assert gathering.sources == (manual,)
            manual.enter([2], "Ada")
            assert await heard_faces(listener, 1) == [("manual:1", 2)]

    asyncio.run(whole())


def test_a_source_that_fails_later_loses_its_dice_and_the_others_go_on():
    async def whole():
        bad, manual = Told("bad", closing=OSError("stuck")), ManualDice()
        async with Gathering([bad, manual]) as gathering, Listener(gathering) as listener:
            bad.appear("bad:1")
            await listener.next("bad:1", Connected)
            bad.failing = RuntimeError("a bug")
            bad.stream.close()
            lost = await listener.next("bad:1", Lost)
            assert "a bug" in lost.why
            assert [fault.source for fault in gathering.faults] == ["bad"]
            manual.enter([2], "Ada")
            assert await heard_faces(listener, 1) == [("manual:1", 2)]

    asyncio.run(whole())


def test_sources_come_and_go_while_it_runs():
    async def whole():
        first = Told("told")
        async with Gathering() as gathering, Listener(gathering) as listener:
            assert await gathering.add(first)
            first.appear("told:1")
            await listener.next("told:1", Connected)
            await gathering.remove(first)
            await gathering.remove(first)
            await listener.next("told:1", Lost)
            second = Told("told")
            assert await gathering.add(second)
            second.appear("told:1")
            second.roll("told:1", 5)
            assert await heard_faces(listener, 1) == [("told:1", 5)]
            assert len(listener.of("told:1", Back)) == 1
            assert broken_promises(listener.heard, "told") == []

    asyncio.run(whole())


def test_its_events_end_when_it_is_left():
    async def whole():
        gathering = Gathering([Told("told")])
        async with gathering:
            pass
        return [event async for event in gathering.events()]

    assert asyncio.run(whole()) == []


def both_ways() -> tuple[OneVoice, list[DieEvent]]:
    voice, told = OneVoice(), []
    for source in ("own-ble", "own-serial"):
        die = f"{source}:a"
        told += voice.hear(Seen(die, source, 1.0, "OurDie_a"))
        told += voice.hear(Connected(die, source, 1.0))
    return voice, told


def rolled(voice: OneVoice, source: str, face: int) -> list[DieEvent]:
    die = f"{source}:a"
    return [
        *voice.hear(Rolling(die, source, 2.0)),
        *voice.hear(Settled(die, source, 2.0, face, 1.0, EVIDENCE, 1)),
    ]


def test_a_die_heard_over_two_ways_rolls_once():
    voice, told = both_ways()
    assert {event.die for event in told} == {"own-ble:a"}
    assert len(rolled(voice, "own-ble", 3)) == 2
    assert rolled(voice, "own-serial", 3) == []


def test_when_the_first_way_is_lost_the_other_takes_over_and_keeps_it():
    voice, told = both_ways()
    told += voice.hear(Rolling("own-ble:a", "own-ble", 2.0))
    told += voice.hear(Rolling("own-serial:a", "own-serial", 2.0))
    told += voice.hear(Lost("own-ble:a", "own-ble", 3.0, "out of range", "gone"))
    told += voice.hear(Settled("own-serial:a", "own-serial", 4.0, 6, 1.0, EVIDENCE, 1))
    told += voice.hear(Back("own-ble:a", "own-ble", 5.0))
    told += rolled(voice, "own-serial", 2)
    told += rolled(voice, "own-ble", 2)
    assert [(type(event), event.die) for event in told] == [
        (Seen, "own-ble:a"),
        (Connected, "own-ble:a"),
        (Rolling, "own-ble:a"),
        (Lost, "own-ble:a"),
        (Seen, "own-serial:a"),
        (Connected, "own-serial:a"),
        (Rolling, "own-serial:a"),
        (Settled, "own-serial:a"),
    ]
    told = voice.hear(Lost("own-serial:a", "own-serial", 6.0, "pulled out", "unplugged"))
    assert [(type(event), event.die) for event in told] == [(Lost, "own-serial:a"), (Back, "own-ble:a")]


def test_dice_of_other_makes_are_never_one():
    voice = OneVoice()
    told = [
        event
        for source in ("pixels", "godice")
        for event in (
            *voice.hear(Seen(f"{source}:a", source, 1.0, "a")),
            *voice.hear(Connected(f"{source}:a", source, 1.0)),
        )
    ]
    assert len(told) == 4
