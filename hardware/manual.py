"""Faces that a person reads off ordinary dice and enters: always available, and marked with the person's name."""

import time
from collections.abc import Callable, Sequence
from typing import Final, Self

from hardware.event_sequence import EventSequence
from hardware.events import Evidence, EvidenceKind
from hardware.reported_dice import ReportedDice
from hardware.source import DiceError

SOURCE: Final = "manual"


class ManualDice(ReportedDice):
    """Ordinary dice, known only by what people enter.

    The first die of a throw is `manual:1`, the second `manual:2`; dice are added when a throw has more than any before.
    """

    SOURCE = SOURCE
    UNKNOWN = "nobody has entered a face of a die"
    CANNOT_BLINK = "an ordinary die cannot show itself"

    def __init__(self, dice: int = 1, sides: int = 6, clock: Callable[[], float] = time.monotonic) -> None:
        """Creates a source with a number of equal dice.

        Args:
            dice: Initial number of dice.
            sides: Number of faces of each.
            clock: Seconds for the events.
        """
        self._first = dice
        self._sides = sides
        super().__init__(clock)

    async def __aenter__(self) -> Self:
        for number in range(1, self._first + 1):
            self._die(number)
        return self

    def enter(self, faces: Sequence[int | None], who: str) -> None:
        """Reports one throw: the face of each die, None for one that leans.

        Args:
            faces: In the order in which the person enters them.
            who: The person's name, which is the evidence.

        Raises:
            DiceError: If a die has no such face, or no name is given; then nothing of the throw is reported.
        """
        self._check(faces, who)
        for sequence, face in zip([self._die(number) for number in range(1, len(faces) + 1)], faces, strict=True):
            _tell(sequence, face, who)

    def enter_one(self, die: str, face: int | None, who: str) -> None:
        """Reports the face of one die after a throw, None for leaning; otherwise it works as `enter`.

        Raises:
            NoSuchDieError: If no face of this die was ever entered.
        """
        self._check([face], who)
        _tell(self._known(die), face, who)

    def _check(self, faces: Sequence[int | None], who: str) -> None:
        if not who.strip():
            raise DiceError("a face entered by hand needs the name of who read it")
        for face in faces:
            if face is not None and not 1 <= face <= self._sides:
                raise DiceError(f"a die with {self._sides} faces has no {face}")

    def _die(self, number: int) -> EventSequence:
        die = f"{SOURCE}:{number}"
        if die not in self._sequences:
            sequence = self._added(die)
            sequence.seen(f"Ordinary die {number}", f"d{self._sides}")
            sequence.connected()
        return self._sequences[die]


def _tell(sequence: EventSequence, face: int | None, who: str) -> None:
    evidence = Evidence(EvidenceKind.HAND, who.strip().encode())
    if face is None:
        sequence.cocked(evidence)
    else:
        sequence.settled(face, 1.0, evidence)
