"""MicroPython: stands in for the module with the ESP32's own functions."""

import world

WAKEUP_ANY_HIGH = True


def wake_on_gpio(pins, level):
    assert level is WAKEUP_ANY_HIGH
    world.wakes_on = tuple(pin.number for pin in pins)
