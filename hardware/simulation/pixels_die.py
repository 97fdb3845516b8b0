"""A simulated Pixels die, with current or older firmware."""

import struct
from dataclasses import dataclass

from hardware.simulation.peripheral import AdvertisingData, Characteristic, Notify, Service, SimulatedDie

DEVICE_INFORMATION = "0000180a-0000-1000-8000-00805f9b34fb"
_TODAY_S = 1_757_462_400  # 10 September 2025
_UNKNOWN, _ROLLED, _HANDLING, _ROLLING, _CROOKED, _ON_FACE = range(6)


@dataclass(frozen=True, slots=True)
class PixelsModel:
    """The kind of Pixels die.

    Attributes:
        type: Number of the die's shape in its own messages; 2 is a d6.
        leds: Number of its lights.
        built_s: When its firmware was built, seconds of Unix time.
        legacy: Whether it uses the Nordic UART service and identifies itself in 22 bytes.
        pre_2022: Whether it advertises as before July 2022.
        says_rolled_of_all: Whether it reports every rest as a roll, as before November 2024.
    """

    type: int = 2
    leds: int = 6
    built_s: int = _TODAY_S
    legacy: bool = False
    pre_2022: bool = False
    says_rolled_of_all: bool = False


MODERN = PixelsModel()
LEGACY = PixelsModel(built_s=1_700_000_000, legacy=True, says_rolled_of_all=True)
PRE_2022 = PixelsModel(built_s=1_650_000_000, legacy=True, pre_2022=True, says_rolled_of_all=True)
# Face to index: firmware up to the end of 2023 had wrong normals for a d6.
_OLD_D6_INDEX = {1: 0, 5: 1, 4: 2, 3: 3, 2: 4, 6: 5}
_WRONG_NORMALS_UNTIL_S = 1_704_150_000


class SimulatedPixels(SimulatedDie):
    """A Pixels die.

    Args:
        pixel_id: Its permanent number.
        address: Its Bluetooth address; derived from the number by default.
        name: Its name; the manufacturer's default by default.
        model: The kind of die.
    """

    def __init__(
        self, pixel_id: int, address: str | None = None, name: str | None = None, model: PixelsModel = MODERN
    ) -> None:
        digits = f"{pixel_id:08X}"
        super().__init__(address or "C0:01:" + ":".join(digits[at : at + 2] for at in range(0, 8, 2)))
        self.pixel_id = pixel_id
        self.name = name or f"Pixel{digits}"
        self.model = model
        self._state, self._face = (_ROLLED if model.says_rolled_of_all else _ON_FACE), 1
        self._percent = 90

    @property
    def services(self) -> tuple[Service, ...]:
        service, notify, write = self._uuids()
        return (Service(service, (Characteristic(notify, ("notify",)), Characteristic(write, _WRITES))),)

    def advertising_data(self) -> AdvertisingData:
        service = self._uuids()[0]
        model = self.model
        if model.pre_2022:
            battery = round(self._percent * 2.55)
            old = struct.pack("<IBBB", self.pixel_id, self._state, self._index(), battery)
            return AdvertisingData(self.name, (service,), {model.leds << 8 | 1: old})
        ours = bytes([model.leds, model.type << 4 | 1, self._state, self._index(), self._percent])
        who = struct.pack("<II", self.pixel_id, model.built_s)
        return AdvertisingData(self.name, (DEVICE_INFORMATION,), {0x0D39: ours}, (service,), {DEVICE_INFORMATION: who})

    def dropped(self) -> None:
        super().dropped()
        self._rests_unheard()

    def held(self, notify: Notify) -> None:
        self._rests_unheard()
        super().held(notify)

    def written(self, uuid: str, data: bytes) -> None:
        match data[:1]:
            case b"\x01":
                self._send(self._who())
            case b"\x17":
                self._send(bytes([3, self._state, self._index()]))
            case b"\x21":
                self._send(bytes([34, self._percent, 0]))
            case b"\x1d" if len(data) == 14:
                self.blinks += 1
                self._send(bytes([30]))
            case _:
                pass

    def tumble(self) -> None:
        self._becomes(_ROLLING, self._face)

    def roll(self, face: int) -> None:
        self.tumble()
        self._becomes(_ROLLED, face)

    def move(self, face: int) -> None:
        self._becomes(_HANDLING, self._face)
        self._becomes(_ROLLED if self.model.says_rolled_of_all else _ON_FACE, face)

    def cock(self) -> None:
        self.tumble()
        self._becomes(_CROOKED, self._face)

    def drain(self, percent: int) -> None:
        self._percent = percent
        self._send(bytes([34, percent, 0]))

    def tell_again(self) -> None:
        """Sends its state once more."""
        self._send(bytes([3, self._state, self._index()]))

    def send_raw(self, packet: bytes) -> None:
        """Sends data that a real die would never send."""
        self._send(packet)

    def _rests_unheard(self) -> None:
        # A roll without a connected host also comes to rest.
        if self._state == _ROLLING:
            self._state = _ROLLED

    def _becomes(self, state: int, face: int) -> None:
        if (state, face) != (self._state, self._face):
            self._state, self._face = state, face
            self.tell_again()

    def _index(self) -> int:
        if self.model.type == 2 and self.model.built_s <= _WRONG_NORMALS_UNTIL_S:
            return _OLD_D6_INDEX[self._face]
        return self._face - 1

    def _who(self) -> bytes:
        model, now = self.model, (self._state, self._index())
        if model.legacy:
            who = (2, model.leds, 1, model.type, 0x1234, self.pixel_id, 0x4000, model.built_s, *now, self._percent, 0)
            return struct.pack("<BBBBIIHIBBBB", *who)
        chunks = (
            struct.pack("<HIHHHH", 0x100, model.built_s, 1, 0x100, 0x100, 0x100),
            struct.pack("<IBBBBB", self.pixel_id, 1, model.type, model.leds, 1, 0),
            bytes(31),
            self.name.encode("ascii", "replace")[:31].ljust(31, b"\0"),
            struct.pack("<III", 0, 0x4000, 0x8000),
            bytes([self._percent, 0, *now]),
        )
        return b"\x02" + b"".join(bytes([len(chunk) + 1]) + chunk for chunk in chunks)

    def _uuids(self) -> tuple[str, str, str]:
        if self.model.legacy:
            nordic = "6e40000{}-b5a3-f393-e0a9-e50e24dcca9e"
            return nordic.format(1), nordic.format(1), nordic.format(2)
        own = "a6b9000{}-7a5a-43f2-a962-350c8edc9b5b"
        return own.format(1), own.format(2), own.format(3)

    def _send(self, packet: bytes) -> None:
        self.notify(self._uuids()[1], packet)


_WRITES = ("write", "write-without-response")
