"""The connection to a host over the USB port: bytes from standard input, bytes to standard output."""

import select
import sys

import micropython

MAX_BYTES = 256
CTRL_C = 3
ENTER = 13


class UsbSerial:
    """Reads byte by byte without blocking: an incomplete line must not stop the die.

    Ctrl-C alone is a byte like any other, so that no terminal ends the die during a game. Enter followed by Ctrl-C,
    with which mpremote begins, ends the program.
    """

    name = "usb"
    is_cable = True

    def __init__(self):
        micropython.kbd_intr(-1)
        self._poller = select.poll()
        self._poller.register(sys.stdin, select.POLLIN)
        self._last = 0

    def read(self):
        data = b""
        while len(data) < MAX_BYTES and self._poller.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            if byte[0] == CTRL_C and self._last == ENTER:
                micropython.kbd_intr(CTRL_C)
                raise KeyboardInterrupt
            self._last = byte[0]
            data += byte
        return data

    def write(self, data):
        sys.stdout.buffer.write(data)
