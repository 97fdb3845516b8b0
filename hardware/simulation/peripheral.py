"""What a simulated radio die is to the air: what it advertises, what it offers, what it is told."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

Notify = Callable[[str, bytes], None]


@dataclass(frozen=True, slots=True)
class Said:
    """What a device says to everybody.

    Attributes:
        name: Its local name.
        services: UUIDs in its advertisement.
        manufacturer: Manufacturer data in its advertisement, by company id.
        response_services: UUIDs in its scan response.
        response_data: Service data in its scan response, by UUID.
    """

    name: str
    services: tuple[str, ...] = ()
    manufacturer: dict[int, bytes] = field(default_factory=dict)
    response_services: tuple[str, ...] = ()
    response_data: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Characteristic:
    """One characteristic: its UUID, and what may be done with it in BlueZ's words."""

    uuid: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Service:
    """One service with its characteristics."""

    uuid: str
    characteristics: tuple[Characteristic, ...]


class SimulatedDie(ABC):
    """A die that is not there. A private radio gives it its place in the air.

    Args:
        address: Its Bluetooth address, such as `C0:00:00:00:00:01`.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.blinks = 0
        self._notify: Notify | None = None

    @property
    def is_connected(self) -> bool:
        """Whether somebody holds it."""
        return self._notify is not None

    @property
    @abstractmethod
    def services(self) -> tuple[Service, ...]:
        """What it offers once connected."""

    @abstractmethod
    def said(self) -> Said:
        """What it advertises now."""

    @abstractmethod
    def written(self, uuid: str, data: bytes) -> None:
        """Take what its holder writes."""

    def held(self, notify: Notify) -> None:
        """It is connected; from now on it may notify."""
        self._notify = notify

    def dropped(self) -> None:
        """It is not connected any more."""
        self._notify = None

    def notify(self, uuid: str, data: bytes) -> None:
        """Send a notification, if somebody is there to hear it."""
        if self._notify is not None:
            self._notify(uuid, data)

    @abstractmethod
    def tumble(self) -> None:
        """Begin to roll."""

    @abstractmethod
    def roll(self, face: int) -> None:
        """Tumble, unless it does already, and come to rest with a face up."""

    @abstractmethod
    def move(self, face: int) -> None:
        """Be turned by hand."""

    @abstractmethod
    def cock(self) -> None:
        """Tumble, unless it does already, and come to rest leaning."""

    @abstractmethod
    def drain(self, percent: int) -> None:
        """Have so much battery left."""
