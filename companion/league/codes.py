"""Cards as one line of text each: a mark that says what it is, and what stands on the card, packed."""

import base64
import zlib
from typing import TypeVar

import msgspec

from companion.league.errors import LeagueError

Card = TypeVar("Card", bound=msgspec.Struct)

COMMON = (
    rb'{"league":" League","venue":"hub","table":"t1","urls":["nats://192.168.1.","tls://192.168.1.:4222"],"seed":"SUA",'
    rb'"page":"http://192.168.1.:8700","page":"https://192.168.1.:8700","authority":"-----BEGIN CERTIFICATE-----\n'
    rb"MIIBPDCB76ADAgECAhQDAFBgMrZXAwGzEZMBcG\nA1UEAwwQQ29tcGFuaW9uIGxlYWd1ZTAeFw0y0MDAwMDBaFw00MDAwMDBaMBsxGTAXBgNVBAMM"
    rb"EENvbXBhbmlvbiBsZWFndWUwKjAFBgMrZXADIQDMqNFMEMwHQYDVR0OBBYEFwMBIGA1UdEwEB/wQIMAYBAf8CAQAwDgYDVR0PAQH/\nBAQDAgEG"
    rb'MAUGAytlcANBA=\n-----END CERTIFICATE-----\n"}'
)
"""What tables' cards have in common, also within the certificate of an authority; it need not stand in the code.

Printed cards are read by it: it must stay as it is, to the letter.
"""


def code_of(mark: str, card: msgspec.Struct) -> str:
    """A card as one line of text."""
    return mark + base64.urlsafe_b64encode(zlib.compress(msgspec.json.encode(card), 9)).decode().rstrip("=")


def capitals_of(mark: str, card: msgspec.Struct) -> str:
    """A card as one line of capitals and digits alone: the coarsest QR code, so that a camera reads it from afar."""
    packing = zlib.compressobj(9, zdict=COMMON)
    packed = packing.compress(msgspec.json.encode(card)) + packing.flush()
    return mark.upper() + base64.b32encode(packed).decode().rstrip("=")


def card_in(code: str, mark: str, card: type[Card], max_bytes: int) -> Card:
    """The card that a line of text stands for, in capitals alone or not.

    Args:
        code: The line; blanks in it do not count.
        mark: By which it begins.
        card: What stands on it.
        max_bytes: More than that is not unpacked.

    Raises:
        LeagueError: If it stands for none.
    """
    text, damaged = (
        "".join(code.split()),
        LeagueError("this card is damaged: scan it again, or copy it letter by letter"),
    )
    if not text.startswith((mark, mark.upper())) or len(text) > max_bytes:
        raise LeagueError(f"this is no such card: expected a line that begins with {mark}")
    letters = text[len(mark) :]
    try:
        if text.startswith(mark):
            packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        else:
            packed = base64.b32decode(letters + "=" * (-len(letters) % 8))
        unpacking = zlib.decompressobj(zdict=COMMON)
        unpacked = unpacking.decompress(packed, max_bytes)
        if not unpacking.eof:
            raise damaged
        return msgspec.json.decode(unpacked, type=card)
    except (ValueError, zlib.error, msgspec.DecodeError) as error:
        raise damaged from error
