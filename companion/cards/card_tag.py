"""The word in the QR code of a card's sticker: short, so that the code is coarse, and everywhere the same."""

import base64
import hashlib
from collections.abc import Collection, Iterable

PREFIX = "CARD-"
LETTERS = 8
"""Of 5 bits each: among a thousand cards, two share a word once in two million packs."""


def tag_of(key: str) -> str:
    """The word on the sticker of a card; capitals and digits, which QR codes hold best."""
    digest = hashlib.sha256(f"card {key}".encode()).digest()
    return PREFIX + base64.b32encode(digest).decode()[:LETTERS]


def tagged(words: Collection[str], keys: Iterable[str]) -> str | None:
    """The card among some that one of the words names; None if none does, or they name several."""
    found = {key for key in keys if tag_of(key) in words}
    return found.pop() if len(found) == 1 else None
