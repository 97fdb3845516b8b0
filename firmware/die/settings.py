"""The die's permanent settings: its id, its kind and the readings of its faces.

Two files are used alternately. A new version overwrites the older file, with an incremented counter and a checksum over
all of it, so that a power cut at any byte leaves the other file intact. On reading, the intact file with the higher
counter is used.
"""

import binascii
import json
import os

SLOTS = ("settings.a", "settings.b")


class Settings:
    """The settings in one folder, whose path ends in `/` or is empty."""

    def __init__(self, folder=""):
        self._folder = folder

    def load(self):
        """Returns the newest intact settings; {} if there are none."""
        return self._newest()[2]

    def save(self, values):
        """Replaces the settings."""
        slot, counter, _ = self._newest()
        body = json.dumps(values)
        inner = "%d %s" % (counter + 1, body)
        line = "%s %08X\n" % (inner, binascii.crc32(inner.encode()) & 0xFFFFFFFF)
        with open(self._folder + SLOTS[1 - slot], "wb") as file:
            file.write(line.encode())
        if hasattr(os, "sync"):
            os.sync()

    def _newest(self):
        found = [(counter, slot, values) for slot in (0, 1) for counter, values in self._read(slot)]
        if not found:
            return 1, 0, {}
        counter, slot, values = max(found, key=lambda one: one[0])
        return slot, counter, values

    def _read(self, slot):
        try:
            with open(self._folder + SLOTS[slot], "rb") as file:
                line = file.read()
        except OSError:
            return []
        inner, seal = line[:-10], line[-10:]
        if seal != b" %08X\n" % (binascii.crc32(inner) & 0xFFFFFFFF):
            return []
        try:
            counter, body = inner.split(b" ", 1)
            return [(int(counter), json.loads(body))]
        except ValueError:
            return []
