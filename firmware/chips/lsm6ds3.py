"""ST LSM6DS3 and LSM6DS3TR-C over I²C. Registers by the datasheet's names."""

import struct

ADDRESSES = (0x6A, 0x6B)
WHO_AM_I = 0x0F
KNOWN = (0x69, 0x6A)
CTRL1_XL = 0x10
CTRL2_G = 0x11
CTRL3_C = 0x12
CTRL6_C = 0x15
STATUS_REG = 0x1E
# Six bytes of the gyroscope, and behind them six of the accelerometer.
OUTX_L_G = 0x22
TAP_CFG = 0x58
WAKE_UP_THS = 0x5B
WAKE_UP_DUR = 0x5C
MD1_CFG = 0x5E

SAMPLE_104HZ_8G = 0x4C
SPIN_104HZ_2000DPS = 0x4C
SPIN_OFF = 0x00
WATCH_26HZ_2G = 0x20
BLOCK_UPDATE_AND_INCREMENT = 0x44
LOW_POWER = 0x10
INTERRUPTS_AND_LATCH = 0x81
WAKE_125MG = 0x04
WAKE_ON_INT1 = 0x20
# The gyroscope needs up to 80 ms from off to its first true reading.
WARMING_SAMPLES = 9


class Lsm6ds3:
    """One such chip."""

    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address
        self._data = bytearray(12)
        self._feels_spin = False
        self._warming = 0
        self._set(CTRL3_C, BLOCK_UPDATE_AND_INCREMENT)
        self._set(MD1_CFG, 0)
        self._set(CTRL6_C, 0)
        self._set(CTRL2_G, SPIN_OFF)
        self._set(CTRL1_XL, SAMPLE_104HZ_8G)

    def _set(self, register, value):
        self._i2c.writeto_mem(self._address, register, bytes((value,)))

    def feel_spin(self, on):
        """Switch the gyroscope, which draws many times what the accelerometer does."""
        if on != self._feels_spin:
            self._feels_spin, self._warming = on, WARMING_SAMPLES
            self._set(CTRL2_G, SPIN_104HZ_2000DPS if on else SPIN_OFF)

    def sample(self):
        """The next reading, None while there is none.

        Returns:
            x, y, z in mg, and the spin about each in degrees a second: 0 while the gyroscope is off or warms up.
        """
        if not self._i2c.readfrom_mem(self._address, STATUS_REG, 1)[0] & 0x01:
            return None
        self._i2c.readfrom_mem_into(self._address, OUTX_L_G, self._data)
        spin_x, spin_y, spin_z, x, y, z = struct.unpack("<6h", self._data)
        if not self._feels_spin or self._warming:
            self._warming = max(0, self._warming - 1)
            spin_x = spin_y = spin_z = 0
        # 0.244 mg a step at ±8 g, 70 millidegrees a second at ±2000.
        return (
            x * 244 // 1000,
            y * 244 // 1000,
            z * 244 // 1000,
            spin_x * 7 // 100,
            spin_y * 7 // 100,
            spin_z * 7 // 100,
        )

    def watch_for_motion(self):
        """Draw little power and raise INT1 when moved."""
        self._set(CTRL2_G, SPIN_OFF)
        self._set(CTRL6_C, LOW_POWER)
        self._set(CTRL1_XL, WATCH_26HZ_2G)
        self._set(WAKE_UP_DUR, 0)
        self._set(WAKE_UP_THS, WAKE_125MG)
        self._set(TAP_CFG, INTERRUPTS_AND_LATCH)
        self._set(MD1_CFG, WAKE_ON_INT1)


def find(i2c):
    """The chip on this bus, or None."""
    for address in ADDRESSES:
        try:
            if i2c.readfrom_mem(address, WHO_AM_I, 1)[0] in KNOWN:
                return Lsm6ds3(i2c, address)
        except OSError:
            continue
    return None
