"""Shuffles that anyone can check afterwards.

Before the first draw all see the hash of a secret seed; every shuffle follows from the seed, the number of the shuffle
and the pile; at the end the seed is shown. Whoever holds the seed can work every order out again, and nobody could
have chosen it to their liking after seeing a card. The same seed shuffles no two piles alike.

References:
    Fisher and Yates 1938; the keyed stream is HMAC-SHA256 in counter mode (FIPS 198-1).
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """What is shown before the game: SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def shuffled(seed: bytes, number: int, pile: str, cards: Sequence[str]) -> tuple[str, ...]:
    """The order of a shuffle.

    Args:
        seed: The secret.
        number: Which shuffle of the game it is, from 1.
        pile: Id of the pile; that of a player's deck is the player's.
        cards: The cards in it; in which order does not matter.
    """
    order = sorted(cards)
    draws = _numbers(seed, f"{number}/{pile}".encode())
    for last in range(len(order) - 1, 0, -1):
        chosen = _below(last + 1, draws)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _numbers(seed: bytes, label: bytes) -> Iterator[int]:
    """An endless stream of numbers below 2**32."""
    block = 0
    while True:
        data = hmac.new(seed, label + block.to_bytes(8, "big"), hashlib.sha256).digest()
        yield from (int.from_bytes(data[at : at + 4], "big") for at in range(0, len(data), 4))
        block += 1


def _below(limit: int, draws: Iterator[int]) -> int:
    """A number below a limit, each as likely as any other: those that would favour some are passed over."""
    most = 2**32 // limit * limit
    return next(number for number in draws if number < most) % limit
