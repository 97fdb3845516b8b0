"""A file of a pack that is being written: one card of it is changed, and all else stays as somebody wrote it.

A file is read before each change and must be as it was read last, so that nobody's work is written over. What is
written is read again before it takes the old file's place; so a file is as before, or holds exactly what was meant.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.items import AoT, Table

from companion.cards.errors import CardsError
from companion.cards.library import is_deck_file
from companion.cards.pack import SCHEMA
from companion.cards.text import read_toml
from companion.documents import read_text

Declared = tuple[str, str, Mapping[str, str]]
"""A table of names, a key in it, and its names by language."""

ENDING = ".toml"


class ChangedPackError(CardsError):
    """A file that is not as it was when it was read; nothing was written."""


class UnwrittenPackError(CardsError):
    """A file that cannot be written; it is as it was."""


@dataclass(frozen=True, slots=True)
class PackFile:
    """A file of a pack as it was read.

    Attributes:
        path: Where it is.
        text: All of it.
        data: What it says.
    """

    path: Path
    text: str
    data: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> "PackFile":
        """Reads a file.

        Raises:
            FileError: If it cannot be read, or is no TOML.
            CardsError: If it is no pack.
        """
        data = read_toml(path).data
        if not isinstance(data.get("names"), dict) or not isinstance(data.get("card", []), list):
            raise CardsError(f"{path} is no pack of cards; a pack has `names` and a [[card]] for each card")
        return cls(path, read_text(path), data)

    @classmethod
    def new(cls, folder: Path, stem: str, names: Mapping[str, str]) -> "PackFile":
        """Writes a pack without cards into a new file.

        Args:
            folder: Where it is to be; made where it is not there.
            stem: What it is called by, in small letters, digits and _; a number follows where that is taken.
            names: Of the pack, by language.

        Raises:
            UnwrittenPackError: If it cannot be written.
        """
        number = 1
        while True:
            name = stem if number == 1 else f"{stem}_{number}"
            path = folder / f"{name}{ENDING}"
            text = tomlkit.dumps({"schema": SCHEMA, "id": name, "names": _inline(dict(names))})
            try:
                folder.mkdir(parents=True, exist_ok=True)
                with path.open("x", encoding="utf-8", newline="\n") as file:
                    file.write(text)
            except FileExistsError:
                number += 1
            except OSError as error:
                raise UnwrittenPackError(f"{path}: {error.strerror}") from error
            else:
                return cls.read(path)

    @property
    def cards(self) -> list[Any]:
        """Its cards as written."""
        return list(self.data.get("card", []))

    def with_card(self, index: int, card: Mapping[str, Any] | None, declared: Iterable[Declared] = ()) -> "PackFile":
        """Writes a card in place of another, or after all others, or takes one out.

        Args:
            index: Which card; their number for a new one.
            card: As it is to be written; None for none.
            declared: Names that the pack has to have besides.

        Returns:
            The file as it is then.

        Raises:
            ChangedPackError: If the file was changed since it was read.
            UnwrittenPackError: If it cannot be written.
        """
        meant = deepcopy(self.data)
        cards = meant.setdefault("card", [])
        cards[index : index + 1] = [] if card is None else [dict(card)]
        document = tomlkit.parse(self.text)
        for table, key, names in declared:
            if key not in meant.setdefault(table, {}):
                meant[table][key] = dict(names)
                _declare(document, table, key, names)
        for change in (_changed_within, _written_anew):
            text = change(tomlkit.dumps(document), index, card)
            if _says(text, meant):
                return self._replaced(text)
        raise UnwrittenPackError(f"{self.path}: the card has something that cannot be written")

    def with_names(self, names: Mapping[str, str]) -> "PackFile":
        """Writes another name of the pack; errors as for `with_card`."""
        document = tomlkit.parse(self.text)
        document["names"] = _inline(dict(names))
        return self._replaced(tomlkit.dumps(document))

    def _replaced(self, text: str) -> "PackFile":
        path, unfinished = self.path, self.path.with_name(f".{self.path.name}.new")
        try:
            if not path.is_file() or path.read_text(encoding="utf-8") != self.text:
                raise ChangedPackError(str(path))
            with unfinished.open("w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except OSError as error:
            unfinished.unlink(missing_ok=True)
            raise UnwrittenPackError(f"{path}: {error.strerror}") from error
        return PackFile(path, text, tomllib.loads(text))


def pack_files(folder: Path) -> tuple[Path, ...]:
    """The files of packs in a folder, by name; none where there is no folder."""
    try:
        found = sorted(each for each in folder.iterdir() if each.name.endswith(ENDING))
    except OSError:
        return ()
    return tuple(each for each in found if not is_deck_file(each.name) and not each.name.startswith("."))


def _declare(document: tomlkit.TOMLDocument, table: str, key: str, names: Mapping[str, str]) -> None:
    """Adds names to a table of the file; a table that is not there comes before the cards."""
    if table in document:
        document[table][key] = _inline(dict(names))
        return
    made = tomlkit.table()
    made.append(key, _inline(dict(names)))
    cards = document.pop("card", None)
    document.append(table, made)
    if cards is not None:
        document.append("card", cards)


def _changed_within(text: str, index: int, card: Mapping[str, Any] | None) -> str:
    """The text with one card changed; what stays the same in it keeps its form and its comments."""
    document = tomlkit.parse(text)
    cards = document.get("card")
    if card is None or not isinstance(cards, AoT) or index >= len(cards):
        return _written_anew(text, index, card)
    table, before = cards[index], tomllib.loads(text)["card"][index]
    for key in [key for key in table if key not in card]:
        table.remove(key)
    for key, value in card.items():
        if key not in before or before[key] != value:
            table[key] = _inline(value)
    return tomlkit.dumps(document)


def _written_anew(text: str, index: int, card: Mapping[str, Any] | None) -> str:
    """The text with one card written as a whole."""
    document = tomlkit.parse(text)
    cards = document.get("card")
    if not isinstance(cards, AoT):
        cards = tomlkit.aot()
        document.pop("card", None)
        document.append("card", cards)
    if index < len(cards):
        cards.pop(index)
    if card is not None:
        cards.insert(index, _table(card))
    return tomlkit.dumps(document)


def _table(card: Mapping[str, Any]) -> Table:
    made = tomlkit.table()
    for key, value in card.items():
        made.append(key, _inline(value))
    made.add(tomlkit.nl())
    return made


def _inline(value: Any) -> Any:  # noqa: ANN401 (whatever a file may hold)
    """A value on one line."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, each in value.items():
            table.append(key, _inline(each))
        return table
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        for each in value:
            array.append(_inline(each))
        return array
    return value


def _says(text: str, meant: Mapping[str, Any]) -> bool:
    """Whether a text says what it is to say."""
    try:
        return tomllib.loads(text) == meant
    except tomllib.TOMLDecodeError:
        return False
