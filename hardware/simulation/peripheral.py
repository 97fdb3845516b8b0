"""The interface of a simulated radio die: its advertisement, its services, and its input."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

Notify = Callable[[str, bytes], None]


@dataclass(frozen=True, slots=True)
class AdvertisingData:
    """The advertised data of a device.

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
    """One characteristic: its UUID, and its flags in BlueZ's terms."""

    uuid: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Service:
    """One service with its characteristics."""

    uuid: str
    characteristics: tuple[Characteristic, ...]


class SimulatedDie(ABC):
    """A simulated die. A private radio makes it reachable.

    Args:
        address: Its Bluetooth address, such as `C0:00:00:00:00:01`.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.blinks = 0
        self._notify: Notify | None = None

    @property
    def is_connected(self) -> bool:
        """Whether a host is connected."""
        return self._notify is not None

    @property
    @abstractmethod
    def services(self) -> tuple[Service, ...]:
        """Its services, available once connected."""

    @abstractmethod
    def advertising_data(self) -> AdvertisingData:
        """Returns its present advertisement."""

    @abstractmethod
    def written(self, uuid: str, data: bytes) -> None:
        """Processes data that its host writes."""

    def held(self, notify: Notify) -> None:
        """Records that it is connected; from now on it may notify."""
        self._notify = notify

    def dropped(self) -> None:
        """Records that it is disconnected."""
        self._notify = None

    def notify(self, uuid: str, data: bytes) -> None:
        """Sends a notification, if a host is connected."""
        if self._notify is not None:
            self._notify(uuid, data)

    @abstractmethod
    def tumble(self) -> None:
        """Starts a roll."""

    @abstractmethod
    def roll(self, face: int) -> None:
        """Tumbles, unless it already does, and comes to rest with a face up."""

    @abstractmethod
    def move(self, face: int) -> None:
        """Is turned by hand."""

    @abstractmethod
    def cock(self) -> None:
        """Tumbles, unless it already does, and comes to rest leaning."""

    @abstractmethod
    def drain(self, percent: int) -> None:
        """Sets the state of charge."""
