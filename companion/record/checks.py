"""What a record's file must hold before anything is made of it: known rules, an unbroken end, its own seed."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.games.protocol import Game, rules_version
from companion.games.registry import GameError
from companion.record.chain import Entry
from companion.record.errors import NewerError, RecordError, TamperedError
from companion.record.fold import Fold
from companion.record.head_file import Head
from companion.record.rescue_note import RescueNote
from companion.record.shuffle import commitment
from companion.record.store import Store


def game_of(store: Store, games: Mapping[str, Game[Any]]) -> Game[Any]:
    """The rules of a record.

    Raises:
        RecordError: If the game is not known.
        NewerError: If newer rules wrote it.
    """
    if store.game not in games:
        raise RecordError(f"{store.path} is a game of {store.game!r}, which this program does not know.")
    try:
        game = games[store.game]
    except GameError as error:
        raise RecordError(f"{store.path}: {error}.") from error
    known, newest = rules_version(game), store.newest_rules
    if newest > known:
        raise NewerError(
            f"{store.path} was played on with a newer version of this program (rules {newest}, this one has {known}); "
            "update this one to see it and to go on with it."
        )
    return game


def entries_of(store: Store, fold: Fold) -> Iterator[Entry]:
    """The entries of a file, for a fold that takes each of them.

    Raises:
        TamperedError: If one cannot be read; it tells after which event.
        RecordError: If the file is damaged.
    """
    try:
        yield from store.entries()
    except TamperedError as unreadable:
        raise TamperedError(unreadable.entry, unreadable.why, fold.history.written) from unreadable


def require_whole(store: Store, fold: Fold) -> None:
    """Refuses a record whose newest entry is not the one that was written, or acknowledged, last.

    Raises:
        TamperedError: If there was a newer one, or another.
    """
    last, written = fold.last, fold.history.written
    if last is None or store.head is None or store.head.number > last.number:
        raise TamperedError(fold.entries, "it is missing from the end", written)
    if store.head != Head(last.number, last.hash):
        raise fold.tampered(last, "it is not the one that was written last")
    outside = store.acknowledged
    if outside is None:
        return
    if outside.number > last.number:
        why = f"it is missing from the end, where entries up to {outside.number} were acknowledged"
        raise TamperedError(fold.entries, why, written)
    if fold.hash_of(outside.number) != outside.hash:
        raise TamperedError(outside.number, "it is not the one that was acknowledged when it was written")


def require_seed(store: Store, setup: msgspec.Struct | None, rescued: RescueNote | None) -> None:
    """Refuses a record whose seed is not the one whose hash was shown before the game.

    Args:
        store: The file.
        setup: What the game began with; None where that was lost, and with it the hash.
        rescued: What had been lost before; a seed may be among it.

    Raises:
        TamperedError: If it is missing, or another.
    """
    shown, seed = getattr(setup, "seed_hash", ""), store.about("seed")
    if not shown:
        return
    if seed is None:
        if rescued is None or not rescued.seed_lost:
            raise TamperedError(0, "the seed of its shuffles is missing", 0)
    elif commitment(seed) != shown:
        raise TamperedError(0, "the seed of its shuffles is not the one whose hash was shown before the game", 0)
