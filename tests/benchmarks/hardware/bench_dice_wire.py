"""Our own dice over serial: how fast faces arrive, and what a bad wire does to them.

The dice are simulated on pseudo-terminals; from the port on everything is what runs at a table: pyserial, its threads,
the protocol, the combined source. What a real cable adds (a USB frame of 1 ms) is not in it.
"""

import asyncio
import random
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from hardware.combined_source import CombinedSource
from hardware.events import Connected, RollStarted, Settled
from hardware.simulation.own_firmware import OwnFirmware
from hardware.simulation.pty_die import PtyDie
from hardware.wire.own import SOURCE, OwnSerial
from tests.benchmarks.report import Bar, ResultTable, affordable
from tests.contracts.dice_harness.guarantees import Listener
from tests.hardware.wire.noisy_line import NoisyLine, spoil

BAR_MS, BAR_DICE, BAR_ROLLS, BAR_SPOILT = 150.0, 8, 500, 0.0005


async def throws(count: int, dice: int) -> list[float]:
    """Throw all dice so often; for each throw the time from the first packet to the last face, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            ends = {
                f"{SOURCE}:d{number}": await stack.enter_async_context(
                    PtyDie(OwnFirmware(f"d{number}"), Path(folder) / f"d{number}")
                )
                for number in range(dice)
            }
            combined_source = await stack.enter_async_context(
                CombinedSource([OwnSerial(str(e.line.link) for e in ends.values())])
            )
            listener = await stack.enter_async_context(Listener(combined_source))
            for die in ends:
                await listener.next(die, Connected)
            return [await _throw(ends, listener, throw) for throw in range(1, count + 1)]


async def _throw(ends: dict[str, PtyDie], listener: Listener, throw: int) -> float:
    for end in ends.values():
        end.tumble()
    for die in ends:
        await listener.next(die, RollStarted, throw)
    began_s = time.perf_counter()
    for number, end in enumerate(ends.values()):
        end.rest((throw + number) % 6 + 1)
    faces = [(await listener.next(die, Settled, throw)).face for die in ends]
    took_s = time.perf_counter() - began_s
    if faces != [(throw + number) % 6 + 1 for number in range(len(ends))]:
        raise AssertionError(f"throw {throw} arrived wrong: {faces}")
    return took_s


async def rolls(count: int, probability: float) -> tuple[float, int, bool]:
    """Roll one die on a bad wire: the seconds it took, bytes spoilt, and whether all came once, right and in order."""
    chance = random.Random(count)  # noqa: S311 (no secret)
    rolled = [chance.randint(1, 6) for _ in range(count)]
    wire, die = NoisyLine(probability, seed=1), f"{SOURCE}:d"
    with tempfile.TemporaryDirectory() as folder:
        async with PtyDie(OwnFirmware("d"), Path(folder) / "d") as end:
            spoil(end, wire)
            source = OwnSerial([str(end.line.link)])
            async with source, Listener(source) as listener:
                await listener.next(die, Connected)
                began_s = time.perf_counter()
                for number, face in enumerate(rolled, 1):
                    end.tumble()
                    end.rest(face)
                    await listener.next(die, Settled, number)
                took_s = time.perf_counter() - began_s
            return took_s, wire.spoilt, [event.face for event in listener.of(die, Settled)] == rolled


def measure() -> ResultTable:
    """Throw eight dice together, then one die often on wires from good to very bad."""
    took_ms = sorted(1000 * took_s for took_s in asyncio.run(throws(affordable(300, 5), BAR_DICE)))
    middle_ms, worst_ms = median(took_ms), took_ms[-1]
    rows = [
        (
            f"{BAR_DICE} dice together, {len(took_ms)} throws",
            f"{middle_ms:.2f} ms (worst {worst_ms:.2f})",
            "0",
            "all right",
        )
    ]
    name = f"{BAR_DICE} own dice over serial, all faces after their settling, median"
    bars = [Bar(name, f"≤ {BAR_MS:.0f} ms", f"{middle_ms:.2f} ms", middle_ms <= BAR_MS)]
    for probability in (0.0, BAR_SPOILT, 0.005):
        count = affordable(BAR_ROLLS if probability <= BAR_SPOILT else 100, 20)
        took_s, spoilt, whole = asyncio.run(rolls(count, probability))
        told = "all once, right, in order" if whole else "**not all right**"
        rows.append(
            (
                f"{count} rolls, {probability:.2%} of bytes spoilt",
                f"{took_s / count * 1000:.1f} ms a roll",
                str(spoilt),
                told,
            )
        )
        if probability == BAR_SPOILT:
            bars.append(
                Bar(
                    f"own die over serial, {probability:.2%} of bytes spoilt",
                    f"{count} once, right, in order",
                    told,
                    whole,
                )
            )
    return ResultTable(
        "Own dice over serial: speed, and bad wires",
        ("what", "time", "bytes spoilt", "faces"),
        tuple(rows),
        "Simulated dice on pseudo-terminals under the unchanged pyserial. A spoilt byte is dropped, has one bit "
        "flipped or gets a random one behind it, both ways. A roll that is not acknowledged is told again after "
        "250 ms, which is what a bad wire costs.",
        tuple(bars),
    )
