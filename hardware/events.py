"""The events of dice, which every source delivers in the same form.

A source converts radio packets, lines on a wire, touch input or images into these events. No game is known here: a face
is the value that the die shows, 1 to 6 on an ordinary one; its meaning belongs to the game.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar


class EvidenceKind(StrEnum):
    """The kind of data against which a face can be checked later."""

    PACKET = "packet"
    LINE = "line"
    IMAGE = "image"
    HAND = "hand"
    SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The raw data from which a face was read.

    Attributes:
        kind: What the bytes are: a radio packet, a line of text, a JPEG or PNG crop, a person's statement (the name, in
            UTF-8), or the seed and throw of a virtual die.
        data: The bytes as received.
    """

    kind: EvidenceKind
    data: bytes


@dataclass(frozen=True, slots=True)
class DieEvent:
    """Base class of all events of a die.

    Attributes:
        die: The die's own permanent id, prefixed with its source, such as `pixels:1a2b3c4d`; unchanged by a reconnect.
        source: The source that reports it, such as `pixels`.
        at_s: When the program learned of it, in seconds of the source's clock.
        tag: The event's name in files, texts and logs; it never changes.
    """

    tag: ClassVar[str]

    die: str
    source: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Discovered(DieEvent):
    """The die is in range; reported again only when any of this data changes.

    Attributes:
        name: The name that people use for it.
        kind: Kind of die, such as `d6`; None if only its owner knows.
        rssi_dbm: Signal strength; None over a wire.
    """

    tag: ClassVar[str] = "seen"

    name: str
    kind: str | None = None
    rssi_dbm: int | None = None


@dataclass(frozen=True, slots=True)
class Connected(DieEvent):
    """The die is connected for the first time; events of its rolls follow."""

    tag: ClassVar[str] = "connected"


@dataclass(frozen=True, slots=True)
class RollStarted(DieEvent):
    """The die tumbles."""

    tag: ClassVar[str] = "rolling"


@dataclass(frozen=True, slots=True)
class Settled(DieEvent):
    """The die came to rest after a real roll. This is the only event that may become a result.

    Attributes:
        face: The value that it shows.
        confidence: Probability that the die shows this value, from 0 to 1, as far as the source can estimate it.
        evidence: The data from which the face was read.
        throw: The die's own count of its rolls since it started, if it keeps one; equal counts are the same roll.
    """

    tag: ClassVar[str] = "settled"

    face: int
    confidence: float
    evidence: Evidence
    throw: int | None = None


@dataclass(frozen=True, slots=True)
class Moved(DieEvent):
    """The die lies on a face without having been rolled: it was turned, placed or carried by hand.

    Attributes:
        face: The value that it shows, if the die reports it.
        evidence: The data from which the face was read.
    """

    tag: ClassVar[str] = "moved"

    face: int | None
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Cocked(DieEvent):
    """The die came to rest leaning, on no face."""

    tag: ClassVar[str] = "cocked"

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class BatteryLevel(DieEvent):
    """The state of charge.

    Attributes:
        percent: 0 to 100.
        charging: Whether it is charging; None if the die does not report it.
    """

    tag: ClassVar[str] = "battery"

    percent: int
    charging: bool | None = None


@dataclass(frozen=True, slots=True)
class Disconnected(DieEvent):
    """The connection is lost; the source keeps trying to restore it.

    Attributes:
        why: One clear sentence in English for a log; screens word it by `cause`.
        cause: `gone` (out of range, asleep, empty), `unplugged`, `radio` (the Bluetooth stack itself has failed),
            `refused` (held by another device), `incompatible` (its protocol version is unknown to us),
            `stranger` (it is not paired with this computer, and others are).
    """

    tag: ClassVar[str] = "lost"

    why: str
    cause: str


@dataclass(frozen=True, slots=True)
class Reconnected(DieEvent):
    """A lost die is connected again; what it did meanwhile is unknown."""

    tag: ClassVar[str] = "back"
