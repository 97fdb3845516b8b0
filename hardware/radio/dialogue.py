"""The interface that every make of radio dice implements: its advertisement, and its dialogue.

Nothing here uses a radio. A make recognises its dice by their advertisements; a dialogue receives the packets of one
connected die and returns events and packets to write. So all handling of bytes can be tested without a radio, and the
radio is independent of the content of packets.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hardware.events import Cocked, DieEvent, Evidence, Moved, RollStarted, Settled


@dataclass(frozen=True, slots=True)
class Advertisement:
    """The advertisement and the scan response of one device, combined.

    Attributes:
        address: Address of the device in the system's form; dice may change theirs.
        name: Its local name, if it advertises one.
        rssi_dbm: Signal strength at this computer.
        services: UUIDs of its advertised services, in lower case and full length.
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
class AdvertisedDie:
    """The die to which an advertisement belongs.

    Attributes:
        die: Its permanent id, prefixed with the make; a change of address does not affect it.
        name: The name that people use for it.
        kind: Kind of die, such as `d6`; None if the advertisement does not contain it.
    """

    die: str
    name: str
    kind: str | None


@dataclass(frozen=True, slots=True)
class Characteristics:
    """The two characteristics used by a dialogue.

    Attributes:
        notify: UUID of the characteristic on which the die sends.
        write: UUID of the characteristic on which the die receives.
    """

    notify: str
    write: str


@dataclass(frozen=True, slots=True)
class DialogueOutput:
    """The result of processing a packet.

    Attributes:
        events: The events of the die, in order.
        send: Packets to write, in order.
    """

    events: tuple[DieEvent, ...] = ()
    send: tuple[bytes, ...] = ()


class Dialogue(Protocol):
    """The dialogue with one die over one connection; every connection creates a new one."""

    @property
    def ready(self) -> bool:
        """Whether the die has identified itself; before that it gives no event."""
        ...

    @property
    def incompatible(self) -> str | None:
        """Why the die is not supported, in one sentence; None if it is."""
        ...

    @property
    def refusal_cause(self) -> str:
        """The cause that goes with `incompatible`, as `Disconnected` has it."""
        ...

    @property
    def kind(self) -> str | None:
        """The kind of die, as far as it is known."""
        ...

    def ask(self) -> tuple[bytes, ...]:
        """Returns packets that a working die answers.

        They are written when the connection is made, again until the die is ready, and after every long silence.
        """
        ...

    def received(self, packet: bytes, now_s: float) -> DialogueOutput:
        """Processes one notification. A damaged one gives no event."""
        ...

    def blink(self) -> tuple[bytes, ...]:
        """Returns packets that make the die blink."""
        ...


class Make(Protocol):
    """One make of dice."""

    @property
    def name(self) -> str:
        """The prefix of its dice's ids, such as `pixels`."""
        ...

    @property
    def characteristics(self) -> tuple[Characteristics, ...]:
        """Supported pairs of characteristics, the best first."""
        ...

    def recognise(self, advertisement: Advertisement) -> AdvertisedDie | None:
        """Returns the die to which an advertisement belongs; None if it is not of this make."""
        ...

    def dialogue(self, advertised_die: AdvertisedDie) -> Dialogue:
        """Starts a dialogue."""
        ...


class RollGate:
    """Ensures that a roll becomes one result, and that nothing else becomes a result.

    A roll counts only if its beginning was observed over this connection. A roll that the die reports from before is
    converted into a movement.
    """

    def __init__(self, die: str, source: str) -> None:
        self._die = die
        self._source = source
        self._rolling = False
        self._lies: int | None = None

    def rolling(self, now_s: float) -> tuple[DieEvent, ...]:
        """Records that the die tumbles."""
        if self._rolling:
            return ()
        self._rolling = True
        return (RollStarted(self._die, self._source, now_s),)

    def handled(self) -> None:
        """Records that somebody holds the die, which cancels its roll."""
        self._rolling = False
        self._lies = None

    def settled(
        self, face: int, confidence: float, evidence: Evidence, now_s: float, throw: int | None = None
    ) -> tuple[DieEvent, ...]:
        """Records that the die reports a roll with a face."""
        if self._rolling:
            self._rolling, self._lies = False, face
            return (Settled(self._die, self._source, now_s, face, confidence, evidence, throw),)
        # The repeated report of a face is not another roll.
        return () if self._lies == face else self.moved(face, evidence, now_s)

    def moved(self, face: int | None, evidence: Evidence, now_s: float) -> tuple[DieEvent, ...]:
        """Records that the die lies on a face without a roll."""
        self._rolling, self._lies = False, face
        return (Moved(self._die, self._source, now_s, face, evidence),)

    def cocked(self, evidence: Evidence, now_s: float) -> tuple[DieEvent, ...]:
        """Records that the die leans."""
        if not self._rolling:
            return self.moved(None, evidence, now_s)
        self._rolling, self._lies = False, None
        return (Cocked(self._die, self._source, now_s, evidence),)
