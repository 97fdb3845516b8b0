"""The secrets that our own dice share with this computer, and the proofs made with them.

A die and a computer that were once joined by a cable have a key of 16 bytes in common. The computer sends a random
challenge over any connection; the die answers with an HMAC-SHA-256 (RFC 2104) over it, and signs each roll in the same
way. A stranger's die has no such key, whatever name it gives itself.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

KEY_BYTES: Final = 16
CHALLENGE_BYTES: Final = 8
PROOF_DIGITS: Final = 16


@dataclass(frozen=True, slots=True)
class DieKeys:
    """The keys of all paired dice.

    Attributes:
        by_die: Key of each die by its own id, without the source. While it is empty, every die is accepted; as soon as
            one die is paired, only paired dice are.
    """

    by_die: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}), repr=False)

    def __bool__(self) -> bool:
        return bool(self.by_die)

    def proves(self, die: str, proof: object, *parts: object) -> bool:
        """Returns whether a proof over some parts was made with the key of a die; False for an unpaired die."""
        key = self.by_die.get(die)
        return key is not None and isinstance(proof, str) and hmac.compare_digest(proof_of(key, *parts), proof)


def proof_of(key: bytes, *parts: object) -> str:
    """Returns the proof over some parts: the first 16 hexadecimal digits of their HMAC.

    Args:
        key: The secret.
        parts: Numbers and plain words; they are joined by `|`, which none of them contains.
    """
    text = "|".join(str(part) for part in parts)
    return hmac.new(key, text.encode("utf-8"), hashlib.sha256).hexdigest()[:PROOF_DIGITS]
