"""A deck as words for QR codes, so that a player carries it to another table; a large deck takes several codes.

Capitals and digits alone stand in a code, which QR codes hold best. Each says which part it is and of which deck, so
that parts may be seen in any order, and those of two decks are never put together.
"""

import base64
import hashlib
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import tomlkit

from companion.cards.errors import CardsError, FileError
from companion.cards.text import Text
from companion.documents import DocumentError, parse_toml

MARK = "COMPANION-DECK"
MAX_LETTERS = 500
"""Of the deck in one code: as coarse as a camera above the table can still read from a phone that is held up."""
MAX_PARTS = 9
SUM_LETTERS = 8
MAX_BYTES = 16 * 1024
"""Of a deck once it is unpacked."""

_PART = re.compile(rf"{MARK}:([1-9])/([1-9]):([A-Z2-7]{{{SUM_LETTERS}}}):([A-Z2-7]+?)(?={MARK}|[^A-Z2-7]|\Z)")

Value = bool | int | str | list[str] | dict[str, int | str]
"""What may stand in a deck's file."""


class DeckCodeError(CardsError):
    """A deck that no code can hold, or codes that hold none; its text is one sentence for people."""


class CarriedDeck(msgspec.Struct, frozen=True, array_like=True):
    """A deck with the game that it belongs to.

    Attributes:
        game: Name of the game.
        data: The deck as its file says it.
    """

    game: str
    data: dict[str, Value]

    @property
    def text(self) -> str:
        """The deck's file."""
        return tomlkit.dumps(self.data)

    @property
    def read(self) -> Text:
        """The deck's file, as libraries read it.

        Raises:
            FileError: If it is too much to read.
        """
        try:
            return Text("", parse_toml(self.text))
        except DocumentError as error:
            raise FileError(()) from error


def codes_of(game: str, data: Mapping[str, Any]) -> tuple[str, ...]:
    """The codes of a deck, one for each part.

    Args:
        game: Name of the game.
        data: The deck as its file says it.

    Raises:
        DeckCodeError: If the deck is too large for codes.
    """
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    try:
        carried = msgspec.convert([game, dict(data)], CarriedDeck)
    except msgspec.ValidationError as error:
        raise DeckCodeError(f"the deck cannot be put into a code: {error}") from error
    whole = packing.compress(msgspec.json.encode(carried)) + packing.flush()
    letters = base64.b32encode(whole).decode().rstrip("=")
    count = -(-len(letters) // MAX_LETTERS)
    if count > MAX_PARTS:
        raise DeckCodeError(
            f"the deck is too large for {MAX_PARTS} codes: hand in its file, or leave out names in other languages"
        )
    size = -(-len(letters) // count)  # parts of one size are equally easy to read
    checksum = _checksum(whole)
    return tuple(
        f"{MARK}:{part + 1}/{count}:{checksum}:{letters[part * size : (part + 1) * size]}" for part in range(count)
    )


def deck_in(text: str) -> CarriedDeck:
    """The deck whose codes stand in a text, in any order.

    Raises:
        DeckCodeError: If there is none, or not all of it, or it was changed.
    """
    parts = DeckParts()
    parts.take((text,))
    deck = parts.deck
    if deck is None:
        raise DeckCodeError(
            f"these are {parts.found} of {parts.of} codes of the deck: add the others"
            if parts.of
            else f"this is no code of a deck: expected {MARK}:1/1:… or its picture"
        )
    return deck


@dataclass(slots=True)
class DeckParts:
    """The parts of a deck as they come in, such as before a camera; a part of another deck begins anew.

    Attributes:
        of: How many there are; 0 before the first.
    """

    of: int = 0
    _checksum: str = ""
    _letters: dict[int, str] | None = None

    @property
    def found(self) -> int:
        """How many have come."""
        return len(self._letters or ())

    @property
    def deck(self) -> CarriedDeck | None:
        """The deck; None as long as parts are missing.

        Raises:
            DeckCodeError: If all parts are there, and are not as they were made.
        """
        letters = self._letters or {}
        if not self.of or len(letters) < self.of:
            return None
        return _unpacked("".join(letters[part] for part in sorted(letters)), self._checksum)

    def take(self, words: Iterable[str]) -> bool:
        """Takes what was read; whether a part was new."""
        before = (self._checksum, self.found)
        for text in words:
            for part, of, checksum, letters in _PART.findall(text.upper()):
                if int(part) > int(of):
                    continue
                if (checksum, int(of)) != (self._checksum, self.of):
                    self._checksum, self.of, self._letters = checksum, int(of), {}
                assert self._letters is not None  # noqa: S101 (made with the first part)
                self._letters[int(part)] = letters
        return (self._checksum, self.found) != before


def _checksum(whole: bytes) -> str:
    return base64.b32encode(hashlib.sha256(whole).digest()).decode()[:SUM_LETTERS]


def _unpacked(letters: str, checksum: str) -> CarriedDeck:
    damaged = DeckCodeError("the code of the deck is damaged: scan it again, or paste the whole of it")
    try:
        whole = base64.b32decode(letters + "=" * (-len(letters) % 8))
        if _checksum(whole) != checksum:
            raise damaged
        return msgspec.json.decode(zlib.decompressobj(-15).decompress(whole, MAX_BYTES), type=CarriedDeck)
    except (ValueError, zlib.error, msgspec.DecodeError, RecursionError) as error:
        raise damaged from error
