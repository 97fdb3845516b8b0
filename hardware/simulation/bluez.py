"""A simulated Bluetooth service: it answers on its bus as BlueZ would if the simulated dice were in range.

It implements the part of BlueZ's interface that a client library uses to scan, connect, subscribe and write, and it can
be made to fail like the real one. An unchanged bleak uses it if DBUS_SYSTEM_BUS_ADDRESS names its bus.

    async with PrivateRadio() as radio:
        die = radio.add(SimulatedPixels(0x1A2B3C4D))
        die.roll(6)

References:
    BlueZ `doc/org.bluez.Adapter.rst`, `org.bluez.Device.rst`, `org.bluez.GattCharacteristic.rst`.
"""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self, TypeVar

from hardware.simulation.dbus import BusType, Message, MessageBus, MessageType, Variant
from hardware.simulation.device import ADAPTER, ADAPTER_PATH, CHARACTERISTIC, DEVICE, Device, Spoil
from hardware.simulation.peripheral import SimulatedDie
from hardware.simulation.private_bus import PrivateBus

BUS_VARIABLE = "DBUS_SYSTEM_BUS_ADDRESS"
_OBJECTS = "org.freedesktop.DBus.ObjectManager"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_SERVED = {_OBJECTS, ADAPTER, DEVICE, CHARACTERISTIC}
Die = TypeVar("Die", bound=SimulatedDie)
_Properties = dict[str, Variant]


class PrivateRadio:
    """A Bluetooth adapter with its service, on a private bus.

    Args:
        advert_s: Interval at which each die in range advertises during a scan.
    """

    def __init__(self, advert_s: float = 0.1) -> None:
        self._advert_s = advert_s
        self._bus = PrivateBus()
        self._service: MessageBus | None = None
        self._advertising: asyncio.Task[None] | None = None
        self._devices: dict[str, Device] = {}
        self._scanners: set[str] = set()
        self._plugged = self._powered = True
        self._stalled = self._occupied = False
        self._waiting: list[Message] = []
        self.connects = 0

    @property
    def address(self) -> str:
        """Address of its bus, for the environment variable `BUS_VARIABLE` of a process that shall find it."""
        return self._bus.address

    @property
    def scanners(self) -> int:
        """Number of active scans."""
        return len(self._scanners)

    @contextmanager
    def chosen(self) -> Iterator[None]:
        """Makes this process use this radio instead of the system's, within the context."""
        before = os.environ.get(BUS_VARIABLE)
        os.environ[BUS_VARIABLE] = self.address
        try:
            yield
        finally:
            if before is None:
                del os.environ[BUS_VARIABLE]
            else:
                os.environ[BUS_VARIABLE] = before

    async def __aenter__(self) -> Self:
        self._bus.start()
        await self.start_service()
        self._advertising = asyncio.create_task(self._advertise_for_ever(), name="simulated adverts")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._advertising is not None:
            self._advertising.cancel()
            await asyncio.gather(self._advertising, return_exceptions=True)
        self.kill_service()
        self._bus.close()

    def add(self, die: Die) -> Die:
        """Brings a die into range."""
        self._devices[die.address] = Device(die, self._changed)
        return die

    def remove(self, die: SimulatedDie) -> None:
        """Removes a die permanently."""
        device = self._devices.pop(die.address)
        self._drop(device)
        self._vanish(device)

    # Faults of one die.

    def drop_link(self, die: SimulatedDie) -> None:
        """Breaks the connection; the die advertises again at once."""
        self._drop(self._devices[die.address])

    def out_of_range(self, die: SimulatedDie) -> None:
        """Breaks the connection, and makes the die unreachable."""
        device = self._devices[die.address]
        device.in_range = False
        self._drop(device)

    def in_range(self, die: SimulatedDie, address: str | None = None) -> None:
        """Makes the die reachable again, under a new address if one is given."""
        if address is not None:
            self.remove(die)
            die.address = address
            self.add(die)
        self._devices[die.address].in_range = True

    def forget(self, die: SimulatedDie) -> None:
        """Removes a device from the service's cache, as BlueZ does some time after a scan has ended."""
        self._vanish(self._devices[die.address])

    def refuse(self, die: SimulatedDie, times: int) -> None:
        """Makes the next attempts to connect fail."""
        self._devices[die.address].refusals = times

    def slow(self, die: SimulatedDie, seconds: float) -> None:
        """Delays connections by this time."""
        self._devices[die.address].connect_s = seconds

    def mute(self, die: SimulatedDie, *, muted: bool) -> None:
        """Blocks all data between die and host, while the connection seems to exist."""
        self._devices[die.address].muted = muted

    def corrupt(self, die: SimulatedDie, spoil: Spoil | None) -> None:
        """Modifies the data between die and host; None ends it."""
        self._devices[die.address].spoil = spoil

    # Faults of the radio.

    def power(self, *, on: bool) -> None:
        """Switches the adapter on or off."""
        self._powered = on
        if not on:
            self._scanners.clear()
            for device in self._devices.values():
                self._drop(device)
        self._changed(ADAPTER_PATH, ADAPTER, {"Powered": Variant("b", on)})

    def plug(self, *, there: bool) -> None:
        """Plugs the adapter in or removes it."""
        if not there:
            self._scanners.clear()
            for device in self._devices.values():
                self._drop(device)
                self._vanish(device)
            self._signal("/", _OBJECTS, "InterfacesRemoved", "oas", [ADAPTER_PATH, [ADAPTER]])
        self._plugged = there
        if there:
            self._appears(ADAPTER_PATH, {ADAPTER: self._adapter()})

    def occupy(self, *, occupied: bool) -> None:
        """Makes scans fail as if another one was in progress."""
        self._occupied = occupied

    def stall(self, *, stalled: bool) -> None:
        """Makes the service hang: calls wait until it continues, and it sends nothing."""
        self._stalled = stalled
        if not stalled:
            waiting, self._waiting = self._waiting, []
            for call in waiting:
                self._answer(call)

    def kill_service(self) -> None:
        """Kills the service silently: all connections are gone, and nobody is notified."""
        for device in self._devices.values():
            device.lose_all()
            device.known = False
        self._scanners.clear()
        self._waiting.clear()
        if self._service is not None:
            self._service.disconnect()
            self._service = None

    async def start_service(self) -> None:
        """Starts the service, again if it was killed."""
        bus = MessageBus(bus_address=self.address, bus_type=BusType.SYSTEM)
        try:
            await bus.connect()
            bus.add_message_handler(self._called)
            await bus.request_name("org.bluez")
        except BaseException:
            bus.disconnect()
            raise
        self._service = bus
        if self._plugged:
            self._appears(ADAPTER_PATH, {ADAPTER: self._adapter()})

    def kill_bus(self) -> None:
        """Kills the whole message bus, and the service with it."""
        self.kill_service()
        self._bus.stop()

    async def start_bus(self) -> None:
        """Starts the message bus and the service again, at the same address."""
        self._bus.start()
        await self.start_service()

    # The radio link.

    async def _advertise_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self._advert_s)
            if self._scanners and not self._stalled:
                for device in list(self._devices.values()):
                    self._advertise(device)

    def _advertise(self, device: Device) -> None:
        if not device.in_range or device.connected:
            return
        if device.known:
            self._changed(device.path, DEVICE, device.heard_again())
        else:
            self._appears(device.path, {DEVICE: device.heard_first()})

    def _drop(self, device: Device) -> None:
        held = device.connected
        for path, interface in device.lose_all():
            self._signal("/", _OBJECTS, "InterfacesRemoved", "oas", [path, [interface]])
        if held:
            down = {"ServicesResolved": Variant("b", value=False), "Connected": Variant("b", value=False)}
            self._changed(device.path, DEVICE, down)

    def _vanish(self, device: Device) -> None:
        if device.known:
            device.known = False
            self._signal("/", _OBJECTS, "InterfacesRemoved", "oas", [device.path, [DEVICE]])

    # The bus.

    def _called(self, call: Message) -> bool:
        if call.message_type is not MessageType.METHOD_CALL or call.interface not in _SERVED:
            return False
        if self._stalled:
            self._waiting.append(call)
        else:
            self._answer(call)
        return True

    def _answer(self, call: Message) -> None:
        match call.interface:
            case "org.freedesktop.DBus.ObjectManager":
                reply: Message | None = Message.new_method_return(call, "a{oa{sa{sv}}}", [self._all()])
            case "org.bluez.Adapter1":
                reply = self._adapter_called(call, str(call.member))
            case _:
                reply = self._device_called(call)
        if reply is not None:
            self._send(reply)

    def _adapter_called(self, call: Message, member: str) -> Message:
        if not self._plugged:
            return Message.new_error(call, "org.freedesktop.DBus.Error.UnknownObject", "No such adapter")
        if not self._powered:
            return Message.new_error(call, "org.bluez.Error.NotReady", "Resource Not Ready")
        sender = str(call.sender)
        match member:
            case "StartDiscovery":
                if sender in self._scanners or self._occupied:
                    return Message.new_error(call, "org.bluez.Error.InProgress", "Operation already in progress")
                self._scanners.add(sender)
            case "StopDiscovery":
                if sender not in self._scanners:
                    return Message.new_error(call, "org.bluez.Error.Failed", "No discovery started")
                self._scanners.discard(sender)
            case _:
                pass
        return Message.new_method_return(call)

    def _device_called(self, call: Message) -> Message | None:
        path = str(call.path)
        device = next((each for each in self._devices.values() if path.startswith(each.path) and each.known), None)
        if device is None:
            return Message.new_error(call, "org.freedesktop.DBus.Error.UnknownObject", "No such device")
        if call.member == "Connect":
            self.connects += 1
            device.connecting = asyncio.create_task(self._connect(device, call), name=f"connect {device.path}")
            return None
        if call.member == "Disconnect":
            self._drop(device)
            return Message.new_method_return(call)
        return device.characteristic_called(call)

    async def _connect(self, device: Device, call: Message) -> None:
        try:
            await asyncio.sleep(device.connect_s)
        except asyncio.CancelledError:
            self._send(Message.new_error(call, "org.bluez.Error.Failed", "Operation aborted"))
            raise
        if device.refusals > 0 or not device.in_range:
            device.refusals = max(device.refusals - 1, 0)
            why = "le-connection-abort-by-remote" if device.in_range else "Page Timeout"
            self._send(Message.new_error(call, "org.bluez.Error.Failed", why))
            return
        self._changed(device.path, DEVICE, {"Connected": Variant("b", value=True)})
        for path, interfaces in device.hold().items():
            self._appears(path, interfaces)
        self._changed(device.path, DEVICE, {"ServicesResolved": Variant("b", value=True)})
        self._send(Message.new_method_return(call))

    def _all(self) -> dict[str, dict[str, _Properties]]:
        everything = {ADAPTER_PATH: {ADAPTER: self._adapter()}} if self._plugged else {}
        for device in self._devices.values():
            everything |= device.objects()
        return everything

    def _adapter(self) -> _Properties:
        return {
            "Address": Variant("s", "00:00:00:00:00:01"),
            "Powered": Variant("b", self._powered),
            "Roles": Variant("as", ["central", "peripheral"]),
        }

    def _appears(self, path: str, interfaces: dict[str, _Properties]) -> None:
        self._signal("/", _OBJECTS, "InterfacesAdded", "oa{sa{sv}}", [path, interfaces])

    def _changed(self, path: str, interface: str, changed: _Properties) -> None:
        self._signal(path, _PROPERTIES, "PropertiesChanged", "sa{sv}as", [interface, changed, []])

    def _signal(self, path: str, interface: str, member: str, signature: str, body: list[object]) -> None:
        self._send(Message.new_signal(path, interface, member, signature, body))

    def _send(self, message: Message) -> None:
        if self._service is not None and not self._stalled:
            # The future would only report when the message was written; a bus that dies meanwhile is of no interest
            # here.
            self._service.send(message).add_done_callback(lambda sent: sent.exception())
