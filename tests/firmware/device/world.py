"""MicroPython: the world around the simulated board, which `machine`, `esp32` and `bluetooth` here stand in for."""

import os

TRACE = os.getenv("DIE_TRACE")
CELL_UV = 1_950_000
usb_power = False
asleep = False
wakes_on = ()
leds = []


def ready():
    """Whether the sensor has a sample; a test may slow it down."""
    return True


class Samples:
    """Readings of a sensor, six bytes each, from a file."""

    def __init__(self, path):
        self._file = open(path, "rb") if path else None
        self._next = None

    def left(self):
        if self._next is None and self._file is not None:
            data = self._file.read(6)
            self._next = data if len(data) == 6 else None
        return self._next is not None

    def take(self):
        data, self._next = self._next, None
        return data or bytes(6)


samples = Samples(TRACE)


class Lsm6ds3Registers:
    """The registers of the chip as far as the driver may use them."""

    address = 0x6A

    def __init__(self):
        self.values = {0x0F: 0x69}
        self._last = bytes(6)

    def write(self, register, data):
        assert register in (0x10, 0x12, 0x15, 0x58, 0x5B, 0x5C, 0x5E), "the driver writes to register %#x" % register
        self.values[register] = data[0]

    def read(self, register, count):
        if register == 0x1E:
            # Whole samples, addresses that count up, and ±8 g are what the readings are in.
            assert self.values.get(0x12) == 0x44
            assert self.values.get(0x10) == 0x4C
            return bytes((1 if samples.left() and ready() else 0,))
        if register == 0x28 and count == 6:
            self._last = samples.take()
            return self._last
        return bytes((self.values.get(register, 0),)) * count


class Bmi160Registers:
    """The same for the other chip."""

    address = 0x68

    def __init__(self):
        self.values = {0x00: 0xD1}

    def write(self, register, data):
        assert register in (0x40, 0x41, 0x50, 0x53, 0x54, 0x55, 0x5F, 0x60, 0x7E), "register %#x" % register
        self.values[register] = data[0]

    def read(self, register, count):
        if register == 0x1B:
            assert self.values.get(0x7E) == 0x11
            assert self.values.get(0x41) == 0x08
            return bytes((0x80 if samples.left() and ready() else 0,))
        if register == 0x12 and count == 6:
            return samples.take()
        return bytes((self.values.get(register, 0),)) * count


CHIPS = {"lsm6ds3": Lsm6ds3Registers, "bmi160": Bmi160Registers, "none": None}
chip_class = CHIPS[os.getenv("DIE_CHIP") or "lsm6ds3"]
chip = chip_class() if chip_class else None
