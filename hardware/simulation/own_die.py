"""A simulation of our own die over radio."""

import asyncio

from hardware.simulation.own_firmware import OwnFirmware
from hardware.simulation.peripheral import AdvertisingData, Characteristic, Notify, Service, SimulatedDie

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
WRITE = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
NOTIFY = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
_MAX_AT_ONCE = 20
_ANY_FACE = 1


class SimulatedOwnDie(SimulatedDie):
    """One of our own dice.

    Args:
        die: Its id.
        address: Its Bluetooth address.
        major: Major version of its protocol.
    """

    def __init__(self, die: str, address: str, major: int = 1) -> None:
        super().__init__(address)
        self.name = f"OurDie_{die}"
        self.firmware = OwnFirmware(die, major=major)
        self._tumbles = False
        self._timer: asyncio.TimerHandle | None = None

    @property
    def services(self) -> tuple[Service, ...]:
        writes = ("write", "write-without-response")
        return (Service(SERVICE, (Characteristic(WRITE, writes), Characteristic(NOTIFY, ("notify",)))),)

    def advertising_data(self) -> AdvertisingData:
        return AdvertisingData(self.name, (SERVICE,))

    def held(self, notify: Notify) -> None:
        self._rests_unheard()
        super().held(notify)
        self._say(b"")

    def dropped(self) -> None:
        super().dropped()
        self._rests_unheard()
        if self._timer is not None:
            self._timer.cancel()

    def written(self, uuid: str, data: bytes) -> None:
        self._say(self.firmware.received(data, _now_s()))
        self.blinks = self.firmware.blinks

    def tumble(self) -> None:
        if not self._tumbles:
            self._tumbles = True
            self._say(self.firmware.tumbles())

    def roll(self, face: int) -> None:
        self.tumble()
        self._tumbles = False
        self._say(self.firmware.rests("rolled", face, _now_s()))

    def move(self, face: int) -> None:
        self._say(self.firmware.rests("moved", face, _now_s()))

    def cock(self) -> None:
        self.tumble()
        self._tumbles = False
        self._say(self.firmware.rests("cocked", _ANY_FACE, _now_s()))

    def drain(self, percent: int) -> None:
        self._say(self.firmware.drained(percent))

    def tell_again(self) -> None:
        """Sends its last acknowledged roll once more."""
        self._say(self.firmware.again())

    def send_raw(self, data: bytes) -> None:
        """Sends data that a real die would never send."""
        self._say(data)

    def restart(self) -> None:
        """Switches it off and on."""
        self._tumbles = False
        self.firmware.restart()

    def _rests_unheard(self) -> None:
        # A roll without a connected host also comes to rest, and waits to be reported.
        if self._tumbles:
            self.roll(_ANY_FACE)

    def _say(self, data: bytes) -> None:
        for at in range(0, len(data), _MAX_AT_ONCE):
            self.notify(NOTIFY, data[at : at + _MAX_AT_ONCE])
        if self._timer is not None:
            self._timer.cancel()
        wait_s = self.firmware.wait_s(_now_s())
        if wait_s is not None and self.is_connected:
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._due)

    def _due(self) -> None:
        self._say(self.firmware.due(_now_s()))


def _now_s() -> float:
    return asyncio.get_running_loop().time()
