"""Virtual dice, and dice that a person reads."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from hardware.manual import ManualDice
from hardware.source import DiceSource
from hardware.virtual import ThrowOutcome, VirtualDice
from tests.contracts.dice_harness.harness import Can, Harness

FOR_EVER_S = 1e6


class Dictated:
    """Throws as the test wants them."""

    def __init__(self) -> None:
        self.next: ThrowOutcome = ThrowOutcome(1, 0.0, b"?")

    def throw(self, die: str, count: int, sides: int) -> ThrowOutcome:
        return self.next


class VirtualHarness(Harness):
    cans = frozenset({Can.TUMBLE_APART, Can.COCK, Can.MOVE, Can.LOSE, Can.IDENTIFY})

    def __init__(self) -> None:
        self._chance = Dictated()
        self._shown: list[str] = []
        self._dice = VirtualDice(2, self._chance, show=self._shown.append)
        self.dice = ("virtual:1", "virtual:2")

    def source(self) -> DiceSource:
        return self._dice

    async def _throw(self, die: str, face: int | None, tumble_s: float = 0.0) -> None:
        self._chance.next = ThrowOutcome(face, tumble_s, b"dictated")
        self._dice.throw(die)

    async def roll(self, die: str, face: int) -> None:
        await self._throw(die, face)

    async def tumble(self, die: str) -> None:
        await self._throw(die, 1, FOR_EVER_S)

    async def cock(self, die: str) -> None:
        await self._throw(die, None)

    async def move(self, die: str, face: int) -> None:
        self._dice.move(die, face)

    async def lose(self, die: str) -> None:
        self._dice.lose(die)

    async def bring_back(self, die: str) -> None:
        self._dice.bring_back(die)

    def shown(self, die: str) -> int:
        return self._shown.count(die)


class ManualHarness(Harness):
    cans = frozenset({Can.COCK})

    def __init__(self) -> None:
        self._dice = ManualDice(2)
        self.dice = ("manual:1", "manual:2")

    def source(self) -> DiceSource:
        return self._dice

    async def roll(self, die: str, face: int) -> None:
        self._dice.enter_one(die, face, "Greer's player")

    async def cock(self, die: str) -> None:
        self._dice.enter_one(die, None, "Greer's player")


@asynccontextmanager
async def virtual(folder: Path) -> AsyncIterator[Harness]:
    yield VirtualHarness()


@asynccontextmanager
async def manual(folder: Path) -> AsyncIterator[Harness]:
    yield ManualHarness()


MAKERS = (virtual, manual)
