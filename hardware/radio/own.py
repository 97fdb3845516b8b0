"""Our own die over the Nordic UART service: the protocol of `hardware.own_protocol`, in notifications of any size."""

import re
from dataclasses import dataclass, field

from hardware.die_keys import DieKeys
from hardware.events import EvidenceKind
from hardware.own_protocol import OwnConnection, OwnMemories
from hardware.radio.dialogue import AdvertisedDie, Advertisement, Characteristics, DialogueOutput

_NAME = re.compile(r"OurDie_([A-Za-z0-9_-]{1,32})")


@dataclass(frozen=True, slots=True)
class OwnBle:
    """The make.

    Attributes:
        keys: The secrets of paired dice; where there are any, other dice are refused.
        memories: The state of each die that outlives a connection.
    """

    name: str = "own-ble"
    characteristics: tuple[Characteristics, ...] = (
        Characteristics("6e400003-b5a3-f393-e0a9-e50e24dcca9e", "6e400002-b5a3-f393-e0a9-e50e24dcca9e"),
    )
    keys: DieKeys = field(default_factory=DieKeys)
    memories: OwnMemories = field(default_factory=OwnMemories)

    def recognise(self, advertisement: Advertisement) -> AdvertisedDie | None:
        found = _NAME.fullmatch(advertisement.name or "")
        return None if found is None else AdvertisedDie(f"{self.name}:{found[1]}", found[0], None)

    def dialogue(self, advertised_die: AdvertisedDie) -> "OwnDialogue":
        return OwnDialogue(advertised_die.die, OwnConnection(self.name, EvidenceKind.PACKET, self.memories, self.keys))


class OwnDialogue:
    """The dialogue with one of our dice."""

    def __init__(self, die: str, connection: OwnConnection) -> None:
        self._die = die
        self._connection = connection

    @property
    def ready(self) -> bool:
        return self._connection.ready and self.incompatible is None

    @property
    def incompatible(self) -> str | None:
        if self._connection.die not in {None, self._die}:
            return f"The die that is {self._die} on the air says that it is {self._connection.die}."
        return self._connection.incompatible

    @property
    def refusal_cause(self) -> str:
        return self._connection.refusal_cause

    @property
    def kind(self) -> str | None:
        return self._connection.kind

    def ask(self) -> tuple[bytes, ...]:
        return (self._connection.ask(),)

    def blink(self) -> tuple[bytes, ...]:
        return (self._connection.blink(),)

    def received(self, packet: bytes, now_s: float) -> DialogueOutput:
        output = self._connection.received(packet, now_s)
        return DialogueOutput(output.events, (output.send,) if output.send else ())
