"""How long eight virtual dice rolled together take from their packets to the events at the listener.

The dice are simulated in the air of a private Bluetooth service on a private message bus; from the bus on everything is
what runs at a table: bleak, the radio, the dialogues, the stream of events. What a real radio adds (a connection
interval of 15 to 30 ms, resent packets) is not in it.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from statistics import median

from hardware.events import Connected, DieEvent, Settled
from hardware.radio.radio import Radio
from hardware.radio.sources import PixelsSource
from hardware.rehearsal.bluez import PrivateRadio
from hardware.rehearsal.pixels_die import SimulatedPixels
from tests.benchmarks.report import Bar, Table, affordable

BAR_MS, BAR_DICE = 150.0, 8


async def throws(count: int, dice: int) -> list[float]:
    """Throw all dice so often; for each throw the time from the last die's settling to the last face, in seconds."""
    async with PrivateRadio(0.02) as air:
        with air.chosen():
            simulated = [air.add(SimulatedPixels(number)) for number in range(1, dice + 1)]
            async with PixelsSource(Radio()) as source:
                events = source.events()
                await _take(events, Connected, dice)
                return [await _throw(simulated, events, throw) for throw in range(count)]


async def _throw(dice: list[SimulatedPixels], events: AsyncIterator[DieEvent], throw: int) -> float:
    began_s = 0.0
    for number, die in enumerate(dice):
        began_s = time.perf_counter()
        die.roll((throw + number) % 6 + 1)
    settled = await _take(events, Settled, len(dice))
    took_s = time.perf_counter() - began_s
    expected = {f"pixels:{die.pixel_id:08x}": (throw + number) % 6 + 1 for number, die in enumerate(dice)}
    if {event.die: event.face for event in settled if isinstance(event, Settled)} != expected:
        raise AssertionError(f"throw {throw} arrived wrong: {settled}")
    return took_s


async def _take(events: AsyncIterator[DieEvent], kind: type[DieEvent], count: int) -> list[DieEvent]:
    taken: list[DieEvent] = []
    async with asyncio.timeout(20.0):
        async for event in events:
            if isinstance(event, kind):
                taken.append(event)
                if len(taken) == count:
                    break
    return taken


def measure() -> Table:
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
    return Table(
        "Radio dice: from the last packet to all faces",
        ("dice", "throws", "median", "99 %", "worst"),
        tuple(rows),
        "Simulated Pixels dice on a private message bus, under the unchanged bleak: from the moment the last die says "
        "where it lies until the listener has all faces, each held against what was thrown. A real radio adds its "
        "connection interval of 15 to 30 ms and what it must send again.",
        tuple(bars),
    )
