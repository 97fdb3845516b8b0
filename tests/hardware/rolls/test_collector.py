"""The collector at work: a stream of events on one side, those who wait on the other."""

import asyncio
import time

import pytest

from hardware.event_stream import EventStream
from hardware.events import Connected, Evidence, EvidenceKind, Rolling, Seen, Settled
from hardware.rolls import CollectingError, Collector, Policy, RollRequest

SCENARIO_S = 20.0


class Dice:
    """A stream that dice speak into."""

    def __init__(self):
        self.stream = EventStream()

    def join(self, die):
        head = {"die": die, "source": die.split(":")[0], "at_s": time.monotonic()}
        self.stream.tell(Seen(**head, name=die, kind="d6"), Connected(**head))

    def roll(self, die, face):
        head = {"die": die, "source": die.split(":")[0], "at_s": time.monotonic()}
        evidence = Evidence(EvidenceKind.SIMULATED, b"test")
        self.stream.tell(Rolling(**head), Settled(**head, face=face, confidence=1.0, evidence=evidence))


def play(scenario, policy=None):
    async def whole():
        dice, collector = Dice(), Collector(time.monotonic, policy)
        async with asyncio.timeout(SCENARIO_S):
            running = asyncio.create_task(collector.run(dice.stream.listen()))
            await scenario(dice, collector)
            dice.stream.close()
            await running
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(whole())


def test_whoever_waits_for_a_roll_gets_it():
    async def scenario(dice, collector):
        collector.declare(RollRequest("r1", 2))
        waiting = asyncio.create_task(collector.complete("r1"))
        for die, face in (("virtual:a", 3), ("virtual:b", 5)):
            dice.join(die)
            dice.roll(die, face)
        await waiting
        assert collector.close("r1").values == (3, 5)
        assert [entry.face for entry in collector.hand_over()] == [3, 5]

    play(scenario)


def test_time_alone_ends_the_wait_for_a_witness():
    async def scenario(dice, collector):
        dice.join("camera:code-7")
        collector.pair("camera:code-7", "virtual:a")
        collector.declare(RollRequest("r1", 1))
        dice.roll("virtual:a", 4)
        standing = await collector.complete("r1")
        assert standing.witnesses == {}
        assert collector.close("r1").values == (4,)

    play(scenario, Policy(witness_wait_s=0.05))


def test_the_table_may_speak_while_dice_tumble():
    async def scenario(dice, collector):
        collector.declare(RollRequest("r1", 1))
        collector.give("virtual:a", "greer")
        before = collector.book
        dice.roll("virtual:a", 4)
        while collector.standing("r1").counted == ():
            before = await collector.changed(before)
        (entry,) = collector.standing("r1").counted
        collector.call_again(entry.number, "greer", "it leant against a base")
        dice.roll("virtual:a", 2)
        await collector.complete("r1")
        assert collector.close("r1").values == (2,)

    play(scenario)


def test_whoever_waits_for_a_roll_that_is_taken_back_learns_of_it():
    async def scenario(dice, collector):
        collector.declare(RollRequest("r1", 1))
        waiting = asyncio.create_task(collector.complete("r1"))
        await asyncio.sleep(0)
        collector.withdraw("r1", "greer", "the attack was cancelled")
        with pytest.raises(CollectingError, match="is open"):
            await waiting

    play(scenario)
