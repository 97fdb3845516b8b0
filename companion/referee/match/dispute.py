"""Whether a rule is overruled is being decided at the table: by everybody, on the tablet or on the own phone."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.texts import Language


@dataclass(frozen=True, slots=True)
class Dispute:
    """What is being decided, and who has still to agree.

    Attributes:
        told: What was done against the rule, by the reader's language.
        waiting: Seats that have not agreed yet.
        by_phone: Seats that have agreed on their phones.
        number: Which of the game's disputes it is: who agrees with one has not agreed with the next.
    """

    told: Callable[[Language], str]
    waiting: tuple[str, ...]
    by_phone: tuple[str, ...] = ()
    number: int = 0

    def with_phone(self, seat: str) -> "Dispute":
        """A dispute in which a player has agreed on the phone."""
        return replace(
            self, waiting=tuple(each for each in self.waiting if each != seat), by_phone=(*self.by_phone, seat)
        )


class Disputes:
    """Numbers the disputes of one game."""

    def __init__(self) -> None:
        """Begins with none."""
        self._number = 0

    def argued(
        self,
        known: Dispute | None,
        told: Callable[[Language], str],
        players: tuple[str, ...],
        agreed: tuple[str, ...],
    ) -> Dispute:
        """What is being decided now.

        Args:
            known: What was being decided before, which goes on; None for nothing, so that it begins.
            told: As in `Dispute`.
            players: All seats.
            agreed: Those that agree so far on the tablet.
        """
        if known is None:
            self._number += 1
        by_phone = () if known is None else known.by_phone
        waiting = tuple(seat for seat in players if seat not in (*agreed, *by_phone))
        return Dispute(told, waiting, by_phone, self._number)
