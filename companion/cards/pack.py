"""Card packs: TOML files of cards, read whole or refused with every mistake and its line."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path as File
from typing import Any, Generic

import msgspec

from companion.cards.errors import Fault, FileError, PackError
from companion.cards.format import C, CardFormat, D
from companion.cards.languages import text_mistakes
from companion.cards.mistakes import Mistake
from companion.cards.shape import MAX_MISTAKES, mistakes_in
from companion.cards.text import Text, read_toml

SCHEMA = 1
"""Version of the format of packs."""

CARDS, DRAFTS = "card", "draft"
"""Lists of a pack: of its cards, and of cards that are kept half entered and take no part in games."""

Names = dict[str, dict[str, str]]
"""By key, then by language."""


@cache
def head_type(name_tables: tuple[str, ...]) -> type[msgspec.Struct]:
    """A pack file, its cards not looked at; nobody plays with its drafts, which are kept half entered.

    Args:
        name_tables: Tables of names that it may have.
    """
    tables: list[Any] = [(name, Names, msgspec.field(default_factory=dict)) for name in name_tables]
    head: list[Any] = [("schema", int), ("id", str), ("names", dict[str, str])]
    cards: list[Any] = [(name, tuple[Any, ...], ()) for name in (CARDS, DRAFTS)]
    return msgspec.defstruct("Head", [*head, *tables, *cards], frozen=True)


@dataclass(frozen=True, slots=True)
class Pack(Generic[C]):
    """A pack of cards.

    Attributes:
        id: What stands before the keys of its cards: `skirmish` of `skirmish/temple`.
        names: Of the pack, by language.
        cards: By key in full.
        name_tables: Other names that it declares, by table, key and language.
    """

    id: str
    names: dict[str, str]
    cards: dict[str, C]
    name_tables: dict[str, Names] = field(default_factory=dict)


def all_cards(packs: Iterable[Pack[C]]) -> dict[str, C]:
    """The cards of several packs, by key."""
    return {key: card for pack in packs for key, card in pack.cards.items()}


def all_names(packs: Iterable[Pack[C]]) -> Names:
    """All that several packs name beside their cards, by key and language."""
    return {key: names for pack in packs for table in pack.name_tables.values() for key, names in table.items()}


def read_packs(paths: Sequence[File], beside: Iterable[Pack[C]], form: CardFormat[C, D]) -> tuple[Pack[C], ...]:
    """Reads packs that may name each other's cards.

    Args:
        paths: The files.
        beside: Packs that are known already; one that is read anew takes the place of the old one.
        form: How the game's cards are written.

    Raises:
        PackError: If there are mistakes in any of them, with all of them.
    """
    return _PackReader(form).packs(paths, beside)


class _Head:
    """The head of a file that has no mistakes in it."""

    def __init__(self, text: Text, form: CardFormat[C, D]) -> None:
        self.text = text
        self.id: str = text.data["id"]
        self.names: dict[str, str] = text.data["names"]
        self.cards: Sequence[Any] = text.data.get(CARDS, ())
        self.name_tables: dict[str, Names] = {name: text.data.get(name, {}) for name in form.name_tables}

    @property
    def raw(self) -> Iterator[Mapping[str, object]]:
        """Cards as far as they are tables."""
        return (each for each in self.cards if isinstance(each, Mapping))

    @property
    def keys(self) -> frozenset[str]:
        """Keys of its cards as written."""
        return frozenset(key for each in self.raw if isinstance(key := each.get("key"), str))


class _PackReader(Generic[C, D]):
    """Reads packs once and gathers what is wrong."""

    def __init__(self, form: CardFormat[C, D]) -> None:
        self._form = form
        self._faults: list[Fault] = []

    def packs(self, paths: Sequence[File], beside: Iterable[Pack[C]]) -> tuple[Pack[C], ...]:
        texts = [text for path in paths for text in self._texts(path)]
        heads = [head for text in texts for head in self._heads(text)]
        read = {head.id for head in heads}
        known = (card for pack in beside if pack.id not in read for card in pack.cards.values())
        world = self._form.world(known, ((head.id, head.raw) for head in heads))
        packs = tuple(self._pack(head, world) for head in heads)
        for index, head in enumerate(heads):
            if any(other.id == head.id for other in heads[:index]):
                self._faults.append(head.text.fault(("id",), f"another of these packs is called {head.id!r} too"))
        if self._faults:
            raise PackError(tuple(sorted(self._faults, key=lambda each: (each.file, each.line))))
        return packs

    def _texts(self, path: File) -> Iterator[Text]:
        try:
            yield read_toml(path)
        except FileError as error:
            self._faults.extend(error.faults)

    def _heads(self, text: Text) -> Iterator[_Head]:
        found = list(islice(self._head_mistakes(text.data), MAX_MISTAKES))
        self._faults.extend(text.fault(path, sentence) for path, sentence in found)
        if not found:
            yield _Head(text, self._form)

    def _head_mistakes(self, data: Mapping[str, Any]) -> Iterator[Mistake]:
        shape = list(mistakes_in(data, head_type(self._form.name_tables)))
        yield from shape
        if shape:
            return
        if data["schema"] != SCHEMA:
            yield ("schema",), f"this program reads packs of schema {SCHEMA}, not {data['schema']}"
        if not _is_key(data["id"]):
            yield ("id",), f"an id is made of small letters, digits and _, not {data['id']!r}"
        yield from text_mistakes(data["names"], ("names",), needed=True)
        for table in self._form.name_tables:
            for key, names in data.get(table, {}).items():
                if not _is_key(key) or key in self._form.everywhere:
                    reserved = f", not {_or(self._form.everywhere)}" if self._form.everywhere else ""
                    yield (table, key), f"{key!r} cannot be declared: small letters, digits and _{reserved}"
                yield from text_mistakes(names, (table, key), needed=True)

    def _pack(self, head: _Head, world: object) -> Pack[C]:
        mine = self._form.world_of_pack(world, head.name_tables)
        own = head.keys
        cards: dict[str, C] = {}
        for index, raw in enumerate(head.cards):
            written = raw.get("key", "") if isinstance(raw, Mapping) else ""
            name = written if isinstance(written, str) else ""
            found = list(islice(mistakes_in(raw, self._form.card_type), MAX_MISTAKES))
            if not found:
                card = msgspec.convert(self._form.in_full(raw, head.id, own), self._form.card_type)
                if not _is_key(name):
                    found.append((("key",), f"a key is made of small letters, digits and _, not {name!r}"))
                if card.key in cards:
                    found.append((("key",), f"there is a card {name!r} already; every key stands once"))
                cards[card.key] = card
                found.extend(self._form.card_mistakes(card, raw, mine))
            self._faults.extend(head.text.fault((CARDS, index, *path), sentence, name) for path, sentence in found)
            if len(self._faults) >= MAX_MISTAKES:
                break
        return Pack(head.id, head.names, cards, head.name_tables)


def _or(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def _is_key(text: str) -> bool:
    return text.isascii() and text.replace("_", "").isalnum() and text == text.lower()
