"""An ESP32-C3 board with the sensor on I²C, wired as in the build guide."""

import time

import esp32
import machine
import micropython

from chips import bmi160, lsm6ds3
from chips.radio import Radio
from chips.usb_serial import UsbSerial

# Only GPIO 0 to 5 can wake an ESP32-C3 from deep sleep.
SENSOR_INT1 = 3
CELL = 4
USB_POWER = 5
SDA = 6
SCL = 7
LED = 10
BUS_HZ = 400_000
# Two equal resistors halve the cell's voltage.
CELL_DIVIDER = 2


class Board:
    """The hardware of the die.

    Raises:
        OSError: If no sensor answers.
    """

    def __init__(self):
        i2c = machine.I2C(0, sda=machine.Pin(SDA), scl=machine.Pin(SCL), freq=BUS_HZ)
        self._sensor = lsm6ds3.find(i2c) or bmi160.find(i2c)
        if self._sensor is None:
            raise OSError("no sensor answers on I2C: check its wires")
        self._led = machine.Pin(LED, machine.Pin.OUT, value=0)
        self._usb_power = machine.Pin(USB_POWER, machine.Pin.IN)
        self._cell = machine.ADC(machine.Pin(CELL), atten=machine.ADC.ATTN_11DB)
        self._radio = None
        self.links = [UsbSerial()]
        self.sample = self._sensor.sample
        self.feel_spin = self._sensor.feel_spin

    def advertise(self, die_name):
        """Advertises the die by radio under this name, and accepts a host there too."""
        self._radio = Radio(die_name)
        self.links.append(self._radio)

    def led(self, on):
        self._led.value(on)

    def battery_mv(self):
        return self._cell.read_uv() // 1000 * CELL_DIVIDER

    def charging(self):
        return bool(self._usb_power.value())

    def guard(self, on):
        """Disables Ctrl-C while a host uses USB, so that a damaged byte cannot stop the program."""
        micropython.kbd_intr(-1 if on else 3)

    def sleep(self):
        """Switches off until the die is moved; then it restarts."""
        if self._radio is not None:
            self._radio.stop()
        self.led(False)
        self._sensor.watch_for_motion()
        esp32.wake_on_gpio((machine.Pin(SENSOR_INT1, machine.Pin.IN),), esp32.WAKEUP_ANY_HIGH)
        machine.deepsleep()

    @staticmethod
    def name():
        """Returns an id that no other board has."""
        return "".join("%02x" % byte for byte in machine.unique_id()[-4:])

    ticks = staticmethod(time.ticks_ms)
    after = staticmethod(time.ticks_diff)
    wait = staticmethod(time.sleep_ms)
