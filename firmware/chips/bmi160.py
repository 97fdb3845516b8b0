"""Bosch BMI160 over I²C, accelerometer only. Registers by the datasheet's names."""

import time

ADDRESSES = (0x68, 0x69)
CHIP_ID = 0x00
KNOWN = (0xD1,)
DATA_ACC = 0x12
STATUS = 0x1B
ACC_CONF = 0x40
ACC_RANGE = 0x41
INT_EN_0 = 0x50
INT_OUT_CTRL = 0x53
INT_LATCH = 0x54
INT_MAP_0 = 0x55
INT_MOTION_0 = 0x5F
INT_MOTION_1 = 0x60
CMD = 0x7E

ACC_NORMAL = 0x11
ACC_LOW_POWER = 0x12
SAMPLE_100HZ = 0x28
WATCH_25HZ = 0x96
RANGE_8G = 0x08
ANY_AXIS = 0x07
INT1_HIGH = 0x0A
LATCHED = 0x0F
MOTION_ON_INT1 = 0x04
TWO_SAMPLES = 0x01
WAKE_125MG = 0x08
START_MS = 5


class Bmi160:
    """One such chip."""

    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address
        self._data = bytearray(6)
        self._set(INT_EN_0, 0)
        self._set(CMD, ACC_NORMAL)
        # The datasheet asks for 3.8 ms before the next write.
        time.sleep_ms(START_MS)
        self._set(ACC_CONF, SAMPLE_100HZ)
        self._set(ACC_RANGE, RANGE_8G)

    def _set(self, register, value):
        self._i2c.writeto_mem(self._address, register, bytes((value,)))

    def sample(self):
        """The next reading in mg as (x, y, z); None while there is none."""
        if not self._i2c.readfrom_mem(self._address, STATUS, 1)[0] & 0x80:
            return None
        self._i2c.readfrom_mem_into(self._address, DATA_ACC, self._data)
        data = self._data
        # 4096 steps a g at ±8 g.
        return tuple((((data[at] | data[at + 1] << 8) ^ 0x8000) - 0x8000) * 1000 >> 12 for at in (0, 2, 4))

    def watch_for_motion(self):
        """Draw little power and raise INT1 when moved."""
        self._set(INT_MOTION_0, TWO_SAMPLES)
        self._set(INT_MOTION_1, WAKE_125MG)
        self._set(INT_LATCH, LATCHED)
        self._set(INT_OUT_CTRL, INT1_HIGH)
        self._set(INT_MAP_0, MOTION_ON_INT1)
        self._set(INT_EN_0, ANY_AXIS)
        self._set(ACC_CONF, WATCH_25HZ)
        self._set(CMD, ACC_LOW_POWER)


def find(i2c):
    """The chip on this bus, or None."""
    for address in ADDRESSES:
        try:
            if i2c.readfrom_mem(address, CHIP_ID, 1)[0] in KNOWN:
                return Bmi160(i2c, address)
        except OSError:
            continue
    return None
