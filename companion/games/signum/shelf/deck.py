"""Decks: a hero, the Battle Deck, buildings and terrain, in a TOML file of their own."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from companion.cards.errors import Fault
from companion.cards.text import Text
from companion.documents import Path, line_of
from companion.games.kit.deck_file import key_in_full, read_deck

MAX_CARDS = 1000
"""In a Battle Deck; no edition allows more than a tenth of it."""


class _File(msgspec.Struct, frozen=True):
    """A deck file as written."""

    schema: int
    hero: str
    cards: dict[str, int]
    name: dict[str, str] = {}
    pack: str = ""
    starter: bool = False
    buildings: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    construction: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """What a player brings to a game.

    Attributes:
        file: Where it was read.
        names: By language; may be empty.
        starter: Whether it is the beginners' set, which may be smaller in some editions (S-CONST-14).
        hero: Key of the hero.
        cards: How many of each card the Battle Deck has, by key.
        buildings: Keys of building cards.
        terrain: Keys of terrain cards.
        construction: Keys of the Construction Deck from the top, for Experienced Architect (S-VAR-01).
        lines: Where in the file everything stands.
    """

    file: str
    names: Mapping[str, str]
    starter: bool
    hero: str
    cards: Mapping[str, int]
    buildings: tuple[str, ...]
    terrain: tuple[str, ...]
    construction: tuple[str, ...]
    lines: Mapping[Path, int]

    @property
    def battle_deck(self) -> tuple[str, ...]:
        """Key of every card of the Battle Deck, in the order of the file."""
        return tuple(key for key, count in self.cards.items() for _ in range(count))

    def line(self, *path: str | int) -> int:
        """Where a part of it stands; keys of cards may be given in full."""
        if path[:1] == ("cards",) and path not in self.lines:
            path = ("cards", str(path[-1]).rpartition("/")[2])
        return line_of(self.lines, path)


def deck_of(text: Text) -> Deck:
    """A deck as its file writes it. Whether it may be played is another question: `rulings.deck_faults`.

    Raises:
        DeckError: If it is not written as a deck, with every mistake in it.
    """
    written = read_deck(text, _File, "decks", _faults)

    def full(key: str) -> str:
        return key_in_full(key, written.pack)

    return Deck(
        file=text.file,
        names=written.name,
        starter=written.starter,
        hero=full(written.hero),
        cards={full(key): count for key, count in written.cards.items()},
        buildings=tuple(full(key) for key in written.buildings),
        terrain=tuple(full(key) for key in written.terrain),
        construction=tuple(full(key) for key in written.construction),
        lines=text.toml.lines,
    )


def _faults(text: Text) -> list[Fault]:
    data: dict[str, Any] = text.data
    found = []
    size = sum(data["cards"].values())
    if size > MAX_CARDS:
        found.append(text.fault(("cards",), f"a deck has {MAX_CARDS} cards at most, not {size}"))
    for key, count in islice(data["cards"].items(), MAX_CARDS):
        if count < 1:
            found.append(text.fault(("cards", key), f"a deck has 1 or more of a card, not {count}", key))
        if (
            "/" in key
            and f"{data.get('pack')}/{key.rpartition('/')[2]}" == key
            and key.rpartition("/")[2] in data["cards"]
        ):
            found.append(text.fault(("cards", key), "this card stands twice, once with its pack's name", key))
    return found
