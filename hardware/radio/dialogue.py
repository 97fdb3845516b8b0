"""What every make of radio die has: a face in the air, and a conversation.

Nothing here touches a radio. A make recognises its dice in what they advertise; a dialogue is fed the packets of one
connected die and answers with events and with packets to write back. So all that can be wrong with bytes is tested
without a radio, and the radio knows nothing of bytes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hardware.events import Cocked, DieEvent, Evidence, Moved, Rolling, Settled


@dataclass(frozen=True, slots=True)
class Advert:
    """What one device says to everybody, from its advertisement and its scan response together.

    Attributes:
        address: Of the device, as the system names it; dice may change theirs.
        name: Its local name, if it tells one.
        rssi_dbm: Strength of its signal here.
        services: UUIDs of the services it names, in lower case and full length.
        manufacturer: Manufacturer data by company id.
        service_data: Service data by UUID, in lower case and full length.
    """

    address: str
    name: str | None
    rssi_dbm: int
    services: frozenset[str] = frozenset()
    manufacturer: Mapping[int, bytes] = field(default_factory=dict)
    service_data: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sighting:
    """A die that an advert belongs to.

    Attributes:
        die: Its lasting id, with the make in front; it outlives a change of address.
        name: What people call it.
        kind: What it is, such as `d6`; None where the advert does not tell.
    """

    die: str
    name: str
    kind: str | None


@dataclass(frozen=True, slots=True)
class Pipe:
    """The two characteristics that a conversation runs through.

    Attributes:
        notify: UUID of the one the die speaks on.
        write: UUID of the one it listens to.
    """

    notify: str
    write: str


@dataclass(frozen=True, slots=True)
class Heard:
    """What follows from a packet.

    Attributes:
        events: What the die did, in order.
        send: Packets to write, in order.
    """

    events: tuple[DieEvent, ...] = ()
    send: tuple[bytes, ...] = ()


class Dialogue(Protocol):
    """The conversation with one die over one connection; a new connection starts a new one."""

    @property
    def ready(self) -> bool:
        """Whether the die has said who it is; before that it gives no event."""
        ...

    @property
    def incompatible(self) -> str | None:
        """Why we cannot speak with it, in one sentence, if so."""
        ...

    @property
    def kind(self) -> str | None:
        """What the die is, as far as is known by now."""
        ...

    def ask(self) -> tuple[bytes, ...]:
        """Packets that a living die answers.

        Written when the connection stands, again until the die is ready, and whenever it has been quiet for long.
        """
        ...

    def received(self, packet: bytes, now_s: float) -> Heard:
        """Take one notification. Damage gives nothing."""
        ...

    def blink(self) -> tuple[bytes, ...]:
        """Packets that make the die show itself."""
        ...


class Make(Protocol):
    """One make of dice."""

    @property
    def name(self) -> str:
        """In front of the ids of its dice, such as `pixels`."""
        ...

    @property
    def pipes(self) -> tuple[Pipe, ...]:
        """Ways to talk, the best first."""
        ...

    def recognise(self, advert: Advert) -> Sighting | None:
        """Tell whose advert this is, or None if it is not of this make."""
        ...

    def dialogue(self, sighting: Sighting) -> Dialogue:
        """Begin a conversation."""
        ...


class RollGate:
    """Lets a roll become one result, and nothing else become any.

    A roll counts only if its beginning was seen over this connection: what a die says it rolled before, while nobody
    listened, is told as a movement.
    """

    def __init__(self, die: str, source: str) -> None:
        self._die = die
        self._source = source
        self._rolling = False
        self._lies: int | None = None

    def rolling(self, now_s: float) -> tuple[DieEvent, ...]:
        """The die tumbles."""
        if self._rolling:
            return ()
        self._rolling = True
        return (Rolling(self._die, self._source, now_s),)

    def handled(self) -> None:
        """Somebody has the die in hand: what it rolled before came to nothing."""
        self._rolling = False
        self._lies = None

    def settled(
        self, face: int, confidence: float, evidence: Evidence, now_s: float, throw: int | None = None
    ) -> tuple[DieEvent, ...]:
        """The die says that it rolled and shows a face."""
        if self._rolling:
            self._rolling, self._lies = False, face
            return (Settled(self._die, self._source, now_s, face, confidence, evidence, throw),)
        # A die that says the same again has not rolled again.
        return () if self._lies == face else self.moved(face, evidence, now_s)

    def moved(self, face: int | None, evidence: Evidence, now_s: float) -> tuple[DieEvent, ...]:
        """The die lies on a face, and not by a roll."""
        self._rolling, self._lies = False, face
        return (Moved(self._die, self._source, now_s, face, evidence),)

    def cocked(self, evidence: Evidence, now_s: float) -> tuple[DieEvent, ...]:
        """The die leans."""
        if not self._rolling:
            return self.moved(None, evidence, now_s)
        self._rolling, self._lies = False, None
        return (Cocked(self._die, self._source, now_s, evidence),)
