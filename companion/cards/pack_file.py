"""A file of a pack that is being written: one card of it is changed, and all else stays as somebody wrote it.

A file is read before each change and must be as it was read last, so that nobody's work is written over. What is
written is read again before it takes the old file's place; so a file is as before, or holds exactly what was meant.
"""

import contextlib
import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.items import AoT, Table

from companion.cards.errors import CardsError, FileError
from companion.cards.library import DECK_ENDING, is_deck_file
from companion.cards.pack import CARDS, DRAFTS, SCHEMA
from companion.cards.text import read_toml
from companion.documents import read_text

Declared = tuple[str, str, Mapping[str, str]]
"""A table of names, a key in it, and its names by language."""

ENDING = ".toml"

Change = tuple[str, int, Mapping[str, Any] | None]
"""What is written: in which list, in which place, and the card; None takes out what is there."""


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
        if not isinstance(data.get("names"), dict) or not all(
            isinstance(data.get(each, []), list) for each in (CARDS, DRAFTS)
        ):
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
        named = _inline(dict(names))
        path = _new_file(folder, stem, ENDING, lambda id_: tomlkit.dumps({"schema": SCHEMA, "id": id_, "names": named}))
        return cls.read(path)

    @property
    def cards(self) -> list[Any]:
        """Its cards as written."""
        return list(self.data.get(CARDS, []))

    @property
    def drafts(self) -> list[Any]:
        """Cards that are kept half entered, as written."""
        return list(self.data.get(DRAFTS, []))

    def with_card(
        self,
        index: int,
        card: Mapping[str, Any] | None,
        declared: Iterable[Declared] = (),
        draft: int | None = None,
    ) -> "PackFile":
        """Writes a card in place of another, or after all others, or takes one out.

        Args:
            index: Which card; their number for a new one.
            card: As it is to be written; None for none.
            declared: Names that the pack has to have besides.
            draft: Which draft it was until now and is no more; None for none.

        Returns:
            The file as it is then.

        Raises:
            ChangedPackError: If the file was changed since it was read.
            UnwrittenPackError: If it cannot be written.
        """
        finished = [] if draft is None else [(DRAFTS, draft, None)]
        return self._changed([(CARDS, index, card), *finished], declared)

    def with_draft(self, index: int, card: Mapping[str, Any] | None, declared: Iterable[Declared] = ()) -> "PackFile":
        """Writes a draft in place of another, or after all others, or takes one out; arguments as for `with_card`."""
        return self._changed([(DRAFTS, index, card)], declared)

    def _changed(self, changes: Iterable[Change], declared: Iterable[Declared]) -> "PackFile":
        meant, text = deepcopy(self.data), self.text
        for table, key, names in declared:
            if key not in meant.setdefault(table, {}):
                meant[table][key] = dict(names)
                text = _declared(text, table, key, names)
        for change in changes:
            name, index, card = change
            meant.setdefault(name, [])[index : index + 1] = [] if card is None else [dict(card)]
            made = (write(text, change) for write in (_changed_within, _written_anew))
            found = next((each for each in made if _says(each, meant)), None)
            if found is None:
                raise UnwrittenPackError(f"{self.path}: the card has something that cannot be written")
            text = found
        return self._replaced(text)

    def with_names(self, names: Mapping[str, str]) -> "PackFile":
        """Writes another name of the pack; errors as for `with_card`."""
        document = tomlkit.parse(self.text)
        document["names"] = _inline(dict(names))
        return self._replaced(tomlkit.dumps(document))

    def _replaced(self, text: str) -> "PackFile":
        path = self.path
        try:
            if not path.is_file() or path.read_text(encoding="utf-8") != self.text:
                raise ChangedPackError(str(path))
        except OSError as error:
            raise UnwrittenPackError(f"{path}: {error.strerror}") from error
        _replace(path, text)
        return PackFile(path, text, tomllib.loads(text))


def write_deck(folder: Path, stem: str, data: Mapping[str, Any]) -> Path:
    """Writes a deck into a new file, and returns where it is.

    Args:
        folder: Where it is to be; made where it is not there.
        stem: What it is called by; a number follows where that is taken.
        data: What it says.

    Raises:
        UnwrittenPackError: If it cannot be written.
    """
    return _new_file(folder, stem, DECK_ENDING, lambda _: _deck_text(data))


def rewrite_deck(path: Path, data: Mapping[str, Any]) -> None:
    """Writes a deck in place of the one in a file.

    Raises:
        UnwrittenPackError: If it cannot be written; the file is as it was.
    """
    _replace(path, _deck_text(data))


def delete_deck(path: Path) -> bytes:
    """Deletes the file of a deck, and returns what was in it.

    Raises:
        UnwrittenPackError: If it cannot be deleted; it is as it was.
    """
    try:
        data = path.read_bytes()
        path.unlink()
    except OSError as error:
        raise UnwrittenPackError(f"{path}: {error.strerror}") from error
    return data


def restore_deck(path: Path, data: bytes) -> None:
    """Puts the file of a deck back that was deleted.

    Raises:
        UnwrittenPackError: If it cannot be written, or another one has its name by now.
    """
    try:
        with path.open("xb") as file:
            file.write(data)
    except OSError as error:
        raise UnwrittenPackError(f"{path}: {error.strerror}") from error


def kept_deck(folder: Path, stem: str, data: Mapping[str, Any]) -> Path:
    """The file of a deck: one in the folder that says the same, else a new one; arguments as for `write_deck`.

    Raises:
        UnwrittenPackError: If it cannot be written.
    """
    for path in deck_files(folder):
        with contextlib.suppress(FileError):
            if read_toml(path).data == data:
                return path
    return write_deck(folder, stem, data)


def _deck_text(data: Mapping[str, Any]) -> str:
    return tomlkit.dumps({key: _inline(value) for key, value in data.items()})


def _replace(path: Path, text: str) -> None:
    """Writes a text in place of a file, which holds the old one or the new one whatever happens."""
    unfinished = path.with_name(f".{path.name}.new")
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise UnwrittenPackError(f"{path}: {error.strerror}") from error


def _new_file(folder: Path, stem: str, ending: str, text_of: Callable[[str], str]) -> Path:
    """Writes a file that is not there yet; what it says may hang on its stem."""
    number = 1
    while True:
        name = stem if number == 1 else f"{stem}_{number}"
        path = folder / f"{name}{ending}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text_of(name))
        except FileExistsError:
            number += 1
        except OSError as error:
            raise UnwrittenPackError(f"{path}: {error.strerror}") from error
        else:
            return path


def deck_files(folder: Path) -> tuple[Path, ...]:
    """The files of decks in a folder, by name; none where there is no folder."""
    try:
        return tuple(sorted(each for each in folder.iterdir() if is_deck_file(each.name)))
    except OSError:
        return ()


def pack_files(folder: Path) -> tuple[Path, ...]:
    """The files of packs in a folder, by name; none where there is no folder."""
    try:
        found = sorted(each for each in folder.iterdir() if each.name.endswith(ENDING))
    except OSError:
        return ()
    return tuple(each for each in found if not is_deck_file(each.name) and not each.name.startswith("."))


def _declared(text: str, table: str, key: str, names: Mapping[str, str]) -> str:
    """The text with names added to a table; a table that is not there comes before the cards."""
    document = tomlkit.parse(text)
    if table in document:
        document[table][key] = _inline(dict(names))
        return tomlkit.dumps(document)
    made = tomlkit.table()
    made.append(key, _inline(dict(names)))
    lists = {name: document.pop(name) for name in (CARDS, DRAFTS) if name in document}
    document.append(table, made)
    for name, listed in lists.items():
        document.append(name, listed)
    return tomlkit.dumps(document)


def _changed_within(text: str, change: Change) -> str:
    """The text with one card changed; what stays the same in it keeps its form and its comments."""
    name, index, card = change
    written = tomllib.loads(text).get(name, [])
    if card is None or index >= len(written):
        return _written_anew(text, change)
    document = tomlkit.parse(text)
    cards = document.get(name)
    if not isinstance(cards, AoT):
        return _written_anew(text, change)
    table, before = cards[index], written[index]
    for key in [key for key in table if key not in card]:
        table.remove(key)
    for key, value in card.items():
        if key not in before or before[key] != value:
            table[key] = _inline(value)
    return tomlkit.dumps(document)


def _written_anew(text: str, change: Change) -> str:
    """The text with one card written as a whole."""
    name, index, card = change
    document = tomlkit.parse(text)
    cards = document.get(name)
    if not isinstance(cards, AoT):
        cards = tomlkit.aot()
        document.pop(name, None)
        document.append(name, cards)
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
    """Whether a text says what it is to say; a list in which nothing is left need not be written."""
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return _but_empty(said) == _but_empty(meant)


def _but_empty(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value or key not in (CARDS, DRAFTS)}
