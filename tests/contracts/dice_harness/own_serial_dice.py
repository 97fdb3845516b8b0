"""Our own die over serial: the simulated firmware on real pseudo-terminals."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from hardware.frames import encode_frame
from hardware.simulation.own_firmware import OwnFirmware
from hardware.simulation.pty_die import PtyDie
from hardware.source import DiceSource
from hardware.wire.own import OwnSerial
from hardware.wire.ports import WireTimes
from tests.contracts.dice_harness.harness import Can, Harness

QUICK = WireTimes(hello_s=0.05, ping_s=0.1, missed_pings=20, reopen_s=0.01, list_s=0.02, silent_s=0.5)


class OwnSerialHarness(Harness):
    cans = frozenset(Can)

    def __init__(self, ends: dict[str, PtyDie]) -> None:
        self._ends = ends
        first, second = ends
        self.dice = (first, second)
        self._tumbling: set[str] = set()
        self._source = OwnSerial([str(end.line.link) for end in ends.values()], patience=QUICK)

    def source(self) -> DiceSource:
        return self._source

    async def tumble(self, die: str) -> None:
        self._tumbling.add(die)
        self._ends[die].tumble()

    async def _thrown(self, die: str) -> PtyDie:
        if die not in self._tumbling:
            await self.tumble(die)
        self._tumbling.discard(die)
        return self._ends[die]

    async def roll(self, die: str, face: int) -> None:
        (await self._thrown(die)).rest(face)

    async def cock(self, die: str) -> None:
        (await self._thrown(die)).rest(1, "cocked")

    async def move(self, die: str, face: int) -> None:
        self._ends[die].rest(face, "moved")

    async def tell_again(self, die: str) -> None:
        end = self._ends[die]
        end.line.send(end.firmware.again())

    async def lose(self, die: str) -> None:
        self._ends[die].line.unplug()
        self._tumbling.discard(die)

    async def bring_back(self, die: str) -> None:
        self._ends[die].line.plug()

    async def damage(self, die: str) -> None:
        name = die.partition(":")[2]
        roll = encode_frame(9_000, "roll", {"n": 9_000, "d": name, "f": 6, "s": "rolled", "q": 999})
        spoilt = [
            roll.replace(b'"f":6', b'"f":5'),
            roll[:20],
            b"\n" + roll[1:],
            roll.replace(b"\n", b"\r\n"),
            bytes(byte ^ 0x80 for byte in roll) + b"\n",
            encode_frame(9_001, "roll", {"n": 9_001.0, "d": name, "f": 6, "s": "rolled", "q": 999}),
            encode_frame(9_002, "roll", {"n": True, "d": name, "f": 6, "s": "rolled", "q": 999}),
            encode_frame(9_003, "roll", {"n": 9_003, "d": "somebody", "f": 6, "s": "rolled", "q": 999}),
            b"Traceback (most recent call last):\n  OSError: 6\n$D1,1,roll,",
        ]
        self._ends[die].line.send(b"".join(spoilt))

    async def drain(self, die: str, percent: int) -> None:
        end = self._ends[die]
        end.line.send(end.firmware.drained(percent))

    def shown(self, die: str) -> int:
        return self._ends[die].firmware.blinks


@asynccontextmanager
async def own_serial(folder: Path) -> AsyncIterator[Harness]:
    async with AsyncExitStack() as stack:
        ends = {
            f"own-serial:{name}": await stack.enter_async_context(PtyDie(OwnFirmware(name), folder / name))
            for name in ("ab12", "cd34")
        }
        yield OwnSerialHarness(ends)


MAKERS = (own_serial,)
