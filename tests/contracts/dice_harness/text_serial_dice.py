"""Hobby dice that print text, on real pseudo-terminals."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from hardware.simulation.pty_line import PtyLine
from hardware.source import DiceSource
from hardware.wire.ports import WireTimes
from hardware.wire.text_dice import TextPort, TextSerial
from tests.contracts.dice_harness.harness import Can, Harness


def nobody(data: bytes) -> None:
    raise AssertionError(f"a die that only prints was told {data!r}")


class TextSerialHarness(Harness):
    # Text has no checksum: only damage that no text can be is known as such.
    cans = frozenset({Can.TUMBLE_APART, Can.REPEAT, Can.MOVE, Can.LOSE, Can.DAMAGE})
    words = ("Roll: {}", "roll {}", "Result = {}", "Face {}", ">> You rolled a {}!", "FACE: {}")

    def __init__(self, folder: Path) -> None:
        self.lines = {f"text:{name}": PtyLine(folder / name, nobody) for name in ("red", "blue")}
        first, second = self.lines
        self.dice = (first, second)
        self._said = 0
        self._last = dict.fromkeys(self.lines, b"")
        ports = [TextPort(str(line.link), die.partition(":")[2]) for die, line in self.lines.items()]
        self._source = TextSerial(ports, rest_s=0.02, patience=WireTimes(reopen_s=0.01))

    def source(self) -> DiceSource:
        return self._source

    async def tumble(self, die: str) -> None:
        self.lines[die].send(b"ROLLING...\r\n")

    async def roll(self, die: str, face: int) -> None:
        self._said += 1
        self._last[die] = self.words[self._said % len(self.words)].format(face).encode() + b"\r\n"
        self.lines[die].send(b"rolling\n" + self._last[die])

    async def tell_again(self, die: str) -> None:
        self.lines[die].send(self._last[die])

    async def move(self, die: str, face: int) -> None:
        self.lines[die].send(b"Face: %d\n" % face)

    async def lose(self, die: str) -> None:
        self.lines[die].unplug()

    async def bring_back(self, die: str) -> None:
        self.lines[die].plug()

    async def damage(self, die: str) -> None:
        self.lines[die].send(
            b"Roll: \xb3\nR\x0fll: 3\nRoll: 3\x00\nRoll: 7\nRoll: 0\nRoll: -3\nRoll 2: 3\nRoll: 3.5\nRoll:\n3 3\n"
            b"Roll: " + b"9" * 1_000 + b'\nTroll 3\nTraceback (most recent call last):\n  File "face.py", line 3\n'
        )


@asynccontextmanager
async def text_serial(folder: Path) -> AsyncIterator[Harness]:
    harness = TextSerialHarness(folder)
    for line in harness.lines.values():
        line.plug()
    yield harness
    for line in harness.lines.values():
        line.unplug()


MAKERS = (text_serial,)
