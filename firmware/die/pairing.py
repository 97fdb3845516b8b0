"""The secret that the die shares with a host, and its proofs: HMAC-SHA-256, as in hardware/die_keys.py of the host.

MicroPython has SHA-256 and no HMAC.
"""

import binascii
import hashlib

BLOCK = 64
KEY_BYTES = 16
DIGITS = 16


class Pairing:
    """The secret, kept among the die's settings.

    Args:
        settings: The die's `Settings`; None for a die that cannot be paired.
    """

    def __init__(self, settings=None):
        self._settings = settings
        digits = settings.load().get("key") if settings else None
        self._key = binascii.unhexlify(digits) if digits else None
        self._challenge = None

    def challenged(self, challenge):
        """Takes the challenge of a host's hello; anything else than text is none."""
        self._challenge = challenge if isinstance(challenge, str) else None

    def take(self, digits):
        """Stores a new secret of 32 hexadecimal digits; tells whether it is one."""
        try:
            key = binascii.unhexlify(digits) if isinstance(digits, str) else b""
        except ValueError:
            return False
        if len(key) != KEY_BYTES or self._settings is None:
            return False
        values = self._settings.load()
        values["key"] = digits
        self._settings.save(values)
        self._key = key
        return True

    def signed(self, body, field, what, parts):
        """Returns a body with the proof for the host's challenge, if there are a secret and a challenge."""
        if self._key and self._challenge:
            body = dict(body)
            body[field] = proof(self._key, (what, self._challenge) + parts)
        return body


def proof(key, parts):
    """Returns the first 16 hexadecimal digits of the HMAC over the parts, joined by `|`.

    Args:
        key: The secret, at most 64 bytes.
        parts: Numbers and plain words.
    """
    padded = key + bytes(BLOCK - len(key))
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
    inner.update("|".join(str(part) for part in parts).encode())
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))
    outer.update(inner.digest())
    return binascii.hexlify(outer.digest()).decode()[:DIGITS]
