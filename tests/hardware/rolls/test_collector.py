"""The collector at work: a stream of events on one side, those who wait on the other."""

import asyncio
import time

import pytest

from hardware.event_stream import EventStream
from hardware.events import Connected, Discovered, Evidence, EvidenceKind, RollStarted, Settled
from hardware.rolls import CollectingError, Collector, CollectorPolicy, RollRequest

SCENARIO_S = 20.0


class Dice:
    """A stream that dice speak into."""

    def __init__(self):
        self.stream = EventStream()

    def join(self, die):
        head = {"die": die, "source": die.split(":")[0], "at_s": time.monotonic()}
        self.stream.tell(Discovered(**head, name=die, kind="d6"), Connected(**head))

    def roll(self, die, face):
        head = {"die": die, "source": die.split(":")[0], "at_s": time.monotonic()}
        evidence = Evidence(EvidenceKind.SIMULATED, b"test")
        self.stream.tell(RollStarted(**head), Settled(**head, face=face, confidence=1.0, evidence=evidence))


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


def test_time_alone_ends_the_wait_for_a_witness_of_each_roll():
    async def scenario(dice, collector):
        dice.join("camera:code-7")
        collector.pair("camera:code-7", "virtual:a")
        for request in ("r1", "r2"):
            collector.declare(RollRequest(request, 1))
            dice.roll("virtual:a", 4)
            progress = await collector.complete(request)
            assert progress.witnesses == {}
            assert collector.close(request).values == (4,)

    play(scenario, CollectorPolicy(witness_wait_s=0.05))


def test_the_table_may_speak_while_dice_tumble():
    async def scenario(dice, collector):
        collector.declare(RollRequest("r1", 1))
        collector.give("virtual:a", "greer")
        before = collector.journal
        dice.roll("virtual:a", 4)
        while collector.progress("r1").counted == ():
            before = await collector.changed(before)
        (entry,) = collector.progress("r1").counted
        collector.call_again(entry.number, "greer", "it leant against a base")
        dice.roll("virtual:a", 2)
        await collector.complete("r1")
        assert collector.close("r1").values == (2,)

    play(scenario)


def test_each_word_of_the_table_reaches_the_journal():
    now = [10.0]
    collector = Collector(lambda: now[0], CollectorPolicy(witness_wait_s=1.0))
    assert collector.journal.policy == CollectorPolicy(witness_wait_s=1.0)

    def roll(die, face):
        head = {"die": die, "source": die.split(":")[0], "at_s": now[0]}
        evidence = Evidence(EvidenceKind.SIMULATED, b"test")
        collector.hear(RollStarted(**head))
        collector.hear(Settled(**head, face=face, confidence=1.0, evidence=evidence))

    collector.give("virtual:a", "greer")
    collector.pair("camera:7", "virtual:a")
    assert (dict(collector.journal.owners), dict(collector.journal.pairs)) == (
        {"virtual:a": "greer"},
        {"camera:7": "virtual:a"},
    )
    collector.declare(RollRequest("r1", 1))
    collector.declare(RollRequest("r2", 1))
    roll("virtual:b", 4)
    assert [question.ask.value for question in collector.progress("r1").questions] == ["which_roll"]
    collector.assign(0, "r2", "greer")
    assert collector.progress("r1").counted == ()
    collector.decide(0, 3, "greer")
    roll("virtual:c", 6)
    collector.assign(1, "r2", "greer")
    collector.keep("r2", [0], "greer")
    assert collector.result("r2").values == (3,)
    assert collector.progress("r2").complete  # looking at the result closes nothing
    now[0] = 12.0
    collector.pass_time()
    assert collector.journal.now_s == 12.0
    collector.close("r2")
    assert [entry.number for entry in collector.hand_over()] == [0, 1]
    assert collector.hand_over() == ()


def test_whoever_waits_for_a_roll_that_is_taken_back_learns_of_it():
    async def scenario(dice, collector):
        collector.declare(RollRequest("r1", 1))
        waiting = asyncio.create_task(collector.complete("r1"))
        await asyncio.sleep(0)
        collector.withdraw("r1", "greer", "the attack was cancelled")
        with pytest.raises(CollectingError, match="is open"):
            await waiting

    play(scenario)


def test_what_players_say_of_throws_reaches_the_journal():
    async def scenario(dice, collector):
        collector.declare(RollRequest("r1", 3, by=frozenset({"A"}), asks_voids=True))
        waiting = asyncio.create_task(collector.complete("r1"))
        for die in ("virtual:a", "virtual:b", "virtual:c"):
            dice.join(die)
            dice.roll(die, 2)
        await waiting
        collector.claim(0, "A", "off the table")
        collector.claim(1, "A", "touched")
        assert [question.entries for question in collector.progress("r1").questions] == [(0,), (1,)]
        collector.agree(0, "B")
        collector.let_stand(1, "B")
        collector.decide(2, 5, "B")
        progress = collector.progress("r1")
        assert ([entry.face for entry in progress.counted], progress.owed) == ([2, 5], 1)
        assert [(word.said, word.by) for word in progress.counted[0].words] == [("claim", "A"), ("stands", "B")]
        collector.withdraw("r1", "A", "changed our minds")

    play(scenario)
