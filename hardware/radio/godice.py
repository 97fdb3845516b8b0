"""GoDice: their identification, their messages, and the face for an acceleration.

This module was written from published facts about the protocol alone. A GoDice does not know its shell: its owner
specifies it, and a wrong shell gives plausible but wrong numbers.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from hardware.events import BatteryLevel, DieEvent, Evidence, EvidenceKind
from hardware.radio.dialogue import AdvertisedDie, Advertisement, Characteristics, DialogueOutput, RollGate
from hardware.radio.godice_shells import Shell, nearest_face, reading_of

_NAME = re.compile(r"GoDice_([0-9A-Fa-f]{6})(?:_.*)?")
ASK_BATTERY = bytes([0x03])
_PULSE = 0x10
# Gravity in the die's own units, and the largest deviation of a die at rest: the die's own tolerance plus a slope.
_ONE_G = 64
_RESTS_WITHIN = 0.3


class RestKind(StrEnum):
    """How a die came to rest, with the letters that it sends."""

    ROLLED = "S"
    FAKE = "FS"
    TILTED = "TS"
    PLACED = "MS"


class PlainMessage(Enum):
    """A message without a number."""

    ROLLING = b"R"


@dataclass(frozen=True, slots=True)
class RestMessage:
    """The die is at rest.

    Attributes:
        how: How it came to rest, by a roll or otherwise.
        up: Acceleration along its three axes, 64 for 1 g; it points at the upper face.
    """

    how: RestKind
    up: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class BatteryMessage:
    """The state of charge, in percent."""

    percent: int


@dataclass(frozen=True, slots=True)
class ChargeMessage:
    """Whether the die is on its charger."""

    now: bool


Message = PlainMessage | RestMessage | BatteryMessage | ChargeMessage


def parse(packet: bytes) -> Message | None:
    """Parses one notification; returns None for damaged and for unused messages.

    The length is part of every message: `Tap` and `TS` begin alike, and so do `Char` and `Col`.
    """
    match len(packet):
        case 1 if packet == PlainMessage.ROLLING.value:
            return PlainMessage.ROLLING
        case 4 if packet[:1] == b"S":
            return RestMessage(RestKind.ROLLED, _vector(packet[1:]))
        case 4 if packet[:3] == b"Bat" and packet[3] <= 100:
            return BatteryMessage(packet[3])
        case 5 if packet[:2] in {b"FS", b"TS", b"MS"}:
            return RestMessage(RestKind(packet[:2].decode("ascii")), _vector(packet[2:]))
        case 5 if packet[:4] == b"Char" and packet[4] <= 1:
            return ChargeMessage(packet[4] == 1)
        case _:
            return None


def encode_pulse(count: int, on_s: float, off_s: float, rgb: tuple[int, int, int]) -> bytes:
    """Encodes a request for pulses of both lights.

    Args:
        count: Number of pulses, 1 to 255.
        on_s: Duration of each pulse, up to 2.55.
        off_s: Duration of the pause between pulses, up to 2.55.
        rgb: Red, green and blue, 0 to 255.
    """
    parallel, both = 1, 0
    return bytes([_PULSE, count, round(on_s * 100), round(off_s * 100), *rgb, parallel, both])


@dataclass(frozen=True, slots=True)
class GoDice:
    """The make, with its owner's specification of the shells.

    Attributes:
        shell: The shell of every die that is not listed in `shells`.
        shells: Shells of single dice by id, such as `godice:19cce4`.
    """

    shell: Shell
    shells: Mapping[str, Shell] = field(default_factory=dict)
    name: str = "godice"
    characteristics: tuple[Characteristics, ...] = (
        Characteristics("6e400003-b5a3-f393-e0a9-e50e24dcca9e", "6e400002-b5a3-f393-e0a9-e50e24dcca9e"),
    )

    def recognise(self, advertisement: Advertisement) -> AdvertisedDie | None:
        found = _NAME.fullmatch(advertisement.name or "")
        if found is None:
            return None
        die = f"{self.name}:{found[1].lower()}"
        return AdvertisedDie(die, found[0], self._shell(die).value)

    def dialogue(self, advertised_die: AdvertisedDie) -> "GoDiceDialogue":
        return GoDiceDialogue(advertised_die.die, self.name, self._shell(advertised_die.die))

    def _shell(self, die: str) -> Shell:
        return self.shells.get(die, self.shell)


def faces_told(packet: bytes, kind: str | None) -> frozenset[int]:
    """Returns the faces that a packet tells of a die at rest in a shell of a kind, or in any; none if it tells none.

    How far a die may lean does not matter here: older programs had other limits.
    """
    message = parse(packet)
    if not isinstance(message, RestMessage) or message.how is RestKind.TILTED:
        return frozenset()
    readings = (nearest_face(shell, message.up) for shell in Shell if kind in (None, shell.value))
    return frozenset(reading.face for reading in readings if reading is not None)


class GoDiceDialogue:
    """The dialogue with one GoDice."""

    incompatible: str | None = None
    refusal_cause: str = "incompatible"

    def __init__(self, die: str, source: str, shell: Shell) -> None:
        self._die = die
        self._source = source
        self._shell = shell
        self._gate = RollGate(die, source)
        self._told: tuple[int, bool | None] | None = None
        self._charging: bool | None = None
        self._level: int | None = None

    @property
    def ready(self) -> bool:
        # A GoDice cannot identify itself; a report of its battery shows that the protocol is the expected one.
        return self._level is not None

    @property
    def kind(self) -> str | None:
        return self._shell.value

    def ask(self) -> tuple[bytes, ...]:
        return (ASK_BATTERY,)

    def blink(self) -> tuple[bytes, ...]:
        return (encode_pulse(3, 0.3, 0.2, (255, 255, 255)),)

    def received(self, packet: bytes, now_s: float) -> DialogueOutput:
        message = parse(packet)
        match message:
            case BatteryMessage(percent):
                self._level = percent
            case ChargeMessage(now):
                self._charging = now
            case _:
                pass
        if message is None or not self.ready:
            return DialogueOutput()
        match message:
            case PlainMessage.ROLLING:
                return DialogueOutput(self._gate.rolling(now_s))
            case RestMessage():
                return DialogueOutput(self._lies(message, Evidence(EvidenceKind.PACKET, packet), now_s))
            case _:
                return DialogueOutput(self._power(now_s))

    def _lies(self, lying: RestMessage, evidence: Evidence, now_s: float) -> tuple[DieEvent, ...]:
        rests = abs(math.hypot(*lying.up) / _ONE_G - 1) <= _RESTS_WITHIN
        reading = reading_of(self._shell, lying.up) if rests else None
        if lying.how is RestKind.TILTED or (lying.how is RestKind.ROLLED and reading is None):
            return self._gate.cocked(evidence, now_s)
        if lying.how is RestKind.ROLLED and reading is not None:
            return self._gate.settled(reading.face, reading.confidence, evidence, now_s)
        return self._gate.moved(None if reading is None else reading.face, evidence, now_s)

    def _power(self, now_s: float) -> tuple[DieEvent, ...]:
        if self._level is None or (self._level, self._charging) == self._told:
            return ()
        self._told = (self._level, self._charging)
        return (BatteryLevel(self._die, self._source, now_s, self._level, self._charging),)


def _vector(data: bytes) -> tuple[int, int, int]:
    x, y, z = (value - 256 if value > 127 else value for value in data)
    return x, y, z
