"""Packets as no die sends them: random ones, and good ones spoilt in every way that a packet can be."""

import random
from collections.abc import Iterator, Sequence

LONGEST_RANDOM = 48


def mangled(originals: Sequence[bytes], count: int, seed: int) -> Iterator[tuple[bytes, bytes]]:
    """So many packets, each with the good one it was made of; a quarter are random and made of nothing.

    Yields:
        The packet and its original, `b""` for a random one. A spoilt packet may by chance be a good one again.
    """
    chance = random.Random(seed)  # noqa: S311  no secret
    below, draw = chance.randrange, chance.random
    for _ in range(count):
        if draw() < 0.25:
            yield chance.randbytes(below(LONGEST_RANDOM)), b""
            continue
        original = originals[int(draw() * len(originals))]
        packet = bytearray(original)
        for _ in range(1 + int(draw() * 3)):
            _spoil(packet, int(draw() * 6), draw)
        yield bytes(packet), original


def _spoil(packet: bytearray, how: int, draw) -> None:
    at = int(draw() * len(packet)) if packet else 0
    match how:
        case 0 if packet:
            packet[at] ^= 1 << int(draw() * 8)
        case 1 if packet:
            packet[at] = int(draw() * 256)
        case 2 if packet:
            del packet[at]
        case 3:
            packet.insert(at, int(draw() * 256))
        case 4:
            del packet[at:]
        case _:
            packet += packet[at:]
