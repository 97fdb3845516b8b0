"""A simulation of our own die on a serial port, for trying the program without a die."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from hardware.simulation.own_firmware import OwnFirmware, Rest
from hardware.simulation.pty_line import PtyLine
from hardware.virtual import FaceSource


class PtyDie:
    """One die on a pseudo-terminal; it is plugged in while entered."""

    def __init__(self, firmware: OwnFirmware, link: Path) -> None:
        """Creates the die.

        Args:
            firmware: Its behaviour.
            link: Path of its port.
        """
        self.firmware = firmware
        self.line = PtyLine(link, self._came)
        self._alarm: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        self.line.plug()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self.line.unplug()

    def tumble(self) -> None:
        """Starts a roll."""
        self._say(self.firmware.tumbles())

    def rest(self, face: int, how: Rest = "rolled") -> None:
        """Lets it come to rest."""
        self._say(self.firmware.rests(how, face, self._now_s()))

    def restart(self) -> None:
        """Restarts it without unplugging it; like a real board, it prints a text as it starts."""
        self.firmware.restart()
        self._say(b"\r\nMPY: soft reboot\r\nMicroPython v1.25.0; ESP32C3 module\r\n>>> ")

    def _came(self, data: bytes) -> None:
        self._say(self.firmware.received(data, self._now_s()))

    def _say(self, data: bytes) -> None:
        self.line.send(data)
        if self._alarm is not None:
            self._alarm.cancel()
        wait_s = self.firmware.wait_s(self._now_s())
        self._alarm = None if wait_s is None else asyncio.get_running_loop().call_later(wait_s, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._say(self.firmware.due(self._now_s()))

    def _now_s(self) -> float:
        return asyncio.get_running_loop().time()


async def rehearse_own_die(
    die: str, link: Path, chance: FaceSource, pause_s: float, tell: Callable[[str], None], rolls: int | None = None
) -> None:
    """Rolls a simulated die of ours on a serial port again and again, until cancelled.

    Args:
        die: Its id.
        link: Path of its port, which a listener opens.
        chance: Random source of the faces.
        pause_s: Seconds between a rest and the next roll.
        tell: Called with a sentence for people about each action.
        rolls: Number of rolls; without end by default.

    Raises:
        DiceError: If this system has no pseudo-terminals, or the link cannot be created.
    """
    async with PtyDie(OwnFirmware(die), link) as rehearsed:
        tell(f"{die} is on {link}")
        count = 0
        while rolls is None or count < rolls:
            await asyncio.sleep(pause_s)
            count += 1
            throw = chance.throw(die, count, 6)
            rehearsed.tumble()
            await asyncio.sleep(throw.tumble_s)
            rehearsed.rest(throw.face or 1, "cocked" if throw.face is None else "rolled")
            tell(f"{die} leans" if throw.face is None else f"{die} shows {throw.face}")
        await asyncio.sleep(pause_s)
