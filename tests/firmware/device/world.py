"""MicroPython: the world around the simulated board, which `machine`, `esp32` and `bluetooth` here stand in for."""

import os

TRACE = os.getenv("DIE_TRACE")
CELL_UV = 1_950_000
SAMPLE_BYTES = 12
SPIN_BYTES = 6
# For so many samples after it was switched on a gyroscope says anything.
WARMING_SAMPLES = 8
usb_power = False
asleep = False
wakes_on = ()
leds = []


def ready():
    """Whether the sensor has a sample; a test may slow it down."""
    return True


class Samples:
    """Readings of a sensor, twelve bytes each, from a file: spin, then force."""

    def __init__(self, path):
        self._file = open(path, "rb") if path else None
        self._next = None

    def left(self):
        if self._next is None and self._file is not None:
            data = self._file.read(SAMPLE_BYTES)
            self._next = data if len(data) == SAMPLE_BYTES else None
        return self._next is not None

    def take(self):
        data, self._next = self._next, None
        return data or bytes(SAMPLE_BYTES)


samples = Samples(TRACE)


class Gyroscope:
    """What it adds to the readings: the truth only while it is on and warm."""

    def __init__(self):
        self._on_for = None

    def switch(self, on):
        if on != (self._on_for is not None):
            self._on_for = 0 if on else None

    def seen(self, reading):
        if self._on_for is not None:
            self._on_for += 1
            if self._on_for > WARMING_SAMPLES:
                return reading
        return b"\x55" * SPIN_BYTES + reading[SPIN_BYTES:]


class Lsm6ds3Registers:
    """The registers of the chip as far as the driver may use them."""

    address = 0x6A

    def __init__(self):
        self.values = {0x0F: 0x69}
        self._gyroscope = Gyroscope()

    def write(self, register, data):
        assert register in (0x10, 0x11, 0x12, 0x15, 0x58, 0x5B, 0x5C, 0x5E), "the driver writes to %#x" % register
        self.values[register] = data[0]
        if register == 0x11:
            # Off, or 104 Hz at ±2000 degrees a second, which is what the readings are in.
            assert data[0] in (0x00, 0x4C)
            self._gyroscope.switch(data[0] != 0)

    def read(self, register, count):
        if register == 0x1E:
            # Whole samples, addresses that count up, and ±8 g are what the readings are in.
            assert self.values.get(0x12) == 0x44
            assert self.values.get(0x10) == 0x4C
            return bytes((1 if samples.left() and ready() else 0,))
        if register == 0x22 and count == SAMPLE_BYTES:
            return self._gyroscope.seen(samples.take())
        return bytes((self.values.get(register, 0),)) * count


class Bmi160Registers:
    """The same for the other chip."""

    address = 0x68

    def __init__(self):
        self.values = {0x00: 0xD1}
        self._samples = False
        self._gyroscope = Gyroscope()

    def write(self, register, data):
        assert register in (0x40, 0x41, 0x42, 0x43, 0x50, 0x53, 0x54, 0x55, 0x5F, 0x60, 0x7E), "%#x" % register
        self.values[register] = data[0]
        if register == 0x7E and data[0] in (0x14, 0x15):
            self._gyroscope.switch(data[0] == 0x15)
        elif register == 0x7E:
            self._samples = data[0] == 0x11

    def read(self, register, count):
        if register == 0x1B:
            assert self._samples
            assert (self.values.get(0x41), self.values.get(0x43)) == (0x08, 0x00)
            assert (self.values.get(0x40), self.values.get(0x42)) == (0x28, 0x28)
            return bytes((0x80 if samples.left() and ready() else 0,))
        if register == 0x0C and count == SAMPLE_BYTES:
            return self._gyroscope.seen(samples.take())
        return bytes((self.values.get(register, 0),)) * count


CHIPS = {"lsm6ds3": Lsm6ds3Registers, "bmi160": Bmi160Registers, "none": None}
chip_class = CHIPS[os.getenv("DIE_CHIP") or "lsm6ds3"]
chip = chip_class() if chip_class else None
