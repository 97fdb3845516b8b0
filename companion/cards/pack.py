"""Card packs: TOML files of cards, read whole or refused with every mistake and its line."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import islice
from pathlib import Path as File
from typing import Any

import msgspec

from companion.cards.errors import Fault, FileError, PackError
from companion.cards.printed import text_mistakes
from companion.cards.sense import card_mistakes
from companion.cards.shape import MOST_MISTAKES, Mistake, mistakes_in
from companion.cards.world import EVERYWHERE, World, in_full, note_cards, note_raw
from companion.documents import DocumentError, Path, TomlText, parse_toml, read_text
from companion.games.signum.cards import Card

SCHEMA = 1
"""Version of the format of packs."""

DECK_ENDING = ".deck.toml"
"""How the names of deck files end."""


class _Head(msgspec.Struct, frozen=True):
    """A pack file, its cards not looked at."""

    schema: int
    id: str
    names: dict[str, str]
    factions: dict[str, dict[str, str]] = {}
    races: dict[str, dict[str, str]] = {}
    card: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of cards.

    Attributes:
        id: What stands before the keys of its cards: `skirmish` of `skirmish/temple`.
        names: Of the pack, by language.
        factions: Names of the factions it declares, by key and language.
        races: Names of the races it declares, by key and language.
        cards: By key in full.
    """

    id: str
    names: dict[str, str]
    factions: dict[str, dict[str, str]]
    races: dict[str, dict[str, str]]
    cards: dict[str, Card]


@dataclass(frozen=True, slots=True)
class Text:
    """A file as read, with the place of everything in it."""

    file: str
    toml: TomlText

    @property
    def data(self) -> dict[str, Any]:
        """What it says."""
        return self.toml.data

    def fault(self, path: Path, sentence: str, card: str = "") -> Fault:
        """A mistake at a place of this file."""
        return Fault(self.file, self.toml.line(path), card, sentence)


def load_pack(path: File) -> Pack:
    """Reads a pack; it may name cards of the packs that are shipped.

    Raises:
        PackError: If it cannot be read, with every mistake in it.
    """
    return load_packs((path,), load_shipped().values())[0]


@cache
def load_shipped() -> dict[str, Pack]:
    """The packs that come with the program, by id."""
    files = tuple(
        File(str(each))
        for each in sorted(resources.files("companion.cards").joinpath("packs").iterdir(), key=lambda each: each.name)
        if each.name.endswith(".toml") and not each.name.endswith(DECK_ENDING)
    )
    return {pack.id: pack for pack in load_packs(files)}


def load_packs(paths: Sequence[File], beside: Iterable[Pack] = ()) -> tuple[Pack, ...]:
    """Reads packs that may name each other's cards.

    Args:
        paths: The files.
        beside: Packs that are known already; one that is read anew takes the place of the old one.

    Raises:
        PackError: If there are mistakes in any of them, with all of them.
    """
    faults: list[Fault] = []
    texts = [text for path in paths for text in _texts(path, faults)]
    heads = [(text, head) for text in texts for head in _heads(text, faults)]
    world = _world(heads, beside)
    packs = tuple(_pack(text, head, world, faults) for text, head in heads)
    for index, (text, head) in enumerate(heads):
        if any(other.id == head.id for _, other in heads[:index]):
            faults.append(text.fault(("id",), f"another of these packs is called {head.id!r} too"))
    if faults:
        raise PackError(tuple(sorted(faults, key=lambda each: (each.file, each.line))))
    return packs


def read_toml(path: File) -> Text:
    """Reads a TOML file.

    Raises:
        FileError: If it cannot be read, is not UTF-8 or is not TOML.
    """
    try:
        return Text(str(path), parse_toml(read_text(path)))
    except DocumentError as error:
        raise FileError((Fault(str(path), error.line, "", str(error)),)) from error


def _texts(path: File, faults: list[Fault]) -> Iterator[Text]:
    try:
        yield read_toml(path)
    except FileError as error:
        faults.extend(error.faults)


def _heads(text: Text, faults: list[Fault]) -> Iterator[_Head]:
    found = list(islice(_head_mistakes(text.data), MOST_MISTAKES))
    faults.extend(text.fault(path, sentence) for path, sentence in found)
    if not found:
        yield msgspec.convert(text.data, _Head)


def _head_mistakes(data: Mapping[str, Any]) -> Iterator[Mistake]:
    shape = list(mistakes_in(data, _Head))
    yield from shape
    if shape:
        return
    if data["schema"] != SCHEMA:
        yield ("schema",), f"this program reads packs of schema {SCHEMA}, not {data['schema']}"
    if not _is_key(data["id"]):
        yield ("id",), f"an id is made of small letters, digits and _, not {data['id']!r}"
    yield from text_mistakes(data["names"], ("names",), needed=True)
    for kind in ("factions", "races"):
        for key, names in data.get(kind, {}).items():
            if not _is_key(key) or key in EVERYWHERE:
                yield (kind, key), f"{key!r} cannot be declared: small letters, digits and _, not {_or(EVERYWHERE)}"
            yield from text_mistakes(names, (kind, key), needed=True)


def _or(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _is_key(text: str) -> bool:
    return text.isascii() and text.replace("_", "").isalnum() and text == text.lower()


def _world(heads: Sequence[tuple[Text, _Head]], beside: Iterable[Pack]) -> World:
    world = World()
    read = {head.id for _, head in heads}
    for pack in beside:
        if pack.id not in read:
            note_cards(world, pack.cards.values())
    for _, head in heads:
        note_raw(world, head.id, (each for each in head.card if isinstance(each, Mapping)))
    return world


def _pack(text: Text, head: _Head, world: World, faults: list[Fault]) -> Pack:
    mine = replace(world, factions=frozenset((*EVERYWHERE, *head.factions)), races=frozenset(head.races))
    own = frozenset(each["key"] for each in head.card if isinstance(each, Mapping) and isinstance(each.get("key"), str))
    cards: dict[str, Card] = {}
    for index, raw in enumerate(head.card):
        written = raw.get("key", "") if isinstance(raw, Mapping) else ""
        name = written if isinstance(written, str) else ""
        found = list(islice(mistakes_in(raw, Card), MOST_MISTAKES))
        if not found:
            card = msgspec.convert(in_full(raw, head.id, own), Card)
            if not _is_key(name):
                found.append((("key",), f"a key is made of small letters, digits and _, not {name!r}"))
            if card.key in cards:
                found.append((("key",), f"there is a card {name!r} already; every key stands once"))
            cards[card.key] = card
            found.extend(card_mistakes(card, raw, mine))
        faults.extend(text.fault(("card", index, *path), sentence, name) for path, sentence in found)
        if len(faults) >= MOST_MISTAKES:
            break
    return Pack(head.id, head.names, head.factions, head.races, cards)
