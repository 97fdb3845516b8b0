"""A simulated GoDice in a d6 shell."""

from hardware.simulation.peripheral import AdvertisingData, Characteristic, Notify, Service, SimulatedDie

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
WRITE = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
NOTIFY = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
# Acceleration with each face of the d6 up, 64 for 1 g.
_UP = {1: (-64, 0, 0), 2: (0, 0, 64), 3: (0, 64, 0), 4: (0, -64, 0), 5: (0, 0, -64), 6: (64, 0, 0)}
_LEANING = (45, 45, 0)


class SimulatedGoDice(SimulatedDie):
    """A GoDice.

    Args:
        number: Its permanent number, up to 0xFFFFFF.
        address: Its Bluetooth address; derived from the number by default.
        colour: Letter of its colour.
    """

    def __init__(self, number: int, address: str | None = None, colour: str = "Y") -> None:
        digits = f"{number:06X}"
        super().__init__(address or "C0:02:00:" + ":".join(digits[at : at + 2] for at in range(0, 6, 2)))
        self.name = f"GoDice_{digits}_{colour}_v04"
        self._percent = 80
        self._tumbles = False
        self._last = b""

    @property
    def services(self) -> tuple[Service, ...]:
        writes = ("write", "write-without-response")
        return (Service(SERVICE, (Characteristic(WRITE, writes), Characteristic(NOTIFY, ("notify",)))),)

    def advertising_data(self) -> AdvertisingData:
        return AdvertisingData(self.name, (SERVICE,))

    def written(self, uuid: str, data: bytes) -> None:
        match data[:1]:
            case b"\x03":
                self.send_raw(b"Bat" + bytes([self._percent]))
            case b"\x17":
                self.send_raw(b"Col\x04")
            case b"\x10" if len(data) == 9:
                self.blinks += 1
            case _:
                pass

    def tumble(self) -> None:
        if not self._tumbles:
            self._tumbles = True
            self.send_raw(b"R")

    def roll(self, face: int) -> None:
        self.tumble()
        self._rests(b"S", _UP[face])

    def fake(self, face: int) -> None:
        """Tumbles a little and is put down; the die itself knows that this is not a roll."""
        self.tumble()
        self._rests(b"FS", _UP[face])

    def move(self, face: int) -> None:
        self._rests(b"MS", _UP[face])

    def cock(self) -> None:
        self.tumble()
        self._rests(b"TS", _LEANING)

    def drain(self, percent: int) -> None:
        self._percent = percent
        self.send_raw(b"Bat" + bytes([percent]))

    def tell_again(self) -> None:
        """Sends its last rest once more."""
        self.send_raw(self._last)

    def held(self, notify: Notify) -> None:
        # A roll without a connected host has come to rest.
        self._tumbles = False
        super().held(notify)

    def dropped(self) -> None:
        super().dropped()
        self._tumbles = False

    def send_raw(self, packet: bytes) -> None:
        """Sends a packet, including one that no real die would send."""
        self.notify(NOTIFY, packet)

    def _rests(self, how: bytes, up: tuple[int, int, int]) -> None:
        self._tumbles = False
        self._last = how + bytes(value & 0xFF for value in up)
        self.send_raw(self._last)
