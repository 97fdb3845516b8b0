"""Dice made of nothing: for the demo, for those who forgot theirs, and for tests."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Protocol, Self

from hardware.event_sequence import DieStory
from hardware.event_stream import EventStream
from hardware.events import DieEvent, Evidence, EvidenceKind
from hardware.source import CannotIdentifyError, NoSuchDieError

SOURCE: Final = "virtual"


@dataclass(frozen=True, slots=True)
class Throw:
    """How one throw ends.

    Attributes:
        face: The face up; None for a die that leans.
        tumble_s: How long it tumbles.
        evidence: What the throw can be done again from.
    """

    face: int | None
    tumble_s: float
    evidence: bytes


class Chance(Protocol):
    """Where the faces come from."""

    def throw(self, die: str, count: int, sides: int) -> Throw:
        """How one throw of one die ends.

        Args:
            die: Its id.
            count: Which throw of it this is, from 1.
            sides: How many faces it has.
        """
        ...


@dataclass(frozen=True, slots=True)
class SeededChance:
    """Throws that follow from a seed: who knows it can do each of them again, on any machine.

    Attributes:
        seed: Any text; for play one that nobody could guess, such as from `secrets`.
        cocked: Share of throws that end leaning, 0 to 1.
        tumble_s: The shortest and the longest tumble.
    """

    seed: str
    cocked: float = 0.02
    tumble_s: tuple[float, float] = (0.6, 1.4)

    def throw(self, die: str, count: int, sides: int) -> Throw:
        text = f"{self.seed}/{die}/{count}"
        digest = hashlib.sha256(text.encode()).digest()
        # Of 16 bytes, so that no face is likelier than another by more than 2^-120.
        face = 1 + int.from_bytes(digest[:16]) % sides
        leans = int.from_bytes(digest[16:24]) / 2**64 < self.cocked
        shortest, longest = self.tumble_s
        tumble_s = shortest + (longest - shortest) * int.from_bytes(digest[24:]) / 2**64
        return Throw(None if leans else face, tumble_s, text.encode())


class VirtualDice:
    """A handful of virtual dice that are thrown by a call."""

    def __init__(
        self,
        dice: int,
        chance: Chance,
        sides: int = 6,
        show: Callable[[str], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make them; they are there once entered.

        Args:
            dice: How many; their ids are `virtual:1` and so on.
            chance: Where the faces come from.
            sides: How many faces each has.
            show: What makes a die show itself on a screen, given its id.
            clock: Seconds for the events.
        """
        self._sides = sides
        self._chance = chance
        self._show = show
        self._stream = EventStream()
        ids = [f"{SOURCE}:{number}" for number in range(1, dice + 1)]
        self._stories = {die: DieStory(die, SOURCE, clock, self._stream.tell) for die in ids}
        self._thrown = dict.fromkeys(ids, 0)
        self._tumbles: dict[str, asyncio.Task[None]] = {}
        self._away: set[str] = set()
        self._open = False

    @property
    def name(self) -> str:
        return SOURCE

    @property
    def dice(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(self._stories)

    async def __aenter__(self) -> Self:
        self._open = True
        for die in self._stories:
            if die not in self._away:
                self._appear(die)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open = False
        for task in self._tumbles.values():
            task.cancel()
        await asyncio.gather(*self._tumbles.values(), return_exceptions=True)
        self._stream.close()

    def events(self) -> AsyncIterator[DieEvent]:
        return self._stream.listen()

    async def identify(self, die: str) -> None:
        self._present(die)
        if self._show is None:
            raise CannotIdentifyError("these virtual dice have no screen to show themselves on")
        self._show(die)

    def throw(self, *dice: str) -> None:
        """Throw some dice, or all that are there; a die that tumbles already is thrown anew.

        Raises:
            NoSuchDieError: If one of them is not there.
        """
        stories = [self._present(die) for die in dice] or [s for s in self._stories.values() if s.is_connected]
        for story in stories:
            self._stop(story.die)
            self._thrown[story.die] += 1
            count = self._thrown[story.die]
            story.rolling()
            throw = self._chance.throw(story.die, count, self._sides)
            self._tumbles[story.die] = asyncio.create_task(_rest(story, count, throw))

    def move(self, die: str, face: int) -> None:
        """Turn a die by hand."""
        story = self._present(die)
        self._stop(die)
        story.moved(face, Evidence(EvidenceKind.SIMULATED, f"moved/{die}/{face}".encode()))

    def lose(self, die: str) -> None:
        """Take a die away."""
        self._away.add(die)
        self._stop(die)
        self._stories[die].lost(f"{die} was taken away", "gone")

    def bring_back(self, die: str) -> None:
        """Give a die back."""
        self._away.discard(die)
        if self._open:
            self._appear(die)

    def _appear(self, die: str) -> None:
        story = self._stories[die]
        story.seen(f"Virtual die {die.removeprefix(SOURCE + ':')}", f"d{self._sides}")
        story.connected()

    def _present(self, die: str) -> DieStory:
        story = self._stories.get(die)
        if story is None or not story.is_connected:
            raise NoSuchDieError(f"there is no virtual die {die} now")
        return story

    def _stop(self, die: str) -> None:
        if task := self._tumbles.pop(die, None):
            task.cancel()


async def _rest(story: DieStory, count: int, throw: Throw) -> None:
    await asyncio.sleep(throw.tumble_s)
    evidence = Evidence(EvidenceKind.SIMULATED, throw.evidence)
    if throw.face is None:
        story.cocked(evidence)
    else:
        story.settled(throw.face, 1.0, evidence, count)
