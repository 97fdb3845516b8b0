"""The line format between die and host: `$D1,<seq>,<type>,<json>*<CRC32>`, at most 240 bytes."""

import binascii
import json

LONGEST = 240


def encode(seq, kind, body):
    """Encodes one line; `body` contains numbers, booleans and plain words."""
    inner = "D1,%d,%s,%s" % (seq, kind, json.dumps(body, separators=(",", ":")))
    return b"$%s*%08X\n" % (inner.encode(), binascii.crc32(inner.encode()) & 0xFFFFFFFF)


class Reader:
    """Extracts frames from a stream of bytes and drops everything else."""

    def __init__(self):
        self._line = bytearray()

    def feed(self, data):
        """Processes some bytes.

        Returns:
            A list of the (type, body) pairs that they completed.
        """
        found = []
        for byte in data:
            if byte == 0x0A:
                frame = _decode(bytes(self._line))
                if frame:
                    found.append(frame)
                self._line = bytearray()
            elif byte == 0x24:
                self._line = bytearray()
            elif len(self._line) < LONGEST:
                self._line.append(byte)
        return found


def _decode(line):
    if len(line) < 14 or line[:3] != b"D1," or line[-9:-8] != b"*":
        return None
    inner, told = line[:-9], line[-8:]
    if b"%08X" % (binascii.crc32(inner) & 0xFFFFFFFF) != told:
        return None
    parts = inner.split(b",", 3)
    if len(parts) != 4:
        return None
    try:
        body = json.loads(parts[3])
        kind = parts[2].decode()
    except ValueError:
        return None
    return (kind, body) if isinstance(body, dict) else None
