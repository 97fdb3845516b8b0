"""Our own die over the Nordic UART service: the protocol of `hardware.own_protocol`, in notifications of any size."""

import re
from dataclasses import dataclass, field

from hardware.events import EvidenceKind
from hardware.own_protocol import OwnMemories, OwnTalk
from hardware.radio.dialogue import Advert, Heard, Pipe, Sighting

_NAME = re.compile(r"OurDie_([A-Za-z0-9_-]{1,32})")


@dataclass(frozen=True, slots=True)
class OwnBle:
    """The make.

    Attributes:
        memories: The state of each die that outlives a connection.
    """

    name: str = "own-ble"
    pipes: tuple[Pipe, ...] = (Pipe("6e400003-b5a3-f393-e0a9-e50e24dcca9e", "6e400002-b5a3-f393-e0a9-e50e24dcca9e"),)
    memories: OwnMemories = field(default_factory=OwnMemories)

    def recognise(self, advert: Advert) -> Sighting | None:
        found = _NAME.fullmatch(advert.name or "")
        return None if found is None else Sighting(f"{self.name}:{found[1]}", found[0], None)

    def dialogue(self, sighting: Sighting) -> "OwnDialogue":
        return OwnDialogue(sighting.die, OwnTalk(self.name, EvidenceKind.PACKET, self.memories))


class OwnDialogue:
    """The dialogue with one of our dice."""

    def __init__(self, die: str, talk: OwnTalk) -> None:
        self._die = die
        self._talk = talk

    @property
    def ready(self) -> bool:
        return self._talk.ready and self.incompatible is None

    @property
    def incompatible(self) -> str | None:
        if self._talk.die not in {None, self._die}:
            return f"The die that is {self._die} on the air says that it is {self._talk.die}."
        return self._talk.incompatible

    @property
    def kind(self) -> str | None:
        return self._talk.kind

    def ask(self) -> tuple[bytes, ...]:
        return (self._talk.ask(),)

    def blink(self) -> tuple[bytes, ...]:
        return (self._talk.blink(),)

    def received(self, packet: bytes, now_s: float) -> Heard:
        said = self._talk.received(packet, now_s)
        return Heard(said.events, (said.send,) if said.send else ())
