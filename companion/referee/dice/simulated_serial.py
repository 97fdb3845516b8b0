"""Simulated dice of our own on serial ports of this machine: real drivers hear them, only the plastic is missing."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from hardware.simulation.own_firmware import OwnFirmware
from hardware.simulation.pty_die import PtyDie
from hardware.source import DiceError

TUMBLE_S = 0.7
ONE_BY_ONE_S = 0.12


class SimulatedSerialDice:
    """Some dice in one hand.

    Attributes:
        sources: Each as `--dice` names it.
    """

    def __init__(self, dice: Sequence[PtyDie], sources: tuple[str, ...]) -> None:
        self._dice = dice
        self.sources = sources

    async def throw(self, faces: Sequence[int]) -> None:
        """Throws as many dice as there are faces, and lets them rest one after the other.

        Raises:
            ValueError: If there are more faces than dice.
        """
        if len(faces) > len(self._dice):
            raise ValueError(f"{len(faces)} faces are too many for {len(self._dice)} dice")
        thrown = range(len(faces))
        self.tumble(*thrown)
        await asyncio.sleep(TUMBLE_S)
        for number, face in zip(thrown, faces, strict=True):
            self.rest(number, face)
            await asyncio.sleep(ONE_BY_ONE_S)

    def tumble(self, *numbers: int) -> None:
        """Dice begin to roll; each by its place among the sources, from 0."""
        for number in numbers:
            self._dice[number].tumble()

    def rest(self, number: int, face: int) -> None:
        """A die that rolls comes to rest."""
        self._dice[number].rest(face)

    def pull_out(self, number: int) -> None:
        """The wire of a die is pulled out, whatever the die does."""
        self._dice[number].line.unplug()

    def plug_in(self, number: int) -> None:
        """The wire is plugged in again; what the die has to tell and nobody heard, it tells then.

        Raises:
            DiceError: If its port cannot be made anew.
        """
        self._dice[number].line.plug()


@contextlib.asynccontextmanager
async def rehearsed_dice(folder: Path, names: Sequence[str]) -> AsyncIterator[SimulatedSerialDice | None]:
    """Dice that hang on pseudo-terminals while it is entered; None where this system has none.

    Args:
        folder: Where their ports lie.
        names: Their ids.
    """
    async with contextlib.AsyncExitStack() as stack:
        try:
            dice = [await stack.enter_async_context(PtyDie(OwnFirmware(name), folder / name)) for name in names]
        except DiceError:
            yield None
            return
        yield SimulatedSerialDice(dice, tuple(f"serial:{folder / name}" for name in names))
