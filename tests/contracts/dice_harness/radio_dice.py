"""Dice over radio: simulated ones in the air of a private Bluetooth service, under the unchanged bleak."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hardware.frames import encode_frame
from hardware.radio.backoff import BackoffTimes
from hardware.radio.godice import GoDice
from hardware.radio.godice_shells import Shell
from hardware.radio.own import OwnBle
from hardware.radio.pixels import Pixels
from hardware.radio.radio import Radio
from hardware.radio.sources import RadioSource
from hardware.radio.timeouts import RadioTimes
from hardware.simulation.bluez import PrivateRadio
from hardware.simulation.godice_die import SimulatedGoDice
from hardware.simulation.own_die import SimulatedOwnDie
from hardware.simulation.pixels_die import LEGACY, MODERN, PRE_2022, PixelsModel, SimulatedPixels
from hardware.source import DiceSource
from tests.contracts.dice_harness.harness import Can

QUICK = RadioTimes(
    scan_s=0.5,
    glance_s=0.2,
    rest_s=0.2,
    answer_s=2.0,
    connect_s=2.0,
    quiet_s=0.3,
    backoff=BackoffTimes(0.02, 0.2),
    stack_backoff=BackoffTimes(0.02, 0.2),
)
ADVERT_S = 0.02
Simulated = SimulatedPixels | SimulatedGoDice | SimulatedOwnDie


class RadioHarness:
    """One radio source and its two simulated dice."""

    def __init__(
        self,
        air: PrivateRadio,
        source: RadioSource,
        dice: dict[str, Simulated],
        damage: Sequence[bytes],
        cans: set[Can],
    ) -> None:
        self._air = air
        self._source = source
        self._dice = dice
        self._damage = damage
        first, second = dice
        self.dice = (first, second)
        self.cans = frozenset(cans)

    def source(self) -> DiceSource:
        return self._source

    async def roll(self, die: str, face: int) -> None:
        self._dice[die].roll(face)

    async def tumble(self, die: str) -> None:
        self._dice[die].tumble()

    async def tell_again(self, die: str) -> None:
        self._dice[die].tell_again()

    async def cock(self, die: str) -> None:
        self._dice[die].cock()

    async def move(self, die: str, face: int) -> None:
        self._dice[die].move(face)

    async def lose(self, die: str) -> None:
        self._air.out_of_range(self._dice[die])

    async def bring_back(self, die: str) -> None:
        self._air.in_range(self._dice[die])

    async def damage(self, die: str) -> None:
        for packet in self._damage:
            self._dice[die].send_raw(packet)

    async def drain(self, die: str, percent: int) -> None:
        self._dice[die].drain(percent)

    def shown(self, die: str) -> int:
        return self._dice[die].blinks


@asynccontextmanager
async def private_air() -> AsyncIterator[PrivateRadio]:
    """A private radio that this process finds; when it is gone, so is everything that bleak kept for it."""
    if shutil.which("dbus-daemon") is None:
        pytest.skip("the program dbus-daemon is not here (Linux: package dbus)")
    async with PrivateRadio(ADVERT_S) as air:
        with air.chosen():
            yield air
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    watching_the_bus = {task for task in rest if "bleak" in str(task.get_coro()) or "BlueZ" in str(task.get_coro())}
    if watching_the_bus:
        await asyncio.wait(watching_the_bus, timeout=5.0)


SPOILT_PIXELS = (
    b"",
    b"\x03",
    b"\x03\x01",
    b"\x03\x01\x04\x00",
    b"\x03\x09\x02",
    b"\x03\x01\x13",
    b"\x02\x00\x00",
    b"\xff\x01\x02",
)
SPOILT_GODICE = (
    b"",
    b"S",
    b"S\x40\x00",
    b"S\x40\x00\x00\x00",
    b"FS\x40\x00",
    b"T\x40\x00\x00",
    b"s\x40\x00\x00",
    b"Ba\x64",
)


def _spoilt_own() -> tuple[bytes, ...]:
    good = encode_frame(500, "roll", {"n": 77, "d": "one", "f": 4, "s": "rolled", "q": 990})
    at = good.index(b'"f":4') + 4
    return (
        good[:at] + b"5" + good[at + 1 :],
        good[:10] + good[11:],
        good.replace(b"rolled", b"rolles"),
        good[:-3] + b"\n",
        b"\x00\xff" + good[2:],
    )


async def _pixels(air: PrivateRadio, model: PixelsModel, cans: set[Can]) -> RadioHarness:
    dice = {
        f"pixels:{number:08x}": air.add(SimulatedPixels(number, model=model)) for number in (0x1A2B3C4D, 0x5E6F7081)
    }
    return RadioHarness(air, RadioSource(Pixels(), Radio(QUICK)), {**dice}, SPOILT_PIXELS, cans)


@asynccontextmanager
async def pixels(folder: Path) -> AsyncIterator[RadioHarness]:
    async with private_air() as air:
        yield await _pixels(air, MODERN, set(Can))


@asynccontextmanager
async def pixels_legacy(folder: Path) -> AsyncIterator[RadioHarness]:
    async with private_air() as air:
        # Of a d6 with six lights this firmware says "crooked" when it lies flat.
        yield await _pixels(air, LEGACY, set(Can) - {Can.COCK})


@asynccontextmanager
async def pixels_pre_2022(folder: Path) -> AsyncIterator[RadioHarness]:
    async with private_air() as air:
        yield await _pixels(air, PRE_2022, set(Can) - {Can.COCK})


@asynccontextmanager
async def godice(folder: Path) -> AsyncIterator[RadioHarness]:
    async with private_air() as air:
        dice = {f"godice:{number:06x}": air.add(SimulatedGoDice(number)) for number in (0x19CCE4, 0x20AAB1)}
        yield RadioHarness(air, RadioSource(GoDice(Shell.D6), Radio(QUICK)), {**dice}, SPOILT_GODICE, set(Can))


@asynccontextmanager
async def own_ble(folder: Path) -> AsyncIterator[RadioHarness]:
    async with private_air() as air:
        dice = {
            f"own-ble:{die}": air.add(SimulatedOwnDie(die, f"C0:03:00:00:00:0{number}"))
            for number, die in enumerate(("one", "two"))
        }
        yield RadioHarness(air, RadioSource(OwnBle(), Radio(QUICK)), {**dice}, _spoilt_own(), set(Can))


MAKERS = (pixels, pixels_legacy, pixels_pre_2022, godice, own_ble)
