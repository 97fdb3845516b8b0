"""Eight smart dice thrown together: from the air of a private radio to one result."""

import asyncio
import shutil
import time
from statistics import median

import pytest

from hardware.events import Connected
from hardware.radio.pixels import Pixels
from hardware.radio.radio import Radio
from hardware.radio.sources import RadioSource
from hardware.rolls import Collector, RollRequest
from hardware.simulation.bluez import PrivateRadio
from hardware.simulation.pixels_die import SimulatedPixels

DICE = 8
SCENARIO_S = 60.0
AT_MOST_S = 0.15


@pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="the program dbus-daemon is not installed")
def test_eight_dice_thrown_together_make_one_roll_each_time():
    delays_s = []

    async def whole():
        collector = Collector(time.monotonic)
        async with asyncio.timeout(SCENARIO_S), PrivateRadio(0.02) as air:
            thrown = [air.add(SimulatedPixels(number)) for number in range(1, DICE + 1)]
            with air.chosen():
                async with RadioSource(Pixels(), Radio()) as source:
                    connected = asyncio.Semaphore(0)
                    running = asyncio.create_task(collector.run(told(source.events(), connected)))
                    for _ in thrown:
                        await connected.acquire()
                    for count in range(1, 6):
                        faces = [1 + (count * die.pixel_id) % 6 for die in thrown]
                        result, delay_s = await throw(collector, thrown, f"r{count}", faces)
                        delays_s.append(delay_s)
                        known = {face.proofs[0].die: face.face for face in result.faces}
                        assert known == {
                            f"pixels:{die.pixel_id:08x}": face for die, face in zip(thrown, faces, strict=True)
                        }
                await running

    asyncio.run(whole())
    assert median(delays_s) < AT_MOST_S


async def told(events, connected):
    """Passes events on, and releases the semaphore once for each die that connects."""
    async for event in events:
        if isinstance(event, Connected):
            connected.release()
        yield event


async def throw(collector, thrown, roll, faces):
    collector.declare(RollRequest(roll, DICE, kind="d6"))
    for die in thrown:
        die.tumble()
    while len(collector.progress(roll).tumbling) < DICE:
        await collector.changed(collector.journal)
    for die, face in zip(thrown, faces, strict=True):
        die.roll(face)
    settled_s = time.monotonic()
    await collector.complete(roll)
    return collector.close(roll), time.monotonic() - settled_s
