"""What both motion sensors have in common: registers over I²C, and six words, the gyroscope's first."""

import struct

# The gyroscope needs up to 80 ms from off to its first true reading.
WARMING_SAMPLES = 9
WORDS_BYTES = 12


class MotionChip:
    """A sensor on the bus; each chip says where its registers are and what a step of its words is worth."""

    STATUS = 0
    READY = 0
    DATA = 0

    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address
        self._data = bytearray(WORDS_BYTES)
        self._feels_spin = False
        self._warming = 0
        self.begin()

    def begin(self):
        """Measure at rest, without the gyroscope."""
        raise NotImplementedError

    def switch_spin(self, on):
        """Switch the gyroscope itself."""
        raise NotImplementedError

    def scaled(self, x, y, z, spin_x, spin_y, spin_z):
        """Steps of the six words as mg and degrees a second."""
        raise NotImplementedError

    def _set(self, register, value):
        self._i2c.writeto_mem(self._address, register, bytes((value,)))

    def feel_spin(self, on):
        """Switch the gyroscope, which draws many times what the accelerometer does."""
        if on != self._feels_spin:
            self._feels_spin, self._warming = on, WARMING_SAMPLES
            self.switch_spin(on)

    def sample(self):
        """The next reading, None while there is none.

        Returns:
            x, y, z in mg, and the spin about each in degrees a second: 0 while the gyroscope is off or warms up.
        """
        if not self._i2c.readfrom_mem(self._address, self.STATUS, 1)[0] & self.READY:
            return None
        self._i2c.readfrom_mem_into(self._address, self.DATA, self._data)
        spin_x, spin_y, spin_z, x, y, z = struct.unpack("<6h", self._data)
        if not self._feels_spin or self._warming:
            self._warming = max(0, self._warming - 1)
            spin_x = spin_y = spin_z = 0
        return self.scaled(x, y, z, spin_x, spin_y, spin_z)


def find(i2c, chip, addresses, id_register, known):
    """A chip of this kind on this bus, or None."""
    for address in addresses:
        try:
            if i2c.readfrom_mem(address, id_register, 1)[0] in known:
                return chip(i2c, address)
        except OSError:
            continue
    return None
