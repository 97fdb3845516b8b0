"""One simulated die as BlueZ represents it on the bus: a device, its services, its characteristics."""

import asyncio
from collections.abc import Callable

from hardware.simulation.dbus import Message, Variant
from hardware.simulation.peripheral import SimulatedDie

ADAPTER = "org.bluez.Adapter1"
ADAPTER_PATH = "/org/bluez/hci0"
DEVICE = "org.bluez.Device1"
SERVICE = "org.bluez.GattService1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
# MTU that current dice and adapters agree on: enough for the longest message of a Pixels die.
MTU = 128
Interfaces = dict[str, dict[str, Variant]]
Spoil = Callable[[bytes], bytes]
Changed = Callable[[str, str, dict[str, Variant]], None]


class Device:
    """A die on the bus.

    Args:
        die: The die.
        changed: Announces changed properties on the bus: path, interface, properties.
    """

    def __init__(self, die: SimulatedDie, changed: Changed) -> None:
        self.die = die
        self._changed = changed
        self.path = f"{ADAPTER_PATH}/dev_{die.address.replace(':', '_')}"
        self.in_range = True
        self.known = False
        self.connected = False
        self.muted = False
        self.spoil: Spoil | None = None
        self.refusals = 0
        self.connect_s = 0.0
        self.connecting: asyncio.Task[None] | None = None
        self._subscribed: set[str] = set()
        self._rssi = -50
        self._gatt = self._lay_out()
        self._uuid_of = {
            path: str(interfaces[CHARACTERISTIC]["UUID"].value)
            for path, interfaces in self._gatt.items()
            if CHARACTERISTIC in interfaces
        }
        self._path_of = {uuid: path for path, uuid in self._uuid_of.items()}

    def heard_first(self) -> dict[str, Variant]:
        """Returns the properties known after the advertisement alone."""
        self.known = True
        advertising_data = self.die.advertising_data()
        return self._state() | {
            "Name": Variant("s", advertising_data.name),
            "Alias": Variant("s", advertising_data.name),
            "UUIDs": Variant("as", list(advertising_data.services)),
            "ManufacturerData": _by_company(advertising_data.manufacturer),
        }

    def heard_again(self) -> dict[str, Variant]:
        """Returns the properties that change after the scan response, and with every later advertisement."""
        advertising_data = self.die.advertising_data()
        self._rssi = -50 if self._rssi != -50 else -52
        return {
            "RSSI": Variant("n", self._rssi),
            "UUIDs": Variant("as", [*advertising_data.services, *advertising_data.response_services]),
            "ManufacturerData": _by_company(advertising_data.manufacturer),
            "ServiceData": Variant(
                "a{sv}", {uuid: Variant("ay", data) for uuid, data in advertising_data.response_data.items()}
            ),
        }

    def hold(self) -> dict[str, Interfaces]:
        """Connects; returns the services."""
        self.connected = True
        self.die.held(self._notified)
        return self._gatt

    def lose_all(self) -> list[tuple[str, str]]:
        """Disconnects the die, or cancels the attempt to connect it; returns what disappears with it."""
        if self.connecting is not None:
            self.connecting.cancel()
        if not self.connected:
            return []
        self.connected = False
        self._subscribed.clear()
        self.die.dropped()
        return [(path, interface) for path, interfaces in self._gatt.items() for interface in interfaces]

    def objects(self) -> dict[str, Interfaces]:
        """Returns all its objects on the bus."""
        if not self.known:
            return {}
        return {self.path: {DEVICE: self.heard_first()}, **(self._gatt if self.connected else {})}

    def characteristic_called(self, call: Message) -> Message:
        """Answers a call to one of its characteristics."""
        uuid = self._uuid_of.get(str(call.path))
        if uuid is None or not self.connected:
            return Message.new_error(call, "org.freedesktop.DBus.Error.UnknownObject", "No such characteristic")
        match call.member:
            case "StartNotify":
                self._subscribed.add(uuid)
            case "StopNotify":
                self._subscribed.discard(uuid)
            case "WriteValue" if len(call.body[0]) > MTU - 3:
                return Message.new_error(call, "org.bluez.Error.InvalidArguments", "Invalid Length")
            case "WriteValue" if not self.muted:
                # The die answers in the loop's next iteration, because a real answer never arrives before the request
                # is sent.
                asyncio.get_running_loop().call_soon(self._written, uuid, bytes(call.body[0]))
            case _:
                pass
        return Message.new_method_return(call)

    def _written(self, uuid: str, data: bytes) -> None:
        if self.connected:
            self.die.written(uuid, self._through_the_air(data))

    def _notified(self, uuid: str, data: bytes) -> None:
        if uuid in self._subscribed and not self.muted:
            self._changed(self._path_of[uuid], CHARACTERISTIC, {"Value": Variant("ay", self._through_the_air(data))})

    def _through_the_air(self, data: bytes) -> bytes:
        return data if self.spoil is None else self.spoil(data)

    def _state(self) -> dict[str, Variant]:
        return {
            "Address": Variant("s", self.die.address),
            "Adapter": Variant("o", ADAPTER_PATH),
            "Connected": Variant("b", self.connected),
            "Paired": Variant("b", value=False),
            "ServicesResolved": Variant("b", self.connected),
            "RSSI": Variant("n", self._rssi),
        }

    def _lay_out(self) -> dict[str, Interfaces]:
        objects: dict[str, Interfaces] = {}
        handle = 0x10
        for service in self.die.services:
            above = f"{self.path}/service{handle:04x}"
            objects[above] = {
                SERVICE: {
                    "UUID": Variant("s", service.uuid),
                    "Device": Variant("o", self.path),
                    "Primary": Variant("b", value=True),
                }
            }
            for characteristic in service.characteristics:
                handle += 2
                objects[f"{above}/char{handle:04x}"] = {
                    CHARACTERISTIC: {
                        "UUID": Variant("s", characteristic.uuid),
                        "Service": Variant("o", above),
                        "Flags": Variant("as", list(characteristic.flags)),
                        "MTU": Variant("q", MTU),
                    }
                }
            handle += 0x10
        return objects


def _by_company(manufacturer: dict[int, bytes]) -> Variant:
    return Variant("a{qv}", {company: Variant("ay", data) for company, data in manufacturer.items()})
