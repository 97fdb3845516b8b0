"""What this room refuses, and how it says so."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake in a file.

    Attributes:
        file: Path as it was given.
        line: Number of the line, from 1; 0 where the mistake is of the whole file.
        card: Key of the card as written, empty where it is not of one card.
        sentence: What is wrong and what would be right.
        rule_id: The rule it breaks, empty where it is a mistake of writing.
        warning: Whether it may be left as it is.
    """

    file: str
    line: int
    card: str
    sentence: str
    rule_id: str = ""
    warning: bool = False

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        what = [part for part in (self.card, self.rule_id) if part]
        mild = "warning: " if self.warning else ""
        return ": ".join([where, *what, f"{mild}{self.sentence}"])


class CardsError(Exception):
    """Root of this room's errors; the message is a sentence a player understands."""


class FileError(CardsError, ValueError):
    """A file that cannot be used.

    Attributes:
        faults: Every mistake found in it.
    """

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{more}")


class PackError(FileError):
    """A card pack with mistakes."""


class DeckError(FileError):
    """A deck that cannot be read, or that may not be played."""
