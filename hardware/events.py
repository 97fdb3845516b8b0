"""What dice do, as every source tells it.

A source turns radio packets, lines on a wire, fingers or pictures into these events. Nothing here knows a game: a face
is the value the die shows, 1 to 6 on an ordinary one; what it means is the game's.
"""

from dataclasses import dataclass
from enum import StrEnum


class EvidenceKind(StrEnum):
    """What a face can be checked against later."""

    PACKET = "packet"
    LINE = "line"
    IMAGE = "image"
    HAND = "hand"
    SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The raw thing a face was read from.

    Attributes:
        kind: What the bytes are: a radio packet, a line of text, a JPEG or PNG crop, a person's word (who, in UTF-8),
            or the seed and throw of a virtual die.
        data: The bytes as they came.
    """

    kind: EvidenceKind
    data: bytes


@dataclass(frozen=True, slots=True)
class DieEvent:
    """Something that a die did.

    Attributes:
        die: The die's own lasting id, with its source in front, such as `pixels:1a2b3c4d`; the same after a reconnect.
        source: The source that tells it, such as `pixels`.
        at_s: When the program learned it, in seconds of the source's clock.
    """

    die: str
    source: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Seen(DieEvent):
    """The die is in range; told again only when something of it changes.

    Attributes:
        name: What people call it.
        kind: What it is, such as `d6`; None where only its owner knows.
        rssi_dbm: Strength of its signal; None over a wire.
    """

    name: str
    kind: str | None = None
    rssi_dbm: int | None = None


@dataclass(frozen=True, slots=True)
class Connected(DieEvent):
    """The die is connected for the first time; events of its rolls follow."""


@dataclass(frozen=True, slots=True)
class Rolling(DieEvent):
    """The die tumbles."""


@dataclass(frozen=True, slots=True)
class Settled(DieEvent):
    """The die came to rest after a real roll: the only event that may become a result.

    Attributes:
        face: The value it shows.
        confidence: Probability that the die shows it, from 0 to 1, as far as the source can tell.
        evidence: What it was read from.
        throw: The die's own count of its rolls since it started, where it keeps one; the same count is the same roll.
    """

    face: int
    confidence: float
    evidence: Evidence
    throw: int | None = None


@dataclass(frozen=True, slots=True)
class Moved(DieEvent):
    """The die lies on a face without having been rolled: turned, placed or carried by hand.

    Attributes:
        face: The value it shows, where the die tells it.
        evidence: What it was read from.
    """

    face: int | None
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Cocked(DieEvent):
    """The die came to rest leaning, on no face."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Battery(DieEvent):
    """How much is left.

    Attributes:
        percent: 0 to 100.
        charging: Whether it charges now; None where the die does not tell.
    """

    percent: int
    charging: bool | None = None


@dataclass(frozen=True, slots=True)
class Lost(DieEvent):
    """The connection is gone; the source goes on trying to get it back.

    Attributes:
        why: One clear sentence in English for a log; screens word it by `cause`.
        cause: `gone` (out of range, asleep, empty), `unplugged`, `radio` (the stack itself is dead), `refused` (held by
            another device), `incompatible` (speaks a version that we do not).
    """

    why: str
    cause: str


@dataclass(frozen=True, slots=True)
class Back(DieEvent):
    """A lost die is connected again; what it did meanwhile is unknown."""
