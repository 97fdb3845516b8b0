"""How a deck, team or squad is read from a TOML file of its own, with every mistake in it."""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, TypeVar

import msgspec

from companion.cards.errors import DeckError, Fault
from companion.cards.languages import text_mistakes
from companion.cards.pack import SCHEMA
from companion.cards.shape import MAX_MISTAKES, mistakes_in
from companion.cards.text import Text
from companion.texts import Language

FileT = TypeVar("FileT", bound=msgspec.Struct)


def read_deck(text: Text, file_type: type[FileT], word: str, own_faults: Callable[[Text], Iterable[Fault]]) -> FileT:
    """A deck as its file writes it. Whether it may be played is another question.

    Args:
        text: The file.
        file_type: Its fields, among them `schema` and, by language, `name`.
        word: What the game calls such decks, in the plural, such as `squads`.
        own_faults: What else is wrong with a file of the right shape.

    Raises:
        DeckError: If it is not written as one, with every mistake in it.
    """
    found = islice(mistakes_in(text.data, file_type), MAX_MISTAKES)
    faults = [text.fault(where, sentence) for where, sentence in found]
    if not faults:
        faults = [*_faults(text, word), *own_faults(text)]
    if faults:
        raise DeckError(tuple(sorted(faults, key=lambda each: each.line)))
    return msgspec.convert(text.data, file_type)


def deck_file(name: str, **fields: object) -> Mapping[str, Any]:
    """A deck as its file has it, without what is empty.

    Args:
        name: What it is called in every language.
        fields: Of the game's decks, with keys of cards in full.
    """
    kept = {key: list(each) if isinstance(each, tuple) else each for key, each in fields.items() if each}
    return {"schema": SCHEMA, "name": {each.value: name for each in Language}, **kept}


def _faults(text: Text, word: str) -> Iterable[Fault]:
    for where, sentence in text_mistakes(text.data.get("name", {}), ("name",)):
        yield text.fault(where, sentence)
    schema = text.data["schema"]
    if schema != SCHEMA:
        yield text.fault(("schema",), f"this program reads {word} of schema {SCHEMA}, not {schema}")


def key_in_full(key: str, pack: str) -> str:
    """A card's key with its pack: that of the file where the key names none; nothing stays nothing."""
    return key if not key or "/" in key or not pack else f"{pack}/{key}"
