"""Bosch BMI160 over I²C. The register names are those of the datasheet."""

import time

from chips import motion_chip

ADDRESSES = (0x68, 0x69)
CHIP_ID = 0x00
KNOWN = (0xD1,)
# Six bytes of the gyroscope, followed by six of the accelerometer.
DATA_GYR = 0x0C
STATUS = 0x1B
ACC_CONF = 0x40
ACC_RANGE = 0x41
GYR_CONF = 0x42
GYR_RANGE = 0x43
INT_EN_0 = 0x50
INT_OUT_CTRL = 0x53
INT_LATCH = 0x54
INT_MAP_0 = 0x55
INT_MOTION_0 = 0x5F
INT_MOTION_1 = 0x60
CMD = 0x7E

ACC_NORMAL = 0x11
ACC_LOW_POWER = 0x12
GYR_SUSPEND = 0x14
GYR_NORMAL = 0x15
SAMPLE_100HZ = 0x28
WATCH_25HZ = 0x96
RANGE_8G = 0x08
RANGE_2000DPS = 0x00
ANY_AXIS = 0x07
INT1_HIGH = 0x0A
LATCHED = 0x0F
MOTION_ON_INT1 = 0x04
TWO_SAMPLES = 0x01
WAKE_125MG = 0x08
START_MS = 5


class Bmi160(motion_chip.MotionChip):
    """One BMI160."""

    STATUS = STATUS
    READY = 0x80
    DATA = DATA_GYR

    def begin(self):
        self._set(INT_EN_0, 0)
        self._command(ACC_NORMAL)
        self._command(GYR_SUSPEND)
        self._set(ACC_CONF, SAMPLE_100HZ)
        self._set(ACC_RANGE, RANGE_8G)
        self._set(GYR_CONF, SAMPLE_100HZ)
        self._set(GYR_RANGE, RANGE_2000DPS)

    def _command(self, command):
        self._set(CMD, command)
        # The datasheet requires 3.8 ms before the next write.
        time.sleep_ms(START_MS)

    def switch_spin(self, on):
        self._command(GYR_NORMAL if on else GYR_SUSPEND)

    def scaled(self, x, y, z, spin_x, spin_y, spin_z):
        # 4096 steps per g at ±8 g, 32768 for 2000 degrees per second.
        return (
            x * 1000 >> 12,
            y * 1000 >> 12,
            z * 1000 >> 12,
            spin_x * 125 >> 11,
            spin_y * 125 >> 11,
            spin_z * 125 >> 11,
        )

    def watch_for_motion(self):
        """Enters a low-power mode and raises INT1 on motion."""
        self._command(GYR_SUSPEND)
        self._set(INT_MOTION_0, TWO_SAMPLES)
        self._set(INT_MOTION_1, WAKE_125MG)
        self._set(INT_LATCH, LATCHED)
        self._set(INT_OUT_CTRL, INT1_HIGH)
        self._set(INT_MAP_0, MOTION_ON_INT1)
        self._set(INT_EN_0, ANY_AXIS)
        self._set(ACC_CONF, WATCH_25HZ)
        self._set(CMD, ACC_LOW_POWER)


def find(i2c):
    """Returns the chip on this bus, or None."""
    return motion_chip.find(i2c, Bmi160, ADDRESSES, CHIP_ID, KNOWN)
