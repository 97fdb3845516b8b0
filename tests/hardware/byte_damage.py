"""A stream of bytes as bad wires, bad luck and bad will make it, in bulk."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
MEAN_DAMAGE = 3
"""Bytes changed in one piece, on average."""


@dataclass(frozen=True, slots=True)
class Batch:
    """So many pieces as one stream.

    Attributes:
        data: The stream.
        pieces: How many messages, damaged or not, or made of chance, are in it.
    """

    data: bytes
    pieces: int


def damaged(pool: list[bytes], pieces: int, batch: int, seed: int) -> Iterator[Batch]:
    """Messages of a pool in any order, damaged in every manner that there is, and noise between them.

    Args:
        pool: Whole messages, each with its end of line.
        pieces: How many to make in all.
        batch: How many in one stream.
        seed: Of the chance.
    """
    chance = np.random.default_rng(seed)
    manners = [_whole, _changed, _flipped, _dropped, _inserted, _cut, _noise]
    for number in range(-(-pieces // batch)):
        data = manners[number % len(manners)](chance, pool, batch)
        yield Batch(data.tobytes(), batch)


def _whole(chance: np.random.Generator, pool: list[bytes], count: int) -> Bytes:
    return np.frombuffer(b"".join(map(pool.__getitem__, chance.integers(len(pool), size=count).tolist())), np.uint8)


def _places(chance: np.random.Generator, data: Bytes, count: int) -> NDArray[np.int64]:
    return chance.integers(len(data), size=count * MEAN_DAMAGE)


def _changed(chance: np.random.Generator, pool: list[bytes], count: int) -> Bytes:
    """Bytes replaced by any others, mostly by such as occur in messages."""
    data = _whole(chance, pool, count).copy()
    places = _places(chance, data, count)
    data[places] = np.where(
        chance.random(len(places)) < 0.8, chance.choice(data, len(places)), chance.integers(256, size=len(places))
    )
    return data


def _flipped(chance: np.random.Generator, pool: list[bytes], count: int) -> Bytes:
    data = _whole(chance, pool, count).copy()
    places = _places(chance, data, count)
    data[places] ^= np.left_shift(1, chance.integers(8, size=len(places))).astype(np.uint8)
    return data


def _dropped(chance: np.random.Generator, pool: list[bytes], count: int) -> Bytes:
    data = _whole(chance, pool, count)
    return np.delete(data, _places(chance, data, count))


def _inserted(chance: np.random.Generator, pool: list[bytes], count: int) -> Bytes:
    data = _whole(chance, pool, count)
    places = _places(chance, data, count)
    return np.insert(data, places, chance.choice(data, len(places)))


def _cut(chance: np.random.Generator, pool: list[bytes], count: int) -> Bytes:
    """Beginnings of some messages joined to ends of others."""
    heads, tails = ([pool[k] for k in chance.integers(len(pool), size=count)] for _ in range(2))
    cuts = chance.random((2, count))
    pieces = [
        head[: int(a * len(head))] + tail[int(b * len(tail)) :]
        for head, tail, a, b in zip(heads, tails, *cuts, strict=True)
    ]
    return np.frombuffer(b"".join(pieces), np.uint8)


def _noise(chance: np.random.Generator, pool: list[bytes], count: int) -> Bytes:
    """Random bytes: any, or such as occur in messages, with ends of line among them."""
    size = 24 * count
    letters = np.frombuffer(b"".join(pool[:50]), np.uint8)
    return np.where(chance.random(size) < 0.3, chance.integers(256, size=size), chance.choice(letters, size)).astype(
        np.uint8
    )
