"""One mishap after the other, drawn by chance, while dice are rolled: the promises hold, and in the end all mends."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from hardware.events import Connected, DieEvent, Disconnected, Settled
from hardware.radio.godice import GoDice
from hardware.radio.godice_shells import Shell
from hardware.radio.own import OwnBle
from hardware.radio.pixels import Pixels
from hardware.radio.radio import Radio
from hardware.radio.sources import RadioSource
from hardware.simulation.bluez import PrivateRadio
from hardware.simulation.godice_die import SimulatedGoDice
from hardware.simulation.own_die import SimulatedOwnDie
from hardware.simulation.peripheral import SimulatedDie
from hardware.simulation.pixels_die import LEGACY, SimulatedPixels
from tests.contracts.dice_harness.guarantees import Listener, broken_promises
from tests.contracts.dice_harness.radio_dice import QUICK, private_air

MISHAPS = 20
Mishap = Callable[[PrivateRadio, SimulatedDie], Awaitable[None]]


async def drop(air: PrivateRadio, die: SimulatedDie) -> None:
    air.drop_link(die)


async def leave(air: PrivateRadio, die: SimulatedDie) -> None:
    air.out_of_range(die)


async def come(air: PrivateRadio, die: SimulatedDie) -> None:
    air.in_range(die)


async def mute(air: PrivateRadio, die: SimulatedDie) -> None:
    air.mute(die, muted=True)


async def refuse(air: PrivateRadio, die: SimulatedDie) -> None:
    air.refuse(die, 2)
    air.drop_link(die)


async def forget(air: PrivateRadio, die: SimulatedDie) -> None:
    air.drop_link(die)
    air.forget(die)


async def switch(air: PrivateRadio, die: SimulatedDie) -> None:
    air.power(on=False)
    die.tumble()
    air.power(on=True)


async def replug(air: PrivateRadio, die: SimulatedDie) -> None:
    air.plug(there=False)
    air.plug(there=True)


async def restart(air: PrivateRadio, die: SimulatedDie) -> None:
    air.kill_service()
    await air.start_service()


async def stall(air: PrivateRadio, die: SimulatedDie) -> None:
    air.stall(stalled=True)
    die.tumble()
    air.stall(stalled=False)


async def tumble(air: PrivateRadio, die: SimulatedDie) -> None:
    die.tumble()


async def move(air: PrivateRadio, die: SimulatedDie) -> None:
    die.move(5)


ALL: tuple[Mishap, ...] = (drop, leave, come, mute, refuse, forget, switch, replug, restart, stall, tumble, move)


@pytest.mark.parametrize("seed", range(3))
def test_after_any_mishaps_every_die_is_back_and_its_rolls_arrive(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  no secret

    async def whole() -> None:
        async with asyncio.timeout(120.0), private_air() as air:
            # A call that a killed service swallowed is given up well within the listener's patience.
            radio = Radio(replace(QUICK, answer_s=0.5), random.Random(seed))  # noqa: S311  no secret
            sources = (RadioSource(Pixels(), radio), RadioSource(GoDice(Shell.D6), radio), RadioSource(OwnBle(), radio))
            dice: tuple[tuple[str, SimulatedDie], ...] = (
                ("pixels:1a2b3c4d", air.add(SimulatedPixels(0x1A2B3C4D, model=LEGACY))),
                ("godice:19cce4", air.add(SimulatedGoDice(0x19CCE4))),
                ("own-ble:one", air.add(SimulatedOwnDie("one", "C0:03:00:00:00:01"))),
            )
            async with contextlib.AsyncExitStack() as stack:
                hears = []
                for source in sources:
                    await stack.enter_async_context(source)
                    hears.append(await stack.enter_async_context(Listener(source)))
                for (die, _), hear in zip(dice, hears, strict=True):
                    await hear.next(die, Connected)
                for _ in range(MISHAPS):
                    at = chance.randrange(3)
                    await chance.choice(ALL)(air, dice[at][1])
                    await progress(hears[at], chance.randrange(4))
                for (die, simulated), hear in zip(dice, hears, strict=True):
                    air.in_range(simulated)
                    air.mute(simulated, muted=False)
                    await arrives(die, simulated, hear)
            for source, hear in zip(sources, hears, strict=True):
                assert broken_promises(hear.heard, source.name) == []

    asyncio.run(whole())


async def progress(hear: Listener, events: int) -> None:
    """Let the radio come so far with it, or not far at all."""
    wanted = len(hear.heard) + events
    with contextlib.suppress(AssertionError, TimeoutError):
        async with asyncio.timeout(0.3):
            await hear.until(lambda: len(hear.heard) >= wanted, "more")


async def arrives(die: str, simulated: SimulatedDie, hear: Listener) -> None:
    """Roll until a roll arrives, and right; one that an earlier mishap ends, or began before it, is rolled again."""
    begun = len(hear.heard)

    def arrived() -> list[int]:
        return [event.face for event in hear.heard[begun:] if event.die == die and isinstance(event, Settled)]

    for face in (1, 2, 3, 4, 5, 6):
        await hear.until(lambda: connected(hear.of(die)) and simulated.is_connected, f"{die} connected")
        simulated.roll(face)
        with contextlib.suppress(AssertionError, TimeoutError):
            async with asyncio.timeout(2.0):
                await hear.until(lambda: face in arrived(), f"the face of {die}")  # noqa: B023  awaited here
        assert set(arrived()) <= set(range(1, face + 1))
        if face in arrived():
            return
    raise AssertionError(f"{die} does not stay connected")


def connected(events: list[DieEvent]) -> bool:
    return not isinstance(
        next((e for e in reversed(events) if type(e).__name__ in {"Disconnected", "Reconnected"}), None), Disconnected
    )
