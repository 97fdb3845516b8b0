"""Virtual dice: for the demo, for players without dice, and for tests."""

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
        evidence: The data from which the throw can be repeated.
    """

    face: int | None
    tumble_s: float
    evidence: bytes


class Chance(Protocol):
    """The random source of faces."""

    def throw(self, die: str, count: int, sides: int) -> Throw:
        """Returns how one throw of one die ends.

        Args:
            die: Its id.
            count: Number of this throw of the die, from 1.
            sides: Number of its faces.
        """
        ...


@dataclass(frozen=True, slots=True)
class SeededChance:
    """Throws derived from a seed: anyone who knows it can repeat each of them, on any computer.

    Attributes:
        seed: Any text; in a game it must be unpredictable, such as one from `secrets`.
        cocked: Share of throws that end leaning, 0 to 1.
        tumble_s: The shortest and the longest tumble.
    """

    seed: str
    cocked: float = 0.02
    tumble_s: tuple[float, float] = (0.6, 1.4)

    def throw(self, die: str, count: int, sides: int) -> Throw:
        text = f"{self.seed}/{die}/{count}"
        digest = hashlib.sha256(text.encode()).digest()
        # 16 bytes are used, so that no face is more likely than another by more than 2^-120.
        face = 1 + int.from_bytes(digest[:16]) % sides
        leans = int.from_bytes(digest[16:24]) / 2**64 < self.cocked
        shortest, longest = self.tumble_s
        tumble_s = shortest + (longest - shortest) * int.from_bytes(digest[24:]) / 2**64
        return Throw(None if leans else face, tumble_s, text.encode())


class VirtualDice:
    """A number of virtual dice that are thrown by a call."""

    def __init__(
        self,
        dice: int,
        chance: Chance,
        sides: int = 6,
        show: Callable[[str], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Creates the dice; they are available once the source is entered.

        Args:
            dice: Number of dice; their ids are `virtual:1` and so on.
            chance: Random source of the faces.
            sides: Number of faces of each die.
            show: Called with a die's id to highlight the die on a screen.
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
        """Throws some dice, or all of them; the throw of a die that already tumbles restarts.

        Raises:
            NoSuchDieError: If one of them does not exist.
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
        """Turns a die by hand."""
        story = self._present(die)
        self._stop(die)
        story.moved(face, Evidence(EvidenceKind.SIMULATED, f"moved/{die}/{face}".encode()))

    def lose(self, die: str) -> None:
        """Disconnects a die."""
        self._away.add(die)
        self._stop(die)
        self._stories[die].lost(f"{die} was taken away", "gone")

    def bring_back(self, die: str) -> None:
        """Reconnects a die."""
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
