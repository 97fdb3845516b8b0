"""One roll with dice of several sources, from the sources themselves to the result."""

import asyncio
import time

from hardware.combined_source import CombinedSource
from hardware.manual import ManualDice
from hardware.rolls import Collector, FateReason, RollRequest
from hardware.virtual import SeededFaces, VirtualDice

SCENARIO_S = 30.0


def test_virtual_dice_and_typed_faces_make_one_roll():
    virtual = VirtualDice(8, SeededFaces("mixed", cocked=0.3, tumble_s=(0.0, 0.05)))
    manual = ManualDice()
    collector = Collector(time.monotonic)

    async def whole():
        async with asyncio.timeout(SCENARIO_S), CombinedSource([virtual, manual]) as combined_source:
            running = asyncio.create_task(collector.run(combined_source.events()))
            journal = collector.journal
            while len(journal.dice) < 9:
                journal = await collector.changed(journal)
            collector.declare(RollRequest("r1", 9, "nine dice", kind="d6"))
            manual.enter([4], "greer")
            virtual.throw()
            while (progress := collector.progress("r1")).owed or progress.tumbling:
                if leaning := progress.owed and not progress.tumbling:
                    counted = {entry.die for entry in progress.counted}
                    again = [die for die in virtual.dice if die not in counted][:leaning]
                    virtual.throw(*again)
                await collector.changed(collector.journal)
            await collector.complete("r1")
            result = collector.close("r1")
        await running
        return result

    result = asyncio.run(whole())

    assert len(result.faces) == 9
    assert {face.proofs[0].die for face in result.faces} == {*virtual.dice, "manual:1"}
    assert [face.face for face in result.faces if face.by_hand] == [4]
    assert {entry.why for entry in result.aside} == {FateReason.COCKED}
    for face in result.faces:
        if not face.by_hand:
            seed = face.proofs[0].evidence.data.decode().rsplit("/", 1)
            assert SeededFaces("mixed", cocked=0.3).throw(face.proofs[0].die, int(seed[1]), 6).face == face.face
