"""Simulated dice that another terminal can hear, as `companion dice simulate` makes them."""

import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hardware.makes import MAKES, DiceMake
from hardware.simulation.bluez import BUS_VARIABLE, PrivateRadio
from hardware.simulation.peripheral import SimulatedDie
from hardware.source import DiceError
from hardware.virtual import SeededFaces

LISTENER_EVERY_S = 0.1
COCKED = 0.03
"""Share of throws that end leaning, of dice that can tell."""


class Transport(StrEnum):
    """How they are heard."""

    RADIO = "radio"
    SERIAL = "serial"


@dataclass(frozen=True, slots=True)
class RadioSimulation:
    """What to simulate.

    Attributes:
        make: Which dice.
        way: How they are heard.
        dice: How many.
        seed: What their faces follow from.
        pause_s: Seconds between a rest and the next throw.
        throws: How many throws; None: without end.
    """

    make: DiceMake
    way: Transport
    dice: int
    seed: str
    pause_s: float
    throws: int | None = None


async def rehearse(rehearsal: RadioSimulation, tell: Callable[[str], None]) -> None:
    """Throws simulated dice again and again.

    Args:
        rehearsal: What to simulate.
        tell: Is given a sentence for people about each thing that happens.

    Raises:
        DiceError: If such dice are not heard that way, or this system cannot simulate it.
    """
    make = rehearsal.make
    if rehearsal.way not in ways(make):
        others = " or ".join(each.word for each in MAKES if rehearsal.way in ways(each))
        only = " and ".join(ways(make))
        raise DiceError(f"{make.word} dice have {only} only; --over {rehearsal.way} goes with {others}.")
    chance = SeededFaces(rehearsal.seed, COCKED if make.senses_leaning else 0.0)
    tell(f"The faces follow from the seed {rehearsal.seed}.")
    if rehearsal.way is Transport.SERIAL:
        await _over_serial(rehearsal, chance, tell)
    else:
        await _over_radio(rehearsal, chance, tell)


def ways(make: DiceMake) -> tuple[Transport, ...]:
    """How simulated dice of a make can be heard."""
    radio = make.radio is not None and make.radio.simulated is not None
    wire = make.wire is not None and make.wire.rehearse is not None
    return tuple(way for way, there in ((Transport.RADIO, radio), (Transport.SERIAL, wire)) if there)


async def _over_serial(rehearsal: RadioSimulation, chance: SeededFaces, tell: Callable[[str], None]) -> None:
    way = rehearsal.make.wire
    if way is None or way.rehearse is None:
        return
    with tempfile.TemporaryDirectory(prefix="dice-ports-") as folder:
        ports = {f"demo{number}": Path(folder) / f"die{number}" for number in range(1, rehearsal.dice + 1)}
        options = " ".join(f"{way.option} {port}" for port in ports.values())
        tell(f"In another terminal: companion dice monitor --no-radio {options}")
        async with asyncio.TaskGroup() as group:
            for die, port in ports.items():
                group.create_task(way.rehearse(die, port, chance, rehearsal.pause_s, tell, rehearsal.throws), name=die)


async def _over_radio(rehearsal: RadioSimulation, chance: SeededFaces, tell: Callable[[str], None]) -> None:
    way = rehearsal.make.radio
    if way is None or way.simulated is None:
        return
    async with PrivateRadio() as radio:
        dice = {die: radio.add(made) for die, made in map(way.simulated, range(1, rehearsal.dice + 1))}
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


async def _throw(die: str, made: SimulatedDie, count: int, chance: SeededFaces, tell: Callable[[str], None]) -> None:
    throw = chance.throw(die, count, 6)
    made.tumble()
    await asyncio.sleep(throw.tumble_s)
    if throw.face is None:
        made.cock()
        tell(f"{die} leans")
    else:
        made.roll(throw.face)
        tell(f"{die} shows {throw.face}")
