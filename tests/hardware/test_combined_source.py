"""Many sources heard as one: none stops another, and no roll is told twice."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from hardware.combined_source import CombinedSource
from hardware.dual_link import LinkFilter
from hardware.event_stream import EventStream
from hardware.events import (
    Connected,
    DieEvent,
    Disconnected,
    Discovered,
    Evidence,
    EvidenceKind,
    Reconnected,
    RollStarted,
    Settled,
)
from hardware.manual import ManualDice
from hardware.source import CannotIdentifyError, DiceError, NoSuchDieError
from hardware.virtual import SeededFaces, VirtualDice
from tests.contracts.dice_harness.guarantees import Listener, broken_promises

EVIDENCE = Evidence(EvidenceKind.LINE, b"x")


class ScriptedSource:
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
        self.stream.tell(Discovered(die, self.name, now_s, die), Connected(die, self.name, now_s))

    def roll(self, die: str, face: int) -> None:
        now_s = time.monotonic()
        self.stream.tell(RollStarted(die, self.name, now_s), Settled(die, self.name, now_s, face, 1.0, EVIDENCE))


def faces(listener: Listener) -> list[tuple[str, int]]:
    return [(event.die, event.face) for event in listener.heard if isinstance(event, Settled)]


async def heard_faces(listener: Listener, count: int) -> list[tuple[str, int]]:
    await listener.until(lambda: len(faces(listener)) >= count, f"{count} faces")
    return faces(listener)


def test_dice_of_all_sources_are_told_in_one_stream():
    async def whole():
        manual, virtual = ManualDice(), VirtualDice(1, SeededFaces("a", tumble_s=(0.0, 0.0)))
        async with CombinedSource([manual, virtual]) as combined_source, Listener(combined_source) as listener:
            manual.enter([3], "Ada")
            virtual.throw()
            assert {die for die, _ in await heard_faces(listener, 2)} == {"manual:1", "virtual:1"}
            with pytest.raises(CannotIdentifyError):
                await combined_source.identify("manual:1")
            with pytest.raises(NoSuchDieError):
                await combined_source.identify("pixels:1")

    asyncio.run(whole())


@pytest.mark.parametrize("error", [DiceError("no radio in this machine"), RuntimeError("a bug")])
def test_a_source_that_cannot_be_opened_is_a_fault_and_the_others_go_on(error):
    async def whole():
        manual = ManualDice()
        async with (
            CombinedSource([ScriptedSource("bad", opening=error), manual]) as combined_source,
            Listener(combined_source) as listener,
        ):
            assert [(fault.source, fault.why) for fault in combined_source.faults] == [("bad", str(error))]
            assert combined_source.sources == (manual,)
            manual.enter([2], "Ada")
            assert await heard_faces(listener, 1) == [("manual:1", 2)]

    asyncio.run(whole())


def test_a_source_that_fails_later_loses_its_dice_and_the_others_go_on():
    async def whole():
        bad, manual = ScriptedSource("bad", closing=OSError("stuck")), ManualDice()
        async with CombinedSource([bad, manual]) as combined_source, Listener(combined_source) as listener:
            bad.appear("bad:1")
            await listener.next("bad:1", Connected)
            bad.failing = RuntimeError("a bug")
            bad.stream.close()
            lost = await listener.next("bad:1", Disconnected)
            assert "a bug" in lost.why
            assert [fault.source for fault in combined_source.faults] == ["bad"]
            manual.enter([2], "Ada")
            assert await heard_faces(listener, 1) == [("manual:1", 2)]

    asyncio.run(whole())


def test_sources_come_and_go_while_it_runs():
    async def whole():
        first = ScriptedSource("told")
        async with CombinedSource() as combined_source, Listener(combined_source) as listener:
            assert await combined_source.add(first)
            first.appear("told:1")
            await listener.next("told:1", Connected)
            await combined_source.remove(first)
            await combined_source.remove(first)
            await listener.next("told:1", Disconnected)
            second = ScriptedSource("told")
            assert await combined_source.add(second)
            second.appear("told:1")
            second.roll("told:1", 5)
            assert await heard_faces(listener, 1) == [("told:1", 5)]
            assert len(listener.of("told:1", Reconnected)) == 1
            assert broken_promises(listener.heard, "told") == []

    asyncio.run(whole())


def test_its_events_end_when_it_is_left():
    async def whole():
        combined_source = CombinedSource([ScriptedSource("told")])
        async with combined_source:
            pass
        return [event async for event in combined_source.events()]

    assert asyncio.run(whole()) == []


def both_ways() -> tuple[LinkFilter, list[DieEvent]]:
    voice, told = LinkFilter(), []
    for source in ("own-ble", "own-serial"):
        die = f"{source}:a"
        told += voice.hear(Discovered(die, source, 1.0, "OurDie_a"))
        told += voice.hear(Connected(die, source, 1.0))
    return voice, told


def rolled(voice: LinkFilter, source: str, face: int) -> list[DieEvent]:
    die = f"{source}:a"
    return [
        *voice.hear(RollStarted(die, source, 2.0)),
        *voice.hear(Settled(die, source, 2.0, face, 1.0, EVIDENCE, 1)),
    ]


def test_a_die_heard_over_two_ways_rolls_once():
    voice, told = both_ways()
    assert {event.die for event in told} == {"own-ble:a"}
    assert len(rolled(voice, "own-ble", 3)) == 2
    assert rolled(voice, "own-serial", 3) == []


def test_when_the_first_way_is_lost_the_other_takes_over_and_keeps_it():
    voice, told = both_ways()
    told += voice.hear(RollStarted("own-ble:a", "own-ble", 2.0))
    told += voice.hear(RollStarted("own-serial:a", "own-serial", 2.0))
    told += voice.hear(Disconnected("own-ble:a", "own-ble", 3.0, "out of range", "gone"))
    told += voice.hear(Settled("own-serial:a", "own-serial", 4.0, 6, 1.0, EVIDENCE, 1))
    told += voice.hear(Reconnected("own-ble:a", "own-ble", 5.0))
    told += rolled(voice, "own-serial", 2)
    told += rolled(voice, "own-ble", 2)
    assert [(type(event), event.die) for event in told] == [
        (Discovered, "own-ble:a"),
        (Connected, "own-ble:a"),
        (RollStarted, "own-ble:a"),
        (Disconnected, "own-ble:a"),
        (Discovered, "own-serial:a"),
        (Connected, "own-serial:a"),
        (RollStarted, "own-serial:a"),
        (Settled, "own-serial:a"),
    ]
    told = voice.hear(Disconnected("own-serial:a", "own-serial", 6.0, "pulled out", "unplugged"))
    assert [(type(event), event.die) for event in told] == [(Disconnected, "own-serial:a"), (Reconnected, "own-ble:a")]


def test_dice_of_other_makes_are_never_one():
    voice = LinkFilter()
    told = [
        event
        for source in ("pixels", "godice")
        for event in (
            *voice.hear(Discovered(f"{source}:a", source, 1.0, "a")),
            *voice.hear(Connected(f"{source}:a", source, 1.0)),
        )
    ]
    assert len(told) == 4
