"""MicroPython: stands in for the module that touches the chip's pins and buses."""

import world


class Pin:
    IN = 0
    OUT = 1

    def __init__(self, number, mode=-1, value=None):
        self.number = number

    def value(self, level=None):
        if level is None:
            return world.usb_power
        world.leds.append((self.number, bool(level)))
        return None


class ADC:
    ATTN_11DB = 3

    def __init__(self, pin, atten=None):
        assert pin.number == 4
        assert atten == self.ATTN_11DB

    def read_uv(self):
        return world.CELL_UV


class I2C:
    def __init__(self, number, sda, scl, freq):
        assert (sda.number, scl.number, freq) == (6, 7, 400_000)

    def _chip(self, address):
        if world.chip is None or world.chip.address != address:
            raise OSError(19)
        return world.chip

    def writeto_mem(self, address, register, data):
        self._chip(address).write(register, data)

    def readfrom_mem(self, address, register, count):
        return self._chip(address).read(register, count)

    def readfrom_mem_into(self, address, register, into):
        into[:] = self._chip(address).read(register, len(into))


def unique_id():
    return b"\x00\x01\x1a\x2b\x3c\x4d"


def deepsleep():
    world.asleep = True
    raise SystemExit
