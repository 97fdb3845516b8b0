"""The connection to a host over Bluetooth Low Energy, with the Nordic UART service."""

import bluetooth

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
WRITE = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
NOTIFY = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
FLAG_WRITE_NO_RESPONSE = 0x04
FLAG_WRITE = 0x08
FLAG_NOTIFY = 0x10
CENTRAL_CONNECT = 1
CENTRAL_DISCONNECT = 2
GATTS_WRITE = 3
MTU_EXCHANGED = 21
ADVERTISE_EVERY_US = 100_000
SMALLEST_MTU = 23
WANTED_MTU = 247
MTU_OVERHEAD = 3
RECEIVED_BYTES = 512
# Room for several frames; data that a host does not take in that time is resent later or outdated.
WAITING_BYTES = 1024


class Radio:
    """Advertises under a name, and accepts one host at a time."""

    name = "ble"

    def __init__(self, die_name):
        self._advert = _field(0x01, b"\x06") + _field(0x09, die_name.encode())
        self._answer = _field(
            0x07, bytes(reversed([int(SERVICE.replace("-", "")[at : at + 2], 16) for at in range(0, 32, 2)]))
        )
        self._host = None
        self._mtu = SMALLEST_MTU
        self._written = False
        self._waiting = b""
        self._ble = bluetooth.BLE()
        self._ble.active(True)
        self._ble.config(gap_name=die_name, mtu=WANTED_MTU)
        self._ble.irq(self._irq)
        notify = (bluetooth.UUID(NOTIFY), FLAG_NOTIFY)
        write = (bluetooth.UUID(WRITE), FLAG_WRITE | FLAG_WRITE_NO_RESPONSE)
        ((self._notify, self._write),) = self._ble.gatts_register_services(
            ((bluetooth.UUID(SERVICE), (notify, write)),)
        )
        self._ble.gatts_set_buffer(self._write, RECEIVED_BYTES, True)
        self._advertise()

    def _advertise(self):
        self._ble.gap_advertise(ADVERTISE_EVERY_US, self._advert, resp_data=self._answer)

    def _irq(self, event, data):
        if event == CENTRAL_CONNECT:
            self._host, self._mtu, self._waiting = data[0], SMALLEST_MTU, b""
        elif event == CENTRAL_DISCONNECT:
            self._host = None
            self._advertise()
        elif event == MTU_EXCHANGED:
            self._mtu = data[1]
        elif event == GATTS_WRITE:
            self._written = True

    def read(self):
        self._send()
        if not self._written:
            return b""
        self._written = False
        return bytes(self._ble.gatts_read(self._write))

    def write(self, data):
        if self._host is not None and len(self._waiting) + len(data) <= WAITING_BYTES:
            self._waiting += data
            self._send()

    def _send(self):
        most = self._mtu - MTU_OVERHEAD
        while self._waiting and self._host is not None:
            try:
                self._ble.gatts_notify(self._host, self._notify, self._waiting[:most])
            except OSError:
                # The stack's buffers are full; the rest is sent in the next step.
                return
            self._waiting = self._waiting[most:]

    def stop(self):
        self._ble.active(False)


def _field(kind, value):
    return bytes((len(value) + 1, kind)) + value
