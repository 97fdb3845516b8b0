"""The die's proof that it is one that the host knows: an HMAC-SHA-256 over what it says, as hardware/die_keys.py has it.

MicroPython has SHA-256 and no HMAC.
"""

import binascii
import hashlib

BLOCK = 64
DIGITS = 16


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
