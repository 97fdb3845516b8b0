"""How long eight virtual dice rolled together take from their packets to a complete roll at the collector.

The dice are simulated in the air of a private Bluetooth service on a private message bus; from the bus on everything is
what runs at a table: bleak, the radio, the dialogues, the collector. What a real radio adds (a connection
interval of 15 to 30 ms, resent packets) is not in it.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from statistics import median

from hardware.events import Connected, DieEvent
from hardware.radio.pixels import Pixels
from hardware.radio.radio import Radio
from hardware.radio.sources import RadioSource
from hardware.rolls.collector import Collector
from hardware.rolls.request import RollRequest
from hardware.simulation.bluez import PrivateRadio
from hardware.simulation.pixels_die import SimulatedPixels
from tests.benchmarks.report import Bar, ResultTable, affordable

BAR_MS, BAR_DICE = 150.0, 8


async def throws(count: int, dice: int) -> list[float]:
    """Throw all dice so often; for each throw the seconds from the last settling to the complete roll."""
    async with PrivateRadio(0.02) as air:
        with air.chosen():
            simulated = [air.add(SimulatedPixels(number)) for number in range(1, dice + 1)]
            collector, ready = Collector(time.monotonic), asyncio.Event()
            async with RadioSource(Pixels(), Radio()) as source:
                collecting = asyncio.create_task(collector.run(_until_connected(source.events(), dice, ready)))
                async with asyncio.timeout(20.0):
                    await ready.wait()
                took_s = [await _throw(simulated, collector, throw) for throw in range(count)]
            await collecting
    return took_s


async def _until_connected(events: AsyncIterator[DieEvent], dice: int, ready: asyncio.Event) -> AsyncIterator[DieEvent]:
    connected = 0
    async for event in events:
        yield event
        connected += isinstance(event, Connected)
        if connected == dice:
            ready.set()


async def _throw(dice: list[SimulatedPixels], collector: Collector, throw: int) -> float:
    roll, began_s = f"throw {throw}", 0.0
    collector.declare(RollRequest(roll, len(dice)))
    for number, die in enumerate(dice):
        began_s = time.perf_counter()
        die.roll((throw + number) % 6 + 1)
    async with asyncio.timeout(20.0):
        await collector.complete(roll)
    took_s = time.perf_counter() - began_s
    faces = {face.proofs[0].die: face.face for face in collector.close(roll).faces}
    expected = {f"pixels:{die.pixel_id:08x}": (throw + number) % 6 + 1 for number, die in enumerate(dice)}
    if faces != expected:
        raise AssertionError(f"{roll} arrived wrong: {faces}")
    return took_s


def measure() -> ResultTable:
    """Throw eight and sixteen dice."""
    rows, bars = [], []
    for dice in (8, 16):
        took_ms = sorted(1000 * took_s for took_s in asyncio.run(throws(affordable(300, 5), dice)))
        middle_ms = median(took_ms)
        p99_ms = took_ms[int(0.99 * (len(took_ms) - 1))]
        rows.append((str(dice), str(len(took_ms)), f"{middle_ms:.2f} ms", f"{p99_ms:.2f} ms", f"{took_ms[-1]:.2f} ms"))
        if dice == BAR_DICE:
            name = f"{dice} virtual dice, all faces after the last die's settling, median"
            bars.append(Bar(name, f"≤ {BAR_MS:.0f} ms", f"{middle_ms:.2f} ms", middle_ms <= BAR_MS))
    return ResultTable(
        "Radio dice: from the last packet to the complete roll",
        ("dice", "throws", "median", "99 %", "worst"),
        tuple(rows),
        "Simulated Pixels dice on a private message bus, under the unchanged bleak: from the moment the last die says "
        "where it lies until the collector has all faces, each held against what was thrown. A real radio adds its "
        "connection interval of 15 to 30 ms and what it must send again.",
        tuple(bars),
    )
