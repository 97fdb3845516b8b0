"""Keys that sign: of tables, venues and the organiser, as NATS writes them (NKeys, Ed25519)."""

import base64
import secrets

import nkeys
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from companion.league.errors import LeagueError

SEED_BYTES = 32
KEY_BYTES = 1 + 32 + 2
"""Of a public key: what sort it is, the key, a checksum."""


class KeyTextError(LeagueError):
    """Text that is no key; its text is one sentence for people."""


class Key:
    """A key that can sign."""

    def __init__(self, seed: str) -> None:
        """Reads a key.

        Args:
            seed: As NATS writes it, `SU...`.

        Raises:
            KeyTextError: If it is none.
        """
        try:
            self._pair = nkeys.from_seed(bytearray(seed.encode()))
        except Exception as error:  # the library raises whatever decoding raises
            raise KeyTextError("a secret key was expected: 58 characters that begin with SU") from error
        self.seed = seed

    @classmethod
    def new(cls) -> "Key":
        """A key that nobody has yet."""
        return cls(nkeys.encode_seed(secrets.token_bytes(SEED_BYTES), nkeys.PREFIX_BYTE_USER).decode())

    @property
    def public(self) -> str:
        """What others know it by, `U...`."""
        return str(self._pair.public_key.decode())

    def sign(self, data: bytes) -> bytes:
        """The signature of some bytes, of 64 bytes."""
        return bytes(self._pair.sign(data))


def is_signed(public: str, data: bytes, signature: bytes) -> bool:
    """Whether the owner of a public key signed some bytes."""
    try:
        raw = base64.b32decode(public)
        whole = len(raw) == KEY_BYTES and raw[0] == nkeys.PREFIX_BYTE_USER
        if not whole or nkeys.crc16(bytearray(raw[:-2])) != int.from_bytes(raw[-2:], "little"):
            return False
        Ed25519PublicKey.from_public_bytes(raw[1:-2]).verify(signature, data)
    except (ValueError, InvalidSignature):
        return False
    return True
