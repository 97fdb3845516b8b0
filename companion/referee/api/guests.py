"""What the tablet shows of the phones at the table, and what it may do with their seats."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Guest:
    """A phone that has joined.

    Attributes:
        id: Its number.
        connected: Whether it listens just now.
        behind: How many changes it has not acknowledged yet; None if it never did.
    """

    id: int
    connected: bool
    behind: int | None


@dataclass(frozen=True, slots=True)
class SeatStatus:
    """One seat, or the place of those who watch.

    Attributes:
        seat: Its id.
        name: What people call it; empty for those who watch.
        link: What the QR code holds; empty where nobody may join now.
        code: To type; empty where nobody may join now.
        second_allowed: Whether a second phone may sit there.
        guests: The phones there.
    """

    seat: str
    name: str
    link: str
    code: str
    second_allowed: bool
    guests: tuple[Guest, ...]


@dataclass(frozen=True, slots=True)
class GuestStatus:
    """Everything about the phones.

    Attributes:
        address: The short address to type; empty without a network.
        addresses: All addresses that may work, best first.
        working: Those by which a phone has come already.
        seats: In order, those who watch last.
    """

    address: str
    addresses: tuple[str, ...]
    working: tuple[str, ...]
    seats: tuple[SeatStatus, ...]


class Guests(Protocol):
    """The phones' server, as the tablet knows it; to be called in the core thread."""

    def status(self) -> GuestStatus:
        """How things are now."""
        ...

    def hand_on(self, seat: str) -> None:
        """Empties a seat for another phone."""
        ...

    def send_away(self, guest: int) -> None:
        """Takes one phone's seat from it."""
        ...

    def allow_second(self, seat: str, *, allowed: bool) -> None:
        """Lets a second phone sit at a seat, or no longer."""
        ...
