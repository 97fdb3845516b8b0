"""MicroPython: stands in for the radio; the other end of two pipes plays the air.

From the air, a line each: `C` somebody connects, `D` they leave, `W<hex>` they write. Into the air: `A<hex> <hex>`
advert and scan response, `S` advertising has stopped, `N<hex>` a notification.
"""

import os
import select

_MTU = 128


class UUID:
    def __init__(self, text):
        self.text = text


class BLE:
    def __init__(self):
        folder = os.getenv("DIE_AIR")
        self._from_air = open(folder + "/to_die", "rb") if folder else None
        self._to_air = open(folder + "/from_die", "wb") if folder else None
        self._poller = select.poll()
        if self._from_air is not None:
            self._poller.register(self._from_air, select.POLLIN)
        self._line = b""
        self._held = b""
        self._room = 20
        self._advert = (b"", b"")
        self._connected = False
        self._active = False
        self._handler = None

    def active(self, on=None):
        if on is not None:
            self._active = on
        return self._active

    def config(self, gap_name, mtu):
        assert self._active
        assert gap_name.startswith("OurDie_")
        assert mtu >= _MTU

    def irq(self, handler):
        self._handler = handler

    def gatts_register_services(self, services):
        ((service, (notify, write)),) = services
        assert service.text.startswith("6e400001")
        assert (notify[0].text[:8], notify[1]) == ("6e400003", 0x10)
        assert (write[0].text[:8], write[1]) == ("6e400002", 0x0C)
        return ((3, 6),)

    def gatts_set_buffer(self, handle, room, append):
        assert (handle, append) == (6, True)
        self._room = room

    def gap_advertise(self, every_us, advert=None, resp_data=None):
        self._advert = (advert or self._advert[0], resp_data or self._advert[1])
        assert all(len(data) <= 31 for data in self._advert)
        self._tell("A%s %s" % (self._advert[0].hex(), self._advert[1].hex()))

    def gatts_notify(self, connection, handle, data):
        assert (connection, handle) == (1, 3)
        assert len(data) <= _MTU - 3
        self._tell("N" + data.hex())

    def gatts_read(self, handle):
        assert handle == 6
        held, self._held = self._held, b""
        return held

    def listen(self):
        """Let happen what has come through the air: a real radio does so by itself."""
        while self._from_air is not None and self._poller.poll(0):
            byte = self._from_air.read(1)
            if not byte:
                raise SystemExit
            if byte != b"\n":
                self._line += byte
                continue
            line, self._line = self._line, b""
            self._happened(line[:1], line[1:])

    def _happened(self, what, rest):
        if what == b"C":
            self._handler(1, (1, 0, b""))
            self._handler(21, (1, _MTU))
        elif what == b"D":
            self._handler(2, (1, 0, b""))
        elif what == b"W":
            # What does not fit is lost, as in the real buffer.
            self._held = (self._held + bytes.fromhex(rest.decode()))[: self._room]
            self._handler(3, (1, 6))

    def _tell(self, line):
        if self._to_air is not None:
            self._to_air.write(line.encode() + b"\n")
