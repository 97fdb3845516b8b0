"""The connection to a host over the USB port: bytes from standard input, bytes to standard output."""

import select
import sys

MAX_BYTES = 256


class UsbSerial:
    """Reads byte by byte without blocking: an incomplete line must not stop the die."""

    name = "usb"

    def __init__(self):
        self._poller = select.poll()
        self._poller.register(sys.stdin, select.POLLIN)

    def read(self):
        data = b""
        while len(data) < MAX_BYTES and self._poller.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            data += byte
        return data

    def write(self, data):
        sys.stdout.buffer.write(data)
