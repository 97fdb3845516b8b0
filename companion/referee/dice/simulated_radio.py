"""Simulated dice that another terminal can hear, as `companion dice simulate` makes them."""

import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hardware.simulation.bluez import BUS_VARIABLE, PrivateRadio
from hardware.simulation.godice_die import SimulatedGoDice
from hardware.simulation.own_die import SimulatedOwnDie
from hardware.simulation.peripheral import SimulatedDie
from hardware.simulation.pixels_die import SimulatedPixels
from hardware.simulation.pty_die import rehearse_own_die
from hardware.source import DiceError
from hardware.virtual import SeededChance

LISTENER_EVERY_S = 0.1
COCKED = 0.03
"""Share of throws that end leaning, of dice that can tell."""


class Make(StrEnum):
    """Dice that can be simulated."""

    PIXELS = "pixels"
    GODICE = "godice"
    OWN = "own"


class Way(StrEnum):
    """How they are heard."""

    RADIO = "radio"
    SERIAL = "serial"


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What to simulate.

    Attributes:
        make: Which dice.
        way: How they are heard.
        dice: How many.
        seed: What their faces follow from.
        pause_s: Seconds between a rest and the next throw.
        throws: How many throws; None: without end.
    """

    make: Make
    way: Way
    dice: int
    seed: str
    pause_s: float
    throws: int | None = None


async def rehearse(rehearsal: Rehearsal, tell: Callable[[str], None]) -> None:
    """Throws simulated dice again and again.

    Args:
        rehearsal: What to simulate.
        tell: Is given a sentence for people about each thing that happens.

    Raises:
        DiceError: If such dice are not heard that way, or this system cannot simulate it.
    """
    if rehearsal.way is Way.SERIAL and rehearsal.make is not Make.OWN:
        raise DiceError(f"{rehearsal.make} dice have radio only; --over serial goes with own.")
    # A Pixels d6 does not know that it leans.
    cocked = 0.0 if rehearsal.make is Make.PIXELS else COCKED
    chance = SeededChance(rehearsal.seed, cocked)
    tell(f"The faces follow from the seed {rehearsal.seed}.")
    if rehearsal.way is Way.SERIAL:
        await _over_serial(rehearsal, chance, tell)
    else:
        await _over_radio(rehearsal, chance, tell)


async def _over_serial(rehearsal: Rehearsal, chance: SeededChance, tell: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory(prefix="dice-ports-") as folder:
        ports = {f"demo{number}": Path(folder) / f"die{number}" for number in range(1, rehearsal.dice + 1)}
        options = " ".join(f"--port {port}" for port in ports.values())
        tell(f"In another terminal: companion dice monitor --no-radio {options}")
        async with asyncio.TaskGroup() as group:
            for die, port in ports.items():
                group.create_task(
                    rehearse_own_die(die, port, chance, rehearsal.pause_s, tell, rehearsal.throws), name=die
                )


async def _over_radio(rehearsal: Rehearsal, chance: SeededChance, tell: Callable[[str], None]) -> None:
    async with PrivateRadio() as radio:
        dice = {die: radio.add(made) for die, made in map(_made(rehearsal.make), range(1, rehearsal.dice + 1))}
        tell(f"In another terminal: {BUS_VARIABLE}={radio.address} companion dice monitor")
        tell("The dice wait for somebody to listen.")
        thrown = dict.fromkeys(dice, 0)
        while rehearsal.throws is None or min(thrown.values()) < rehearsal.throws:
            await _somebody(dice)
            await asyncio.sleep(rehearsal.pause_s)
            heard = {die: made for die, made in dice.items() if made.is_connected}
            for die in heard:
                thrown[die] += 1
            await asyncio.gather(*(_throw(die, made, thrown[die], chance, tell) for die, made in heard.items()))
        await asyncio.sleep(rehearsal.pause_s)


async def _somebody(dice: dict[str, SimulatedDie]) -> None:
    """Waits until all dice are held: those that hold one soon hold the others."""
    while not all(die.is_connected for die in dice.values()):  # noqa: ASYNC110  # they tell nobody when they are held
        await asyncio.sleep(LISTENER_EVERY_S)


async def _throw(die: str, made: SimulatedDie, count: int, chance: SeededChance, tell: Callable[[str], None]) -> None:
    throw = chance.throw(die, count, 6)
    made.tumble()
    await asyncio.sleep(throw.tumble_s)
    if throw.face is None:
        made.cock()
        tell(f"{die} leans")
    else:
        made.roll(throw.face)
        tell(f"{die} shows {throw.face}")


def _made(make: Make) -> Callable[[int], tuple[str, SimulatedDie]]:
    """Makes the die of a number, with the id that it is heard by."""
    match make:
        case Make.PIXELS:
            return lambda number: (f"pixels:{0x1A2B3C00 + number:08x}", SimulatedPixels(0x1A2B3C00 + number))
        case Make.GODICE:
            return lambda number: (f"godice:{0x19CC00 + number:06x}", SimulatedGoDice(0x19CC00 + number))
        case Make.OWN:
            return lambda number: (
                f"own-ble:demo{number}",
                SimulatedOwnDie(f"demo{number}", f"C0:03:00:00:00:{number:02X}"),
            )
