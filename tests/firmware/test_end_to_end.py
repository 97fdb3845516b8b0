"""From the sensor's registers to the collector: MicroPython on a spoilt wire, and through the air, without a flaw."""

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest

from hardware.die_keys import DieKeys
from hardware.events import Connected, Disconnected, RollStarted, Settled
from hardware.radio.own import OwnBle
from hardware.radio.radio import Radio
from hardware.radio.sources import RadioSource
from hardware.rolls import Collector, RollRequest
from hardware.simulation.pty_line import PtyLine
from hardware.wire.own import OwnSerial
from hardware.wire.pairing import pair_die
from tests.contracts.dice_harness.guarantees import broken_promises
from tests.contracts.dice_harness.radio_dice import QUICK, private_air
from tests.firmware.micropython_die import DieInTheAir, copy, remember, started
from tests.firmware.traces.rolls import rolls
from tests.firmware.traces.sensor import any_sensor
from tests.firmware.traces.suite import calibrated, chained, judged
from tests.hardware.wire.noisy_line import NoisyLine

ROLLS = 500
AT_ONCE = 5
DIFFERENT = 50
SPOILT = 0.0005
LONGEST_S = 200


@pytest.fixture(scope="module")
def thrown(micropython, tmp_path_factory):
    """A die's flash, its chip and that one's readings over 500 rolls, and the faces."""
    folder = tmp_path_factory.mktemp("die")
    chance = np.random.default_rng(500)
    sensor = any_sensor(chance)
    traces, _ = rolls(DIFFERENT, [sensor], chance)
    told = judged(traces, [sensor], chance, folder, micropython)
    assert [[what for what, *_ in said].count("rolled") for said in told] == [1] * DIFFERENT
    many = list(range(DIFFERENT)) * (ROLLS // DIFFERENT)
    chained([traces[at] for at in many], [folder / f"{at}.trace" for at in many], folder / "rolls.trace")
    remember(folder, {"id": "e2e", "kind": "d6", "faces": calibrated(sensor, chance)})
    surroundings = {"DIE_FLASH": folder, "DIE_TRACE": folder / "rolls.trace", "DIE_CHIP": sensor.chip}
    return surroundings, [traces[at].face for at in many]


@asynccontextmanager
async def plugged(die, path, wire=bytes):
    """A port to a die's pipe, through a wire that may spoil bytes."""
    port = PtyLine(Path(path), lambda data: die.stdin.write(wire(data)))
    port.plug()
    copying = asyncio.create_task(copy(die.stdout, lambda data: port.send(wire(data))))
    try:
        yield
    finally:
        copying.cancel()
        await asyncio.gather(copying, return_exceptions=True)
        port.unplug()


async def collected(source):
    """The events, and the values at the collector, which asks for the next five as their first is thrown."""
    heard, values = [], []
    collector = Collector(lambda: heard[-1].at_s)

    async def asked():
        asking = False
        async for event in source.events():
            heard.append(event)
            if isinstance(event, RollStarted) and not asking:
                collector.declare(RollRequest(f"from {len(values)}", AT_ONCE, repeats=True))
                asking = True
            yield event
            if asking and collector.progress(f"from {len(values)}").complete:
                values.extend(collector.close(f"from {len(values)}").values)
                collector.hand_over()
                asking = False
            if len(values) == ROLLS:
                return

    await collector.run(asked())
    return heard, values


def flawless(heard, values, faces, source):
    assert [event.face for event in heard if isinstance(event, Settled)] == faces
    assert values == faces
    assert broken_promises(heard, source) == []


def test_500_rolls_over_a_spoilt_wire_arrive_once_each_right_and_in_order(micropython, thrown, tmp_path):
    surroundings, faces = thrown
    wire = NoisyLine(SPOILT, seed=1)

    async def whole():
        port = str(tmp_path / "port")
        async with (
            asyncio.timeout(LONGEST_S),
            started(micropython, **surroundings) as die,
            plugged(die, port, wire),
            OwnSerial([port]) as source,
        ):
            return await collected(source)

    heard, values = asyncio.run(whole())
    flawless(heard, values, faces, "own-serial")
    assert wire.spoilt > 10


def test_500_rolls_through_the_air_arrive_once_each_right_and_in_order(micropython, thrown, tmp_path):
    surroundings, faces = thrown
    noise = NoisyLine(SPOILT, seed=2)

    async def whole():
        async with asyncio.timeout(LONGEST_S), private_air() as air:
            die = DieInTheAir(tmp_path)
            async with started(micropython, **surroundings, DIE_AIR=tmp_path):
                await die.advertises.wait()
                air.add(die)
                air.corrupt(die, noise)
                async with RadioSource(OwnBle(), Radio(QUICK)) as source:
                    heard, values = await collected(source)
                die.close()
            return heard, values

    heard, values = asyncio.run(whole())
    flawless(heard, values, faces, "own-ble")
    assert noise.spoilt > 10


def test_a_die_is_paired_over_its_cable_and_knows_the_secret_after_a_restart(micropython, tmp_path):
    surroundings = {"DIE_FLASH": tmp_path}
    port = str(tmp_path / "port")

    async def first_word(keys):
        """What the die, started anew, is to a program with some keys."""
        async with (
            asyncio.timeout(LONGEST_S),
            started(micropython, **surroundings) as die,
            plugged(die, port),
            OwnSerial([port], keys=keys) as source,
        ):
            return await anext(event async for event in source.events() if isinstance(event, Connected | Disconnected))

    async def paired():
        async with asyncio.timeout(LONGEST_S), started(micropython, **surroundings) as die, plugged(die, port):
            return await pair_die(port)

    name, key = asyncio.run(paired())
    assert isinstance(asyncio.run(first_word(DieKeys({name: key}))), Connected)
    refused = asyncio.run(first_word(DieKeys({name: bytes(16)})))
    assert (type(refused), refused.cause) == (Disconnected, "stranger")
