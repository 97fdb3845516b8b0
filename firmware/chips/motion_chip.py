"""The common part of both motion sensors: registers over I²C, and six words, those of the gyroscope first."""

import struct

# The gyroscope needs up to 80 ms from power-on to its first valid reading.
WARMING_SAMPLES = 9
WORDS_BYTES = 12


class MotionChip:
    """A sensor on the bus; each chip defines its registers and the scale of its words."""

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
        """Starts to measure acceleration at rest, without the gyroscope."""
        raise NotImplementedError

    def switch_spin(self, on):
        """Switches the gyroscope itself."""
        raise NotImplementedError

    def scaled(self, x, y, z, spin_x, spin_y, spin_z):
        """Converts the six words to mg and degrees per second."""
        raise NotImplementedError

    def _set(self, register, value):
        self._i2c.writeto_mem(self._address, register, bytes((value,)))

    def feel_spin(self, on):
        """Switches the gyroscope, which draws many times the current of the accelerometer."""
        if on != self._feels_spin:
            self._feels_spin, self._warming = on, WARMING_SAMPLES
            self.switch_spin(on)

    def sample(self):
        """Returns the next reading; None if there is none yet.

        Returns:
            x, y, z in mg, and the rotation rate about each axis in degrees per second: 0 while the gyroscope is off or
                starting.
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
    """Returns a chip of this kind on this bus, or None."""
    for address in addresses:
        try:
            if i2c.readfrom_mem(address, id_register, 1)[0] in known:
                return chip(i2c, address)
        except OSError:
            continue
    return None
