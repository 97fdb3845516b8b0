"""The USB port as a way to the host: bytes from standard input, bytes to standard output."""

import select
import sys

MOST_BYTES = 256


class UsbSerial:
    """Reads byte by byte and never waits: a line that stops halfway must not stop the die."""

    name = "usb"

    def __init__(self):
        self._poller = select.poll()
        self._poller.register(sys.stdin, select.POLLIN)

    def read(self):
        data = b""
        while len(data) < MOST_BYTES and self._poller.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            data += byte
        return data

    def write(self, data):
        sys.stdout.buffer.write(data)
