"""ST LSM6DS3 and LSM6DS3TR-C over I²C. The register names are those of the datasheet."""

from chips import motion_chip

ADDRESSES = (0x6A, 0x6B)
WHO_AM_I = 0x0F
KNOWN = (0x69, 0x6A)
CTRL1_XL = 0x10
CTRL2_G = 0x11
CTRL3_C = 0x12
CTRL6_C = 0x15
STATUS_REG = 0x1E
# Six bytes of the gyroscope, followed by six of the accelerometer.
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


class Lsm6ds3(motion_chip.MotionChip):
    """One LSM6DS3 or LSM6DS3TR-C."""

    STATUS = STATUS_REG
    READY = 0x01
    DATA = OUTX_L_G

    def begin(self):
        self._set(CTRL3_C, BLOCK_UPDATE_AND_INCREMENT)
        self._set(MD1_CFG, 0)
        self._set(CTRL6_C, 0)
        self._set(CTRL2_G, SPIN_OFF)
        self._set(CTRL1_XL, SAMPLE_104HZ_8G)

    def switch_spin(self, on):
        self._set(CTRL2_G, SPIN_104HZ_2000DPS if on else SPIN_OFF)

    def scaled(self, x, y, z, spin_x, spin_y, spin_z):
        # 0.244 mg per step at ±8 g, 70 millidegrees per second at ±2000.
        return (
            x * 244 // 1000,
            y * 244 // 1000,
            z * 244 // 1000,
            spin_x * 7 // 100,
            spin_y * 7 // 100,
            spin_z * 7 // 100,
        )

    def watch_for_motion(self):
        """Enters a low-power mode and raises INT1 on motion."""
        self._set(CTRL2_G, SPIN_OFF)
        self._set(CTRL6_C, LOW_POWER)
        self._set(CTRL1_XL, WATCH_26HZ_2G)
        self._set(WAKE_UP_DUR, 0)
        self._set(WAKE_UP_THS, WAKE_125MG)
        self._set(TAP_CFG, INTERRUPTS_AND_LATCH)
        self._set(MD1_CFG, WAKE_ON_INT1)


def find(i2c):
    """Returns the chip on this bus, or None."""
    return motion_chip.find(i2c, Lsm6ds3, ADDRESSES, WHO_AM_I, KNOWN)
