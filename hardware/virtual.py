"""Virtual dice: for the demo, for players without dice, and for tests."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Protocol, Self

from hardware.event_sequence import EventSequence
from hardware.event_stream import EventStream
from hardware.events import DieEvent, Evidence, EvidenceKind
from hardware.source import CannotIdentifyError, NoSuchDieError

SOURCE: Final = "virtual"


@dataclass(frozen=True, slots=True)
class ThrowOutcome:
    """How one throw ends.

    Attributes:
        face: The face up; None for a die that leans.
        tumble_s: How long it tumbles.
        evidence: The data from which the throw can be repeated.
    """

    face: int | None
    tumble_s: float
    evidence: bytes


class FaceSource(Protocol):
    """The random source of faces."""

    def throw(self, die: str, count: int, sides: int) -> ThrowOutcome:
        """Returns how one throw of one die ends.

        Args:
            die: Its id.
            count: Number of this throw of the die, from 1.
            sides: Number of its faces.
        """
        ...


@dataclass(frozen=True, slots=True)
class SeededFaces:
    """Throws derived from a seed: anyone who knows it can repeat each of them, on any computer.

    Attributes:
        seed: Any text; in a game it must be unpredictable, such as one from `secrets`.
        cocked: Share of throws that end leaning, 0 to 1.
        tumble_s: The shortest and the longest tumble.
    """

    seed: str
    cocked: float = 0.02
    tumble_s: tuple[float, float] = (0.6, 1.4)

    def throw(self, die: str, count: int, sides: int) -> ThrowOutcome:
        text = f"{self.seed}/{die}/{count}"
        digest = hashlib.sha256(text.encode()).digest()
        face = _face(digest, sides)
        leans = int.from_bytes(digest[16:24]) / 2**64 < self.cocked
        shortest, longest = self.tumble_s
        tumble_s = shortest + (longest - shortest) * int.from_bytes(digest[24:]) / 2**64
        return ThrowOutcome(None if leans else face, tumble_s, text.encode())


def faces_told(die: str, evidence: bytes, kind: str | None) -> frozenset[int] | None:
    """Returns the face that a seed and a throw give a die of a kind; None if they cannot be repeated."""
    _, found, count = evidence.rpartition(f"/{die}/".encode())
    if not found or not count.isdigit() or not (kind or "d6").startswith("d"):
        return None
    sides = int((kind or "d6")[1:])
    return frozenset({_face(hashlib.sha256(evidence).digest(), sides)})


def _face(digest: bytes, sides: int) -> int:
    # 16 bytes are used, so that no face is more likely than another by more than 2^-120.
    return 1 + int.from_bytes(digest[:16]) % sides


class VirtualDice:
    """A number of virtual dice that are thrown by a call."""

    def __init__(
        self,
        dice: int,
        chance: FaceSource,
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
        self._sequences = {die: EventSequence(die, SOURCE, clock, self._stream.tell) for die in ids}
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
        return tuple(self._sequences)

    async def __aenter__(self) -> Self:
        self._open = True
        for die in self._sequences:
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
        sequences = [self._present(die) for die in dice] or [s for s in self._sequences.values() if s.is_connected]
        for sequence in sequences:
            self._stop(sequence.die)
            self._thrown[sequence.die] += 1
            count = self._thrown[sequence.die]
            sequence.rolling()
            throw = self._chance.throw(sequence.die, count, self._sides)
            self._tumbles[sequence.die] = asyncio.create_task(_rest(sequence, count, throw))

    def move(self, die: str, face: int) -> None:
        """Turns a die by hand."""
        sequence = self._present(die)
        self._stop(die)
        sequence.moved(face, Evidence(EvidenceKind.SIMULATED, f"moved/{die}/{face}".encode()))

    def lose(self, die: str) -> None:
        """Disconnects a die."""
        self._away.add(die)
        self._stop(die)
        self._sequences[die].lost(f"{die} was taken away", "gone")

    def bring_back(self, die: str) -> None:
        """Reconnects a die."""
        self._away.discard(die)
        if self._open:
            self._appear(die)

    def _appear(self, die: str) -> None:
        sequence = self._sequences[die]
        sequence.seen(f"Virtual die {die.removeprefix(SOURCE + ':')}", f"d{self._sides}")
        sequence.connected()

    def _present(self, die: str) -> EventSequence:
        sequence = self._sequences.get(die)
        if sequence is None or not sequence.is_connected:
            raise NoSuchDieError(f"there is no virtual die {die} now")
        return sequence

    def _stop(self, die: str) -> None:
        if task := self._tumbles.pop(die, None):
            task.cancel()


async def _rest(sequence: EventSequence, count: int, throw: ThrowOutcome) -> None:
    await asyncio.sleep(throw.tumble_s)
    evidence = Evidence(EvidenceKind.SIMULATED, throw.evidence)
    if throw.face is None:
        sequence.cocked(evidence)
    else:
        sequence.settled(throw.face, 1.0, evidence, count)
